/**
 * Stops the SDK from repeating a refused commit. It repeats a commit that ended with RESOURCE_EXHAUSTED for up
 * to ten minutes, which spends the quota further, and no setting prevents that. Here the SDK sees a status that
 * it does not retry, and the real one travels in the metadata. A fetch it repeats twice, whatever the status.
 */
import type { StatusObject } from '@grpc/grpc-js';
import type * as Grpc from '@grpc/grpc-js';

const REAL_STATUS = 'inkling-status';

/** The status of an ended call as the SDK gets it. */
export function hideStatus(received: StatusObject, { status }: Pick<typeof Grpc, 'status'>): StatusObject {
  if (received.code !== status.RESOURCE_EXHAUSTED) return received;
  const metadata = received.metadata.clone();
  metadata.set(REAL_STATUS, String(received.code));
  return { ...received, code: status.DATA_LOSS, metadata };
}

/** The real status of a call; null if it was not hidden. */
export function hiddenStatusOf(metadata: unknown): number | null {
  if (typeof metadata !== 'object' || metadata === null || !('get' in metadata)) return null;
  if (typeof metadata.get !== 'function') return null;
  const values: unknown = metadata.get(REAL_STATUS);
  const value: unknown = Array.isArray(values) ? values[0] : undefined;
  return typeof value === 'string' ? Number(value) : null;
}

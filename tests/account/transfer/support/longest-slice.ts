/** How long an import computes without a pause, in processor time. */
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { createAccount } from './account.ts';

/** Milliseconds of processor time of this thread. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Of processor time between two pauses. */
export const LIMIT_MS = 200;
const MOST_MEASUREMENTS = 6;

interface Measured {
  /** The longest time that the thread computed between two pauses. */
  readonly millis: number;
  readonly result: ImportResult;
}

/**
 * Measures again if the time is not below the limit, and returns the shortest: a busy machine shares caches
 * and cores, so the same work takes up to three times as much processor time.
 */
export async function longestSlice(file: string): Promise<Measured> {
  let best = await measure(file);
  for (let count = 1; count < MOST_MEASUREMENTS && best.millis >= LIMIT_MS; count += 1) {
    const next = await measure(file);
    if (next.millis < best.millis) best = next;
  }
  return best;
}

async function measure(file: string): Promise<Measured> {
  const account = createAccount();
  let millis = 0;
  let start = threadTime();
  const pace = async (): Promise<void> => {
    millis = Math.max(millis, threadTime() - start);
    await new Promise((resolve) => void setImmediate(resolve));
    start = threadTime();
  };
  const result = await account.import(file, { pace });
  return { millis: Math.max(millis, threadTime() - start), result };
}

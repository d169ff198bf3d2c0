/** How long an import computes without a pause, in processor time. */
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { createAccount } from './account.ts';

/** Milliseconds of processor time of this thread. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Most milliseconds of processor time between two pauses. On a quiet machine the inputs of these tests take up to
 * 150. A busy one shares caches and cores, so the same work takes several times as much; the faults that the
 * tests are for took 16,000.
 */
export const LIMIT_MS = 1_000;
const MOST_MEASUREMENTS = 3;

interface Measured {
  /** The longest time that the thread computed between two pauses. */
  readonly millis: number;
  readonly result: ImportResult;
}

/** Measures again if the time is not below the limit, and returns the shortest. */
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

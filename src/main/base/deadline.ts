import type { Clock } from '#shared/base/clock.ts';

/** Settles as `work` does, or resolves with `late` after `ms` milliseconds. */
export async function withDeadline<Value>(
  work: Promise<Value> | Value,
  clock: Clock,
  ms: number,
  late: Value,
): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const cancel = clock.after(ms, () => resolve(late));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

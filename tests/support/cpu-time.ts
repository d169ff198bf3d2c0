/** Processor time, which other programs on a busy machine hardly affect, unlike clock time. */

/** @returns the processor time of all threads of this process while `run` ran, in milliseconds */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * @returns how many times longer a computation takes now than on an idle machine; computes for a tenth of a
 *   second
 */
export function measureSlowdown(): number {
  const start = process.threadCpuUsage();
  const from = performance.now();
  let used = 0;
  while (used < 100) {
    const { user, system } = process.threadCpuUsage(start);
    used = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - from) / used);
}

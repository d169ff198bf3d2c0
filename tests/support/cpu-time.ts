/** Processor time, which other programs on a busy machine hardly change, unlike the time on the clock. */

/** @returns milliseconds that all threads of this process have computed while `run` ran */
export async function cpuTimeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * @returns how many times longer than on a quiet machine a computation takes at present; computes for a tenth
 * of a second
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

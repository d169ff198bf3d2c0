/** Waits in real time, which decides only the moments of kills and damage here. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

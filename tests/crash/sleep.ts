/** Waits in real time, which here decides only the moments of kills and damage. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

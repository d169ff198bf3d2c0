/** The moment of a kill or of damage is the one thing here that time decides. */
export function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Lets everything run that does not wait for the clock. */
export async function settle(rounds = 20): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

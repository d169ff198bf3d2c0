/** Lets everything run that does not wait for the clock. */
export async function settle(rounds = 20): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Awaits an answer for which the controlled clock has to take turns, such as one that lets others go first. */
export async function whileTakingTurns<Answer>(answer: Promise<Answer>, turn: () => void): Promise<Answer> {
  const isSettled = answer.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([isSettled, settle(1).then(() => false)]))) turn();
  return answer;
}

import { expect, test } from 'vitest';
import { runSeeds } from '../run-seeds.ts';
import { simulateMoments } from './simulate-moments.ts';

const SEEDS = 12;

test(`in ${SEEDS} runs an account whose files are of different moments loses no word that has a copy`, async () => {
  const { failed } = await runSeeds({ first: 1, seeds: SEEDS, run: simulateMoments });
  expect(failed.map(({ seed, problems }) => ({ seed, problems }))).toEqual([]);
});

/**
 * A few of the runs of `npm run fuzz -- --real`, with the app's own client against the local cloud, in real
 * time; see README.md.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealRuns, type RealRuns } from './real/real-run.ts';
import { runSeeds } from './run-seeds.ts';

const SEEDS = 3;
/** Bounds waits that would hang. It is generous, because machines are busy. */
const PATIENCE_MS = 900_000;

let real: RealRuns;
beforeAll(async () => {
  real = await openRealRuns();
});
afterAll(() => real[Symbol.asyncDispose]());

test(
  `in ${SEEDS} runs with the real client all devices and the cloud agree, nothing is pending, and no word is lost`,
  async () => {
    const { failed } = await runSeeds({ first: 1, seeds: SEEDS, run: (seed) => real.run(seed) });
    expect(failed).toEqual([]);
  },
  PATIENCE_MS,
);

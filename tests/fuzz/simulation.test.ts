/** Random devices on bad networks; see `simulation.ts`. A seed that ever failed is named here and stays. */
import { expect, test } from 'vitest';
import { simulate } from './simulation.ts';

const SEEDS = Array.from({ length: 100 }, (_, index) => index + 1);

test('[S2] an answer from before the live query’s last word brings no removed note back (seed 36)', async () => {
  expect(await simulate(36)).toEqual([]);
});

test('100 seeds: all devices and the cloud agree, nothing is pending, and no text is lost', async () => {
  const problems: Record<number, string[]> = {};
  for (const seed of SEEDS) {
    const found = await simulate(seed);
    if (found.length > 0) problems[seed] = found;
  }
  expect(problems).toEqual({});
});

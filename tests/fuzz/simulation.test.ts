/** Random devices on bad networks; see `simulation.ts`. What a seed finds becomes a test of its own beside the engine's. */
import { expect, test } from 'vitest';
import { simulate } from './simulation.ts';

const SEEDS = Array.from({ length: 100 }, (_, index) => index + 1);

test('100 seeds: all devices and the cloud agree, nothing is pending, and no text is lost', async () => {
  const problems: Record<number, string[]> = {};
  for (const seed of SEEDS) {
    const found = await simulate(seed);
    if (found.length > 0) problems[seed] = found;
  }
  expect(problems).toEqual({});
});

import { expect, test } from 'vitest';
import { runCrashes } from './run-crashes.ts';

const KILLS = 4;

// The seed chooses the words and the moments of the kills, but real time makes these differ between runs.
test.skipIf(process.platform === 'win32')(
  `[S1] every acknowledged step survives ${KILLS} kills of the app`,
  async () => {
    const { acknowledged, problems } = await runCrashes({ kills: KILLS, seed: 1 });
    expect(problems).toEqual([]);
    // Without acknowledged steps the test would prove nothing.
    expect(acknowledged).toBeGreaterThan(0);
  },
);

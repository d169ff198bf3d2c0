import { expect, test } from 'vitest';
import { runCrashes } from './run-crashes.ts';

const KILLS = 4;

// The seed chooses the moments of the kills and what is written, but in real time the moments differ from run
// to run.
test.skipIf(process.platform === 'win32')(
  `[S1] every acknowledged step survives ${KILLS} kills of the app`,
  async () => {
    const { acknowledged, problems } = await runCrashes({ kills: KILLS, seed: 1 });
    expect(problems).toEqual([]);
    // A test that wrote nothing would prove nothing.
    expect(acknowledged).toBeGreaterThan(KILLS);
  },
);

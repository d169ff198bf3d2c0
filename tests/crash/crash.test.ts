import { expect, onTestFinished, test, vi } from 'vitest';
import { runCrashes } from './run-crashes.ts';

const KILLS = 20;

// The moments of the kills differ from run to run anyway; the seed chooses them and what is written.
test.skipIf(process.platform === 'win32')(
  `[S1] what was acknowledged outlives ${KILLS} kills`,
  { timeout: 600_000 },
  async () => {
    // Half of the time goes into starts.
    vi.stubEnv('STANDIN_SHELL', process.env['STANDIN_SHELL'] ?? '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { acknowledged, problems } = await runCrashes({ kills: KILLS, seed: 1 });
    expect(problems).toEqual([]);
    // A test that wrote nothing would prove nothing.
    expect(acknowledged).toBeGreaterThan(KILLS);
  },
);

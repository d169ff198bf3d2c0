import { expect, onTestFinished, test, vi } from 'vitest';
import { runCrashes } from './run-crashes.ts';

const KILLS = 20;

// The seed chooses the moments of the kills and what is written, but in real time the moments differ from run to run.
test.skipIf(process.platform === 'win32')(
  `[S1] what was acknowledged outlives ${KILLS} kills`,
  { timeout: 600_000 },
  async () => {
    // Half of the time goes into starts, so this test prefers the headless shell.
    vi.stubEnv('STANDIN_SHELL', process.env['STANDIN_SHELL'] ?? '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { acknowledged, problems } = await runCrashes({ kills: KILLS, seed: 1 });
    expect(problems).toEqual([]);
    // A test that wrote nothing would prove nothing.
    expect(acknowledged).toBeGreaterThan(KILLS);
  },
);

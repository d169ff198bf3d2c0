import { defineConfig } from '@playwright/test';
import { leftOut } from './tests/only-in-all.ts';
import { fixEnvironment } from './tests/support/environment.ts';
import { host } from './tools/electron-binary/host.ts';
import { STEP_LIMIT_MS, TEST_LIMIT_MS } from './tests/support/limits.ts';

fixEnvironment(process.env);
// Nobody sees these windows: packages/electron-stand-in/README.md.
process.env['STANDIN_SHELL'] ??= '1';

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: [
    ...leftOut,
    // What only the real Electron shows: tests/e2e/REAL-ELECTRON.md.
    ...(host.name === 'electron' ? [] : ['**/real/**']),
    // All photographs: `npm run screens`.
    ...(process.env['INKLING_SCREENS'] === 'all' ? [] : ['**/screens/all/**']),
  ],
  outputDir: 'out/test/e2e',
  // Files run side by side, the tests of a file one after the other. A test that fails once has failed. Two
  // more than the processors of a small machine, because tests also wait; real windows share one focus.
  workers: host.name === 'electron' ? 2 : 4,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: STEP_LIMIT_MS },
  use: { trace: 'retain-on-failure' },
});

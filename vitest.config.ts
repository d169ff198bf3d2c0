import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/e2e/**', 'tests/renderer/page/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/renderer/page/*.test.ts'],
          globalSetup: 'tests/renderer/page/set-up.ts',
        },
      },
    ],
    // A process per file: native modules and whatever a file leaves in the environment stay its own.
    pool: 'forks',
    maxWorkers: 3,
    // Bounds for what hangs, not for what is slow: machines are busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // A poll ends when it succeeds; on a busy machine that may take a while.
    expect: { poll: { timeout: 15_000 } },
  },
});

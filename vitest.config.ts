import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { leftOut } from './tests/only-in-all.ts';
import { fixEnvironment } from './tests/support/environment.ts';
import { STEP_LIMIT_MS, TEST_LIMIT_MS } from './tests/support/limits.ts';

fixEnvironment(process.env);

/**
 * Files that take long, or wait long: begun last, they would keep one worker busy while the others have
 * nothing to do.
 */
const LONGEST = [
  'tests/cloud/firestore-remote.test.ts',
  'tests/account/sync/real-cloud.test.ts',
  'tests/account/transfer/hostile-files.test.ts',
  'tests/fuzz/simulation.test.ts',
  'tests/fuzz/real.test.ts',
  'tests/crash/crash.test.ts',
  'tests/crash/disk/disk.test.ts',
];

function isLong({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((file) => moduleId.endsWith(file));
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of arrays: what vitest would do
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}', 'packages/*/tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/renderer/page/**', ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/renderer/page/*.test.ts'],
          exclude: leftOut,
          globalSetup: 'tests/renderer/page/set-up.ts',
        },
      },
    ],
    // A process per file: native modules and whatever a file leaves in the environment stay its own.
    pool: 'forks',
    maxWorkers: 3,
    // Nobody sees these windows: packages/electron-stand-in/README.md.
    env: { STANDIN_SHELL: process.env['STANDIN_SHELL'] ?? '1' },
    sequence: { sequencer: LongestFirst },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
    teardownTimeout: STEP_LIMIT_MS,
    restoreMocks: true,
    // Else two objects that differ are told as `{ …(2) }`, of which nobody learns anything where the log
    // keeps only the messages.
    chaiConfig: { truncateThreshold: 1000 },
    expect: { poll: { timeout: STEP_LIMIT_MS } },
  },
});

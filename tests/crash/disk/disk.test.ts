import { describe, expect, test } from 'vitest';
import type { BrokenRule } from '#tests/fuzz/break-rule.ts';
import { compileLibrary } from './compile.ts';
import { type DiskRun, runDisk } from './run-disk.ts';
import { SCENARIOS } from './scenarios.ts';
import { startTrials } from './start-trials.ts';

const compiled = compileLibrary();
const library = 'library' in compiled ? compiled.library : '';

/** Number of trials of each scenario, in addition to one complete run without failures. */
const TRIALS = 60;

function run(options: Partial<DiskRun>): ReturnType<typeof runDisk> {
  return runDisk({ library, scenarios: SCENARIOS.map(({ name }) => name), seed: 1, ...options });
}

describe.skipIf(library === '')('a disk that fails', () => {
  test('no failing call and no power cut loses an acknowledged word', async () => {
    const { trials, problems } = await run({ most: TRIALS });
    expect(problems).toEqual([]);
    expect(trials).toBeGreaterThan(TRIALS * (SCENARIOS.length - 1));
  });

  test('a backup has no commit that a power cut can take from its database', async () => {
    const trials = await startTrials(library, 'making the first backup after a commit that was not flushed');
    if (typeof trials === 'string') throw new Error(trials);
    try {
      let where = '';
      for (let after = trials.changes; after > 0 && !where.includes('link to backups'); after -= 1) {
        const outcome = await trials.run({ kind: 'cut', cut: { after, loss: 'data is lost', seed: 1 } });
        where = outcome?.where ?? '';
        expect(outcome?.problems, where).toEqual([]);
      }
      expect(where).toContain('link to backups');
    } finally {
      await trials.end();
    }
  });

  test.each<{
    readonly broken: string;
    readonly rule: BrokenRule;
    readonly scenario: string;
    readonly problem: RegExp;
  }>([
    {
      broken: 'an error counts as a missing database, which is then replaced',
      rule: [
        {
          file: 'src/disk/there.ts',
          from: 'if (isMissing(error)) return undefined;',
          to: 'return undefined;',
        },
        {
          file: 'src/account/database/new-database.ts',
          from: 'linkSync(building, file);',
          to: 'renameSync(building, file); return;',
        },
      ],
      scenario: 'opening',
      problem: /stat notes\.sqlite: lost \d+ of/,
    },
    {
      broken: 'a commit is not flushed',
      rule: [{ file: 'src/account/database/open.ts', from: 'synchronous = FULL', to: 'synchronous = OFF' }],
      scenario: 'writing',
      problem: /power cut .*: lost \d+ of/,
    },
  ])('is noticed if $broken', async ({ rule, scenario, problem }) => {
    const { problems } = await run({ scenarios: [scenario], most: 600, rule });
    expect(problems).toContainEqual(expect.stringMatching(problem));
  });
});

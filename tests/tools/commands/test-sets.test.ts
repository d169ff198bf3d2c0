/** The tests that `npm test` leaves to `npm run test:all`. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ONLY_IN_ALL } from '#tests/only-in-all.ts';
import { run } from '#tests/support/run.ts';
import { readTestArguments } from '#tools/commands/lib/test-arguments.mjs';
import { at, script } from '#tools/commands/lib/paths.mjs';

const tests = (globs: readonly string[]): string[] =>
  globSync(globs, { cwd: at() })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .toSorted();

test.each(ONLY_IN_ALL)('%s names tests', (glob) => {
  expect(tests([glob])).not.toEqual([]);
});

test('npm test without a filter leaves them out; a filter and test:all may find any test', () => {
  expect(readTestArguments([]).isShort).toBe(true);
  expect(readTestArguments(['--bail=1']).isShort).toBe(true);
  expect(readTestArguments(['tests/fuzz']).isShort).toBe(false);
  expect(readTestArguments(['--all'])).toEqual({ args: [], filters: [], isShort: false });
});

const RUNNERS = [
  ['vitest', [script('vitest'), 'list', '--filesOnly'], /\.test\.tsx?$/],
  ['Playwright', [script('@playwright/test', 'playwright'), 'test', '--list'], /\.spec\.ts$/],
] as const;

test.each(RUNNERS)('%s leaves out exactly these files, and only on request', async (_name, args, own) => {
  const list = async (set: string): Promise<ReadonlySet<string>> => {
    const listing = run(process.execPath, [...args], { INKLING_TESTS: set });
    expect(await listing.ended, listing.output()).toBe(0);
    return new Set(listing.output().match(/[\w./-]+\.(test|spec)\.tsx?/g));
  };
  const [all, short] = [await list(''), await list('short')];
  const leftOut = [...all]
    .filter((file) => !short.has(file))
    .map((file) => file.replace(/^(?!tests|packages)/, 'tests/e2e/'));
  const existing = tests(ONLY_IN_ALL).filter((file) => own.test(file));
  // Playwright names the file that defines the tests of screenshots.
  expect(leftOut.toSorted()).toEqual(existing.filter((file) => !file.includes('/screens/')));
  expect(short.size).toBeGreaterThan(0);
});

/** The arithmetic of `npm test`: no failure may end in a pass. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp, summary, tallyPlaywright, tallyRun, tallyVitest } from '#tools/commands/lib/summary.mjs';

const VITEST = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const STATS = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-summary-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: string): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, content);
  return file;
}

test('a test file that could not be loaded counts as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(tallyVitest({ ...VITEST, numFailedTests: 1, testResults })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
  });
});

test('skipped and planned tests count as skipped, not as passed', () => {
  expect(tallyVitest({ ...VITEST, numPendingTests: 2, numTodoTests: 1 }).skipped).toBe(3);
});

test('flaky tests and errors outside of tests count as failures', () => {
  const stats = { ...STATS, unexpected: 1, flaky: 1, skipped: 2 };
  expect(tallyPlaywright({ stats, errors: [{ message: 'no such module' }] })).toEqual({
    passed: 3,
    failed: 3,
    skipped: 2,
  });
});

test('a runner without a report counts as a failure', () => {
  expect(tallyRun(0, path.join(folder, 'absent.json'), tallyVitest)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

test('a truncated report is a failure', () => {
  expect(tallyRun(0, report('{"numPassedTests": 5, "num'), tallyVitest).failed).toBe(1);
});

test('an exit code without a failed test is a failure', () => {
  expect(tallyRun(1, report(JSON.stringify(VITEST)), tallyVitest)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
  });
});

test('the counts of a run without failures are taken from its report', () => {
  const file = report(JSON.stringify({ stats: STATS, errors: [] }));
  expect(tallyRun(0, file, tallyPlaywright)).toEqual({ passed: 3, failed: 0, skipped: 0 });
});

test('the counts of all runners are added up', () => {
  const sum = addUp([
    { passed: 5, failed: 1, skipped: 0 },
    { passed: 3, failed: 0, skipped: 2 },
  ]);
  expect(sum).toEqual({ passed: 8, failed: 1, skipped: 2 });
});

test('a run in which every test was skipped is a failure', () => {
  expect(addUp([{ passed: 0, failed: 0, skipped: 4 }]).failed).toBe(1);
});

test('the last line of the summary contains only the numbers of passed and failed tests', () => {
  expect(summary({ passed: 8, failed: 0, skipped: 0 })).toBe('8 passed, 0 failed');
  expect(summary({ passed: 8, failed: 1, skipped: 2 })).toBe('2 skipped\n8 passed, 1 failed');
  expect(summary({ passed: 8, failed: 1, skipped: 2 }, ['2: no dock'])).toBe(
    '2 skipped\n    2: no dock\n8 passed, 1 failed',
  );
});

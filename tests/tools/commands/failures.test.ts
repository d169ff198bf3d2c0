/** The list of failures at the end of `npm test`. */
import { expect, test } from 'vitest';
import {
  failuresOfPlaywright,
  failuresOfVitest,
  readReport,
  skipsOfPlaywright,
} from '#tools/commands/lib/failures.mjs';
import { at } from '#tools/commands/lib/paths.mjs';

const PASSED = { status: 'passed', fullName: 'fine', failureMessages: [] };

test('a failed test is listed with its file, its name and the beginning of its message', () => {
  const message = [
    '\u001B[31mexpected 1 to be 2\u001B[39m',
    ...Array.from({ length: 40 }, () => 'at somewhere'),
  ].join('\n');
  const assertionResults = [PASSED, { status: 'failed', fullName: 'adds up', failureMessages: [message] }];
  const [failure, ...others] = failuresOfVitest({
    testResults: [{ name: at('tests/sum.test.ts'), status: 'failed', message: '', assertionResults }],
  });
  expect(others).toEqual([]);
  const lines = (failure ?? '').split('\n');
  expect(lines.slice(0, 2)).toEqual(['✗ tests/sum.test.ts › adds up', '    expected 1 to be 2']);
  expect(lines).toHaveLength(13);
});

test('a test file that could not be run is listed with the reason', () => {
  const file = {
    name: at('tests/a.test.ts'),
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  expect(failuresOfVitest({ testResults: [file] })).toEqual(['✗ tests/a.test.ts\n    no such module']);
});

test('failed end-to-end tests at any depth are listed, and so are errors outside of tests', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    file: 'spec/a.spec.ts',
    ok,
    tests: [
      {
        status: ok ? 'expected' : 'unexpected',
        annotations: [],
        results: [{ errors: ok ? [] : [{ message: 'timed out' }] }],
      },
    ],
  });
  const suites = [{ specs: [spec('fine', true)], suites: [{ specs: [spec('slow', false)] }] }];
  expect(failuresOfPlaywright({ suites, errors: [{ message: 'no such module' }] })).toEqual([
    '✗ tests/e2e\n    no such module',
    '✗ tests/e2e/spec/a.spec.ts › slow\n    timed out',
  ]);
});

test('the reasons of skipped end-to-end tests are counted, but not annotations of tests that ran', () => {
  const spec = (status: string, description?: string) => ({
    title: 'a',
    file: 'spec/a.spec.ts',
    ok: true,
    tests: [{ status, annotations: [{ type: 'skip', ...(description && { description }) }], results: [] }],
  });
  const suites = [
    { specs: [spec('expected', 'ran')], suites: [{ specs: [spec('skipped', 'no dock')] }] },
    { specs: [spec('skipped'), spec('skipped', 'no dock')] },
  ];
  expect(skipsOfPlaywright({ suites })).toEqual(['2: no dock', '1: no reason was given']);
});

test('a missing report contains no failure', () => {
  expect(readReport(at('out/no-such-report.json'), failuresOfVitest)).toEqual([]);
});

/**
 * Repeats failures and the reasons for skipped tests at the end of a run. The runners' own messages are
 * thousands of lines above, or are lost if only the end of a log is stored.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { at } from './paths.mjs';

const LINES_EACH = 12;

/**
 * @typedef {object} VitestFile
 * @property {string} name absolute path
 * @property {string} status
 * @property {string} message why the file could not be run, if so
 * @property {readonly {status: string, fullName: string, failureMessages: readonly string[]}[]}
 *   assertionResults
 */

/**
 * @typedef {object} PlaywrightTest
 * @property {string} status
 * @property {readonly {type: string, description?: string}[]} annotations
 * @property {readonly {errors: readonly {message?: string}[]}[]} results
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {readonly PlaywrightSuite[]} [suites]
 * @property {readonly {title: string, file: string, ok: boolean, tests: readonly PlaywrightTest[]}[]} specs
 */

/**
 * @param {{testResults: readonly VitestFile[]}} report
 * @returns {string[]} a paragraph for each test that failed, and for each file that could not be run
 */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap((file) => {
    const where = path.relative(at('.'), file.name).replaceAll(path.sep, '/');
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [paragraph(where, [file.message])];
    return tests.map((test) => paragraph(`${where} › ${test.fullName}`, test.failureMessages));
  });
}

/**
 * @param {{suites: readonly PlaywrightSuite[], errors: readonly {message?: string}[]}} report
 * @returns {string[]} a paragraph for each test that failed, and for each error outside of tests
 */
export function failuresOfPlaywright({ suites, errors }) {
  const failed = suites.flatMap(specsOf).filter((spec) => !spec.ok);
  return [
    ...errors.map((error) => paragraph('tests/e2e', [error.message ?? ''])),
    ...failed.map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      const messages = results.flatMap((result) => result.errors.map((error) => error.message ?? ''));
      return paragraph(`tests/e2e/${spec.file} › ${spec.title}`, messages);
    }),
  ];
}

/**
 * @param {{suites: readonly PlaywrightSuite[]}} report
 * @returns {string[]} each reason for which tests were skipped, with their number
 */
export function skipsOfPlaywright({ suites }) {
  const tests = suites.flatMap(specsOf).flatMap((spec) => spec.tests);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { annotations } of tests.filter((test) => test.status === 'skipped')) {
    const reason = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason was given';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${count}: ${reason}`);
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSuite['specs'][number][]}
 */
function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/**
 * @template Report
 * @param {string} reportFile
 * @param {(report: Report) => string[]} read
 * @returns {string[]} none if no report can be read, which the tally has already counted as a failure
 */
export function readReport(reportFile, read) {
  if (!existsSync(reportFile)) return [];
  try {
    return read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return [];
  }
}

/**
 * @param {string} heading
 * @param {readonly string[]} messages
 */
function paragraph(heading, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, LINES_EACH);
  return [`✗ ${heading}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

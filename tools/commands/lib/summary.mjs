/**
 * Adds up the reports of the test runners. A runner that crashed, reported nothing or found no test counts as
 * a failure.
 */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number, skipped: number}} Tally */

/**
 * @typedef {object} VitestReport the used part of vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly {status: string, assertionResults: readonly {status: string}[]}[]} testResults
 */

/**
 * A test file that could not be loaded has no failed test of its own, and counts as one failure.
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @typedef {object} PlaywrightReport the used part of Playwright's JSON report
 * @property {{expected: number, unexpected: number, flaky: number, skipped: number}} stats
 * @property {readonly unknown[]} errors outside of tests, such as a file that could not be loaded
 */

/**
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * The tally of one runner, from its exit code and from its report if it wrote one.
 * @template Report
 * @param {number} exitCode
 * @param {string} reportFile
 * @param {(report: Report) => Tally} tally
 * @returns {Tally}
 */
export function tallyRun(exitCode, reportFile, tally) {
  const reported = existsSync(reportFile) ? readTally(reportFile, tally) : undefined;
  if (reported === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return exitCode !== 0 && reported.failed === 0 ? { ...reported, failed: 1 } : reported;
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Tally} tally
 * @returns {Tally | undefined}
 */
function readTally(file, tally) {
  try {
    return tally(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The file is incomplete: the runner died while it wrote.
    return undefined;
  }
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addUp(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  // If no test ran, nothing is proven to work.
  return sum.passed + sum.failed === 0 ? { ...sum, failed: 1 } : sum;
}

/**
 * The end of the output of `npm test`. The last line always has the same form; a count of skipped tests
 * precedes it.
 * @param {Tally} tally
 * @param {readonly string[]} [reasons] sentences that say why tests were skipped
 */
export function summary({ passed, failed, skipped }, reasons = []) {
  const skips = skipped > 0 ? [`${skipped} skipped`, ...reasons.map((reason) => `    ${reason}`)] : [];
  return [...skips, `${passed} passed, ${failed} failed`].join('\n');
}

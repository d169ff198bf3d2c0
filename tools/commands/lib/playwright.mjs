/** Runs Playwright's end-to-end tests, and adds up their results. */
import { rmSync } from 'node:fs';
import { startNode } from './display.mjs';
import { failuresOfPlaywright, readReport, skipsOfPlaywright } from './failures.mjs';
import { at, script } from './paths.mjs';
import { tallyPlaywright, tallyRun } from './summary.mjs';

/**
 * @param {import('./display.mjs').Display} display
 * @param {readonly string[]} args Playwright's own: files to run, options
 * @param {string} name of the report under `out/test`
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{tally: import('./summary.mjs').Tally, failures: readonly string[], skips: readonly
 *   string[]}>}
 */
export async function runPlaywright(display, args, name, env = {}) {
  const report = at(`out/test/${name}.json`);
  // The report of an earlier run must not count if this one writes none.
  rmSync(report, { force: true });
  const code = await startNode(
    display,
    [script('@playwright/test', 'playwright'), 'test', '--reporter=list,json', ...args],
    { env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  ).ended;
  return {
    tally: tallyRun(code, report, tallyPlaywright),
    failures: readReport(report, failuresOfPlaywright),
    skips: readReport(report, skipsOfPlaywright),
  };
}

/**
 * `npm test -- [filter]`: builds once, runs the unit and integration tests, then the end-to-end tests, and
 * ends with the failures and a line that says how many tests passed and failed. A filter is part of the path
 * of a test file. Without a filter, `npm run test:all` (`--all`) adds the tests listed in
 * `tests/only-in-all.ts`.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { ensureTestBrowser, offerHeadlessShell } from './lib/chromium.mjs';
import { command } from './lib/command.mjs';
import { startNode, testDisplayFor } from './lib/display.mjs';
import { readReport, failuresOfVitest } from './lib/failures.mjs';
import { ensureHost } from './lib/host.mjs';
import { at, script } from './lib/paths.mjs';
import { runPlaywright } from './lib/playwright.mjs';
import { readTestArguments } from './lib/test-arguments.mjs';
import { addUp, summary, tallyRun, tallyVitest } from './lib/summary.mjs';

const UNIT_REPORT = at('out/test/unit.json');

await command(async (given) => {
  const { args, filters, isShort } = readTestArguments(given);
  if (isShort) process.env['INKLING_TESTS'] = 'short';
  const host = await ensureHost();
  if (host.name === 'stand-in') await offerHeadlessShell();
  const { display, hasWindowManager } = await testDisplayFor(host);
  if (!hasWindowManager) process.env['INKLING_WITHOUT_WINDOW_MANAGER'] = '1';
  const missing = await ensureTestBrowser();
  if (missing !== undefined) process.env['INKLING_WITHOUT_CHROMIUM'] = missing;
  await build();
  rmSync(at('out/test'), { recursive: true, force: true });
  mkdirSync(at('out/test'), { recursive: true });
  const tallies = [await runUnitTests(args, display)];
  const failures = [...readReport(UNIT_REPORT, failuresOfVitest)];
  const reasons = missing === undefined ? [] : [missing];
  if (mayMatchEndToEnd(filters)) {
    console.log('\nEnd-to-end tests');
    const ended = await runPlaywright(display, emptyAllowed(args, '--pass-with-no-tests'), 'e2e');
    tallies.push(ended.tally);
    failures.push(...ended.failures);
    reasons.push(...ended.skips);
  }
  const sum = addUp(tallies);
  console.log(['', ...failures, summary(sum, reasons)].join('\n'));
  return sum.failed === 0 ? 0 : 1;
});

/**
 * @param {readonly string[]} args
 * @param {import('./lib/display.mjs').Display} display
 */
async function runUnitTests(args, display) {
  console.log('\nUnit and integration tests');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const code = await startNode(display, [
    script('vitest'),
    ...options,
    ...emptyAllowed(args, '--passWithNoTests'),
  ]).ended;
  return tallyRun(code, UNIT_REPORT, tallyVitest);
}

/**
 * With a filter, one of the runners may have no tests. Without a filter that would be an error.
 * @param {readonly string[]} args
 * @param {string} option
 */
function emptyAllowed(args, option) {
  return args.length > 0 ? [option, ...args] : [];
}

/**
 * Starting Playwright takes longer than most unit tests, so it is skipped if the filter matches none of its
 * files.
 * @param {readonly string[]} filters
 */
function mayMatchEndToEnd(filters) {
  if (filters.length === 0) return true;
  const files = readdirSync(at('tests/e2e'), { recursive: true, encoding: 'utf8' });
  return files.some((file) =>
    filters.some((filter) => `tests/e2e/${file.replaceAll('\\', '/')}`.includes(filter)),
  );
}

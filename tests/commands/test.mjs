/**
 * `npm test -- [filter]`: builds once, runs the unit and integration tests, then the end-to-end tests, and ends
 * with one line that says how many passed and failed. A filter is a part of the path of a test file.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { hasDisplay } from './lib/display.mjs';
import { ensureHost } from './lib/host.mjs';
import { at, script } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { addUp, summaryLine, tallyPlaywright, tallyRun, tallyVitest } from './lib/summary.mjs';

const UNIT_REPORT = at('out/test/unit.json');
const E2E_REPORT = at('out/test/e2e.json');

await command(async (args) => {
  const host = await ensureHost();
  await build();
  rmSync(at('out/test'), { recursive: true, force: true });
  mkdirSync(at('out/test'), { recursive: true });
  const tallies = [await runUnitTests(args)];
  if (mayMatchEndToEnd(args)) tallies.push(await runEndToEndTests(args, host));
  const sum = addUp(tallies);
  console.log(`\n${summaryLine(sum)}`);
  return sum.failed === 0 ? 0 : 1;
});

/** @param {readonly string[]} args */
async function runUnitTests(args) {
  console.log('\nUnit and integration tests');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const code = await runNode([script('vitest'), ...options, ...emptyAllowed(args, '--passWithNoTests')]);
  return tallyRun(code, UNIT_REPORT, tallyVitest);
}

/**
 * @param {readonly string[]} args
 * @param {import('./lib/host.mjs').Host} host
 */
async function runEndToEndTests(args, host) {
  console.log('\nEnd-to-end tests');
  const options = ['test', '--reporter=list,json'];
  const code = await runNode(
    [script('@playwright/test', 'playwright'), ...options, ...emptyAllowed(args, '--pass-with-no-tests')],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: E2E_REPORT },
    // The stand-in needs no display to be driven; the real Electron does.
    host.name === 'electron' && !hasDisplay(),
  );
  return tallyRun(code, E2E_REPORT, tallyPlaywright);
}

/**
 * A filter may leave one of the runners without tests; without a filter that would be an error.
 * @param {readonly string[]} args
 * @param {string} option
 */
function emptyAllowed(args, option) {
  return args.length > 0 ? [option, ...args] : [];
}

/**
 * Starting Playwright takes longer than most unit tests: it is spared where the filter names no file of its own.
 * @param {readonly string[]} args
 */
function mayMatchEndToEnd(args) {
  const filters = args.filter((arg) => !arg.startsWith('-'));
  if (filters.length === 0) return true;
  const files = readdirSync(at('tests/e2e'), { recursive: true, encoding: 'utf8' });
  return files.some((file) =>
    filters.some((filter) => `tests/e2e/${file.replaceAll('\\', '/')}`.includes(filter)),
  );
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {boolean} [virtualDisplay]
 */
async function runNode(args, env = {}, virtualDisplay = false) {
  const options = { env: { ...process.env, ...env } };
  if (virtualDisplay) return start('xvfb-run', ['-a', process.execPath, ...args], options).ended;
  return start(process.execPath, args, options).ended;
}

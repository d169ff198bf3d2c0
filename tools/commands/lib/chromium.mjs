/**
 * Finds or installs a Chromium. The stand-in shows the app's windows in it if Electron's binary is not
 * available, and the tests of pages and of the stand-in need one on every machine. The stand-in knows where
 * to look for one.
 */
import { existsSync } from 'node:fs';
import { installByApt, isProgram } from './apt.mjs';
import { script } from './paths.mjs';
import { capture, start } from './processes.mjs';
import { Stop } from './stop.mjs';

const APT_PACKAGES = ['chromium', 'xvfb', 'xauth', 'fonts-liberation'];
const SHELL_PACKAGE = 'chromium-headless-shell';
const ADVICE = 'Or let npm fetch Electron itself: npx install-electron.';

/**
 * If Chromium is missing, installs it by apt, with a virtual display and fonts.
 * @throws {Stop} if that is not possible; says what to install
 */
export async function ensureChromium() {
  const missing = await whyNoChromium();
  if (missing === undefined) return;
  if (process.env['INKLING_CHROMIUM']) throw new Stop(missing);
  const output = await installByApt(APT_PACKAGES);
  if (output === undefined) throw new Stop(`${missing} ${ADVICE}`);
  if ((await whyNoChromium()) === undefined) return;
  console.error(output.trimEnd());
  throw new Stop(`apt-get did not bring a Chromium (see above). ${missing} ${ADVICE}`);
}

/**
 * Installs Chromium's headless shell if it is missing and the system has a package for it: with the shell,
 * tests with the stand-in's windows take a third less time. The tests also pass without it, so nothing is
 * printed if it is not available.
 */
export async function offerHeadlessShell() {
  if (process.env['INKLING_CHROMIUM']) return;
  const { findShell } = await import('@inkling/electron-stand-in/chromium/find.ts');
  if (findShell() !== undefined || !isProgram('apt-cache')) return;
  const { code } = await capture('apt-cache', ['show', '-q', '--no-all-versions', SHELL_PACKAGE]);
  if (code === 0) await installByApt([SHELL_PACKAGE]);
}

/**
 * Makes sure that there is a Chromium for the tests of pages and of the stand-in. If the system has none,
 * sets `INKLING_CHROMIUM` to the one that Playwright fetches; if that fails, tries apt.
 * @returns {Promise<string | undefined>} a sentence that says why these tests cannot run; undefined if they
 *   can
 * @throws {Stop} if `INKLING_CHROMIUM` names no program, and instead of that sentence on a machine of CI
 */
export async function ensureTestBrowser() {
  const { findShell } = await import('@inkling/electron-stand-in/chromium/find.ts');
  const missing = await whyNoChromium();
  if (missing === undefined) return undefined;
  if (process.env['INKLING_CHROMIUM']) throw new Stop(missing);
  if (findShell() !== undefined) return undefined;
  const fetched = await playwrightChromium();
  if (fetched !== undefined) {
    process.env['INKLING_CHROMIUM'] = fetched;
    return undefined;
  }
  await installByApt(APT_PACKAGES);
  if ((await whyNoChromium()) === undefined) return undefined;
  const reason = `The tests of pages and of the stand-in need a Chromium, and Playwright could not fetch one (see above). ${missing}`;
  if (process.env['CI']) throw new Stop(reason);
  return reason;
}

/**
 * @returns {Promise<string | undefined>} Playwright's own Chromium; fetching it shows Playwright's progress
 */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const executable = chromium.executablePath();
  if (existsSync(executable)) return executable;
  console.log('Fetching a Chromium for the tests (once) …');
  await start(process.execPath, [script('@playwright/test', 'playwright'), 'install', 'chromium']).ended;
  return existsSync(executable) ? executable : undefined;
}

/**
 * The stand-in's own sentence about a missing Chromium, or undefined if there is one. The stand-in is
 * TypeScript, so it is loaded only here, when Node 24 runs.
 */
async function whyNoChromium() {
  const { findChromium } = await import('@inkling/electron-stand-in/chromium/find.ts');
  const { StartError } = await import('@inkling/electron-stand-in/runtime.ts');
  try {
    findChromium();
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

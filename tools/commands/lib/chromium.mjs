/**
 * Installs a Chromium, in which the stand-in shows the app's windows when Electron's binary is not available. The
 * stand-in itself knows where to look for one.
 */
import { existsSync } from 'node:fs';
import { installByApt, isProgram } from './apt.mjs';
import { script } from './paths.mjs';
import { capture } from './processes.mjs';
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
 * Installs Chromium's headless shell if it is missing and the system has a package for it: with the shell, the stand-in's
 * windows cost the tests a third less. The tests pass without it, too, so nothing is printed if it is not available.
 */
export async function offerHeadlessShell() {
  if (process.env['INKLING_CHROMIUM']) return;
  const { findShell } = await import('../../electron-stand-in/chromium/find.ts');
  if (findShell() !== undefined || !isProgram('apt-cache')) return;
  const { code } = await capture('apt-cache', ['show', '-q', '--no-all-versions', SHELL_PACKAGE]);
  if (code === 0) await installByApt([SHELL_PACKAGE]);
}

/**
 * Fetches the Chromium in which Playwright opens the renderer's pages, unless the system has one at the path that those
 * tests know (tests/renderer/page). Costs nothing if it was fetched before.
 * @throws {Stop} if it cannot be fetched
 */
export async function ensurePageBrowser() {
  if (existsSync('/usr/bin/chromium')) return;
  const { code, output } = await capture(process.execPath, [
    script('@playwright/test', 'playwright'),
    'install',
    'chromium',
  ]);
  if (code === 0) return;
  console.error(output.trimEnd());
  throw new Stop(
    'Playwright could not fetch the Chromium that the tests of pages run in (see above): check the network, then try again.',
  );
}

/**
 * The stand-in's own sentence about a missing Chromium, or undefined if there is one. The stand-in is TypeScript, so it
 * is loaded only here, when Node 24 runs.
 */
async function whyNoChromium() {
  const { findChromium } = await import('../../electron-stand-in/chromium/find.ts');
  const { StartError } = await import('../../electron-stand-in/runtime.ts');
  try {
    findChromium();
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

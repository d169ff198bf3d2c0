/**
 * The host that runs the app on this machine: Electron if its binary exists and starts, otherwise the
 * stand-in on an installed Chromium. `tools/electron-binary/choose-host.ts` makes the choice; this module
 * installs what the host needs. That file is TypeScript, so it is loaded only here, when Node 24 runs.
 */
import { ensureChromium } from './chromium.mjs';
import { ensureVirtualDisplay, hasDisplay } from './display.mjs';
import { Stop } from './stop.mjs';

/** @typedef {import('../../electron-binary/choose-host.ts').Host} Host */

/**
 * The host of the tests. Electron is fetched only on systems other than Linux.
 * @returns {Promise<Host>}
 */
export async function ensureHost() {
  const { chooseHost, wantedHost } = await import('../../electron-binary/choose-host.ts');
  const { findElectron } = await import('../../electron-binary/find.ts');
  const isStandIn = wantedHost() === 'stand-in';
  if (!isStandIn && process.platform !== 'linux') await ensureElectron();
  // The binary starts only with a display, and is started here to find out whether it does.
  if (!isStandIn && findElectron() !== undefined && !hasDisplay()) await ensureVirtualDisplay();
  const host = await equip(chooseHost());
  // The processes of this command use the same host, and do not probe the binary again.
  process.env['INKLING_HOST'] = host.name;
  return host;
}

/**
 * The host that shows windows to the user: Electron, if it is available at all.
 * @returns {Promise<Host>}
 */
export async function ensureHeadedHost() {
  const { chooseHost, wantedHost } = await import('../../electron-binary/choose-host.ts');
  const isStandIn = wantedHost() === 'stand-in';
  if (!isStandIn) await ensureElectron();
  return equip(chooseHost({ ...process.env, STANDIN_HEADED: '1' }, { mayLackSandbox: true }));
}

/**
 * Fetches Electron if it is missing.
 * @throws {Stop} if that fails on a system other than Linux, where the stand-in cannot replace it
 */
async function ensureElectron() {
  const { fetchElectron } = await import('../../electron-binary/fetch.ts');
  if (await fetchElectron()) return;
  if (process.platform !== 'linux')
    throw new Stop('Without it Inkling cannot open on this system. The same command tries again.');
  console.error('The app opens in a stand-in on Chromium; the next npm start tries again.');
}

/**
 * @param {Host} host
 * @returns {Promise<Host>}
 */
async function equip(host) {
  if (host.note !== undefined) console.error(host.note);
  if (host.name === 'stand-in') await ensureChromium();
  return host;
}

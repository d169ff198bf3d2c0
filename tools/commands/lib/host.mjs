/**
 * The host that runs the app on this machine: Electron if npm has its binary, else the stand-in on an installed Chromium.
 * `tools/electron-stand-in/host.ts` makes the choice; this module installs what the host needs. That file is
 * TypeScript, so it is loaded only here, when Node 24 runs.
 */
import { ensureChromium } from './chromium.mjs';
import { fetchElectron, NOT_FETCHED } from './electron-binary.mjs';
import { Stop } from './stop.mjs';

/** @typedef {import('../../electron-stand-in/host.ts').Host} Host */

/**
 * The host of the tests. Electron is fetched only on systems other than Linux.
 * @returns {Promise<Host>}
 */
export async function ensureHost() {
  const { chooseHost } = await import('../../electron-stand-in/host.ts');
  if (chooseHost().name === 'stand-in' && process.platform !== 'linux') await fetchElectron();
  return equip(chooseHost());
}

/**
 * The host that shows windows to a person: Electron, if it is available at all.
 * @returns {Promise<Host>}
 */
export async function ensureHeadedHost() {
  const { chooseHost } = await import('../../electron-stand-in/host.ts');
  const chosen = process.env['INKLING_HOST'] === 'stand-in';
  if (!chosen) await fetchElectron();
  const host = await equip(chooseHost({ ...process.env, STANDIN_HEADED: '1' }));
  if (host.name === 'stand-in' && !chosen)
    console.log(`${NOT_FETCHED}: the app opens in a stand-in on Chromium.`);
  return host;
}

/**
 * @param {Host} host
 * @returns {Promise<Host>}
 */
async function equip(host) {
  if (host.name === 'electron') return host;
  // The stand-in's executable is a shell script.
  if (process.platform === 'win32')
    throw new Stop(`${NOT_FETCHED}: run npx install-electron, then try again.`);
  await ensureChromium();
  return host;
}

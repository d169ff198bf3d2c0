/**
 * What runs the app on this machine: Electron where npm has its binary, else the stand-in on an installed Chromium.
 * The choice itself is the tests' own, `tests/electron/host.ts`; this installs what it needs. That file is
 * TypeScript, so it is loaded only here, when Node 24 runs.
 */
import { ensureChromium } from './chromium.mjs';
import { fetchElectron, NOT_FETCHED } from './electron-binary.mjs';
import { Stop } from './stop.mjs';

/** @typedef {import('../../electron/host.ts').Host} Host */

/**
 * The host of the tests. Electron is fetched only where the stand-in has no place.
 * @returns {Promise<Host>}
 */
export async function ensureHost() {
  const { chooseHost } = await import('../../electron/host.ts');
  if (chooseHost().name === 'stand-in' && process.platform !== 'linux') await fetchElectron();
  return equip(chooseHost());
}

/**
 * The host that shows windows to a person: Electron, if it can be had at all.
 * @returns {Promise<Host>}
 */
export async function ensureHeadedHost() {
  const { chooseHost } = await import('../../electron/host.ts');
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

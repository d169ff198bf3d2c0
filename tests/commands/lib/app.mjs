/** Opens the built app on the display: in Electron, or in the stand-in where Electron's binary cannot be had. */
import { ensureChromium } from './chromium.mjs';
import { fetchElectron } from './electron-binary.mjs';
import { at, root } from './paths.mjs';
import { start } from './processes.mjs';
import { Stop } from './stop.mjs';

const NOT_FETCHED = 'Electron could not be fetched (see out/electron-not-fetched.txt)';

/**
 * @param {readonly string[]} args the app's own arguments
 * @param {NodeJS.ProcessEnv} extraEnv
 * @returns {Promise<import('./processes.mjs').Started>}
 */
export async function openApp(args, extraEnv) {
  const env = { ...process.env, ...extraEnv };
  const binary = await fetchElectron();
  if (binary !== undefined) return start(binary, [...sandboxOption(), root, ...args], { env });
  if (process.platform === 'win32') {
    throw new Stop(`${NOT_FETCHED}: run npx install-electron, then npm start.`);
  }
  await ensureChromium();
  console.log(`${NOT_FETCHED}: the app opens in a stand-in on Chromium.`);
  return start(at('tests/electron/stand-in/electron'), [root, ...args], {
    env: { ...env, STANDIN_HEADED: '1', STANDIN_NODE: process.execPath },
  });
}

/** Chromium's sandbox refuses to run as root, as in a container. */
function sandboxOption() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * An installed Chromium, in which the stand-in shows the app's windows where Electron's binary cannot be had. The
 * stand-in itself knows where to look for one; this installs it.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture } from './processes.mjs';
import { Stop } from './stop.mjs';

const APT_PACKAGES = ['chromium', 'xvfb', 'xauth', 'fonts-liberation'];
const ADVICE = 'Or let npm fetch Electron itself: npx install-electron.';

/**
 * Installs Chromium, a virtual display and fonts by apt where Chromium is missing and that is possible.
 * @throws {Stop} where it is not possible: what to install
 */
export async function ensureChromium() {
  const missing = await whyNoChromium();
  if (missing === undefined) return;
  if (process.env['INKLING_CHROMIUM']) throw new Stop(missing);
  const apt = await aptCommand();
  if (apt === undefined) throw new Stop(`${missing} ${ADVICE}`);
  console.log(`Installing ${APT_PACKAGES.join(', ')} by apt …`);
  const output = await installByApt(apt);
  if ((await whyNoChromium()) === undefined) return;
  console.error(output.trimEnd());
  throw new Stop(`apt-get did not bring a Chromium (see above). ${missing} ${ADVICE}`);
}

/**
 * The stand-in's own sentence about a missing Chromium, or undefined where there is one. It is TypeScript, so it is
 * loaded only here, when Node 24 runs.
 */
async function whyNoChromium() {
  const { findChromium } = await import('../../electron/stand-in/chromium/find.ts');
  const { StartError } = await import('../../electron/stand-in/runtime.ts');
  try {
    findChromium();
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

/**
 * How apt-get can be run without asking anyone, or undefined.
 * @returns {Promise<string[] | undefined>}
 */
async function aptCommand() {
  if (process.platform !== 'linux' || !isProgram('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (!isProgram('sudo')) return undefined;
  const { code } = await capture('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

/**
 * @param {readonly string[]} apt
 * @returns {Promise<string>} what the last attempt printed
 */
async function installByApt([program = 'apt-get', ...before]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = [...before, 'install', '-y', '-q', '--no-install-recommends', ...APT_PACKAGES];
  const first = await capture(program, install, { env });
  if (first.code === 0) return first.output;
  // Mostly the lists of packages are absent or old.
  const update = await capture(program, [...before, 'update', '-q'], { env });
  const second = await capture(program, install, { env });
  return update.output + second.output;
}

/** @param {string} name */
function isProgram(name) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, name)));
}

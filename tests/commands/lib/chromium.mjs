/**
 * An installed Chromium, in which the stand-in shows the app's windows where Electron's binary cannot be had.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture } from './processes.mjs';
import { Stop } from './stop.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT_PACKAGES = ['chromium', 'xvfb', 'xauth', 'fonts-liberation'];

/**
 * The executable's path, or undefined. `INKLING_CHROMIUM` names one and rules out every other.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findChromium(env = process.env) {
  const named = env['INKLING_CHROMIUM'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  return NAMES.map((name) => findProgram(name, env)).find((file) => file !== undefined);
}

/**
 * The path of a program as a shell would find it.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findProgram(name, env = process.env) {
  return (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * Installs Chromium, a virtual display and fonts by apt where Chromium is missing and that is possible.
 * @throws {Stop} where it is not possible: what to install
 */
export async function installChromium() {
  if (findChromium() !== undefined) return;
  const named = process.env['INKLING_CHROMIUM'];
  if (named)
    throw new Stop(`There is no Chromium at ${named}, which INKLING_CHROMIUM names: correct or unset it.`);
  const advice = `Install Chromium (on Debian or Ubuntu: sudo apt-get install ${APT_PACKAGES.join(' ')}) or fetch Electron (npx install-electron), then try again.`;
  const apt = await aptCommand();
  if (apt === undefined)
    throw new Stop(`Neither Electron's binary nor a Chromium is on this machine. ${advice}`);
  console.log(`Installing ${APT_PACKAGES.join(', ')} by apt …`);
  const [program = 'apt-get', ...before] = apt;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = [...before, 'install', '-y', '-q', '--no-install-recommends', ...APT_PACKAGES];
  let result = await capture(program, install, { env });
  if (result.code !== 0) {
    // Mostly the lists of packages are absent or old.
    await capture(program, [...before, 'update', '-q'], { env });
    result = await capture(program, install, { env });
  }
  if (result.code === 0 && findChromium() !== undefined) return;
  console.error(result.output.trimEnd());
  throw new Stop(`apt-get could not install Chromium (see above). ${advice}`);
}

/**
 * How apt-get can be run without asking anyone, or undefined.
 * @returns {Promise<string[] | undefined>}
 */
async function aptCommand() {
  if (process.platform !== 'linux' || findProgram('apt-get') === undefined) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (findProgram('sudo') === undefined) return undefined;
  const { code } = await capture('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

/** Installs packages on Debian and related systems if that needs no password. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture } from './processes.mjs';

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} what apt-get printed, or undefined if it cannot be run
 */
export async function installByApt(packages) {
  const apt = await aptCommand();
  if (apt === undefined) return undefined;
  console.log(`Installing ${packages.join(', ')} by apt …`);
  const [program = 'apt-get', ...before] = apt;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = [...before, 'install', '-y', '-q', '--no-install-recommends', ...packages];
  const first = await capture(program, install, { env });
  if (first.code === 0) return first.output;
  // Usually the package lists are missing or old.
  const update = await capture(program, [...before, 'update', '-q'], { env });
  const second = await capture(program, install, { env });
  return update.output + second.output;
}

/**
 * Whether a folder of the PATH has a program of this name.
 * @param {string} name
 */
export function isProgram(name) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, name)));
}

/**
 * The command that runs apt-get without asking for a password, or undefined if there is none.
 * @returns {Promise<string[] | undefined>}
 */
async function aptCommand() {
  if (process.platform !== 'linux' || !isProgram('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  if (!isProgram('sudo')) return undefined;
  const { code } = await capture('sudo', ['-n', 'true']);
  // sudo does not pass on our variables.
  return code === 0 ? ['sudo', '-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'] : undefined;
}

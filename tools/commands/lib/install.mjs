/**
 * Installs what the checkout lacks, so that every command works right after `git clone`: the npm packages that
 * package-lock.json names, and with them a Node that is new enough. Runs under any Node from 20 on and without
 * node_modules; if nothing is missing it costs some milliseconds.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, projectNode, root } from './paths.mjs';
import { capture } from './processes.mjs';
import { Stop } from './stop.mjs';

/** Installs the npm packages if they are missing or differ from the lock file. */
export async function installPackages() {
  if (
    packagesMatch(at('package-lock.json'), at('node_modules/.package-lock.json')) &&
    existsSync(projectNode())
  )
    return;
  refuseLink(at('node_modules'));
  // Standard output belongs to the command.
  console.error('Installing npm packages (about a minute) …');
  const windows = process.platform === 'win32';
  // Windows cannot remove a running program, and this Node may be one of the packages: there the folder is updated in place.
  const verb = windows && existsSync(at('node_modules')) ? 'install' : 'ci';
  const { code, output } = await capture('npm', [verb, '--no-audit', '--no-fund'], {
    env: { ...process.env, PATH: pathWithoutPackages() },
    shell: windows,
  });
  if (code === 0 && existsSync(projectNode())) return;
  console.error(output.trimEnd());
  throw new Stop(
    code === 0
      ? 'npm did not install Node 24: allow the install script of the package "node" (npm 11 or newer reads "allowScripts" in package.json), remove node_modules and try again.'
      : `npm ${verb} failed (see above): check the network and npm's settings, then try again.`,
  );
}

/**
 * npm empties the folder that it installs into, and would follow a link into somebody else's folder.
 * @param {string} folder
 * @throws {Stop} if it is a symbolic link
 */
export function refuseLink(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Stop(
    `${folder} is a link to a folder whose packages are not those of package-lock.json: remove the link (npm would empty that folder) and try again.`,
  );
}

/**
 * Whether everything that the lock file names is installed in that version. npm writes `installedFile` as the
 * last step of an install, so an interrupted install does not count. Optional packages may be missing.
 * @param {string} lockFile
 * @param {string} installedFile
 */
export function packagesMatch(lockFile, installedFile) {
  if (!existsSync(installedFile)) return false;
  const locked = readPackages(lockFile);
  const installed = readPackages(installedFile);
  return Object.entries(locked).every(([place, wanted]) => {
    if (place === '') return true;
    const found = installed[place];
    return found === undefined
      ? wanted.optional === true || wanted.devOptional === true
      : found.version === wanted.version;
  });
}

/**
 * @typedef {{version?: string, optional?: boolean, devOptional?: boolean}} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** npm must not run on the Node inside the folder that it is about to replace. */
function pathWithoutPackages() {
  const own = path.join(root, 'node_modules') + path.sep;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !`${folder}${path.sep}`.startsWith(own))
    .join(path.delimiter);
}

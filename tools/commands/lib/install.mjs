/**
 * Installs what the checkout lacks, so that every command works right after `git clone`: the npm packages
 * that package-lock.json names, and a Node that is new enough if this one is not. Runs under any Node from 20
 * on and without node_modules; if nothing is missing it costs some milliseconds.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, projectNode, root } from './paths.mjs';
import { npmCall } from './npm-call.mjs';
import { capture, start } from './processes.mjs';
import { Stop } from './stop.mjs';

const windows = process.platform === 'win32';

const SYSTEM = `${process.platform} ${process.arch}`;
const SYSTEM_FILE = 'node_modules/.system';

/**
 * Whatever a person's npm leaves out (NODE_ENV=production, omit, legacy-peer-deps) or does instead (dry-run,
 * global), a command needs all packages, here, in their usual places. `npm install` would write another lock
 * file than the one that is checked in.
 */
const WHOLE = [
  '--include=dev',
  '--include=optional',
  '--include=peer',
  '--no-legacy-peer-deps',
  '--no-save',
  '--no-dry-run',
  '--no-package-lock-only',
  '--no-global',
  '--location=project',
  '--install-strategy=hoisted',
  '--no-engine-strict',
  '--bin-links',
];
const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Installs the npm packages if they are missing or differ from the lock file. */
export async function installPackages() {
  const isThere = () => packagesMatch(at('package-lock.json'), at('node_modules/.package-lock.json'));
  if (isThere() && isOfThisSystem()) return;
  refuseLink(at('node_modules'));
  // Standard output belongs to the command.
  console.error('Installing npm packages (about a minute) …');
  // Windows cannot remove a running program, and this Node may be one of the packages: there the folder is
  // updated in place.
  const verb = windows && existsSync(at('node_modules')) ? 'install' : 'ci';
  // Nothing here needs a package's own script; the one of the package "node" has its turn below.
  const code = await npm(verb, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', ...WHOLE);
  if (code === 0 && isThere()) return writeFileSync(at(SYSTEM_FILE), SYSTEM);
  if (code === 0)
    throw new Stop(
      `npm ${verb} ended without an error, but did not install what package-lock.json names: one of npm's settings prevents that (npm config ls lists them).`,
    );
  const wrongProxy = PROXIES.find((name) => process.env[name] && !URL.canParse(process.env[name]));
  const advice =
    wrongProxy === undefined
      ? "check the network and npm's settings"
      : `${wrongProxy} is no address, write it as http://host:port`;
  throw new Stop(
    `npm ${verb} failed (see above): ${advice}, then try again.${windows ? ' npm cannot replace files that are in use: end Inkling and other commands of this folder first.' : ''}`,
  );
}

/**
 * A folder that was copied, or is shared with a container, has the native packages of the system that
 * installed it.
 */
function isOfThisSystem() {
  return !existsSync(at(SYSTEM_FILE)) || readFileSync(at(SYSTEM_FILE), 'utf8') === SYSTEM;
}

/**
 * Fetches Node 24 by the script of npm's package "node", which not every system has a binary in.
 * @throws {Stop} if there is none
 */
export async function installNode() {
  if (existsSync(projectNode())) return;
  console.error('Fetching Node 24 (once, about 30 MB) …');
  const { code, output } = await capture(
    // If this Node was one of the packages that npm has just removed, the one that npm itself runs on.
    existsSync(process.execPath) ? process.execPath : 'node',
    [at('node_modules/node/installArchSpecificPackage.js')],
    {
      cwd: at('node_modules/node'),
      env: environment(),
    },
  );
  if (code === 0 && existsSync(projectNode())) return linkNode();
  console.error(output.trimEnd());
  throw new Stop(
    `The packages are installed, but npm could not fetch Node 24 for this system (${process.platform} ${process.arch}, see above): install Node 24 or newer from https://nodejs.org, then try again. This is Node ${process.versions.node}.`,
  );
}

/**
 * npm has linked the commands of packages before there was this one. Its links on Windows are scripts, which
 * nothing needs.
 */
function linkNode() {
  const link = at('node_modules/.bin/node');
  if (windows || existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync('../node/bin/node', link);
}

/**
 * Its own progress is shown on standard error.
 * @param {readonly string[]} args
 */
function npm(...args) {
  const { file, args: own, options } = npmCall(args);
  return start(file, own, { ...options, env: environment(), stdio: ['ignore', 2, 2] }).ended;
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
 * @throws {Stop} if the lock file cannot be read
 */
export function packagesMatch(lockFile, installedFile) {
  const installed = readPackages(installedFile);
  if (installed === undefined) return false;
  const locked = readPackages(lockFile);
  if (locked === undefined)
    throw new Stop(`${lockFile} cannot be read: git checkout package-lock.json brings it back.`);
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
 * @returns {Record<string, LockedPackage> | undefined} undefined if it is not there, or was cut off
 */
function readPackages(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** npm must not run on the Node inside the folder that it is about to replace. */
function environment() {
  const ownFolder = path.join(root, 'node_modules') + path.sep;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !`${folder}${path.sep}`.startsWith(ownFolder));
  return { ...process.env, PATH: others.join(path.delimiter) };
}

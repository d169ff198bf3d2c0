/**
 * Makes every command work right after `git clone`: installs the npm packages of package-lock.json, and Node
 * 24 if this one is older. Runs under Node 20 or newer and without node_modules; takes some milliseconds if
 * nothing is missing.
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
 * A command needs all packages in their usual places, even if the user's npm omits some (NODE_ENV=production,
 * omit, legacy-peer-deps) or does something else (dry-run, global). `npm install` would also change the
 * checked-in lock file.
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
  // Windows cannot remove a running program, and this Node may be one of the packages, so the folder is
  // updated in place.
  const verb = windows && existsSync(at('node_modules')) ? 'install' : 'ci';
  // No package needs its own script, except "node", whose script runs below.
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

/** False if the folder was copied or is shared with a container, and has packages of another system. */
function isOfThisSystem() {
  return !existsSync(at(SYSTEM_FILE)) || readFileSync(at(SYSTEM_FILE), 'utf8') === SYSTEM;
}

/**
 * Fetches Node 24 with the script of npm's package "node", which does not have a binary for every system.
 * @throws {Stop} if there is none
 */
export async function installNode() {
  if (existsSync(projectNode())) return;
  console.error('Fetching Node 24 (once, about 30 MB) …');
  const { code, output } = await capture(
    // If npm has just removed this Node with the packages, use the one that npm runs on.
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
 * npm linked the commands of packages before this Node existed. On Windows its links are scripts, which are
 * not needed.
 */
function linkNode() {
  const link = at('node_modules/.bin/node');
  if (windows || existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync('../node/bin/node', link);
}

/**
 * Shows npm's progress on standard error.
 * @param {readonly string[]} args
 */
function npm(...args) {
  const { file, args: own, options } = npmCall(args);
  return start(file, own, { ...options, env: environment(), stdio: ['ignore', 2, 2] }).ended;
}

/**
 * npm empties the folder that it installs into, and would follow a link to a folder elsewhere.
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
 * Whether all packages of the lock file are installed in that version. npm writes `installedFile` last, so an
 * interrupted install does not count. Optional packages may be missing.
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
 * @returns {Record<string, LockedPackage> | undefined} undefined if it is missing or incomplete
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

/** npm must not run on the Node in the folder that it is about to replace. */
function environment() {
  const ownFolder = path.join(root, 'node_modules') + path.sep;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const others = folders.filter((folder) => !`${folder}${path.sep}`.startsWith(ownFolder));
  return { ...process.env, PATH: others.join(path.delimiter) };
}

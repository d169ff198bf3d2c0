/**
 * The frame of every command: installs missing packages, switches to Node 24, runs the command, and ends all
 * processes that it started. This module and all of its imports run under Node 20 without node_modules.
 */
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installNode, installPackages } from './install.mjs';
import { at, projectNode, root } from './paths.mjs';
import { endAll, endOnSignals, isEnding, start } from './processes.mjs';
import { Stop } from './stop.mjs';

/** The oldest Node that runs TypeScript and everything else that the commands use. */
const NODE_MAJOR = 24;
/** The oldest Node on which a command can install and start that one. */
const OLDEST_MAJOR = 20;

/**
 * @param {(args: string[]) => Promise<number>} run gets the command line's arguments and answers with the
 *   exit code
 * @param {{signals?: 'end' | 'own'}} [options] whether signals end everything, or `run` handles them itself
 */
export async function command(run, { signals = 'end' } = {}) {
  if (signals === 'end' || !isNodeNewEnough()) endOnSignals();
  try {
    if (major() < OLDEST_MAJOR)
      throw new Stop(
        `Inkling needs Node ${OLDEST_MAJOR} or newer, and this is ${process.versions.node}: install Node ${NODE_MAJOR} from https://nodejs.org, then try again.`,
      );
    if (/[#?%]/.test(root))
      throw new Stop(
        `The build tools cannot work in a folder with #, ? or % in its path: move ${root} to another place, then try again.`,
      );
    requireTemporaryFolder();
    await installPackages();
    // If this runs on the project's Node, npm may just have removed it.
    const isUsable = isNodeNewEnough() && existsSync(process.execPath);
    process.exitCode = isUsable ? await runHere(run) : await runUnderProjectNode();
  } catch (error) {
    // A user who pressed Ctrl+C needs no message. The signal handler sets the exit code.
    if (isEnding()) return;
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  } finally {
    await endAll();
  }
}

/** @throws {Stop} if no files can be created in it, because npm, the tests and Chromium need it */
function requireTemporaryFolder() {
  try {
    rmdirSync(mkdtempSync(path.join(os.tmpdir(), 'inkling-')));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Stop(
      `No file can be made in ${os.tmpdir()} (${code}): set ${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} to a folder for temporary files, or unset it, then try again.`,
    );
  }
}

/** @param {(args: string[]) => Promise<number>} run */
async function runHere(run) {
  // Programs found by name, such as a shebang's `node`, must be this one.
  const folders = [path.dirname(process.execPath), at('node_modules/.bin'), process.env['PATH'] ?? ''];
  process.env['PATH'] = folders.join(path.delimiter);
  // Terminals of some editors set this variable, which turns Electron into plain Node.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  // A test run starts many short processes, which spend most of their time on compiling the same modules.
  process.env['NODE_COMPILE_CACHE'] ??= at('node_modules/.cache/node-compile');
  return run(process.argv.slice(2));
}

/** Signals reach the inner command through this process, which therefore gives it a long grace time. */
async function runUnderProjectNode() {
  await installNode();
  try {
    return await start(projectNode(), process.argv.slice(1), { graceMs: 60_000 }).ended;
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(
      `The Node 24 that npm fetched cannot run here (${String(error)}): it needs a Linux with glibc, and a folder from which programs may be started. Where Node 24 or newer is installed it is not needed.`,
    );
  }
}

function isNodeNewEnough() {
  return major() >= NODE_MAJOR;
}

function major() {
  return Number(process.versions.node.split('.')[0]);
}

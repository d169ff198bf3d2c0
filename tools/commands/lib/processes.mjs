/**
 * Starts processes for a command, and makes sure that none of them outlives it. Each is the leader of its own
 * process group: Ctrl+C in a terminal reaches only the command, which then ends its processes, the last one
 * first. A process that is asked to end has a grace time. When a leader has ended, the rest of its group is
 * killed, so that neither hung processes nor forgotten children keep running.
 */
import { spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import { root } from './paths.mjs';
import { Stop } from './stop.mjs';

const windows = process.platform === 'win32';
const GRACE_MS = 10_000;
const ASKED_TO_END = 'It was asked to end.';

/**
 * @typedef {object} Started
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<number>} ended the exit code, or 128 plus the signal's number, as in shells. It rejects
 *   with a `Stop` if a signal has asked this process to end, because unfinished work is then no failure
 * @property {() => Promise<number>} end asks it to end, and kills it after the grace time
 */

/**
 * @typedef {import('node:child_process').SpawnOptions & {graceMs?: number}} StartOptions
 * `graceMs` is how long the process may take to end when asked.
 */

/** @type {Set<Started>} */
const running = new Set();
/** Whether a signal has asked this process to end. */
let ending = false;

export function isEnding() {
  return ending;
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {StartOptions} [options]
 * @returns {Started}
 * @throws {Stop} if a signal has asked this process to end
 */
export function start(file, args, { graceMs = GRACE_MS, ...options } = {}) {
  // A caller that waited for an earlier process may try to start the next one.
  if (ending) throw new Stop(ASKED_TO_END);
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', detached: !windows, ...options });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(started);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      running.delete(started);
      if (!windows) killGroup(child);
      if (ending) reject(new Stop(ASKED_TO_END));
      else resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0));
    });
  });
  // Not every caller waits for the end.
  ended.catch(() => undefined);
  /** @type {Started} */
  const started = { child, ended, end };
  running.add(started);

  async function end() {
    if (!running.has(started)) return ended;
    // Windows has no SIGTERM, so a program without windows can only be killed.
    if (windows) killGroup(child);
    else child.kill('SIGTERM');
    const grace = setTimeout(() => killGroup(child), graceMs);
    try {
      return await ended;
    } finally {
      clearTimeout(grace);
    }
  }

  return started;
}

/**
 * Runs a program to its end and returns its exit code and its output, both streams together.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {StartOptions & {timeLimitMs?: number}} [options]
 */
export async function capture(file, args, { timeLimitMs, ...options } = {}) {
  const started = start(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.child.stdout, started.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => {
    started.child.once('close', () => resolve());
  });
  const limit = timeLimitMs === undefined ? undefined : setTimeout(() => void started.end(), timeLimitMs);
  try {
    const code = await started.ended;
    await closed;
    return { code, output };
  } finally {
    clearTimeout(limit);
  }
}

/** Ends all running processes, the last started first. */
export async function endAll() {
  // A process that could not be started is reported by its caller.
  // oxlint-disable-next-line unicorn/no-array-reverse -- Node 18, which gets an error, has no toReversed
  for (const started of [...running].reverse()) await started.end().catch(() => undefined);
}

/** Makes the usual signals end all started processes, then this one. */
export function endOnSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A second Ctrl+C must not interrupt the shutdown, in which every wait is bounded.
      if (ending) return;
      ending = true;
      void endAll().finally(() => process.exit(128 + os.constants.signals[signal]));
    });
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function killGroup({ pid }) {
  if (pid === undefined) return;
  if (windows) {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

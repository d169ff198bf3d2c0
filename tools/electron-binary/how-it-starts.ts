/**
 * Finds out whether Electron's binary starts on this machine. On Linux that cannot be known in advance: its
 * sandbox may be denied, a library may be missing, or the display may not answer. Each command therefore
 * starts it once to show a page. The result is never stored, because no cache key could cover everything that
 * it depends on.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasDisplay } from '../commands/lib/display.mjs';
import { advice, missingLibraries } from './libraries.ts';

export type Starting =
  /** It starts normally. As root that means without the sandbox, which refuses to start there. */
  | { readonly kind: 'starts' }
  /** It dies at once with its sandbox, and starts without it. */
  | { readonly kind: 'unsandboxed' }
  /** The display, such as `DISPLAY=:1`, does not answer, so no program can show a window on it. */
  | { readonly kind: 'no display'; readonly display: string }
  /**
   * It does not start at all. `why` names the libraries that it lacks, or else is its output; `advice` is how
   * to install them.
   */
  | { readonly kind: 'fails'; readonly why: string; readonly advice?: string };

/** A binary that lives longer did not fail because of its sandbox or a library; perhaps the disk is slow. */
const EARLY_MS = 15_000;

/** Chromium's message if a display server does not answer, and the variable that names the server. */
const NO_DISPLAY = [
  { message: 'Missing X server', variable: 'DISPLAY' },
  { message: 'Failed to connect to Wayland display', variable: 'WAYLAND_DISPLAY' },
] as const;

export interface AskOptions {
  readonly platform?: NodeJS.Platform;
  readonly root?: boolean;
}

/** Starts the binary to find out how it starts, which takes about as long as opening the app's window. */
export function howItStarts(
  executable: string,
  { platform = process.platform, root = process.getuid?.() === 0 }: AskOptions = {},
): Starting {
  // On other systems, nothing that the sandbox needs can be denied.
  if (platform !== 'linux') return { kind: 'starts' };
  const printed = startOnce(executable, root ? ['--no-sandbox'] : []);
  if (printed === undefined) return { kind: 'starts' };
  const noDisplay = NO_DISPLAY.find(({ message }) => printed.includes(message));
  if (noDisplay !== undefined) {
    const { variable } = noDisplay;
    return { kind: 'no display', display: `${variable}=${process.env[variable] ?? ''}` };
  }
  if (!root && startOnce(executable, ['--no-sandbox']) === undefined) return { kind: 'unsandboxed' };
  const missing = missingLibraries(executable);
  if (missing.length === 0) return { kind: 'fails', why: reasonIn(printed) };
  const command = advice(missing);
  return { kind: 'fails', why: `it lacks ${missing.join(', ')}`, ...(command && { advice: command }) };
}

/** Undefined if it has shown the page or is still running, otherwise its output. */
function startOnce(executable: string, switches: readonly string[]): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-probe-'));
  const args = [...switches, `--user-data-dir=${folder}`, path.join(import.meta.dirname, 'probe.cjs')];
  const [file, before] = hasDisplay() ? [executable, []] : ['xvfb-run', ['-a', executable]];
  try {
    const { error, status, stderr } = spawnSync(file, [...before, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: EARLY_MS,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: undefined },
    });
    if (status === 0 || isCode(error, 'ETIMEDOUT')) return undefined;
    // The file exists, so its loader is missing.
    if (isCode(error, 'ENOENT') && existsSync(file)) return 'it needs a Linux with glibc';
    return error === undefined ? stderr : error.message;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isCode(error: Error | undefined, code: string): boolean {
  return error !== undefined && 'code' in error && error.code === code;
}

/**
 * The most informative line: the loader's or Chromium's error, or else the last line; without its time stamp.
 */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /error while loading|FATAL/.test(text)) ?? lines.at(-1);
  return line === undefined ? 'it printed nothing' : line.replace(/^\[[^\]]*\] ?/, '').trim();
}

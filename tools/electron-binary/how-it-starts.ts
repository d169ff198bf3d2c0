/**
 * Whether Electron's binary starts on this machine. On Linux that cannot be known beforehand: its sandbox may be denied, or
 * a library may be missing. So it is asked once to show a page, and its answer is kept until the binary, the person or what
 * decides about the sandbox changes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { hasDisplay } from '../commands/lib/display.mjs';
import { at } from '../commands/lib/paths.mjs';
import { sandboxState } from './sandbox.ts';

const StartingSchema = v.variant('kind', [
  /** As the app is meant to run. As root that is without the sandbox, which refuses to start there. */
  v.object({ kind: v.literal('starts') }),
  /** It dies at once with its sandbox, and starts without. */
  v.object({ kind: v.literal('unsandboxed') }),
  /** It starts in no way; `why` is what it printed. */
  v.object({ kind: v.literal('fails'), why: v.string() }),
]);
export type Starting = v.InferOutput<typeof StartingSchema>;

const RecordSchema = v.object({ key: v.string(), starting: StartingSchema });

/** A binary that lives longer has not died of its sandbox or of a library; a slow disk may be all that is wrong. */
const EARLY_MS = 15_000;

export interface AskOptions {
  /** Where the answer is kept. */
  readonly record?: string;
  readonly platform?: NodeJS.Platform;
  readonly root?: boolean;
}

/** How the binary starts; asks it if that is not known. */
export function howItStarts(executable: string, options: AskOptions = {}): Starting {
  const { platform = process.platform } = options;
  // The sandboxes of other systems need nothing that could be denied.
  if (platform !== 'linux') return { kind: 'starts' };
  const cachedAnswer = read(executable, options);
  if (cachedAnswer !== undefined) return cachedAnswer;
  const starting = ask(executable, options);
  write(executable, starting, options);
  return starting;
}

/** Records what a start has shown that was believed to be possible: that it dies with its sandbox. */
export function recordDeath(executable: string, options: AskOptions = {}): void {
  write(executable, { kind: 'unsandboxed' }, options);
}

function ask(executable: string, { root = process.getuid?.() === 0 }: AskOptions): Starting {
  const first = startOnce(executable, root ? ['--no-sandbox'] : []);
  if (first === undefined) return { kind: 'starts' };
  if (!root && startOnce(executable, ['--no-sandbox']) === undefined) return { kind: 'unsandboxed' };
  return { kind: 'fails', why: first };
}

/** Undefined if it has shown the page or lives, else what it printed. */
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
    if (status === 0 || isTimeout(error)) return undefined;
    return error === undefined ? reasonIn(stderr) : error.message;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isTimeout(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
}

/** The line that says most: the loader's or Chromium's own last word, without its time stamp. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((text) => /error while loading|FATAL/.test(text)) ?? lines.at(-1);
  return line === undefined ? 'it printed nothing' : line.replace(/^\[[^\]]*\] ?/, '').trim();
}

function keyOf(executable: string, { root }: AskOptions): string {
  const { size, mtimeMs } = statSync(executable);
  return JSON.stringify([
    executable,
    size,
    mtimeMs,
    root ?? process.getuid?.(),
    hasDisplay(),
    sandboxState(executable),
  ]);
}

function read(executable: string, options: AskOptions): Starting | undefined {
  try {
    const { key, starting } = v.parse(
      RecordSchema,
      JSON.parse(readFileSync(options.record ?? at('out/electron-starts.json'), 'utf8')),
    );
    return key === keyOf(executable, options) ? starting : undefined;
  } catch {
    return undefined;
  }
}

function write(executable: string, starting: Starting, options: AskOptions): void {
  const file = options.record ?? at('out/electron-starts.json');
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ key: keyOf(executable, options), starting }));
  } catch {
    // A folder that cannot be written to: it is asked again.
  }
}

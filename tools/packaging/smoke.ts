/**
 * Starts a packaged app as a person would and checks it: `node tools/packaging/smoke.ts <executable> [its arguments]`. The
 * release workflow runs it on each system, on the files of the installers: there the fuses, the archive's integrity and the
 * sandbox are real. It ends with 1 if the sign-in screen does not come, if a thread of the app does not work, if the
 * binary obeys what its fuses forbid, or if it runs a changed archive. The check of the fuses waits until the sign-in screen
 * is shown, so it cannot pass because it ended too early.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';

const TIME_LIMIT_MS = 240_000;
const LOOK_AGAIN_MS = 200;
/** An exit code that the app itself never uses. */
const OBEYED = 42;
const SELF_CHECKED = 'The self-check found nothing wrong.';

const [executable, ...args] = process.argv.slice(2);
if (executable === undefined) throw new Error('Name the executable.');

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-smoke-'));
const config = path.join(folder, 'config.json');
writeFileSync(
  config,
  JSON.stringify({
    firebase: { apiKey: 'smoke', projectId: 'smoke' },
    google: { clientId: 'smoke', clientSecret: 'smoke' },
  }),
);

const limit = globalThis.setTimeout(() => {
  console.error('The smoke test did not end in time.');
  process.exit(1);
}, TIME_LIMIT_MS);
try {
  await checksItself(executable);
  console.log('Both threads work, and a note came to a database.');
  await starts(executable);
  console.log('The sign-in screen is there.');
  await starts(executable, { ELECTRON_RUN_AS_NODE: '1' }, ['-e', `process.exit(${OBEYED})`]);
  await starts(executable, { NODE_OPTIONS: `--require=${exitingModule()}` });
  console.log('ELECTRON_RUN_AS_NODE and NODE_OPTIONS are ignored.');
  // On Linux the binary has no place for the archive's hash.
  if (process.platform !== 'linux') {
    const { copy, change } = copyOf(executable);
    await starts(copy);
    change();
    await refuses(copy);
    console.log('A changed archive is refused, which was not refused before.');
  }
} finally {
  clearTimeout(limit);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Resolves when the app shows its sign-in screen. @throws Error if the app ends before */
async function starts(
  file: string,
  env: NodeJS.ProcessEnv = {},
  more: readonly string[] = [],
): Promise<void> {
  const outcome = await outcomeOf(file, env, more);
  if (outcome === OBEYED)
    throw new Error(`The binary obeys ${Object.keys(env).join()}: its fuses are not set.`);
  if (outcome !== 'shown')
    throw new Error(`The app ended with ${String(outcome)} before its window was there.`);
}

/** The app must end by itself, without ever showing its sign-in screen. */
async function refuses(file: string): Promise<void> {
  if ((await outcomeOf(file, {}, [])) === 'shown')
    throw new Error('The binary runs an archive that was changed.');
}

/** Starts the app. @returns `shown` when its sign-in screen is there, else the code that it ended with */
async function outcomeOf(file: string, env: NodeJS.ProcessEnv, more: readonly string[]): Promise<unknown> {
  const app = start(file, env, more);
  try {
    const exit = once(app, 'exit').then(([code]: unknown[]) => code);
    // If the app ends, its connection breaks; its exit code is the outcome then.
    return await Promise.race([exit, showsSignIn(app).catch(() => exit)]);
  } finally {
    await end(app);
  }
}

/** The app opens a database and starts its threads, see `src/main/self-check.ts`. */
async function checksItself(file: string): Promise<void> {
  const app = start(file, {}, ['--self-check']);
  let output = '';
  for (const stream of [app.stdout, app.stderr]) stream?.on('data', (part) => (output += String(part)));
  const [code] = (await once(app, 'close')) as [number | null];
  if (code !== 0 || !output.includes(SELF_CHECKED))
    throw new Error(`The self-check ended with ${code}:\n${output}`);
}

/** Resolves when a page of the app has the sign-in button. The fuses do not affect Chromium's own debugging port. */
async function showsSignIn(app: ChildProcess): Promise<'shown'> {
  const browser = await chromium.connectOverCDP(await debuggingAddress(app));
  while (app.exitCode === null && app.signalCode === null) {
    // The windows come after the port, and have another address first.
    const pages = browser.contexts().flatMap((context) => context.pages());
    const buttons = pages.map((page) =>
      page.getByRole('button', { name: 'Sign In With Google' }).isVisible(),
    );
    // A page that is being replaced cannot be asked.
    const seen = await Promise.allSettled(buttons);
    if (seen.some((one) => one.status === 'fulfilled' && one.value)) {
      await browser.close();
      return 'shown';
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
  throw new Error('The app ended before its window was there.');
}

/** Never resolves if the app ends before. */
async function debuggingAddress({ stdout, stderr }: ChildProcess): Promise<string> {
  stdout?.resume();
  if (stderr === null) throw new Error('The app was started without a pipe.');
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface({ input: stderr }).on('line', (line) => {
    console.log(line);
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  return promise;
}

/** A copy of the installed folder. `change` changes one digit of a hash in the archive's list of files. */
function copyOf(file: string): { readonly copy: string; readonly change: () => void } {
  const installed =
    process.platform === 'darwin' ? path.resolve(file, '../../..') : path.dirname(path.resolve(file));
  const target = path.join(folder, path.basename(installed));
  cpSync(installed, target, { recursive: true, verbatimSymlinks: true });
  const resources = process.platform === 'darwin' ? 'Contents/Resources' : 'resources';
  const archive = path.join(target, resources, 'app.asar');
  return {
    copy: path.join(target, path.relative(installed, path.resolve(file))),
    change() {
      const bytes = readFileSync(archive);
      const at = bytes.indexOf('"hash":"') + '"hash":"'.length;
      bytes.write(bytes.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1');
      writeFileSync(archive, bytes);
    },
  };
}

function exitingModule(): string {
  const file = path.join(folder, 'exit.cjs');
  writeFileSync(file, `process.exit(${OBEYED})`);
  return file;
}

function start(file: string, env: NodeJS.ProcessEnv, more: readonly string[]): ChildProcess {
  const userData = mkdtempSync(path.join(folder, 'user-data-'));
  return spawn(file, [...args, ...more, '--remote-debugging-port=0', `--user-data-dir=${userData}`], {
    env: { ...process.env, INKLING_CONFIG: config, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const gone = once(app, 'exit');
  app.kill();
  await gone;
}

/**
 * Starts a packaged app as a person would and looks at it: `node tests/package/smoke.ts <executable> [its arguments]`. The release
 * workflow runs it on each system, on what the installers are made of: there the fuses, the archive's integrity and the
 * sandbox are real. It ends with 1 where the sign-in screen does not come, where the binary obeys what its fuses forbid, or
 * where it runs an archive that was changed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';

const TIME_LIMIT_MS = 120_000;
/** None of the app's own exit codes. */
const OBEYED = 42;

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

const limit = setTimeout(() => {
  throw new Error('The smoke test did not end in time.');
}, TIME_LIMIT_MS);
try {
  await seesSignIn(executable);
  console.log('The sign-in screen is there.');
  await ignores(executable, { ELECTRON_RUN_AS_NODE: '1' }, ['-e', `process.exit(${OBEYED})`]);
  await ignores(executable, { NODE_OPTIONS: `--require=${exitingModule()}` }, []);
  console.log('ELECTRON_RUN_AS_NODE and NODE_OPTIONS are ignored.');
  // Linux has no place in the binary for the archive's hash.
  if (process.platform !== 'linux') {
    await refuses(changedCopy(executable));
    console.log('A changed archive is refused.');
  }
} finally {
  clearTimeout(limit);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Chromium's own debugging port is no business of the fuses. */
async function seesSignIn(file: string): Promise<void> {
  const app = start(file, {}, ['--remote-debugging-port=0']);
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(app));
    const pages = browser.contexts().flatMap((context) => context.pages());
    const found = pages.map((page) => page.getByRole('button', { name: 'Sign In With Google' }).waitFor());
    await Promise.any(found);
    await browser.close();
  } finally {
    await end(app);
  }
}

async function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The app was started without a pipe.');
  for await (const line of createInterface({ input: stderr })) {
    console.log(line);
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The app ended before its window was there.');
}

/** The app must start, or end in its own way, and not do what the environment says. */
async function ignores(file: string, env: NodeJS.ProcessEnv, more: readonly string[]): Promise<void> {
  const app = start(file, env, [...more, '--remote-debugging-port=0']);
  try {
    const code = await Promise.race([
      once(app, 'exit').then(([exit]: unknown[]) => exit),
      debuggingAddress(app),
    ]);
    if (code === OBEYED)
      throw new Error(`The binary obeys ${Object.keys(env).join()}: its fuses are not set.`);
  } finally {
    await end(app);
  }
}

/** The app must end before it has a window. */
async function refuses(file: string): Promise<void> {
  const app = start(file, {}, ['--remote-debugging-port=0']);
  try {
    const ended = once(app, 'exit').then(() => 'ended' as const);
    const seen = debuggingAddress(app).then(
      async (address) => ((await showsSignIn(address)) ? ('runs' as const) : ('ended' as const)),
      () => 'ended' as const,
    );
    if ((await Promise.race([ended, seen])) === 'runs') {
      throw new Error('The binary runs an archive that was changed.');
    }
  } finally {
    await end(app);
  }
}

async function showsSignIn(address: string): Promise<boolean> {
  try {
    const browser = await chromium.connectOverCDP(address);
    const pages = browser.contexts().flatMap((context) => context.pages());
    const buttons = pages.map((page) => page.getByRole('button', { name: 'Sign In With Google' }));
    await Promise.any(buttons.map((button) => button.waitFor({ timeout: 10_000 })));
    return true;
  } catch {
    return false;
  }
}

/** The installed folder once more, with one digit of a hash in the archive's list of files changed. @returns its executable */
function changedCopy(file: string): string {
  const installed =
    process.platform === 'darwin' ? path.resolve(file, '../../..') : path.dirname(path.resolve(file));
  const copy = path.join(folder, path.basename(installed));
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  const resources = process.platform === 'darwin' ? 'Contents/Resources' : 'resources';
  const archive = path.join(copy, resources, 'app.asar');
  const bytes = readFileSync(archive);
  const at = bytes.indexOf('"hash":"') + '"hash":"'.length;
  bytes.write(bytes.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1');
  writeFileSync(archive, bytes);
  return path.join(copy, path.relative(installed, path.resolve(file)));
}

function exitingModule(): string {
  const file = path.join(folder, 'exit.cjs');
  writeFileSync(file, `process.exit(${OBEYED})`);
  return file;
}

function start(file: string, env: NodeJS.ProcessEnv, more: readonly string[]): ChildProcess {
  const userData = mkdtempSync(path.join(folder, 'user-data-'));
  return spawn(file, [...args, ...more, `--user-data-dir=${userData}`], {
    env: { ...process.env, INKLING_CONFIG: config, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const gone = once(app, 'exit');
  app.kill();
  await gone;
}

/** Starts the fixture app for a test: through Playwright, or without a driver as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test as base } from 'vitest';
import { WITHOUT_CHROMIUM } from '../../../../tests/support/environment.ts';
import { standIn } from '../../host.ts';
import { STEP_LIMIT_MS } from '../../../../tests/support/limits.ts';

const folder = path.join(import.meta.dirname, '../fixture-app');
export const host = standIn({ STANDIN_HEADED: '0' });
Object.assign(process.env, host.env);

/** A test that runs the stand-in. Its executable is a shell script, so Windows skips it. */
export const test = base.skipIf(process.platform === 'win32' || WITHOUT_CHROMIUM !== undefined);

/** The API that the fixture's preload puts on `window.fixture`. */
export interface FixtureApi {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  pathOf(file: File | undefined): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  subscribe(channel: string, listener: (...args: unknown[]) => void): () => void;
  missing(): unknown;
  readonly answer: number;
}
declare global {
  interface Window {
    readonly fixture: FixtureApi;
  }
}

/** A separate user-data folder, removed by `remove`. */
export async function makeUserData(): Promise<{ path: string; remove(): Promise<void> }> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'inkling-stand-in-'));
  // Chromium may still be writing after the app was killed.
  return {
    path: made,
    remove: () => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

/** Its command line, after the executable. */
export function fixtureArguments(userData: string): string[] {
  return [folder, `--user-data-dir=${userData}`];
}

/** `expect` for the value that `look` returns in the end. */
export function eventually<Seen>(look: () => Seen): ReturnType<typeof expect.poll<Seen>> {
  return expect.poll(look, { interval: 10 });
}

/** The start of the app; by default with a desktop's key store, as in every test. */
export interface FixtureStart {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Launches it with Playwright and waits for its page. */
export async function launchFixture(
  userData: string,
  { env = {}, args = [] }: FixtureStart = {},
): Promise<RunningFixture> {
  const app = await _electron.launch({
    // The sandbox refuses to start as root.
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: STEP_LIMIT_MS,
    args: [...host.args, ...fixtureArguments(userData), ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  app.context().setDefaultTimeout(STEP_LIMIT_MS);
  const page = await app.firstWindow();
  await whenReady(page);
  // The page's script runs before the main process learns that the page is loaded, and then continues.
  await app.evaluate(async () => {
    while (!globalThis.fixture.log.includes('loaded')) await new Promise((resolve) => setImmediate(resolve));
  });
  return { app, page };
}

export interface RunningFixture {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** One fixture app for all tests of a `describe` or of a file; it runs within tests and hooks only. */
export function useFixture(start: FixtureStart = {}): RunningFixture {
  let userData: Awaited<ReturnType<typeof makeUserData>>;
  let running: RunningFixture;
  beforeAll(async () => {
    userData = await makeUserData();
    running = await launchFixture(userData.path, start);
  });
  afterAll(async () => {
    await running.app.close();
    await userData.remove();
  });
  return {
    get app() {
      return running.app;
    },
    get page() {
      return running.page;
    },
  };
}

/** Waits until the page's own script has run. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForSelector('body[data-ready]');
}

export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The exit code, or the signal's name. */
  readonly ended: Promise<number | string | null>;
  /** Resolves when the output has `text`. */
  printed(text: string): Promise<void>;
}

/** Starts it without a driver. */
export function runFixture(userData: string, options: FixtureStart = {}): Run {
  const args = [...fixtureArguments(userData), ...(options.args ?? [])];
  const child = spawn(host.executable, args, {
    env: { ...process.env, ...host.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      child.emit('text');
    });
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  return {
    child,
    output: () => text,
    ended,
    printed: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (text.includes(wanted)) resolve();
        };
        child.on('text', check);
        void ended.then(() => reject(new Error(`ended without printing ${wanted}: ${text}`)));
        check();
      }),
  };
}

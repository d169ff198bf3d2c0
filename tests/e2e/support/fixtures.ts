/**
 * Shared by the end-to-end tests: a local cloud for each test, and the built app with a user-data folder of
 * its own, on the host that this machine has.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Uid } from '#shared/note/note.ts';
import {
  _electron,
  expect as playwrightExpect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import { chromiumSandbox, host } from '#tools/electron-binary/host.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { browse } from '@inkling/local-cloud/browser.ts';
import { STEP_LIMIT_MS } from '../../support/limits.ts';

export const root = path.resolve(import.meta.dirname, '../../..');

export interface RunningApp {
  readonly electron: ElectronApplication;
  /** The main window. */
  readonly page: Page;
  /** What the main process has printed so far. */
  readonly output: () => string;
  /** Uncaught errors of the page; a test fails if there are any. */
  readonly errors: string[];
  close(): Promise<void>;
}

interface Fixtures {
  readonly cloud: Cloud;
  /** Folder of the app's own data; a second start with it is a restart. */
  readonly userData: string;
  readonly start: (userData?: string, how?: LaunchOptions) => Promise<RunningApp>;
}

export const test = base.extend<Fixtures>({
  cloud: async ({}, use) => {
    const cloud = await startCloud();
    await use(cloud);
    await cloud.close();
  },
  userData: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'inkling-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ cloud, userData }, use) => {
    const running: RunningApp[] = [];
    await use(async (folder = userData, how = {}) => {
      const app = await launch(cloud.configPath, folder, how);
      running.push(app);
      return app;
    });
    await Promise.all(running.map((app) => app.close()));
    expect(running.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

/**
 * Has the limit of all tests even outside of Playwright's runner, such as in the demo.
 */
export const expect = playwrightExpect.configure({ timeout: STEP_LIMIT_MS });

/** The pointer of a launch. A machine without a display has none, so nothing hovers there. */
const POINTERS = {
  mouse:
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  touch:
    '--blink-settings=primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2',
} as const;
export type Pointer = keyof typeof POINTERS;

export interface LaunchOptions {
  readonly pointer?: Pointer;
  /** Folder of the app; by default the checkout. */
  readonly folder?: string;
  /** A CommonJS module that runs before the app's main script. */
  readonly before?: string;
  /** Whether the app's pages run in Chromium's sandbox; by default they do where it works. */
  readonly sandbox?: boolean;
  /** Further arguments of the start. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function launch(
  config: string,
  userData: string,
  {
    folder = '.',
    before,
    sandbox = chromiumSandbox,
    pointer = 'mouse',
    args = [],
    env = {},
  }: LaunchOptions = {},
): Promise<RunningApp> {
  const electron = await _electron.launch({
    timeout: STEP_LIMIT_MS,
    chromiumSandbox: sandbox,
    args: [
      ...host.args,
      ...(before === undefined ? [] : ['-r', before]),
      folder,
      POINTERS[pointer],
      `--user-data-dir=${userData}`,
      ...args,
    ],
    cwd: root,
    env: { ...definedEnvironment(), INKLING_CONFIG: config, ...env },
  });
  electron.context().setDefaultTimeout(STEP_LIMIT_MS);
  let output = '';
  const { stdout, stderr } = electron.process();
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const errors: string[] = [];
  const page = await firstPage(electron, args.includes('--quick-note'));
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) errors.push(message.text());
  });
  await page.waitForFunction(() => 'inkling' in window);
  let closed: Promise<void> | null = null;
  return { electron, page, output: () => output, errors, close: () => (closed ??= electron.close()) };
}

/**
 * The main window's page, or the quick note's page if `quickNote` is true; the other one may exist as well.
 */
async function firstPage(electron: ElectronApplication, quickNote: boolean): Promise<Page> {
  const first = await electron.firstWindow();
  await first.waitForFunction(() => 'inkling' in window);
  const isWanted = (address: string): boolean => address.includes('/quick-note.html') === quickNote;
  if (isWanted(first.url())) return first;
  let found: Page | undefined;
  await expect
    .poll(() => (found = electron.windows().find((page) => page !== first && isWanted(page.url()))))
    .toBeDefined();
  return found ?? first;
}

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly name: string;
}

export const ADA: Person = { sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' };
export const BEN: Person = { sub: 'ben', email: 'ben@example.com', name: 'Ben Carter' };

/** Signs in as a user does: by the button and in the browser. */
export async function signIn(
  { electron, page }: Pick<RunningApp, 'electron' | 'page'>,
  cloud: Cloud,
  person: Person,
  button = page.getByRole('button', { name: 'Sign In With Google' }),
): Promise<void> {
  cloud.controls.signInAs(person);
  await browse(await openedAddress(electron, () => button.click()));
  // Hidden from assistive technology while a question is open.
  await page.getByRole('navigation', { includeHidden: true }).waitFor();
}

/**
 * Confirms the account; the app asks before it hands over words that were typed while signed out.
 */
export async function confirmAccount(page: Page, { email }: Person): Promise<void> {
  const question = page.getByRole('alertdialog', { name: `Signed in as ${email}` });
  await question.getByRole('button', { name: 'Continue' }).click();
  await question.waitFor({ state: 'hidden' });
}

/** The id of the signed-in user. */
export async function uidOf(page: Page): Promise<Uid> {
  const session = await page.evaluate(() => window.inkling.request('session:get'));
  if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in');
  return session.value.user.uid;
}

/** Discards all drafts, so that no start or reload brings them back. */
export async function dropDrafts(page: Page): Promise<void> {
  // Closing the dialog discards its draft.
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await page.evaluate(async () => {
    const session = await window.inkling.request('session:get');
    const main = await window.inkling.request('drafts:list', 'main');
    const quick = await window.inkling.request('drafts:list', 'quick');
    if (!main.ok || !quick.ok || !session.ok || session.value.status !== 'signed-in') return;
    const { uid } = session.value.user;
    await Promise.all(
      [...main.value, ...quick.value].map((draft) =>
        window.inkling.request(
          'drafts:drop',
          uid,
          draft.place === 'edit' ? { place: 'edit', id: draft.id } : { place: draft.place },
        ),
      ),
    );
  });
}

/** The address that `act` asks the system's browser to open. Nothing is opened. */
export async function openedAddress(
  electron: ElectronApplication,
  act: () => Promise<void>,
): Promise<string> {
  await electron.evaluate(({ shell }) => {
    const opened = Promise.withResolvers<string>();
    Object.assign(globalThis, { openedAddress: opened.promise });
    shell.openExternal = (url) => {
      opened.resolve(url);
      return Promise.resolve();
    };
  });
  await act();
  return electron.evaluate(() => Reflect.get(globalThis, 'openedAddress') as Promise<string>);
}

/**
 * Keeps the toast with an Undo, which otherwise goes after seven seconds: its time stands still while the pointer is
 * on it, though not yet while it opens.
 */
export async function holdUndo(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  const toast = page.locator('.fui-ToastContainer').filter({ has: undo });
  await expect(toast.locator('[data-timer-status=running]')).toBeAttached();
  await undo.hover();
  await expect(toast.locator('[data-timer-status=paused]')).toBeAttached();
}

/** Adds a note through the creation box and waits for its card. */
export async function addNote(page: Page, title: string, text: string): Promise<void> {
  await page.getByPlaceholder('Take a note...').click();
  await page.getByPlaceholder('Title').fill(title);
  await page.getByPlaceholder('Take a note...').fill(text);
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await page
    .getByRole('article')
    .filter({ hasText: title === '' ? text : title })
    .first()
    .waitFor();
}

/**
 * `inkling --new` stores words whether the app runs or not, and whether a user is signed in or not.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { host } from '#tools/electron-binary/host.ts';
import { processesOf } from '../../support/processes.ts';
import { ADA, confirmAccount, root, signIn, test } from '../support/fixtures.ts';
import { kill } from '../support/kill.ts';
import { chooseInMenu, expect, quickNotePage, visibleWindows } from './support.ts';

interface Ended {
  readonly code: number | null;
  readonly message: string;
}

/** Only the exit code, because with the real Electron Chromium may print something as well. */
const STORED = { code: 0 };

/** Runs the command as a script does: without a configuration, and with `input`, if any, in the pipe. */
async function run(
  userData: string,
  given: readonly string[],
  input?: string,
  [program = host.executable, ...before]: readonly string[] = [],
): Promise<Ended> {
  const { INKLING_CONFIG: _unused, ...env } = process.env;
  const args = [...before, ...host.args, '.', `--user-data-dir=${userData}`, ...given];
  const command = spawn(program, args, {
    cwd: root,
    env: { ...env, ...host.env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let message = '';
  command.stderr.on('data', (part) => (message += String(part)));
  command.stdin.end(input);
  const { promise, resolve } = Promise.withResolvers<Ended>();
  command.on('close', (code) => resolve({ code, message }));
  return promise;
}

const entries = (userData: string): string[] => {
  const folder = path.join(userData, 'waiting-words');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('signed in, inkling --new makes a note: at once if the app runs, otherwise at the next start', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  await expect(first.page.getByText('Notes you add appear here')).toBeVisible();
  await expect.poll(() => visibleWindows(first)).toEqual(['Inkling']);
  expect(await run(userData, ['--new', 'ferry at 7', '--title=Saturday'])).toMatchObject(STORED);
  const card = first.page.getByRole('article');
  await expect(card).toHaveText(/Saturday\s*ferry at 7/);
  // Notes that reach the cloud in one commit have one creation time, and thus no order.
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  const piped = await run(userData, ['--new', '-'], 'from a pipe,\nin two lines\n');
  // On Windows a GUI program may get no pipe; it then ends with another code.
  if (process.platform !== 'win32') expect(piped.code).toBe(0);
  const count = piped.code === 0 ? 2 : 1;
  await expect(card).toHaveCount(count);
  if (piped.code === 0) await expect(card.first()).toHaveText(/from a pipe,\s*in two lines/);
  // The same words twice are two notes.
  expect(await run(userData, ['--new=milk'])).toMatchObject(STORED);
  expect(await run(userData, ['--new=milk'])).toMatchObject(STORED);
  await expect(card.filter({ hasText: 'milk' })).toHaveCount(2);
  await expect.poll(() => cloud.controls.docs().length).toBe(count + 2);
  expect(await visibleWindows(first)).toEqual(['Inkling']);
  await expect.poll(() => entries(userData)).toEqual([]);
  await first.close();

  await expect.poll(() => processesOf(userData)).toEqual([]);
  expect(await run(userData, ['--new', 'while nothing ran'])).toMatchObject(STORED);
  await expect.poll(() => processesOf(userData)).toEqual([]);
  const second = await start();
  await expect(second.page.getByRole('article').filter({ hasText: 'while nothing ran' })).toHaveCount(1);
  await expect(second.page.getByRole('article')).toHaveCount(count + 3);
  await expect.poll(() => entries(userData)).toEqual([]);
});

test('signed out, the words of inkling --new wait through crashes until a sign-in, and are counted meanwhile', async ({
  cloud,
  userData,
  start,
}) => {
  // The app has never run here.
  expect(await run(path.join(userData, 'new', 'folder'), ['--new', 'first of all'])).toMatchObject(STORED);
  expect(entries(path.join(userData, 'new', 'folder'))).toHaveLength(1);
  expect(await run(userData, ['--new', 'one'])).toMatchObject(STORED);

  const first = await start();
  await expect(first.page.getByText('1 note written while signed out waits')).toBeVisible();
  expect(await run(userData, ['--new', 'two'])).toMatchObject(STORED);
  await expect(first.page.getByText('2 notes written while signed out wait')).toBeVisible();
  await expect.poll(() => visibleWindows(first)).toEqual(['Inkling']);
  await kill(first, userData);

  expect(await run(userData, ['--new', 'three'])).toMatchObject(STORED);
  const second = await start();
  const quick = await quickNotePage(second);
  const text = quick.getByPlaceholder('Take a note...');
  await chooseInMenu(second, 'quick-note');
  await text.fill('typed');
  await quick.keyboard.press('Escape');
  await expect(second.page.getByText('4 notes written while signed out wait')).toBeVisible();
  await signIn(second, cloud, ADA);
  const question = second.page.getByRole('alertdialog', { name: `Signed in as ${ADA.email}` });
  await expect(question).toContainText('Your 4 notes written while signed out go to this account.');
  await confirmAccount(second.page, ADA);
  // In any order: notes that reach the cloud in one commit have one creation time.
  await expect(second.page.getByRole('article')).toHaveCount(4);
  for (const words of ['one', 'two', 'three', 'typed'])
    await expect(second.page.getByRole('article').filter({ hasText: words })).toHaveCount(1);
  await expect.poll(() => entries(userData)).toEqual([]);
  await expect(text).toHaveValue('');
});

test('each inkling --new becomes exactly one note, whenever the app is killed', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  await expect(first.page.getByText('Notes you add appear here')).toBeVisible();
  const all = Array.from({ length: 12 }, (_, index) => `word number ${index}.`);
  const runs = all.map((text) => run(userData, ['--new', text]));
  await Promise.race(runs);
  await expect(first.page.getByRole('article').first()).toBeVisible();
  await kill(first, userData);
  for (const ended of await Promise.all(runs)) expect(ended).toMatchObject(STORED);

  const second = await start();
  for (const text of all)
    await expect(second.page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  await expect(second.page.getByRole('article')).toHaveCount(all.length);
  await expect.poll(() => entries(userData)).toEqual([]);
});

test('inkling --new without usable words says so, with another exit code, and opens nothing', async ({
  userData,
}) => {
  for (const given of [['--new', ''], ['--new'], ['--new', 'no', 'quotes']]) {
    const { code, message } = await run(userData, given);
    expect(code).toBe(1);
    // On Windows a GUI program has no standard error.
    if (process.platform !== 'win32') expect(message).toMatch(/^inkling: .* Nothing was stored\.$/m);
  }
  expect(await run(userData, ['--new', '-'], '')).toMatchObject({ code: 1 });
  if (process.platform !== 'win32') {
    // A shell can pass an argument in Latin-1; Node cannot.
    const shell = ['sh', '-c', String.raw`exec "$0" "$@" --new "$(printf 'caf\351')"`, host.executable];
    const { code, message } = await run(userData, [], undefined, shell);
    expect(code).toBe(1);
    expect(message).toMatch(/^inkling: The text is not in UTF-8\. Nothing was stored\.$/m);
  }
  expect(entries(userData)).toEqual([]);
  await expect.poll(() => processesOf(userData)).toEqual([]);
});

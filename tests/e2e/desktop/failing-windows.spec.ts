/**
 * Windows whose first paint is never reported, pages that die, hang or fail to load, and hidden starts.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { addNote, type RunningApp } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';
import {
  chooseInMenu,
  desktopWithTray,
  expect,
  onStandIn,
  quickNotePage,
  startAgain,
  visibleWindows,
} from './support.ts';

/**
 * `ready-to-show` never comes, as on Wayland and with software rendering for a window that is created hidden.
 */
const NO_FIRST_PAINT = { STANDIN_READY_TO_SHOW: 'never' };

/**
 * Crashes the main window's page; resolves once a new page is loaded. Playwright loses both connections.
 */
function crash({ electron }: RunningApp): Promise<void> {
  return electron.evaluate(async ({ webContents }) => {
    const main = webContents.getAllWebContents().find((page) => page.getURL().includes('/index.html'));
    if (main === undefined) throw new Error('There is no page');
    const loaded = new Promise((resolve) => {
      main.once('did-finish-load', () => resolve(null));
    });
    main.forcefullyCrashRenderer();
    await loaded;
  });
}

/**
 * Runs code in the main window's page, even after Playwright lost it. Empty while the page does not answer.
 */
function evaluateInMain({ electron }: RunningApp, code: string): Promise<string> {
  return electron.evaluate(async ({ BrowserWindow }, script) => {
    const main = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('/index.html'),
    );
    return main?.webContents.executeJavaScript(script).catch(() => '') as Promise<string>;
  }, code);
}

const FIELDS = '[...document.querySelectorAll("input, textarea")].map(({ value }) => value).join("|")';

/**
 * Answers every question with this button from now on. @returns a function that lists the questions so far
 */
async function answerQuestions({ electron }: RunningApp, button: string): Promise<() => Promise<string[]>> {
  await electron.evaluate(({ dialog }, label) => {
    const questions: string[] = [];
    Object.assign(globalThis, { questions });
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, buttons = [] } = args.at(-1) as Electron.MessageBoxOptions;
      questions.push(message);
      return Promise.resolve({ response: buttons.indexOf(label), checkboxChecked: false });
    };
  }, button);
  return () => electron.evaluate(() => Reflect.get(globalThis, 'questions') as string[]);
}

test('a window whose first paint is never reported is shown, syncs and has its quick note', async ({
  app,
  cloud,
  start,
}) => {
  await app.close();
  const silent = await start(undefined, { env: NO_FIRST_PAINT });
  await expect.poll(() => visibleWindows(silent)).toEqual(['Inkling']);
  await addNote(silent.page, 'seen all the same', '');
  await expect
    .poll(() => cloud.controls.docs().map(({ fields }) => fields['title']))
    .toEqual(['seen all the same']);
  const quick = await quickNotePage(silent);
  await chooseInMenu(silent, 'quick-note');
  await expect(quick.getByPlaceholder('Take a note...')).toBeFocused();
});

test('a hidden start syncs although no first paint is reported', async ({ app, cloud, start, userData }) => {
  await addNote(app.page, 'before', '');
  await expect.poll(() => cloud.controls.docs()).toHaveLength(1);
  await app.close();
  const [doc] = cloud.controls.docs();
  if (doc === undefined) throw new Error('The cloud has no note');
  cloud.controls.putDoc(doc.id, { ...doc.fields, title: 'from elsewhere' });
  const hidden = await start(undefined, {
    args: ['--hidden'],
    env: { ...NO_FIRST_PAINT, ...desktopWithTray(userData) },
  });
  await expect(hidden.page.getByText('from elsewhere')).toBeAttached();
  expect(await visibleWindows(hidden)).toEqual([]);
});

test('a start at login shows no window if that was chosen, also on macOS, which passes no arguments', async ({
  cloud,
  start,
  userData,
}) => {
  test.skip(!onStandIn, 'only a real login is recognised: see REAL-ELECTRON.md');
  writeFileSync(path.join(userData, 'settings.json'), JSON.stringify({ startHidden: true }));
  const env = { STANDIN_OPENED_AT_LOGIN: '1', ...desktopWithTray(userData) };
  const atLogin = await start(undefined, { env });
  await quickNotePage(atLogin);
  expect(await visibleWindows(atLogin)).toEqual([]);
  // A user who starts the app afterwards wants to see it.
  startAgain(userData, cloud.configPath);
  await expect.poll(() => visibleWindows(atLogin)).toEqual(['Inkling']);
});

test('a hidden start whose tray has no image shows the window, and closing it ends the app', async ({
  start,
  userData,
}) => {
  test.skip(process.platform === 'darwin', 'the dock leads back to the app');
  const before = path.join(userData, 'without-images.cjs');
  writeFileSync(
    before,
    `const { nativeImage } = require('electron');
    const { createFromPath } = nativeImage;
    nativeImage.createFromPath = (file) => createFromPath(file + '.missing');`,
  );
  const hidden = await start(undefined, { before, args: ['--hidden'], env: desktopWithTray(userData) });
  await expect.poll(() => visibleWindows(hidden)).toEqual(['Inkling']);
  await expect.poll(hidden.output).toContain('The image of the tray icon could not be loaded.');
  const ended = new Promise((resolve) => hidden.electron.process().once('exit', resolve));
  const window = await hidden.electron.browserWindow(hidden.page);
  await window.evaluate((main) => main.close()).catch(() => undefined);
  expect(await ended).toBe(0);
});

test('a page that dies is created again, with the typed words', async ({ app }) => {
  const drafts = () => app.page.evaluate(() => window.inkling.request('drafts:list', 'main'));
  // This request is answered once the notes are open. Sent later, while the user types and the account is
  // still being opened, it would tell the app that this page is new and needs the earlier words.
  await expect.poll(drafts).toMatchObject({ value: [] });
  await app.page.getByPlaceholder('Take a note...').click();
  await app.page.keyboard.type('half a thought');
  await expect.poll(drafts).toMatchObject({ value: [{ content: { text: 'half a thought' } }] });
  await crash(app);
  await expect.poll(() => evaluateInMain(app, FIELDS)).toContain('half a thought');
  // Electron crashes the page's process on Linux and kills it on macOS and Windows: two different reasons.
  await expect.poll(app.output).toMatch(/The renderer of index\.html exited: (?:crashed|killed) \(/);
});

test('a page that dies again and again asks what to do, and tries again', async ({ app }) => {
  const questions = await answerQuestions(app, 'Try again');
  for (let times = 0; times < 3; times += 1) await crash(app);
  expect(await questions()).toEqual([]);
  await crash(app);
  expect(await questions()).toEqual(['Inkling cannot show this window']);
});

test('a page that cannot be loaded asks what to do, and is shown once it can be loaded', async ({
  start,
}) => {
  const before = fileURLToPath(import.meta.resolve('./missing-page.cjs'));
  const app = await start(undefined, { before });
  await expect(app.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
  expect(await app.electron.evaluate(() => Reflect.get(globalThis, 'questions') as string[])).toEqual([
    'Inkling cannot show this window',
  ]);
  await expect.poll(app.output).toContain('A file of the app could not be read');
});

test('a page that does not answer can be loaded again', async ({ start }) => {
  test.skip(!onStandIn, 'Chromium checks only pages that receive input: see REAL-ELECTRON.md');
  const app = await start(undefined, { env: { STANDIN_HANG_MS: '3000' } });
  // A busy machine may take as long for the first page.
  await expect(app.page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  const questions = await answerQuestions(app, 'Reload');
  await app.page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  await expect.poll(questions).toEqual(['This window is not responding']);
  // And for the new page.
  await answerQuestions(app, 'Wait');
  await expect.poll(() => evaluateInMain(app, 'document.body.innerText')).toContain('Sign In With Google');
});

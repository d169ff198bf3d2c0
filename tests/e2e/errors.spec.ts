/** Unexpected errors are logged, the app goes on, and typed words are kept. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { TO_END_OF_TEXT } from '#tests/support/keys.ts';
import { openNow, quickNotePage } from './desktop/support.ts';
import { violations } from './screens/axe.ts';
import { START } from './screens/variants.ts';
import { addNote, ADA, expect, type RunningApp, signIn } from './support/fixtures.ts';
import { test } from './support/signed-in.ts';

const WORDS = 'lantern oil in the cellar';

const box = (page: Page): Locator => page.getByPlaceholder('Take a note...');
const reload = (page: Page): Locator => page.getByRole('button', { name: 'Reload' });
const logOf = (userData: string): string =>
  readFileSync(path.join(userData, 'logs/inkling.log'), { encoding: 'utf8', flag: 'a+' });
const logged = (userData: string) => expect.poll(() => logOf(userData));

/** Drops the errors that Playwright recorded and the test caused on purpose. */
function forget({ errors }: RunningApp, count: number): void {
  expect(errors).toHaveLength(count);
  errors.length = 0;
}

/**
 * Makes reading the window's width throw, then narrows the window, so that the outermost components throw.
 */
async function breakLayout(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(MediaQueryList.prototype, 'matches', {
      get() {
        throw new TypeError('The layout is broken');
      },
    });
  });
  await page.setViewportSize({ width: 500, height: 700 });
}

/** The tooltip cannot read the name of its control, so it throws when it is drawn. */
async function breakTooltip(page: Page): Promise<void> {
  await page.evaluate(() => {
    const value = (): never => {
      throw new TypeError('The tooltip is broken');
    };
    Object.defineProperty(HTMLElement.prototype, 'getAttribute', { configurable: true, value });
  });
  await page.getByRole('button', { name: 'List' }).hover();
}

/** Removes the broken method, so that the element's own method, which it hides, is used again. */
async function mendTooltip(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(HTMLElement.prototype, 'getAttribute'));
}

/** Sends a session whose user's name is not a string, so that a component throws. */
async function breakComponent({ electron, page }: RunningApp): Promise<void> {
  const session = await page.evaluate(() => window.inkling.request('session:get'));
  if (!session.ok || session.value.status !== 'signed-in') throw new Error('Nobody is signed in');
  const broken = { ...session.value, user: { ...session.value.user, name: null, picture: null } };
  await electron.evaluate(({ BrowserWindow }, state) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send('session:changed', state);
  }, broken);
}

test('[C18] errors of the main process are logged without their messages, and the app goes on', async ({
  app,
  userData,
}) => {
  await app.electron.evaluate((_electron, words) => {
    setTimeout(function fromTimer() {
      throw new TypeError('Thrown in a timer');
    });
    setTimeout(function fromParser() {
      JSON.parse(words);
    });
    void (async function fromPromise() {
      await Promise.resolve();
      throw new RangeError('Rejected by nobody');
    })();
  }, WORDS);
  await logged(userData).toMatch(/ error Uncaught error: TypeError\n/);
  await logged(userData).toMatch(/ error Unhandled promise rejection: RangeError\n/);
  await logged(userData).toMatch(/ error Uncaught error: SyntaxError\n/);
  expect(logOf(userData)).not.toMatch(/lantern|Thrown in a timer/);
  await addNote(app.page, 'Afterwards', 'the app goes on');
});

test('errors of the threads are logged with their stack, and the threads are started again', async ({
  start,
  cloud,
  userData,
}) => {
  // Makes the threads reachable for the test, so that it can send them unexpected messages.
  const before = fileURLToPath(import.meta.resolve('./support/keep-workers.cjs'));
  const app = await start(userData, { before });
  await signIn(app, cloud, ADA);
  await addNote(app.page, 'Before', 'the threads fail');
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  const entries = [
    ['account.js', 'The notes are being reopened'],
    ['cloud.js', 'A thread failed'],
  ] as const;
  for (const [file, entry] of entries) {
    await app.electron.evaluate((_electron, name) => {
      const workers = Reflect.get(globalThis, 'keptWorkers') as { file: string; worker: Worker }[];
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      workers.findLast((started) => started.file.endsWith(name))?.worker.postMessage(null);
    }, file);
    await logged(userData).toMatch(
      new RegExp(`warn ${entry}: TypeError\\n {4}at main/[\\w./-]+:\\d+:\\d+\\n`),
    );
    await addNote(app.page, `After ${file}`, 'it goes on');
  }
  await expect.poll(() => cloud.controls.docs().length).toBe(3);
});

test('[C18] errors of both pages are logged without words of notes, and only a limited number of them', async ({
  app,
  userData,
}) => {
  const quickNote = await quickNotePage(app);
  for (const page of [app.page, quickNote]) {
    await page.evaluate((words) => {
      setTimeout(function fromTimer() {
        throw new TypeError('Thrown in a page');
      });
      void (async function fromPromise() {
        await Promise.resolve();
        JSON.parse(words);
      })();
    }, WORDS);
  }
  for (const page of ['index.html', 'quick-note.html']) {
    await logged(userData).toMatch(new RegExp(`error Uncaught error in ${page}: TypeError\\n`));
    await logged(userData).toMatch(
      new RegExp(`error Unhandled promise rejection in ${page}: SyntaxError\\n`),
    );
  }
  await app.page.evaluate(async () => {
    for (let number = 0; number < 100; number += 1) {
      for (let time = 0; time < 3; time += 1) void Promise.reject(new Error(`flood ${number}`));
    }
    // This request comes after all rejections.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    await window.inkling.request('app:info');
  });
  expect(logOf(userData)).not.toContain('lantern');
  expect(logOf(userData).match(/rejection in index\.html: Error$/gm)?.length).toBeLessThanOrEqual(20);
  await addNote(app.page, 'Afterwards', 'the page goes on');
  forget(app, 302);
});

test('a page that cannot be drawn says so, and Reload brings back the typed words', async ({
  app,
  userData,
}) => {
  const { page } = app;
  await box(page).click();
  await page.getByPlaceholder('Title').fill('Log');
  await box(page).click();
  await page.keyboard.type(WORDS);
  await breakComponent(app);

  await expect(reload(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on this page');
  await logged(userData).toMatch(
    /error The page index\.html could not be drawn: TypeError\n(?: {4}at assets\/.*\n)* {4}at assets\/.*\.js:\d+:\d+/,
  );
  expect(logOf(userData)).not.toContain('lantern');
  expect(await violations(page, START)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Title')).toHaveValue('Log');
  await expect(box(page)).toHaveValue(WORDS);
  // The caret is where it was, so that the user can keep typing.
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('article')).toHaveCount(1);
  await expect(page.locator('article')).toContainText(WORDS);
});

test('a page whose layout fails while a note is open says so, and Reload brings back the typed words', async ({
  app,
}) => {
  const { page } = app;
  await addNote(page, 'Log', 'monday');
  await page.locator('article').click();
  const text = page.getByRole('dialog').getByLabel('Text');
  await text.focus();
  await page.keyboard.press(TO_END_OF_TEXT);
  await page.keyboard.type(`, ${WORDS}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await breakLayout(page);

  await expect(reload(page)).toBeFocused();
  expect(await violations(page, { ...START, name: 'dark' })).toEqual([]);
  await reload(page).click();
  await expect(text).toHaveValue(`monday, ${WORDS}`);
});

test('a quick note that cannot be drawn says so, and Reload brings back the typed words', async ({
  app,
  userData,
}) => {
  await openNow(app, DEFAULT_SHORTCUT);
  const page = await quickNotePage(app);
  await box(page).fill(WORDS);
  await breakTooltip(page);

  await expect(reload(page)).toBeFocused();
  await mendTooltip(page);
  await logged(userData).toMatch(
    /error The page quick-note\.html could not be drawn: TypeError\n {4}at assets\//,
  );
  expect(await violations(page, START)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue(WORDS);
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(app.page.locator('article')).toContainText(WORDS);
});

test('a page whose theme fails at the start says so', async ({ app, userData }) => {
  await app.page.addInitScript(() => {
    window.matchMedia = () => {
      throw new TypeError('The theme is broken');
    };
  });
  await app.page.reload();
  await expect(reload(app.page)).toBeFocused();
  await logged(userData).toContain('The page index.html could not be drawn: TypeError');
});

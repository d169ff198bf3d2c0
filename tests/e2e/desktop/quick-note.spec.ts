/**
 * The quick note in one running app: how it opens, what it stores when it closes, and where its window is.
 */
import type { Page } from '@playwright/test';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { IN_WAYLAND } from '#tests/support/environment.ts';
import { ADA, signIn, test } from '../support/fixtures.ts';
import {
  chooseInMenu,
  chooseInTray,
  clickTray,
  type Desktop,
  expect,
  handOver,
  ON_X11,
  onStandIn,
  pressAnywhere,
  quickNotePage,
  raiseDesktop,
  runShownCommand,
  type StandIn,
  visibleWindows,
} from './support.ts';

let desktop: Desktop;
let quick: Page;
test.beforeAll(async () => {
  desktop = await raiseDesktop({ env: ON_X11 });
  await signIn(desktop.app, desktop.cloud, ADA);
  // The cloud has answered, so the list no longer changes.
  await expect(desktop.app.page.getByText('Notes you add appear here')).toBeVisible();
  quick = await quickNotePage(desktop.app);
  await expect.poll(seen).toEqual(['Inkling']);
});
test.afterAll(() => desktop.close());

const text = () => quick.getByPlaceholder('Take a note...');
const title = () => quick.getByPlaceholder('Title');
const card = (words: string) => desktop.app.page.getByRole('article').filter({ hasText: words });
const seen = () => visibleWindows(desktop.app);
const inCloud = () => desktop.cloud.controls.docs().map(({ fields }) => fields['text']);

async function open(): Promise<void> {
  await chooseInMenu(desktop.app, 'quick-note');
  await expect(text()).toBeFocused();
}

/** Ways to open the quick note that work on every machine. */
const WAYS = {
  'the menu bar': () => chooseInMenu(desktop.app, 'quick-note'),
  'inkling --quick-note': () => handOver(desktop, '--quick-note'),
  'the command that the settings show': () => runShownCommand(desktop),
};
const STAND_IN_WAYS = {
  'the keys, whatever has the focus': () => pressAnywhere(desktop.app, DEFAULT_SHORTCUT),
  'a click on the tray': () => clickTray(desktop.app),
  'the tray’s menu': () => chooseInTray(desktop.app, 'quick-note'),
};

for (const [way, act] of Object.entries({ ...WAYS, ...(onStandIn ? STAND_IN_WAYS : {}) })) {
  test(`the quick note opens with the caret in the text: ${way}`, async () => {
    expect(await seen()).toEqual(['Inkling']);
    await title().focus();
    await act();
    await expect(text()).toBeFocused();
    expect(await seen()).toEqual(['Inkling', 'Quick note']);
    await quick.keyboard.press('Escape');
    await expect.poll(seen).toEqual(['Inkling']);
  });
}

test('Ctrl+Enter makes a note of the quick note, and the next quick note begins empty', async () => {
  await open();
  await quick.keyboard.type('caught in a second');
  await quick.keyboard.press('ControlOrMeta+Enter');
  await expect(card('caught in a second')).toBeVisible();
  await expect.poll(seen).toEqual(['Inkling']);
  await expect.poll(inCloud).toContain('caught in a second');
  await open();
  await expect(text()).toHaveValue('');
  await quick.keyboard.press('Escape');
  await expect.poll(seen).toEqual(['Inkling']);
});

const ENDS = {
  Esc: () => quick.keyboard.press('Escape'),
  'Esc after a click beside the fields': async () => {
    await quick.getByText('saves it').click();
    await quick.keyboard.press('Escape');
  },
  'the close button': () => quick.getByRole('button', { name: 'Close' }).click(),
  'the system’s own close': async () => {
    const window = await desktop.app.electron.browserWindow(quick);
    await window.evaluate((one) => one.close());
  },
};

for (const [end, act] of Object.entries(ENDS)) {
  test(`${end} makes a note of the quick note, but not of an empty one`, async () => {
    await open();
    await title().fill(`left by ${end}`);
    await act();
    await expect(card(`left by ${end}`)).toBeVisible();
    await expect.poll(seen).toEqual(['Inkling']);

    const before = await desktop.app.page.getByRole('article').count();
    await open();
    await text().fill(' \n ');
    await text().fill('');
    await act();
    await expect.poll(seen).toEqual(['Inkling']);
    expect(await desktop.app.page.getByRole('article').count()).toBe(before);
    expect(quick.isClosed()).toBe(false);
  });
}

test('a quick note written while the main window is closed and the network down is stored, and pushed later', async () => {
  test.skip(process.platform === 'darwin', 'a closed window has no page there');
  await desktop.cloud.controls.addFault({ rpc: '*', kind: 'down' });
  const main = await desktop.app.electron.browserWindow(desktop.app.page);
  await main.evaluate((window) => window.close());
  await expect.poll(seen).toEqual([]);
  await open();
  expect(await seen()).toEqual(['Quick note']);
  await quick.keyboard.type('in a tunnel');
  await quick.keyboard.press('Escape');
  // The app keeps running in the tray, without a window.
  await expect.poll(seen).toEqual([]);
  await handOver(desktop);
  await expect.poll(seen).toEqual(['Inkling']);
  await expect(card('in a tunnel')).toBeVisible();
  expect(inCloud()).not.toContain('in a tunnel');
  await desktop.cloud.controls.clearFaults();
  await expect.poll(inCloud).toContain('in a tunnel');
});

test('the quick note opens on the display with the pointer, wherever it was before', async () => {
  test.skip(!onStandIn, 'a machine of CI has one display');
  const bounds = async () => {
    const window = await desktop.app.electron.browserWindow(quick);
    return window.evaluate((one) => one.getBounds());
  };
  const pointAt = (pointer: { x: number; y: number }) =>
    desktop.app.electron.evaluate((all, point) => {
      const standIn = Reflect.get(all, 'standIn') as StandIn;
      standIn.displays = [
        { x: 0, y: 0, width: 1280, height: 800 },
        { x: 1280, y: -200, width: 1000, height: 1000 },
      ];
      standIn.pointer = point;
    }, pointer);
  await pointAt({ x: 2000, y: 700 });
  await open();
  const { width } = await bounds();
  expect(await bounds()).toMatchObject({ x: 1280 + Math.round((1000 - width) / 2), y: 0 });
  await pointAt({ x: 3, y: 3 });
  await quick.keyboard.press('Escape');
  await expect.poll(seen).toEqual(['Inkling']);
  await open();
  expect(await bounds()).toMatchObject({ x: Math.round((1280 - width) / 2), y: 160 });
  await quick.keyboard.press('Escape');
  await expect.poll(seen).toEqual(['Inkling']);
});

test('other keys can be chosen for the quick note, or none', async () => {
  test.skip(IN_WAYLAND, 'the desktop sets the keys of a Wayland session: see settings.spec.ts');
  const choose = (keys: string | null) =>
    desktop.app.page.evaluate(
      (accelerator) => window.inkling.request('settings:change', { quickNoteShortcut: accelerator }),
      keys,
    );
  const listening = (keys: string) =>
    desktop.app.electron.evaluate(({ globalShortcut }, one) => globalShortcut.isRegistered(one), keys);
  expect(await listening(DEFAULT_SHORTCUT)).toBe(true);
  expect(await choose('CommandOrControl+Shift+F9')).toMatchObject({ value: { shortcutProblem: null } });
  expect([await listening(DEFAULT_SHORTCUT), await listening('CommandOrControl+Shift+F9')]).toEqual([
    false,
    true,
  ]);
  await choose(null);
  expect(await listening('CommandOrControl+Shift+F9')).toBe(false);
  expect(await choose('Shift+N')).toMatchObject({
    value: { shortcutProblem: expect.stringContaining('together with another key') as unknown },
  });
  expect(await listening('Shift+N')).toBe(false);
  expect(await choose(DEFAULT_SHORTCUT)).toMatchObject({ value: { shortcutProblem: null } });
});

// This is the last test, because Playwright loses its connection to a page that has crashed.
test('the page of the quick note is created again after a crash, with the words in it', async () => {
  await open();
  await quick.keyboard.type('a word too much');
  const drafts = () => desktop.app.page.evaluate(() => window.inkling.request('drafts:list', 'quick'));
  await expect.poll(drafts).toMatchObject({ value: [{ content: { text: 'a word too much' } }] });
  const crashing = await desktop.app.electron.browserWindow(quick);
  await crashing.evaluate((one) => one.webContents.forcefullyCrashRenderer());
  const value = () =>
    crashing.evaluate((one) =>
      // A page that has just crashed does not answer.
      one.webContents.executeJavaScript('document.querySelector("textarea")?.value').catch(() => null),
    );
  await expect.poll(value).toBe('a word too much');
  expect((await seen()).toSorted(), 'the quick note stays visible').toEqual(['Inkling', 'Quick note']);
  await crashing.evaluate((one) => one.close());
  await expect(card('a word too much')).toBeVisible();
  await expect.poll(seen).toEqual(['Inkling']);
});

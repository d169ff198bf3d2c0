/** The quick note on Wayland, where the desktop decides which window gets the keyboard. */
import type { Page } from '@playwright/test';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { test } from '../support/fixtures.ts';
import {
  chooseInMenu,
  clickInto,
  type Desktop,
  expect,
  onStandIn,
  pressAnywhere,
  pressBoundKey,
  quickNotePage,
  raiseDesktop,
  visibleWindows,
  windowsThatWantAttention,
  WITH_TOKEN,
} from './support.ts';

test.skip(!onStandIn, 'a real Electron would look for a compositor');

let desktop: Desktop;
let quick: Page;
test.beforeAll(async () => {
  desktop = await raiseDesktop({ env: { XDG_SESSION_TYPE: 'wayland' } });
  quick = await quickNotePage(desktop.app);
});
test.afterEach(async () => {
  await quick.keyboard.press('Escape');
  await expect.poll(() => visibleWindows(desktop.app)).toEqual(['Inkling']);
});
test.afterAll(() => desktop.close());

const text = () => quick.getByPlaceholder('Take a note...');

/** Asks the window, because a page that Playwright drives always believes that it has the focus. */
async function hasFocus(page: Page): Promise<boolean> {
  const window = await desktop.app.electron.browserWindow(page);
  return window.evaluate((one) => one.isFocused());
}

test('a key of the portal shows the quick note marked and without the focus, with the caret in it once the user switches to it', async () => {
  await pressAnywhere(desktop.app, DEFAULT_SHORTCUT);
  await expect.poll(() => windowsThatWantAttention(desktop.app)).toContain('Quick note');
  expect(await visibleWindows(desktop.app)).toEqual(['Inkling', 'Quick note']);
  expect(await hasFocus(quick)).toBe(false);
  await clickInto(desktop.app, quick);
  expect(await hasFocus(quick)).toBe(true);
  expect(await windowsThatWantAttention(desktop.app)).not.toContain('Quick note');
  await expect(text()).toBeFocused();
  await quick.keyboard.type('by the portal');
  await expect(text()).toHaveValue('by the portal');
  await text().fill('');
});

test('a key that the desktop binds to inkling --quick-note puts the caret into the quick note', async () => {
  await quick.getByPlaceholder('Title').focus();
  await pressBoundKey(desktop);
  await expect.poll(() => hasFocus(quick)).toBe(true);
  await expect(text()).toBeFocused();
  expect(await windowsThatWantAttention(desktop.app)).not.toContain('Quick note');
});

test('pressing the key again brings a covered quick note to the front', async () => {
  await pressAnywhere(desktop.app, DEFAULT_SHORTCUT);
  await expect.poll(() => windowsThatWantAttention(desktop.app)).toContain('Quick note');
  await pressBoundKey(desktop);
  await expect.poll(() => hasFocus(quick)).toBe(true);
});

test('from the app’s own window the quick note gets the focus', async () => {
  await clickInto(desktop.app, desktop.app.page);
  await chooseInMenu(desktop.app, 'quick-note');
  await expect.poll(() => hasFocus(quick)).toBe(true);
});

test('a key that the desktop binds to inkling --quick-note starts the app with the caret in the quick note', async ({
  start,
}) => {
  const alone = await start(undefined, { args: ['--quick-note'], env: WITH_TOKEN });
  const window = await alone.electron.browserWindow(alone.page);
  await expect.poll(() => window.evaluate((one) => one.isFocused())).toBe(true);
  await expect(alone.page.getByPlaceholder('Take a note...')).toBeFocused();
});

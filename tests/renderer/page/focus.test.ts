/**
 * Where the focus goes when its element disappears: where the user expects it, and never to the page's body.
 */
import type { Locator, Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, type OpenOptions, see } from './open-page.ts';

const stage = openStage();

const REFUSED: FakeSetup = {
  notes: [{ id: 'a', title: 'One', refused: 'note-denied' }],
  sync: { phase: 'live', pending: 0, refused: 1, loaded: true },
};
const NARROW: OpenOptions = { viewport: { width: 400, height: 700 } };
const KEYRING = 'Stay signed in';

const button = (root: Page | Locator, name: string) => root.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const screen = (page: Page) => page.getByRole('main');

async function press(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press('Enter');
}

async function open(setup: FakeSetup = {}, options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open({ notes: [{ id: 'a', title: 'One' }], ...setup }, options);
  await see(page.getByRole('article')).toHaveCount(1);
  return page;
}

/** Opens the settings, and waits until they have taken the focus. */
async function openSettings(page: Page): Promise<Locator> {
  await page.keyboard.press(`${COMMAND}+,`);
  await see(button(dialog(page, 'Settings'), 'Close')).toBeFocused();
  return dialog(page, 'Settings');
}

/** @returns calls all callbacks that the page has wanted to be called before its next frame */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    Object.assign(window, { held });
  });
  return () =>
    page.evaluate(() => {
      for (const callback of Reflect.get(window, 'held') as FrameRequestCallback[]) callback(0);
    });
}

describe('the focus after a dialog is closed', () => {
  test.each([
    ['Settings', (page: Page) => page.keyboard.press(`${COMMAND}+,`)],
    ['About Inkling', (page: Page) => page.evaluate(() => window.fake.openDialog('about'))],
    ['Keyboard shortcuts', (page: Page) => page.evaluate(() => window.fake.openDialog('shortcuts'))],
  ])('the dialog “%s” returns the focus when Esc or its button closes it', async (name, ask) => {
    const page = await open();
    for (const close of ['Escape', 'button'] as const) {
      await page.getByPlaceholder(TEXTS.search).focus();
      await ask(page);
      await see(dialog(page, name)).toBeVisible();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await press(page, button(dialog(page, name), 'Close'));
      await see(dialog(page, name)).toHaveCount(0);
      await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    }
  });

  test('a frame that comes late takes no focus from the new note that was begun meanwhile', async () => {
    const page = await open();
    await page.getByPlaceholder(TEXTS.search).focus();
    await openSettings(page);
    // As in a window that is closed to the tray, which draws no frames.
    const release = await holdFrames(page);
    await page.keyboard.press('Enter');
    await see(dialog(page, 'Settings')).toHaveCount(0);
    await page.evaluate(() => window.fake.command('new-note'));
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
    await release();
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
  });

  test('Esc closes a dialog even if the focus is outside of it', async () => {
    const page = await open();
    await openSettings(page);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('Escape');
    await see(dialog(page, 'Settings')).toHaveCount(0);
  });

  test('Esc closes a dialog even if a tooltip is about to disappear', async () => {
    const page = await open();
    await page.getByRole('article').click();
    const sheet = page.getByRole('dialog');
    await see(sheet.getByLabel(TEXTS.text)).toBeFocused();
    await button(sheet, 'Pin').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    // Not by its role, because the dialog hides everything outside of it from screen readers.
    await see(page.locator('[role=tooltip]')).toContainText('Pin');
    // Both events come in one task, so the pointer's effect is rendered only after Esc.
    await page.evaluate(() => {
      document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(escape);
    });
    await see(sheet).toHaveCount(0);
  });

  test('a closed dialog returns the focus to the screen if no element had it before', async () => {
    const page = await open();
    await page.keyboard.press('?');
    await see(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(screen(page)).toBeFocused();
    // The screen's keys work again.
    await page.keyboard.press('j');
    await see(page.getByRole('article')).toBeFocused();
  });

  test('the list of shortcuts and the settings return the focus to the profile button that led there', async () => {
    const page = await open();
    for (const name of ['Keyboard shortcuts', 'Settings']) {
      await press(page, button(page, 'Profile'));
      await see(button(page, 'Settings')).toBeFocused();
      await press(page, button(page, name));
      await see(dialog(page, name)).toBeVisible();
      await page.keyboard.press('Escape');
      await see(button(page, 'Profile')).toBeFocused();
    }
    await press(page, button(page, 'Profile'));
    await see(button(page, 'Settings')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(button(page, 'Profile')).toBeFocused();
  });

  test('the dialog of refused notes returns the focus to its button, or to the screen if that is gone', async () => {
    const page = await open(REFUSED);
    const status = page.getByRole('button', { name: /could not be synced/ });
    await press(page, status);
    await see(dialog(page, 'Notes that could not be synced')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(status).toBeFocused();
    await page.keyboard.press('Enter');
    await see(dialog(page, 'Notes that could not be synced')).toBeVisible();
    await page.evaluate(() => window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true }));
    await see(status).toHaveCount(0);
    await page.keyboard.press('Escape');
    await see(screen(page)).toBeFocused();
  });

  test('the dialog of removed notes returns the focus to its button', async () => {
    const { page } = await stage.open({ removed: 2 }, { hash: '#/trash' });
    const entry = page.getByRole('button', { name: /Recently removed/ });
    await press(page, entry);
    await see(dialog(page, 'Recently removed')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(entry).toBeFocused();
  });
});

describe('the focus within the settings', () => {
  test.each(['Cancel', 'Clear history'])(
    'the question about the history, answered with %s, returns the focus to its button',
    async (answer) => {
      const page = await open({ earlier: [{ id: 'a', content: { title: '', text: 'was' }, age: 1000 }] });
      const ask = button(await openSettings(page), 'Clear history');
      await see(ask).toBeEnabled();
      await press(page, ask);
      await press(page, button(page.getByRole('alertdialog'), answer));
      await see(page.getByRole('alertdialog')).toHaveCount(0);
      await see(ask).toBeFocused();
    },
  );

  test('the question about the trash returns the focus to the number of days, whatever the answer', async () => {
    const page = await open();
    const days = (await openSettings(page)).getByRole('radio', { name: '7 days' });
    for (const answer of ['Cancel', 'Delete after 7 days']) {
      await days.focus();
      await page.keyboard.press('Space');
      await press(page, button(page.getByRole('alertdialog'), answer));
      await see(page.getByRole('alertdialog')).toHaveCount(0);
      await see(days).toBeFocused();
    }
  });

  test('a stopped import and its dismissed report move the focus to the Export button', async () => {
    const page = await open();
    const settings = await openSettings(page);
    await press(page, button(settings, 'Choose files…'));
    for (const end of ['Cancel', 'Dismiss']) {
      await press(page, button(settings, end));
      await see(button(settings, end)).toHaveCount(0);
      await see(button(settings, 'Export…')).toBeFocused();
    }
  });
});

describe('the focus in the page', () => {
  test('answering the question about a keyring moves the focus to the screen', async () => {
    const page = await open();
    await page.evaluate(() => window.fake.setSettings({ sessionProtection: 'known-key' }));
    await press(page, button(page, KEYRING));
    await see(button(page, KEYRING)).toHaveCount(0);
    await see(screen(page)).toBeFocused();
  });

  test('the closed search of a narrow window returns the focus to its icon', async () => {
    const page = await open({}, NARROW);
    for (const close of ['Escape', 'Close search'] as const) {
      await press(page, button(page, 'Search'));
      await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await press(page, button(page, close));
      await see(button(page, 'Search')).toBeFocused();
    }
  });

  test('the drawer of a narrow window returns the focus when closed by Esc, by a choice or by widening', async () => {
    const page = await open({}, NARROW);
    const menu = button(page, 'Main menu');
    const entry = (name: string) => page.getByRole('link', { name, exact: true });
    await press(page, menu);
    await see(entry('Notes')).toBeFocused();
    await page.keyboard.press('Escape');
    await see(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await see(entry('Notes')).toBeFocused();
    await press(page, entry('Archive'));
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    await see(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await see(entry('Notes')).toBeFocused();
    await page.setViewportSize({ width: 1000, height: 700 });
    await see(menu).toBeFocused();
  });

  test('a sign-out and a sign-in move the focus to the next screen', async () => {
    const page = await open({}, { clock: true });
    await press(page, button(page, 'Log out'));
    await page.clock.runFor(2000);
    await see(button(page, TEXTS.signIn)).toBeVisible();
    await page.clock.runFor(1000);
    await see(screen(page)).toBeFocused();
    await button(page, TEXTS.signIn).focus();
    await page.evaluate(() => {
      const user = { uid: 'u1' as never, email: 'a@b.c', name: 'A', picture: null };
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
    });
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
    await page.clock.runFor(1000);
    await see(screen(page)).toBeFocused();
  });
});

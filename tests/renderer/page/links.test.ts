/** What the main window shows when a link is opened. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { SessionState } from '#shared/ipc/session.ts';
import { TEXTS } from '#shared/base/spec.ts';
import type { FakeTarget } from '../fake-setup.ts';
import { filters, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };
const SIGNED_IN: SessionState = {
  status: 'signed-in',
  expired: false,
  signingIn: false,
  user: { uid: 'u1' as never, email: 'a@b.c', name: 'A', picture: null },
};
const NOTES = [
  { id: 'plain', title: 'Ferry', text: 'at 7' },
  { id: 'old', title: 'Old', list: 'archived' },
  { id: 'gone', title: 'Gone', list: 'trashed' },
] as const;
const follow = (page: Page, target: FakeTarget): Promise<void> =>
  page.evaluate((one) => window.fake.followLink(one), target);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit note' });
/** The toast, which comes after its announcement to screen readers in the page. */
const toastText = (page: Page, words: string) => page.getByText(words).last();
const requestedChannels = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
/** The browser’s news of an address may come after what the page shows there. */
const seePlace = (page: Page, hash: string): Promise<void> =>
  see.poll(() => new URL(page.url()).hash).toBe(hash);

describe('links to a note', () => {
  test.each([
    ['plain', '#/', 'Ferry'],
    ['old', '#/archive', 'Old'],
  ])('a link to the note “%s” opens it on its screen and clears the search', async (id, hash, title) => {
    const { page, log } = await stage.open({ notes: NOTES });
    await page.getByPlaceholder(TEXTS.search).fill('nothing like it');
    await page.getByPlaceholder(TEXTS.search).blur();
    await follow(page, { show: 'note', id });
    await see(dialog(page).getByLabel('Title')).toHaveValue(title);
    await seePlace(page, hash);
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('');
    expect(log).toEqual([]);
  });

  test('a link to a note in the trash opens it there, read-only', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await follow(page, { show: 'note', id: 'gone' });
    await see(page.getByRole('dialog', { name: 'Note in the trash' }).getByLabel('Title')).toHaveValue(
      'Gone',
    );
    await seePlace(page, '#/trash');
  });

  test('a link to a note that is not on this device shows a message and keeps the search', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await page.getByPlaceholder(TEXTS.search).fill('ferry');
    await page.getByPlaceholder(TEXTS.search).blur();
    await follow(page, { show: 'note', id: 'nowhere' });
    await see(toastText(page, 'This note is not on this device.')).toBeVisible();
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('ferry');
  });

  test('[C51] a link shows a message and opens nothing if the open note has unsaved words', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await follow(page, { show: 'note', id: 'plain' });
    await dialog(page).getByLabel('Text').fill('at 8, not saved');
    await follow(page, { show: 'note', id: 'old' });
    await see(toastText(page, 'Save or close the open note')).toBeVisible();
    await follow(page, { show: 'search', query: 'old', labels: [] });
    await see(dialog(page).getByLabel('Text')).toHaveValue('at 8, not saved');
    await seePlace(page, '#/');
  });

  test.each([['note'], ['search']] as const)(
    '[C51] a link to a %s that arrives while the user types leaves the caret and the typed words alone',
    async (show) => {
      const { page } = await stage.open({ notes: NOTES });
      await page.getByPlaceholder(TEXTS.takeANote).click();
      await page.keyboard.type('half a w');
      const target = show === 'note' ? { show, id: 'plain' } : { show, query: 'old', labels: [] };
      // In a single task, because two seconds after the last key the user counts as no longer typing.
      await page.evaluate((one) => {
        document.execCommand('insertText', false, 'o');
        window.fake.followLink(one);
      }, target);
      await see(toastText(page, 'A link came while you were typing.')).toBeVisible();
      await page.keyboard.type('rd');
      await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('half a word');
      await see(page.getByPlaceholder(TEXTS.takeANote)).toBeFocused();
      await see(dialog(page)).toBeHidden();
    },
  );

  test('a link closes the open note if it has no typed words', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await follow(page, { show: 'note', id: 'plain' });
    await see(dialog(page).getByLabel('Title')).toHaveValue('Ferry');
    await follow(page, { show: 'note', id: 'old' });
    await see(dialog(page).getByLabel('Title')).toHaveValue('Old');
    await seePlace(page, '#/archive');
    await page.goBack();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await seePlace(page, '#/archive');
    await follow(page, { show: 'note', id: 'plain' });
    await see(dialog(page).getByLabel('Title')).toHaveValue('Ferry');
    await follow(page, { show: 'search', query: 'at 7', labels: [] });
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('Ferry');
  });

  test('a link closes the open settings', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await page.evaluate(() => window.fake.openDialog('settings'));
    await see(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await follow(page, { show: 'note', id: 'plain' });
    await see(dialog(page).getByLabel('Title')).toHaveValue('Ferry');
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => window.fake.openDialog('settings'));
    await see(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await follow(page, { show: 'search', query: 'ferry', labels: [] });
    await see(page.getByRole('article')).toHaveText(/Ferry/);
    await see(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a link to a search shows its hits, from any screen', async () => {
  const { page } = await stage.open({ notes: NOTES }, { hash: '#/trash' });
  await see(page.getByRole('article')).toContainText('Gone');
  await follow(page, { show: 'search', query: 'FERRY', labels: [] });
  await see(page.getByRole('article')).toContainText('Ferry');
  await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('FERRY');
  await seePlace(page, '#/');
});

test('a link to a search may name labels, and without any it shows notes of all labels', async () => {
  const notes = [
    { title: 'Ferry at 7', labels: ['Travel', 'Work'] },
    { title: 'Ferry at 8', labels: ['Travel'] },
  ];
  const { page } = await stage.open({ notes });
  await follow(page, { show: 'search', query: 'ferry', labels: ['work', 'Travel'] });
  await see(page.getByRole('article')).toHaveText([/at 7/]);
  await see(filters(page)).toHaveText(['work', 'Travel']);
  await follow(page, { show: 'search', query: 'ferry', labels: [] });
  await see(page.getByRole('article')).toHaveCount(2);
  await see(filters(page)).toHaveCount(0);
});

test('a refused link shows its reason while signed out', async () => {
  const { page } = await stage.open({ session: SIGNED_OUT });
  await follow(page, { show: 'refusal', reason: 'The link cannot be opened: it is damaged.' });
  await see(toastText(page, 'The link cannot be opened: it is damaged.')).toBeVisible();
});

test('a link followed while signed out shows a message, and does nothing after a later sign-in', async () => {
  const { page } = await stage.open({ session: SIGNED_OUT, notes: NOTES });
  await follow(page, { show: 'note', id: 'plain' });
  await see(toastText(page, 'Sign in to follow this link.')).toBeVisible();
  await page.evaluate((state) => window.fake.setSession(state), SIGNED_IN);
  await see(page.getByRole('article')).toHaveText(/Ferry/);
  expect(await requestedChannels(page)).not.toContain('notes:get');
});

test('a link followed while the session is unknown waits for the session', async () => {
  const { page } = await stage.open({ session: { status: 'unknown' }, notes: NOTES });
  await follow(page, { show: 'note', id: 'plain' });
  expect(await requestedChannels(page)).not.toContain('notes:get');
  await page.evaluate((state) => window.fake.setSession(state), SIGNED_IN);
  await see(dialog(page).getByLabel('Title')).toHaveValue('Ferry');
});

/** The account for which the quick note's page stores its words. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { SessionState } from '#shared/ipc/session.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { TO_END_OF_TEXT } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { requestArguments, openStage, see } from './open-page.ts';

const stage = openStage();

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };
const signedIn = (uid: string): SessionState => ({
  status: 'signed-in',
  expired: false,
  signingIn: false,
  user: { uid: uid as never, email: 'a@b.c', name: 'A', picture: null },
});
const openNote = (setup: FakeSetup = {}) => stage.open(setup, { hash: 'quick-note.html' });
const text = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
const setSession = (page: Page, state: SessionState): Promise<void> =>
  page.evaluate((next) => window.fake.setSession(next), state);
const drafts = (page: Page): Promise<unknown> => page.evaluate(() => window.fake.drafts());

test('[S14] words of the quick note are stored, and become a note, for the account that they were written in', async () => {
  const { page, log } = await openNote();
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await text(page).fill('ferry at 7');
  const content = { title: '', text: 'ferry at 7' };
  await see.poll(() => requestArguments(page, 'quick-note:keep')).toEqual([['u1', content]]);
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  expect(await requestArguments(page, 'notes:add')).toEqual([['u1', content, 'quick']]);
  await see(text(page)).toHaveValue('');
  expect(log).toEqual([]);
});

test('[S12.5] words deleted from the quick note go into the history of its account, or nowhere without an account', async () => {
  const { page } = await openNote();
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await text(page).fill('ferry at 7');
  await text(page).fill('');
  const words = { place: 'quick', content: { title: '', text: 'ferry at 7' } };
  await see.poll(() => requestArguments(page, 'drafts:discard')).toEqual([['u1', words, null]]);
  await see.poll(() => drafts(page)).toEqual([]);
  await setSession(page, SIGNED_OUT);
  await text(page).fill('nobody’s');
  await see
    .poll(() => requestArguments(page, 'quick-note:keep'))
    .toContainEqual([null, { title: '', text: 'nobody’s' }]);
  await text(page).fill('');
  await see.poll(() => drafts(page)).toEqual([]);
  expect(await requestArguments(page, 'drafts:discard')).toHaveLength(1);
});

test('the quick note has lists: its button makes one, Enter continues it, and Esc saves it', async () => {
  const { page } = await openNote();
  await text(page).fill('milk');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await see(text(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('bread');
  await see(text(page)).toHaveValue('☐ milk\n☐ bread');
  await page.keyboard.press('Escape');
  await see
    .poll(() => requestArguments(page, 'notes:add'))
    .toEqual([['u1', { title: '', text: '☐ milk\n☐ bread' }, 'quick']]);
});

test('a quick note that is opened while it is open keeps its caret', async () => {
  const { page } = await openNote();
  await page.evaluate(() => window.fake.showQuickNote());
  await see(text(page)).toBeFocused();
  await page.keyboard.type('ferry at 7');
  await page.keyboard.press('Home');
  await page.evaluate(() => window.fake.showQuickNote());
  await page.keyboard.type('the ');
  await see(text(page)).toHaveValue('the ferry at 7');
});

/**
 * Writes a quick note and presses Esc. The request is answered after the page was told that the quick note was
 * asked for, so many milliseconds from now.
 */
async function openAgainDuring(request: 'notes:add' | 'quick-note:hide', from = 1): Promise<Page> {
  const { page } = await openNote();
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await page.evaluate(() => window.fake.showQuickNote());
  await text(page).fill('ferry at 7');
  await page.evaluate((one) => window.fake.hold(one), request);
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, request)).toHaveLength(1);
  await page.evaluate(
    ([one, time]) => {
      window.fake.showQuickNote(Date.now() + time);
      window.fake.release(one);
    },
    [request, from] as const,
  );
  return page;
}

test('a quick note that is opened again while its words are saved is not hidden, and begins empty', async () => {
  const page = await openAgainDuring('notes:add');
  await see(text(page)).toHaveValue('');
  await see(text(page)).toBeFocused();
  await page.keyboard.type('the next');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  expect(await requestArguments(page, 'notes:add')).toHaveLength(2);
});

test('a quick note that is opened again while its window is hidden is shown again', async () => {
  const page = await openAgainDuring('quick-note:hide');
  await see.poll(() => requestArguments(page, 'quick-note:open')).toHaveLength(1);
  await see(text(page)).toBeFocused();
});

test('a quick note is hidden if the page hears only after Esc that it was shown before', async () => {
  for (const request of ['notes:add', 'quick-note:hide'] as const) {
    const page = await openAgainDuring(request, -60_000);
    await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
    await page.getByPlaceholder(TEXTS.title).focus();
    await page.evaluate(() => window.fake.showQuickNote());
    await see(text(page)).toBeFocused();
    expect(await requestArguments(page, 'quick-note:open')).toEqual([]);
  }
});

test('the quick note says what Esc does: while signed out, it only hides the window, and the words stay', async () => {
  const { page } = await openNote({ session: SIGNED_OUT });
  const foot = page.getByText('Esc', { exact: true }).locator('..');
  await see(foot).toHaveText('Esc hides it');
  await text(page).fill('ferry at 7');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  await see(text(page)).toHaveValue('ferry at 7');
  expect(await requestArguments(page, 'notes:add')).toEqual([]);
  await setSession(page, signedIn('u1'));
  await see(foot).toHaveText('Esc saves it');
});

test('[S14] the quick note stores its last words for the old account, and hides them from the next', async () => {
  const { page } = await openNote({ session: signedIn('u1') });
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await text(page).evaluate((field, next) => {
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
    for (const word of ['by Ada', ', to the end']) {
      field.setRangeText(word, field.value.length, field.value.length, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    window.fake.hold('drafts:list');
    window.fake.setSession(next);
  }, signedIn('u2'));
  await see(text(page)).toHaveValue('');
  await see
    .poll(async () => (await requestArguments(page, 'quick-note:keep')).at(-1))
    .toEqual(['u1', { title: '', text: 'by Ada, to the end' }]);
  await text(page).fill('by Bob');
  // The fake has only the first account's drafts; the real app asks the next account's database.
  await page.evaluate(() => {
    window.fake.loseDrafts();
    window.fake.release('drafts:list');
  });
  await see
    .poll(async () => (await requestArguments(page, 'quick-note:keep')).at(-1))
    .toEqual(['u2', { title: '', text: 'by Bob' }]);
});

test('confirming the account clears a hidden quick note that was written while signed out', async () => {
  const { page, log } = await openNote({ session: SIGNED_OUT });
  await text(page).fill('written before');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  await setSession(page, { ...signedIn('u1'), unconfirmed: true } as SessionState);
  await see(page.getByText('waits here until you confirm the account')).toBeVisible();
  expect(await requestArguments(page, 'notes:add')).toEqual([]);
  await page.evaluate((session) => {
    window.fake.loseDrafts();
    window.fake.setSession(session);
  }, signedIn('u1'));
  await see(text(page)).toHaveValue('');
  // The main process makes the note itself.
  expect(await requestArguments(page, 'notes:add')).toEqual([]);
  expect((await requestArguments(page, 'quick-note:keep')).map(([uid]) => uid)).toEqual([null]);
  expect(log).toEqual(['error: User is not authenticated.']);
});

test('words written in the quick note while signed out go to the next account, below its own words', async () => {
  const { page } = await openNote({ session: SIGNED_OUT });
  await page.evaluate(() => window.fake.showQuickNote());
  await text(page).fill('written before');
  await see
    .poll(() => requestArguments(page, 'quick-note:keep'))
    .toEqual([[null, { title: '', text: 'written before' }]]);
  await page.evaluate(() =>
    window.fake.setDraft({ place: 'quick', content: { title: 'Mine', text: 'earlier\n\nwritten before' } }),
  );
  await setSession(page, signedIn('u1'));
  await see(text(page)).toHaveValue('earlier\n\nwritten before');
  await text(page).press(TO_END_OF_TEXT);
  await page.keyboard.type('!');
  await see.poll(async () => (await requestArguments(page, 'quick-note:keep')).at(-1)?.[0]).toBe('u1');
});

test('[S14.4] words written while signed out belong to no account until one is confirmed', async () => {
  const { page } = await openNote({ session: SIGNED_OUT });
  await page.evaluate(() => window.fake.showQuickNote());
  await text(page).fill('written before');
  await see.poll(() => requestArguments(page, 'quick-note:keep')).toHaveLength(1);
  await setSession(page, { ...signedIn('u1'), unconfirmed: true } as SessionState);
  await see(page.getByText('waits here until you confirm the account')).toBeVisible();
  await text(page).press(TO_END_OF_TEXT);
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  expect((await requestArguments(page, 'quick-note:keep')).map(([uid]) => uid)).toEqual([null, null]);
  expect(await requestArguments(page, 'notes:add')).toEqual([]);
  await see(text(page)).toHaveValue('written before!');
  await page.evaluate(() => window.fake.showQuickNote());
  await setSession(page, signedIn('u1'));
  await see(page.getByText('waits here until you confirm the account')).toBeHidden();
  await page.keyboard.press('Escape');
  await see
    .poll(() => requestArguments(page, 'notes:add'))
    .toEqual([['u1', { title: '', text: 'written before!' }, 'quick']]);
});

test('the words of the quick note are stored again if the notes were reopened without them', async () => {
  const { page } = await openNote();
  await text(page).fill('ferry at 7');
  const kept = [{ place: 'quick', content: { text: 'ferry at 7' } }];
  await see.poll(() => drafts(page)).toMatchObject(kept);
  await page.evaluate(() => {
    window.fake.setSync({ phase: 'opening', pending: 0, refused: 0, loaded: true });
    window.fake.loseDrafts();
    window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true });
  });
  await see.poll(() => drafts(page)).toMatchObject(kept);
  await see(text(page)).toHaveValue('ferry at 7');
});

test('[S14.3] words of the quick note that are refused because of other stored ones are joined with these', async () => {
  const { page } = await openNote();
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await page.evaluate(() => {
    window.fake.setDraft({ place: 'quick', content: { title: '', text: 'earlier' } });
    window.fake.fail('quick-note:keep', 'drafts-unread', 'drafts-unread', 1);
  });
  await text(page).fill('later');
  await see(text(page)).toHaveValue('earlier\n\nlater');
  await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'earlier\n\nlater' } }]);
  await see(page.getByText(REASONS['drafts-unread'])).toHaveCount(0);
});

test('the first keys do not replace a stored quick note, which is put above them', async () => {
  const { page } = await openNote({
    session: SIGNED_OUT,
    drafts: [{ place: 'quick', content: { title: '', text: 'waiting' } }],
    held: ['drafts:list'],
  });
  await text(page).fill('later');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  expect(await drafts(page)).toMatchObject([{ content: { text: 'waiting' } }]);
  await page.evaluate(() => window.fake.release('drafts:list'));
  await see(text(page)).toHaveValue('waiting\n\nlater');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  expect(await requestArguments(page, 'quick-note:keep')).toEqual([
    [null, { title: '', text: 'waiting\n\nlater' }],
  ]);
});

test('a stored quick note that arrives during a save is not saved with it', async () => {
  const { page } = await openNote({ held: ['drafts:list', 'notes:add'] });
  await see.poll(() => requestArguments(page, 'drafts:list')).toHaveLength(1);
  await text(page).fill('later');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    window.fake.setDraft({ place: 'quick', content: { title: '', text: 'waiting' } });
    window.fake.release('drafts:list');
  });
  await see(text(page)).toHaveValue('waiting\n\nlater');
  await page.evaluate(() => window.fake.release('notes:add'));
  await see(text(page)).toHaveValue('waiting');
  await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'waiting' } }]);
});

test('keys that arrive before the window of the quick note is hidden become words of the next one', async () => {
  const { page } = await openNote({ held: ['quick-note:hide'] });
  await text(page).fill('ferry at 7');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
  await page.keyboard.type('caught');
  await page.evaluate(() => window.fake.release('quick-note:hide'));
  await see(text(page)).toHaveValue('caught');
  await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'caught' } }]);
});

test('the quick note stays open while its words cannot be stored, unless it is empty', async () => {
  const { page } = await openNote({
    session: SIGNED_OUT,
    failing: [
      ['quick-note:keep', 'store-full', 'disk-full'],
      ['quick-note:drop', 'store-full', 'disk-full'],
    ],
  });
  await text(page).fill('precious');
  await see(page.getByText(REASONS['disk-full'])).toBeVisible();
  await page.keyboard.press('Escape');
  await see(page.getByText('not saved yet')).toBeVisible();
  expect(await requestArguments(page, 'quick-note:hide')).toEqual([]);
  await see(text(page)).toHaveValue('precious');
  await text(page).fill('');
  await page.keyboard.press('Escape');
  await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
});

test('the app ends only after the words of the quick note are stored, unless it is empty', async () => {
  const { page } = await openNote({ session: SIGNED_OUT, held: ['session:get'] });
  await see(text(page)).toBeVisible();
  await page.evaluate(() => window.fake.endApp());
  await see.poll(() => requestArguments(page, 'app:flushed')).toHaveLength(1);
  await text(page).fill('last words');
  await page.evaluate(() => window.fake.endApp());
  await page.evaluate(() => window.fake.release('session:get'));
  await see.poll(() => requestArguments(page, 'app:flushed')).toEqual([[1], [2]]);
  expect(await drafts(page)).toMatchObject([{ content: { text: 'last words' } }]);
});

describe('words from elsewhere', () => {
  const words = (content: string) => ({ title: '', text: content });
  const bring = (page: Page, content: string): Promise<void> =>
    page.evaluate((one) => window.fake.bringWords(one), words(content));
  const lastStored = async (page: Page) => (await requestArguments(page, 'quick-note:keep')).at(-1)?.[1];

  test('[C46] words of a link are put below the quick note’s own, name their origin, and become a note only by Esc', async () => {
    const { page } = await openNote();
    await text(page).fill('my own');
    await bring(page, 'of a page');
    await see(text(page)).toHaveValue('my own\n\nof a page');
    await see(page.getByText('A link wrote this.')).toBeVisible();
    await see.poll(() => requestArguments(page, 'quick-note:open')).toHaveLength(1);
    await see.poll(() => lastStored(page)).toEqual(words('my own\n\nof a page'));
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
    await page.keyboard.press('Escape');
    await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
    expect(await requestArguments(page, 'notes:add')).toEqual([
      ['u1', words('my own\n\nof a page'), 'quick'],
    ]);
    await see(page.getByText('A link wrote this.')).toBeHidden();
  });

  test('[C51] words of a link that arrive during typing leave the caret, the selection and the typed words alone', async () => {
    const { page } = await openNote();
    await text(page).fill('my words');
    await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 2));
    await bring(page, 'my words and more');
    await see(text(page)).toHaveValue('my words\n\nmy words and more');
    await page.keyboard.type(' own');
    await see(text(page)).toHaveValue('my own words\n\nmy words and more');
    await text(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 6, 'backward'));
    await bring(page, 'third');
    await see(text(page)).toHaveValue('my own words\n\nmy words and more\n\nthird');
    const selected = await text(page).evaluate((field: HTMLTextAreaElement) => [
      field.selectionStart,
      field.selectionEnd,
      field.selectionDirection,
    ]);
    expect(selected).toEqual([3, 6, 'backward']);
    // The user may delete words of their own while the link's words stay.
    await text(page).fill('my own words');
    await see.poll(() => lastStored(page)).toEqual(words('my own words'));
  });

  test('words of a link wait while an input method composes', async () => {
    const { page } = await openNote();
    await text(page).fill('a');
    await text(page).dispatchEvent('compositionstart');
    await bring(page, 'of a page');
    await see.poll(() => requestArguments(page, 'quick-note:words')).toHaveLength(2);
    await see(text(page)).toHaveValue('a');
    await text(page).dispatchEvent('compositionend');
    await see(text(page)).toHaveValue('a\n\nof a page');
  });

  test('[C52] links beyond the limit are left out with a message until their words are kept or deleted', async () => {
    const { page } = await openNote();
    await text(page).fill('my own');
    for (let count = 1; count <= 21; count += 1) await bring(page, `link ${count}.`);
    await see(page.getByText('Too many links came at once.')).toBeVisible();
    await see(text(page)).toHaveValue(/^my own\n\nlink 1\..*\n\nlink 20\.$/s);
    await text(page).fill('');
    await bring(page, 'x'.repeat(60_000));
    await bring(page, 'y'.repeat(60_000));
    await see(page.getByText('Too many links came at once.')).toBeVisible();
    await see(text(page)).toHaveValue(/^x+$/);
    await text(page).fill('');
    await bring(page, 'after all');
    await see(text(page)).toHaveValue('after all');
  });

  test('deleted words of a link leave no message, no draft and no note', async () => {
    const { page } = await openNote();
    await bring(page, 'of a page');
    await see(page.getByText('A link wrote this.')).toBeVisible();
    await text(page).fill('');
    await see(page.getByText('A link wrote this.')).toBeHidden();
    await page.keyboard.press('Escape');
    await see.poll(() => requestArguments(page, 'quick-note:hide')).toHaveLength(1);
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
    expect(await drafts(page)).toEqual([]);
  });

  test('words of a link wait during a save, and the window then opens with them', async () => {
    const { page } = await openNote({ held: ['notes:add'] });
    await text(page).fill('my own');
    await page.keyboard.press('Escape');
    await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(1);
    await bring(page, 'of a page');
    await see.poll(() => requestArguments(page, 'quick-note:words')).toHaveLength(2);
    await see(text(page)).toHaveValue('my own');
    await page.evaluate(() => window.fake.release('notes:add'));
    await see(text(page)).toHaveValue('of a page');
    await see.poll(() => requestArguments(page, 'quick-note:open')).toHaveLength(1);
    const order = await page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
    expect(order.indexOf('quick-note:open')).toBeGreaterThan(order.indexOf('quick-note:hide'));
    expect(await requestArguments(page, 'notes:add')).toEqual([['u1', words('my own'), 'quick']]);
  });
});

/** What is being typed is kept as it is typed, and comes back. */
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoteContent } from '#shared/note.ts';
import { TEXTS } from '#shared/spec.ts';
import { raiseStage, see, type Stage } from './open-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
}, 120_000);
afterAll(() => stage.close());

const NOTE = { id: 'a', title: 'Lease', text: 'keys' };
const BASE: NoteContent = { title: 'Lease', text: 'keys' };
const OURS: NoteContent = { title: 'Lease', text: 'ours' };
const EDIT = { place: 'edit', id: 'a', content: OURS, base: BASE } as const;
const box = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
const dialogText = (page: Page) => page.getByRole('dialog').getByLabel(TEXTS.text);
const drafts = (page: Page): Promise<unknown> => page.evaluate(() => window.fake.drafts());
const asked = (page: Page, channel: string): Promise<(readonly unknown[])[]> =>
  page.evaluate(
    (name) => window.fake.requests.filter((one) => one.channel === name).map(({ args }) => args),
    channel,
  );

describe('the creation box', () => {
  test('opens with its draft and the focus, and keeping it makes it a note', async () => {
    const content = { title: 'Ferry', text: 'half a though' };
    const { page, log } = await stage.open({ drafts: [{ place: 'new', content }] });
    await see(page.getByPlaceholder(TEXTS.title)).toHaveValue('Ferry');
    await see(box(page)).toHaveValue('half a though');
    await see(box(page)).toBeFocused();
    await page.keyboard.type('t');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'half a thought' } }]);
    await page.keyboard.press('Escape');
    await see(page.getByRole('article')).toContainText('half a thought');
    expect(await drafts(page)).toEqual([]);
    expect(log).toEqual([]);
    await page.context().close();
  });

  test('leaves the focus with whoever types elsewhere', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'words' } }],
      held: ['drafts:list'],
    });
    await page.getByPlaceholder(TEXTS.search).fill('wo');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(box(page)).toHaveValue('words');
    await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    await page.keyboard.type('r');
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('wor');
    await see(box(page)).toHaveValue('words');
    await page.context().close();
  });

  test('that is typed in already lets the earlier words become a note', async () => {
    const { page } = await stage.open({
      drafts: [{ place: 'new', content: { title: '', text: 'earlier' } }],
      // In their order: what is asked first is answered first.
      held: ['drafts:list', 'drafts:keep'],
    });
    await box(page).fill('later');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(page.getByRole('article')).toHaveText(/earlier/);
    await see(box(page)).toHaveValue('later');
    await page.context().close();
  });

  test('that is typed in already takes the earlier words where they cannot become a note', async () => {
    const { page } = await stage.open({
      notes: [NOTE],
      drafts: [{ place: 'new', content: { title: '', text: 'earlier' } }, EDIT],
      held: ['drafts:list', 'drafts:keep'],
      failing: [['notes:add', 'store-full', 'The disk is full.']],
    });
    await box(page).fill('later');
    await page.evaluate(() => window.fake.release('drafts:list'));
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await see(page.getByText('The disk is full.').first()).toBeAttached();
    // The other drafts are there all the same.
    await see(dialogText(page)).toHaveValue('ours');
    await page.evaluate(() => window.fake.release('drafts:keep'));
    await see
      .poll(() => drafts(page))
      .toContainEqual({ place: 'new', content: { title: '', text: 'earlier\n\nlater' } });
    await page.context().close();
  });

  test('that is being saved keeps the earlier words that it takes meanwhile', async () => {
    const { page } = await stage.open({ held: ['drafts:list', 'drafts:keep'] });
    await box(page).fill('later');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      window.fake.setDraft({ place: 'new', content: { title: '', text: 'earlier' } });
      window.fake.fail('notes:add', 'store-full', 'The disk is full.');
      window.fake.release('drafts:list');
    });
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await page.evaluate(() => window.fake.release('drafts:keep'));
    await see(page.getByRole('article')).toHaveText(/later/);
    await see(box(page)).toHaveValue('earlier');
    await see.poll(() => drafts(page)).toEqual([{ place: 'new', content: { title: '', text: 'earlier' } }]);
    await page.context().close();
  });

  test('keeps words that could not be saved through a look at another screen', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('notes:add', 'store-full', 'The disk is full.', 9));
    await box(page).fill('precious');
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(page.getByText('The disk is full.').first()).toBeAttached();
    await page.getByRole('link', { name: 'Notes' }).click();
    await see(box(page)).toHaveValue('precious');
    await page.context().close();
  });

  test('says once that words cannot be kept, however many keys follow', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('drafts:keep', 'store-full', 'The disk is full.', Infinity));
    await box(page).click();
    await box(page).pressSequentially('words that the disk does not take', { delay: 20 });
    await see.poll(async () => (await asked(page, 'drafts:keep')).length).toBeGreaterThan(0);
    await see(page.getByText('What you type could not be kept yet: The disk is full.').first()).toBeVisible();
    await see(page.locator('.fui-Toast')).toHaveCount(1);
    await see(box(page)).toHaveValue('words that the disk does not take');
    await page.context().close();
  });

  test('is not brought back as a draft by a message that was on its way while it was saved', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.hold('drafts:keep'));
    await box(page).fill('once');
    await see.poll(async () => (await asked(page, 'drafts:keep')).length).toBe(1);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('drafts:keep'));
    await see(page.getByRole('article')).toHaveText(/once/);
    expect(await drafts(page)).toEqual([]);
    await page.context().close();
  });
});

describe('the edit dialog', () => {
  test('opens over its note, and saves as a change of what was there when it was typed', async () => {
    const { page, log } = await stage.open({
      notes: [{ ...NOTE, text: 'theirs' }],
      drafts: [EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.press('Control+Enter');
    await see(page.getByText('This note had changed; your version is beside it').first()).toBeVisible();
    expect(await asked(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await see(page.getByRole('article')).toHaveCount(2);
    await see(page.getByRole('article').filter({ hasText: 'ours' })).toBeFocused();
    expect(await drafts(page)).toEqual([]);
    expect(log).toEqual([]);
    await page.context().close();
  });

  test.each(['#/archive', '#/trash'])('opens on %s as well', async (hash) => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] }, { hash });
    await see(dialogText(page)).toHaveValue('ours');
    await page.context().close();
  });

  test('comes before the creation box, whose words stay in it', async () => {
    const { page } = await stage.open({
      notes: [NOTE],
      drafts: [{ place: 'new', content: { title: '', text: 'new words' } }, EDIT],
    });
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.press('Control+Enter');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(box(page)).toHaveValue('new words');
    expect(await asked(page, 'notes:add')).toEqual([]);
    await page.context().close();
  });

  test('keeps what is typed with what it is a change of; undone typing is dropped', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await dialogText(page).fill('keys');
    await see.poll(() => drafts(page)).toEqual([]);
    await page.context().close();
  });

  test('drops the draft where it is discarded; Undo brings it back with its base', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.evaluate(() => window.fake.replace('a', { title: 'Lease', text: 'theirs' }));
    await page.keyboard.press('Escape');
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(dialogText(page)).toHaveValue('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await page.keyboard.press('Control+Enter');
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await asked(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await page.context().close();
  });

  test('that was typed in before the earlier draft was heard of lets that become an edit', async () => {
    const { page } = await stage.open({ notes: [NOTE], held: ['drafts:list'] });
    await page.getByRole('article').click();
    await dialogText(page).fill('later');
    const later = { ...EDIT, content: { title: 'Lease', text: 'later' } };
    await see.poll(() => drafts(page)).toEqual([later]);
    // The answer is from before.
    await page.evaluate((draft) => {
      window.fake.setDraft(draft);
      window.fake.release('drafts:list');
    }, EDIT);
    await see.poll(() => asked(page, 'notes:edit')).toEqual([['u1', 'a', OURS, BASE]]);
    await see(dialogText(page)).toHaveValue('later');
    // The edit has dropped the note's draft, which is kept once more.
    await see.poll(() => drafts(page)).toEqual([later]);
    await page.context().close();
  });

  test('says that it shows a draft, which stays where nothing more was typed', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await see(page.getByText('Unsaved words from earlier')).toBeVisible();
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByText('Changes discarded')).toHaveCount(0);
    expect(await drafts(page)).toEqual([EDIT]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('ours');
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await see(page.getByText('Changes discarded').first()).toBeVisible();
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('article').click();
    await see(dialogText(page)).toHaveValue('keys');
    await see(page.getByText('Unsaved words from earlier')).toHaveCount(0);
    await page.context().close();
  });

  test('discards a draft by its button, which can be undone', async () => {
    const { page } = await stage.open({ notes: [NOTE], drafts: [EDIT] });
    await see(dialogText(page)).toHaveValue('ours');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see.poll(() => drafts(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(dialogText(page)).toHaveValue('ours');
    await see.poll(() => drafts(page)).toEqual([EDIT]);
    await page.context().close();
  });

  test('does not take keys that would not be saved with the rest', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await page.keyboard.press('Control+Enter');
    await see(dialogText(page)).toHaveAttribute('readonly', '');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.context().close();
  });

  test.each([
    ['a draft from before', false],
    ['words that Undo brings back', true],
  ])('whose note is gone makes %s a new note and says so', async (_name, undone) => {
    const { page } = await stage.open(undone ? { notes: [NOTE] } : { drafts: [EDIT] });
    if (undone) {
      await page.getByRole('article').click();
      await dialogText(page).fill('ours');
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.fake.replace('a', null));
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    await see(page.getByText('your version is a new note').first()).toBeVisible();
    await see(page.getByRole('article')).toContainText('ours');
    await see(page.getByRole('dialog')).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
    await page.context().close();
  });
});

test.each([
  ['an empty note', { place: 'new', content: { title: '', text: '' } }],
  ['an edit that changes nothing', { ...EDIT, content: BASE }],
] as const)('%s is no draft and opens nothing', async (_name, draft) => {
  const { page } = await stage.open({ notes: [NOTE], drafts: [draft] });
  await see.poll(() => drafts(page)).toEqual([]);
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});

describe('at the end of a session', () => {
  test('what is typed is sent before the sign-out', async () => {
    const { page } = await stage.open();
    await page.getByRole('button', { name: 'Log out' }).click();
    await box(page).fill('last words');
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    const order = await page.evaluate(() =>
      window.fake.requests
        .map(({ channel }) => channel)
        .filter((channel) => channel === 'drafts:keep' || channel === 'session:sign-out'),
    );
    expect(order.at(-1)).toBe('session:sign-out');
    expect(await drafts(page)).toMatchObject([{ content: { text: 'last words' } }]);
    await page.context().close();
  });

  test('nobody is signed out before what is typed is kept', async () => {
    const { page } = await stage.open({
      failing: [
        ['drafts:keep', 'store-full', 'The disk is full.'],
        ['notes:add', 'store-full', 'The disk is full.'],
      ],
    });
    await box(page).fill('precious');
    await page.getByRole('button', { name: 'Log out' }).click();
    await see(page.getByText('You are still signed in').first()).toBeVisible();
    expect(await asked(page, 'session:sign-out')).toEqual([]);
    await see(box(page)).toHaveValue('precious');
    await page.evaluate(() => window.fake.fail('drafts:keep', 'store-full', '', 0));
    await page.getByRole('button', { name: 'Log out' }).click();
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    expect(await drafts(page)).toMatchObject([{ content: { text: 'precious' } }]);
    await page.context().close();
  });

  test('words that could not be kept when it ended by itself are told of', async () => {
    const { page } = await stage.open({ failing: [['drafts:keep', 'store-full', 'The disk is full.']] });
    await box(page).fill('precious');
    await see(page.getByText('could not be kept yet').first()).toBeVisible();
    await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(
      page.getByText('What you typed last could not be kept: The disk is full.').first(),
    ).toBeVisible();
    await page.context().close();
  });

  test('nothing that was typed or told is there under another account', async () => {
    const { page } = await stage.open({ notes: [NOTE] });
    await page.getByRole('article').click();
    await dialogText(page).fill('ours');
    await page.keyboard.press('Escape');
    await see(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await box(page).fill('typed by Ada');
    await page.evaluate(() => {
      const user = { uid: 'u2' as never, email: 'b@b.c', name: 'B', picture: null };
      window.fake.hold('drafts:list');
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
    });
    await see(box(page)).toHaveValue('');
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await see(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.context().close();
  });

  test('[S14] what was typed to the last moment goes to the account that it was typed for', async () => {
    const { page } = await stage.open();
    await see(page.getByText(TEXTS.noNotes)).toBeVisible();
    const sent = await box(page).evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
      const type = (text: string): void => {
        field.setRangeText(text, field.value.length, field.value.length, 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      type('by Ada');
      type(', to the end');
      const user = { uid: 'u2' as never, email: 'b@b.c', name: 'B', picture: null };
      window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
      // The box has not been drawn anew yet.
      type(' and beyond');
      return window.fake.requests.filter((one) => one.channel === 'drafts:keep').map(({ args }) => args);
    });
    expect(sent.map(([uid]) => uid)).toEqual(sent.map(() => 'u1'));
    await see(box(page)).toHaveValue('');
    const kept = (): Promise<(readonly unknown[])[]> => asked(page, 'drafts:keep');
    await see
      .poll(async () => (await kept()).at(-1))
      .toMatchObject(['u1', { content: { text: 'by Ada, to the end and beyond' } }]);
    expect((await kept()).map(([uid]) => uid)).not.toContain('u2');
    await page.context().close();
  });
});

describe('a long text', () => {
  test('is kept without holding up the typing', async () => {
    const { page } = await stage.open({ notes: [{ ...NOTE, text: 'a line of the log\n'.repeat(3000) }] });
    await page.getByRole('article').click();
    await see(dialogText(page)).toBeVisible();
    // No message is sent from within the event of a key.
    const sentByKey = await dialogText(page).evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('The text must be a textarea');
      const before = window.fake.requests.length;
      field.setRangeText('x', 0, 0, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return window.fake.requests.length - before;
    });
    expect(sentByKey).toBe(0);
    await see.poll(async () => (await asked(page, 'drafts:keep')).length).toBe(1);
    await page.context().close();
  });
});

/**
 * Undo and Redo outside of fields revert the session's actions, one after the other. In a field, they are the
 * field's own.
 */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { NO_COLOR } from '#shared/note/colors.ts';
import { shownLabels } from '#shared/note/labels.ts';
import type { Note } from '#shared/note/note.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND, PAGE_SYSTEM } from '#tests/support/keys.ts';
import { card, openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const NOTES = [
  { id: 'a', title: 'One', text: '☐ milk\n☐ bread' },
  { id: 'b', title: 'Two', text: 'text of two', labels: ['Work'] },
  { id: 'c', title: 'Three', text: 'text of three' },
] as const;

const toasts = (page: Page) => page.locator('[data-toaster-position]').getByRole('listitem');
/** The toast with this text, which also counts earlier ones that are not gone yet, and this button. */
const toast = (page: Page, text: string, button = '') =>
  toasts(page).filter({ hasText: new RegExp(`^${text}( · \\d more)?${button}$`) });
const undo = (page: Page) => page.keyboard.press(`${COMMAND}+z`);
const redo = (page: Page) => page.keyboard.press(`${COMMAND}+Shift+Z`);
const box = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
const search = (page: Page) => page.getByPlaceholder(TEXTS.search);

/** The state of each note that the actions here change, as users see it. */
const notes = async (page: Page): Promise<Record<string, Partial<Note>>> => {
  const all = await page.evaluate(() => window.fake.notes());
  return Object.fromEntries(
    all.map(({ id, text, isArchived, isDeleted, isPinned, color, labels }) => [
      id,
      {
        text,
        isArchived,
        isDeleted,
        isPinned: isPinned === true,
        color: color === NO_COLOR ? null : color,
        labels: shownLabels(labels).toSorted(),
      },
    ]),
  );
};

const leaveFields = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

/**
 * Closes all toasts, so that nothing on the screen offers an Undo. In one task of the page each, because any
 * toast may go by itself meanwhile.
 */
async function closeToasts(page: Page): Promise<void> {
  const closeAll = (): Promise<number> =>
    toasts(page).evaluateAll((all) => {
      for (const button of all.flatMap((one) => [...one.querySelectorAll('button')])) {
        if (button.textContent !== 'Undo') continue;
        button.focus();
        button.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
      }
      return all.length;
    });
  await expect.poll(closeAll).toBe(0);
}

async function openNotes(): Promise<Page> {
  const { page } = await stage.open({ notes: NOTES });
  await see(page.getByRole('article')).toHaveCount(3);
  return page;
}

async function press(page: Page, text: string, key: string): Promise<void> {
  await card(page, text).focus();
  await page.keyboard.press(key);
}

async function chooseLabel(page: Page, text: string, label: string): Promise<void> {
  await press(page, text, 'l');
  await page.getByPlaceholder('Find or create a label').fill(label);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Each performs one action, which its undo names so and a toast reports, if at all, with these words. */
const ACTIONS: readonly (readonly [
  name: string,
  toast: string | null,
  act: (page: Page) => Promise<void>,
])[] = [
  ['Archiving', 'Note archived', (page) => press(page, 'One', 'e')],
  ['Move to trash', 'Note moved to trash', (page) => press(page, 'One', '#')],
  ['Pinning', 'Note pinned', (page) => press(page, 'Two', 'f')],
  [
    'Colour change',
    'Colour changed',
    async (page) => {
      await press(page, 'Two', 't');
      await page.getByRole('radio', { name: 'Red' }).click();
    },
  ],
  ['Label change', 'Labels changed', (page) => chooseLabel(page, 'Three', 'Home')],
  ['Tick', null, (page) => card(page, 'One').getByRole('checkbox', { name: 'milk' }).click()],
  [
    'Edit',
    null,
    async (page) => {
      await card(page, 'Two').click();
      await page.getByRole('dialog').getByLabel(TEXTS.text).fill('other words');
      await page.keyboard.press(`${COMMAND}+Enter`);
      await see(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
  [
    'Archiving',
    '2 notes archived',
    async (page) => {
      await press(page, 'One', 'x');
      await press(page, 'Two', 'x');
      await page.keyboard.press('e');
    },
  ],
  [
    'Label rename',
    'Label renamed',
    async (page) => {
      await page.getByRole('navigation').getByRole('button', { name: 'Edit labels' }).click();
      await page.getByRole('dialog').getByLabel('Name of Work').fill('work');
      await page.keyboard.press('Enter');
      await see(page.getByRole('dialog').getByLabel('Name of work')).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await see(page.getByRole('dialog')).toHaveCount(0);
    },
  ],
];

describe('Ctrl+Z and Ctrl+Shift+Z outside of fields', () => {
  test.each(ACTIONS)(
    '“%s” is undone long after its toast “%s”, and redone',
    async (name, shownToast, act) => {
      const page = await openNotes();
      const before = await notes(page);
      await act(page);
      await expect.poll(() => notes(page)).not.toEqual(before);
      const after = await notes(page);
      await see(toasts(page)).toHaveText(shownToast === null ? [] : [`${shownToast}Undo`]);
      await closeToasts(page);
      await leaveFields(page);
      await undo(page);
      const notesText = shownToast?.startsWith('2 notes') === true ? ' for 2 notes' : '';
      await see(toast(page, `${name} undone${notesText}`)).toHaveCount(1);
      expect(await notes(page)).toEqual(before);
      await redo(page);
      await see(toast(page, `${name} redone${notesText}`)).toHaveCount(1);
      expect(await notes(page)).toEqual(after);
      await undo(page);
      await expect.poll(() => notes(page)).toEqual(before);
    },
  );

  test('the toast of a redo replaces that of the undo, and the reverse', async () => {
    const page = await openNotes();
    await press(page, 'One', 'e');
    await see(toasts(page)).toHaveCount(1);
    await closeToasts(page);
    for (const [act, sentence] of [
      [undo, 'Archiving undone'],
      [redo, 'Archiving redone'],
      [undo, 'Archiving undone'],
    ] as const) {
      await act(page);
      await see(toasts(page)).toHaveText([sentence]);
      // Fluent does not remove a toast that is dismissed while it appears.
      await see(toasts(page)).toHaveCSS('opacity', '1');
    }
  });

  test('actions are undone one after the other on any screen and redone in their order, and a new one ends Redo', async () => {
    const page = await openNotes();
    const states = [await notes(page)];
    for (const key of ['f', 'e', '#']) {
      await press(page, key === 'f' ? 'One' : key === 'e' ? 'Two' : 'Three', key);
      await expect.poll(() => notes(page)).not.toEqual(states.at(-1));
      states.push(await notes(page));
    }
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(card(page, 'Two')).toBeVisible();
    for (const state of states.slice(0, -1).toReversed()) {
      await undo(page);
      await expect.poll(() => notes(page)).toEqual(state);
    }
    await undo(page);
    for (const state of states.slice(1)) {
      await (PAGE_SYSTEM === 'darwin' ? redo(page) : page.keyboard.press('Control+y'));
      await expect.poll(() => notes(page)).toEqual(state);
    }
    await undo(page);
    await expect.poll(() => notes(page)).toEqual(states[2]);
    await press(page, 'Two', 'e');
    await expect.poll(() => notes(page)).not.toEqual(states[2]);
    const requests = (await requestArguments(page, 'notes:change')).length;
    await redo(page);
    await see(toast(page, 'Note unarchived', 'Undo')).toHaveCount(1);
    expect(await requestArguments(page, 'notes:change')).toHaveLength(requests);
  });

  test('fast keys undo one action each, even one that is still under way', async () => {
    const page = await openNotes();
    const before = await notes(page);
    await press(page, 'One', 'f');
    await expect.poll(() => notes(page)).not.toEqual(before);
    await page.evaluate(() => window.fake.hold('notes:change'));
    await press(page, 'Two', 'e');
    await undo(page);
    await undo(page);
    await page.evaluate(() => window.fake.release('notes:change'));
    await expect.poll(() => notes(page)).toEqual(before);
    await see(toasts(page).filter({ hasText: 'Note archived' })).toHaveCount(0);
  });

  test('an undo requested during an action undoes that action, not one that ends before it', async () => {
    const page = await openNotes();
    const before = await notes(page);
    await page.evaluate(() => window.fake.hold('notes:change', 1));
    await press(page, 'Two', 'e');
    await undo(page);
    await card(page, 'One').click();
    await page.getByRole('dialog').getByLabel(TEXTS.text).fill('eggs');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'Three', 'f');
    await see(toasts(page).filter({ hasText: 'Note pinned' })).toHaveCount(1);
    await page.evaluate(() => window.fake.release('notes:change'));
    await expect.poll(() => requestArguments(page, 'notes:change')).toHaveLength(3);
    await expect.poll(async () => (await notes(page))['b']).toEqual(before['b']);
    const now = await notes(page);
    expect(now['a']).toEqual({ ...before['a'], text: 'eggs' });
    expect(now['c']).toEqual({ ...before['c'], isPinned: true });
  });

  test('the toast of an action undone by key disappears, and its Undo undoes the same action', async () => {
    const page = await openNotes();
    const before = await notes(page);
    await press(page, 'One', 'e');
    await see(toasts(page)).toHaveText([/^Note archived/]);
    // Fluent does not remove a toast that is dismissed while it appears.
    await see(toasts(page)).toHaveCSS('opacity', '1');
    // It stays while the window has no focus.
    await page.evaluate(() => void window.dispatchEvent(new Event('blur')));
    await undo(page);
    await see(toasts(page)).toHaveText(['Archiving undone']);
    await press(page, 'Three', 'f');
    await press(page, 'Two', '#');
    await toasts(page).filter({ hasText: 'moved to trash' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await notes(page))['b']).toEqual(before['b']);
    await undo(page);
    await expect.poll(() => notes(page)).toEqual(before);
    await undo(page);
    expect(await notes(page)).toEqual(before);
  });

  test('newer changes in another part of a note stay, and a toast says so', async () => {
    const page = await openNotes();
    await card(page, 'One').getByRole('checkbox', { name: 'milk' }).click();
    await expect.poll(async () => (await notes(page))['a']?.text).toBe('☑ milk\n☐ bread');
    await page.evaluate(() => window.fake.replace('a', { title: 'One', text: '☑ milk\n☐ bread\n☐ eggs' }));
    await leaveFields(page);
    await undo(page);
    await see(toast(page, 'Tick undone; a newer change stays')).toHaveCount(1);
    expect((await notes(page))['a']?.text).toBe('☐ milk\n☐ bread\n☐ eggs');
    await page.evaluate(() => window.fake.replace('a', { title: 'One', text: 'all other words' }));
    await redo(page);
    await see(toast(page, 'Tick not redone; a newer change stays')).toHaveCount(1);
    expect((await notes(page))['a']?.text).toBe('all other words');
  });

  test('undo skips notes that were deleted, and an undo that fails can be retried', async () => {
    const page = await openNotes();
    await press(page, 'One', 'f');
    await press(page, 'Two', 'e');
    await see(toasts(page)).toHaveText([/^Note archived · 1 more/]);
    const before = await notes(page);
    await page.evaluate(() => window.fake.fail('notes:change', 'store-full', 'disk-full', 1));
    await undo(page);
    await see(toasts(page).filter({ hasText: REASONS['disk-full'] })).toHaveCount(1);
    expect(await notes(page)).toEqual(before);
    await undo(page);
    await expect.poll(async () => (await notes(page))['b']?.isArchived).toBe(false);
    await page.evaluate(() => window.fake.replace('a', null));
    await undo(page);
    await see(toasts(page)).toHaveText([/^Pinning not undone; nothing left to change/]);
  });

  test('thousands of notes are undone and redone in slices', async () => {
    const { page } = await stage.open({ generated: 2_500 });
    const count = (text: string) =>
      see(page.getByRole('navigation').getByRole('listitem').first()).toHaveText(text);
    await count('Notes2,500');
    await page.keyboard.press(`${COMMAND}+a`);
    await page.keyboard.press('e');
    await see(toasts(page)).toHaveText([/^2,500 notes archived/]);
    await undo(page);
    await count('Notes2,500');
    await see(toast(page, 'Archiving undone for 2,500 notes')).toHaveCount(1);
    await redo(page);
    await count('Notes');
    await undo(page);
    await count('Notes2,500');
    const sent = (await requestArguments(page, 'notes:change')) as [string, { ids: string[] }[]][];
    expect(sent.map(([, changes]) => changes.map(({ ids }) => ids.length))).toEqual(
      Array.from({ length: 4 }, () => [[1000], [1000], [500]]).flat(),
    );
  });

  test('an undo of thousands of notes that is stopped leaves the rest to the next one, and says how many', async () => {
    const { page } = await stage.open({ generated: 2_500 });
    const count = (text: string) =>
      see(page.getByRole('navigation').getByRole('listitem').first()).toHaveText(text);
    await count('Notes2,500');
    await page.keyboard.press(`${COMMAND}+a`);
    await page.keyboard.press('e');
    await see(toasts(page)).toHaveText([/^2,500 notes archived/]);
    await page.evaluate(() => window.fake.hold('notes:change'));
    await undo(page);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(toast(page, 'Archiving partly undone for 2,500 notes; 1,500 notes remain')).toHaveCount(1);
    await count('Notes1,000');
    await undo(page);
    await see(toast(page, 'Archiving undone for 2,500 notes')).toHaveCount(1);
    await count('Notes2,500');
    await redo(page);
    await redo(page);
    await count('Notes');
  });

  test('nothing of one account is undone under another', async () => {
    const page = await openNotes();
    await press(page, 'One', 'e');
    await see(toasts(page)).toHaveCount(1);
    await page.evaluate(() =>
      window.fake.setSession({
        status: 'signed-in',
        expired: false,
        signingIn: false,
        user: { uid: 'other' as never, email: 'a@b.c', name: 'A', picture: null },
      }),
    );
    await see(page.getByRole('article')).toHaveCount(2);
    await leaveFields(page);
    await undo(page);
    await redo(page);
    await page.keyboard.press('j');
    await see(page.getByRole('article').first()).toBeFocused();
    expect(await requestArguments(page, 'notes:change')).toHaveLength(1);
  });
});

describe('fields', () => {
  test('outside of fields the keys restore no deleted letters, neither in the search nor in the box', async () => {
    const page = await openNotes();
    await box(page).fill('a deleted draft');
    await box(page).press('ControlOrMeta+a');
    await box(page).press('Delete');
    await page.keyboard.press('Escape');
    await search(page).pressSequentially('text');
    await search(page).press('ControlOrMeta+a');
    await search(page).press('Delete');
    await press(page, 'Two', '#');
    await see(page.getByRole('article')).toHaveCount(2);
    await undo(page);
    await see(page.getByRole('article')).toHaveCount(3);
    await undo(page);
    await redo(page);
    await see(page.getByRole('article')).toHaveCount(2);
    await see(search(page)).toHaveValue('');
    await see(box(page)).toHaveValue('');
    await see(search(page)).not.toBeFocused();
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
  });

  test('in a field, the keys are the field’s, and no action is undone', async () => {
    const page = await openNotes();
    await press(page, 'Two', '#');
    await see(page.getByRole('article')).toHaveCount(2);
    await search(page).focus();
    await page.keyboard.insertText('thr');
    await page.keyboard.press('ControlOrMeta+z');
    await see(search(page)).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await see(search(page)).toHaveValue('thr');
    expect(await requestArguments(page, 'notes:change')).toHaveLength(1);
  });

  test('in a field without typed text, the keys change no other field and do not move the focus', async () => {
    const page = await openNotes();
    await search(page).pressSequentially('thr');
    await box(page).click();
    await page.keyboard.press('ControlOrMeta+z');
    await page.evaluate(() => window.fake.command('undo'));
    await see(box(page)).toBeFocused();
    await see(search(page)).toHaveValue('thr');
    await search(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await see(search(page)).not.toHaveValue('thr');
    await box(page).click();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await see(search(page)).not.toHaveValue('thr');
    await see(box(page)).toBeFocused();
  });

  test('the menu undoes in the focused field, and otherwise undoes actions', async () => {
    const page = await openNotes();
    await press(page, 'Two', '#');
    await see(page.getByRole('article')).toHaveCount(2);
    await search(page).focus();
    await page.keyboard.insertText('thr');
    await page.evaluate(() => window.fake.command('undo'));
    await see(search(page)).toHaveValue('');
    await page.evaluate(() => window.fake.command('redo'));
    await see(search(page)).toHaveValue('thr');
    await search(page).fill('');
    await search(page).blur();
    await page.evaluate(() => window.fake.command('undo'));
    await see(page.getByRole('article')).toHaveCount(3);
    await page.evaluate(() => window.fake.command('redo'));
    await see(page.getByRole('article')).toHaveCount(2);
  });

  test('in a sheet, the keys do nothing outside of its fields', async () => {
    const page = await openNotes();
    await press(page, 'Two', '#');
    await see(page.getByRole('article')).toHaveCount(2);
    await card(page, 'One').click();
    const text = page.getByRole('dialog').getByLabel(TEXTS.text);
    await text.fill('typed');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).focus();
    await undo(page);
    await page.evaluate(() => window.fake.command('undo'));
    await see(text).toHaveValue('typed');
    expect(await requestArguments(page, 'notes:change')).toHaveLength(1);
  });
});

test('a settled conflict is undone after its toast, and redone', async () => {
  const { page } = await stage.open({
    notes: [
      { id: 'copy', title: 'Lease', text: 'The keys are with Ada.', conflictOf: 'note' },
      { id: 'note', title: 'Lease', text: 'The keys are with Ben.' },
    ],
  });
  const mark = page.getByRole('article').getByRole('button', { name: 'Conflict copy' });
  await mark.click();
  await page.getByRole('button', { name: 'Keep one device’s' }).click();
  await see(page.getByRole('article')).toHaveText([/with Ada/]);
  await see(toasts(page)).toHaveCount(1);
  await closeToasts(page);
  await undo(page);
  await see(page.getByRole('article')).toHaveText([/Conflict copy.*with Ada/, /with Ben/]);
  await redo(page);
  await see(page.getByRole('article')).toHaveText([/with Ada/]);
  await see(mark).toHaveCount(0);
});

test('a key pressed as the sheet of a settled conflict closes undoes the settlement, not an earlier action', async () => {
  const { page } = await stage.open({
    notes: [
      { id: 'copy', title: 'Lease', text: 'The keys are with Ada.', conflictOf: 'note' },
      { id: 'note', title: 'Lease', text: 'The keys are with Ben.' },
      { id: 'other', title: 'Other', text: 'words' },
    ],
  });
  await press(page, 'Other', 'f');
  await expect.poll(async () => (await notes(page))['other']?.isPinned).toBe(true);
  await page.getByRole('article').getByRole('button', { name: 'Conflict copy' }).click();
  await see(page.getByRole('button', { name: 'Keep one device’s' })).toBeVisible();
  // The sheet focuses a card in the next frame.
  await page.evaluate(() => {
    const next = window.requestAnimationFrame.bind(window);
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (act) => waiting.push(act);
    document.addEventListener('frames', () => {
      window.requestAnimationFrame = next;
      for (const act of waiting) next(act);
    });
  });
  await page.getByRole('button', { name: 'Keep one device’s' }).click();
  await see(page.getByRole('dialog')).toHaveCount(0);
  await undo(page);
  await page.evaluate(() => document.dispatchEvent(new Event('frames')));
  await see(page.getByRole('article')).toHaveText([/Other/, /Conflict copy.*with Ada/, /with Ben/]);
});

test('Ctrl+Z brings discarded words back into the sheet', async () => {
  const page = await openNotes();
  await card(page, 'Two').click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await text.fill('half a thought');
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(toasts(page)).toHaveCount(1);
  await closeToasts(page);
  await undo(page);
  await see(text).toHaveValue('half a thought');
  await see(toasts(page)).toHaveCount(0);
});

test('in the dialog of labels, the keys undo and redo its own actions', async () => {
  const page = await openNotes();
  await chooseLabel(page, 'Three', 'Home');
  await page.getByRole('navigation').getByRole('button', { name: 'Edit labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit labels' });
  const labels = async (): Promise<unknown> => (await notes(page))['b']?.labels;
  // The label above gets the focus, so it must be there already.
  await see(dialog.getByRole('button', { name: 'Remove Home' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Work' }).click();
  await see(dialog.getByRole('button', { name: 'Remove Home' })).toBeFocused();
  await expect.poll(labels).toEqual([]);
  await undo(page);
  await expect.poll(labels).toEqual(['Work']);
  await redo(page);
  await expect.poll(labels).toEqual([]);
});

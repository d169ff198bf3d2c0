import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { card, type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage();

const NAMES = ['One', 'Two', 'Three', 'Four', 'Five'];
const NOTES = NAMES.map((title) => ({ id: title, title, text: `text of ${title}` }));
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const selected = (page: Page) => page.getByRole('checkbox', { name: 'Select', checked: true });
/** The toast. Screen readers get the same words from another element. */
const toast = (page: Page, text: string) => page.getByText(text).last();
const changes = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    window.fake.requests
      .filter(({ channel }) => /^notes:(change|delete)/.test(channel))
      .map(({ channel, args }) => [channel, ...args.slice(1)]),
  );

async function openNotes(setup: FakeSetup = { notes: NOTES }, options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open(setup, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function select(page: Page, title: string): Promise<void> {
  await card(page, title).hover();
  await card(page, title).getByRole('checkbox', { name: 'Select' }).click();
}

describe('a selection', () => {
  test('a selection begins with a check mark, grows by plain clicks, and ends with Esc or the bar’s button', async () => {
    const page = await openNotes();
    await see(bar(page)).toHaveCount(0);
    await select(page, 'Two');
    await see(bar(page)).toContainText('1 selected');
    // The bar covers the top bar, whose controls cannot be reached.
    await see(page.getByRole('button', { name: 'Profile' })).toHaveCount(0);
    await card(page, 'Four').click();
    await see(bar(page)).toContainText('2 selected');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await card(page, 'Two').click();
    await see(selected(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await see(bar(page)).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
    await select(page, 'One');
    await bar(page).getByRole('button', { name: 'Clear selection' }).click();
    await see(bar(page)).toHaveCount(0);
    await see(card(page, 'One')).toBeFocused();
  });

  test('Ctrl+A selects no text on an empty screen or in a dialog, except that of a focused field', async () => {
    const page = await openNotes();
    const words = () => page.evaluate(() => String(document.getSelection()));
    await page.keyboard.press('3');
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await page.keyboard.press(`${COMMAND}+a`);
    expect(await words()).toBe('');
    await page.keyboard.press('?');
    await see(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press(`${COMMAND}+a`);
    expect(await words()).toBe('');
    await page.keyboard.press('Escape');
    await see(page.getByRole('dialog')).toHaveCount(0);
    await page.getByPlaceholder(TEXTS.search).fill('zebra');
    await page.keyboard.press('ControlOrMeta+a');
    expect(await words()).toBe('zebra');
  });

  test('deselecting the last note ends the selection', async () => {
    const page = await openNotes();
    await card(page, 'Two').click({ modifiers: ['ControlOrMeta'] });
    await see(bar(page)).toContainText('1 selected');
    await card(page, 'Two').click();
    await see(bar(page)).toHaveCount(0);
  });

  test('a click or an arrow with Shift selects the range from the card where the selection began', async () => {
    const page = await openNotes({ notes: NOTES }, { viewport: { width: 400, height: 900 } });
    await card(page, 'Two').click({ modifiers: ['ControlOrMeta'] });
    await card(page, 'Four').click({ modifiers: ['Shift'] });
    await see(bar(page)).toContainText('3 selected');
    await page.keyboard.press('Shift+ArrowUp');
    await see(bar(page)).toContainText('2 selected');
    await page.keyboard.press('Shift+Home');
    await see(bar(page)).toContainText('2 selected');
    await see(card(page, 'One').getByRole('checkbox', { name: 'Select', checked: true })).toHaveCount(1);
    await see(card(page, 'Three').getByRole('checkbox', { name: 'Select', checked: true })).toHaveCount(0);
  });

  test('Shift+End selects to the end of a long list, and Shift+Home reverts that', async () => {
    const page = await openNotes({ notes: NOTES, generated: 600 });
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+End');
    await see(bar(page)).toContainText(`${600 + NOTES.length} selected`);
    await page.keyboard.press('Shift+Home');
    await see(bar(page)).toContainText('1 selected');
  });

  test('x selects or deselects the focused card, and Shift with an arrow selects from it', async () => {
    const page = await openNotes({ notes: NOTES }, { viewport: { width: 400, height: 900 } });
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowDown');
    await see(bar(page)).toContainText('2 selected');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await see(bar(page)).toContainText('3 selected');
    await page.keyboard.press('x');
    await see(bar(page)).toContainText('2 selected');
  });

  test('opening another list ends the selection', async () => {
    const page = await openNotes();
    await select(page, 'One');
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(bar(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await see(card(page, 'One')).toBeVisible();
    await see(selected(page)).toHaveCount(0);
  });

  test('Ctrl+A selects all hits of the query, and a click deselects one', async () => {
    const page = await openNotes();
    await page.getByPlaceholder(TEXTS.search).fill('t');
    await page.getByPlaceholder(TEXTS.search).fill('tw');
    await see(page.getByRole('article')).toHaveCount(1);
    await page.getByPlaceholder(TEXTS.search).fill('text of T');
    await see(page.getByRole('article')).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+a');
    await see(bar(page)).toHaveCount(0);
    await card(page, 'Two').focus();
    await page.keyboard.press(`${COMMAND}+a`);
    await see(bar(page)).toContainText('2 selected');
    await card(page, 'Three').click();
    await see(bar(page)).toContainText('1 selected');
    await page.keyboard.press('e');
    await see(toast(page, 'Note archived')).toBeVisible();
    expect(await changes(page)).toEqual([['notes:change', [{ ids: ['Two'], to: { isArchived: true } }]]]);
  });
});

test.each(['/', `${COMMAND}+f`])('%s ends the selection and focuses the search box', async (keys) => {
  const page = await openNotes();
  await select(page, 'One');
  await page.keyboard.press(keys);
  await see(bar(page)).toHaveCount(0);
  await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
});

describe('actions on a selection', () => {
  test('Undo of an action on a selection reverts only its changes', async () => {
    const page = await openNotes();
    for (const title of ['One', 'Two']) await select(page, title);
    await page.evaluate(() => window.fake.replace('Two', null));
    await see(page.getByRole('article')).toHaveCount(4);
    await page.keyboard.press('#');
    await see(toast(page, 'Note moved to trash')).toBeVisible();
    await page.keyboard.press('z');
    await see(card(page, 'One')).toBeFocused();
    expect(await changes(page)).toEqual([
      ['notes:change', [{ ids: ['One', 'Two'], to: { isArchived: false, isDeleted: true } }]],
      ['notes:change', [{ ids: ['One'], from: { isDeleted: true }, to: { isDeleted: false } }]],
    ]);
  });

  test('a selection survives a failed action, but not a change of the screen', async () => {
    const page = await openNotes();
    await select(page, 'One');
    await page.evaluate(() => window.fake.fail('notes:change', 'store-full', 'disk-full'));
    await bar(page).getByRole('button', { name: 'Move to trash' }).click();
    await see(toast(page, REASONS['disk-full'])).toBeVisible();
    await see(bar(page)).toContainText('1 selected');
    await page.evaluate(() => {
      window.fake.hold('notes:change');
      window.fake.fail('notes:change', 'store-full', 'disk-full');
    });
    await page.keyboard.press('e');
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(toast(page, REASONS['disk-full'])).toBeVisible();
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    await see(bar(page)).toHaveCount(0);
  });

  test('an action on thousands of notes runs in slices, shows its progress, and is undone as a whole', async () => {
    const page = await openNotes({ generated: 3_500 });
    await page.keyboard.press(`${COMMAND}+a`);
    await see(bar(page)).toContainText('3,500 selected');
    await see(page.getByRole('article').first()).toBeFocused();
    await page.evaluate(() => window.fake.hold('notes:change'));
    await page.keyboard.press('e');
    await see(page.getByText('Archiving 0 of 3,500…')).toBeVisible();
    // The page stays usable meanwhile.
    await see(bar(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(toast(page, '3,500 notes archived')).toBeVisible();
    await see(page.getByText(/Archiving/)).toHaveCount(0);
    await see(page.getByRole('navigation').getByRole('listitem').nth(1)).toHaveText('Archive3,500');
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    const sizes = (await changes(page)).map((request) => {
      const [, [change]] = request as [string, [{ ids: string[] }]];
      return change.ids.length;
    });
    expect(sizes).toEqual([1000, 1000, 1000, 500, 1000, 1000, 1000, 500]);
  });

  test('an action on many notes that fails or is stopped says how many it changed, and Undo reverts these', async () => {
    const page = await openNotes({ generated: 3_500 });
    await page.keyboard.press(`${COMMAND}+a`);
    await page.evaluate(() => window.fake.hold('notes:change'));
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(toast(page, '1,000 notes archived')).toBeVisible();
    await page.keyboard.press('z');
    await see(page.getByRole('navigation').getByRole('listitem').first()).toHaveText('Notes3,500');
    await page.keyboard.press(`${COMMAND}+a`);
    await page.evaluate(() => {
      const { requests } = window.fake;
      const before = requests.length;
      const push = requests.push.bind(requests);
      // Makes the second slice fail.
      requests.push = (...items) => {
        const changed = requests.slice(before).filter(({ channel }) => channel === 'notes:change');
        if (items[0]?.channel === 'notes:change' && changed.length === 1)
          window.fake.fail('notes:change', 'store-full', 'disk-full');
        return push(...items);
      };
    });
    await page.keyboard.press('#');
    await see(toast(page, `1,000 of 3,500 notes moved to trash. ${REASONS['disk-full']}`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await see(page.getByRole('navigation').getByRole('listitem').first()).toHaveText('Notes3,500');
  });
});

describe('selections in the trash', () => {
  const trashed = NOTES.map((note) => ({ ...note, list: 'trashed' as const }));

  test('selected notes in the trash are restored, or deleted forever after a question', async () => {
    const page = await openNotes({ notes: trashed }, { hash: '#/trash' });
    await select(page, 'One');
    await select(page, 'Two');
    await bar(page).getByRole('button', { name: 'Delete forever' }).click();
    const question = page.getByRole('alertdialog');
    await see(question).toContainText('Delete 2 notes forever?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await see(question).toHaveCount(0);
    await see(bar(page)).toContainText('2 selected');
    await page.keyboard.press('Delete');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByRole('article')).toHaveCount(3);
    await see(toast(page, '2 notes deleted forever')).toBeVisible();
    await see(card(page, 'Three')).toBeFocused();
    await card(page, 'Four').click({ modifiers: ['ControlOrMeta'] });
    await bar(page).getByRole('button', { name: 'Restore' }).click();
    await see(toast(page, 'Note restored')).toBeVisible();
  });

  test('the whole trash is emptied at once, after a question with the number of notes', async () => {
    const page = await openNotes({ notes: trashed }, { hash: '#/trash' });
    await page.getByRole('button', { name: 'Empty trash now' }).click();
    const question = page.getByRole('alertdialog');
    await see(question).toContainText('Delete 5 notes forever?');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await see(toast(page, '5 notes deleted forever')).toBeVisible();
    await see(page.getByRole('button', { name: 'Empty trash now' })).toHaveCount(0);
    await see(page.getByRole('main')).toBeFocused();
  });

  test('a note that left the trash meanwhile is not reported as deleted', async () => {
    const page = await openNotes({ notes: trashed }, { hash: '#/trash' });
    await card(page, 'One').hover();
    await card(page, 'One').getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByRole('alertdialog')).toBeVisible();
    await page.evaluate(() => window.fake.replace('One', null));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
    await see(toast(page, 'This note is gone')).toBeVisible();
  });

  test('the trash cannot be emptied during a search', async () => {
    const page = await openNotes({ notes: trashed }, { hash: '#/trash' });
    await see(page.getByRole('button', { name: 'Empty trash now' })).toBeVisible();
    await page.getByPlaceholder(TEXTS.search).fill('Two');
    await see(page.getByRole('article')).toHaveCount(1);
    await see(page.getByRole('button', { name: 'Empty trash now' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
  });
});

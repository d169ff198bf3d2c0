/** The box that goes to notes, labels and screens and runs commands. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { ALL_COMMANDS } from '#shared/ipc/commands.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeNote } from '../fake-setup.ts';
import { card, filters, openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const NOTES: readonly FakeNote[] = [
  { title: 'Bread', text: 'rye', labels: ['baking'] },
  { title: '', text: 'Ferry\nlast boat' },
  { title: 'Old loaf', text: 'mould', list: 'archived' },
];
const field = (page: Page) => page.getByRole('combobox', { name: 'Go to a note, label or command' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function openBox(page: Page): Promise<void> {
  await page.keyboard.press(`${COMMAND}+K`);
  await see(field(page)).toBeFocused();
}

test('Enter opens a note with all of the typed words, even if it is pressed before the answer', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Ferry' }, { title: 'Fern' }] });
  await see(card(page, 'Fern')).toBeVisible();
  await openBox(page);
  await page.keyboard.type('fer');
  await see(option(page, 'Ferry')).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => window.fake.hold('notes:view'));
  await page.keyboard.type('n');
  await page.keyboard.press('Enter');
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Fern');
});

test('the box finds labels, notes without a title, and screens', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await field(page).fill('bak');
  await option(page, 'baking').click();
  await see(filters(page)).toHaveText(['baking']);
  await openBox(page);
  // The box finds notes without the label, too.
  await field(page).fill('last');
  await see(option(page, 'Ferry')).toBeVisible();
  await field(page).fill('tra');
  await see(option(page, 'Trash')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await see(page.getByRole('heading', { name: 'Trash' })).toBeAttached();
});

test('a focused screen keeps the focus when a label makes its list too short to scroll', async () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ title: `Note ${at}`, text: 'words\n'.repeat(5) }));
  const { page } = await stage.open({ notes: [...NOTES, ...many] });
  await see(card(page, 'Note 0')).toBeVisible();
  await page.keyboard.press('/');
  await see(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await see(page.getByRole('main')).toBeFocused();
  await openBox(page);
  await page.keyboard.type('baking');
  await page.keyboard.press('Enter');
  await see(page.getByRole('article')).toHaveCount(1);
  // The browser drops the focus while it renders.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await see(page.getByRole('main')).toBeFocused();
});

test('a command for notes acts on the card that had the focus', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await card(page, 'Ferry').focus();
  await openBox(page);
  await page.keyboard.type('pin');
  await page.keyboard.press('Enter');
  await see(field(page)).toHaveCount(0);
  await see(card(page, 'Ferry')).toBeFocused();
  expect(await requestArguments(page, 'notes:change')).toMatchObject([
    [expect.anything(), [{ to: { isPinned: true } }]],
  ]);
});

test('without a focused note, no command for notes is offered, and Escape closes the box', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await see(page.getByRole('option')).toHaveCount(
    ALL_COMMANDS.filter(({ offer }) => offer === 'always').length,
  );
  await field(page).fill('pin');
  await see(page.getByText('No note, label or command has these letters.')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await see(field(page)).toHaveCount(0);
});

test('arrows wrap around', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await page.keyboard.press('ArrowUp');
  await see(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await see(page.getByRole('option').last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await see(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
});

/** How to see that a command has run. */
const CARRIED_OUT: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'new-note': (page) => see(page.getByPlaceholder(TEXTS.title)).toBeVisible(),
  'quick-note': (page) => sees(page, 'quick-note:open'),
  search: (page) => see(page.getByRole('searchbox')).toBeFocused(),
  notes: (page) => see(card(page, 'Bread')).toBeVisible(),
  archive: (page) => see(card(page, 'Old loaf')).toBeVisible(),
  trash: (page) => see(page.getByText(TEXTS.noDeleted)).toBeVisible(),
  undo: (page) => see(card(page, 'Ferry')).toBeVisible(),
  redo: (page) => see(card(page, 'Ferry')).toHaveCount(0),
  'edit-labels': (page) => see(page.getByRole('dialog', { name: 'Edit labels' })).toBeVisible(),
  settings: (page) => see(page.getByRole('dialog', { name: 'Settings' })).toBeVisible(),
  transfer: (page) => see(page.getByRole('dialog', { name: 'Settings' })).toBeVisible(),
  sync: (page) => sees(page, 'sync:now'),
  shortcuts: (page) => see(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible(),
  about: (page) => see(page.getByRole('dialog', { name: 'About Inkling' })).toBeVisible(),
  'log-out': (page) => see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible(),
  'select-all': (page) => see(page.getByText('2 selected')).toBeVisible(),
};

const sees = async (page: Page, channel: 'quick-note:open' | 'sync:now'): Promise<void> =>
  expect.poll(() => requestArguments(page, channel)).not.toEqual([]);

async function archiveFerry(page: Page, isUndone: boolean): Promise<void> {
  await card(page, 'Ferry').focus();
  await page.keyboard.press('e');
  await see(card(page, 'Ferry')).toHaveCount(0);
  if (!isUndone) return;
  await page.keyboard.press(`${COMMAND}+z`);
  await see(card(page, 'Ferry')).toBeVisible();
}

test.each(ALL_COMMANDS.filter(({ offer }) => offer === 'always').map(({ id, name }) => [id, name] as const))(
  'the command %s runs, even while a field has the focus',
  async (id, name) => {
    const { page } = await stage.open({ notes: NOTES });
    await see(card(page, 'Bread')).toBeVisible();
    if (id === 'undo' || id === 'redo') await archiveFerry(page, id === 'redo');
    await page.getByRole('searchbox').focus();
    await openBox(page);
    await page.getByRole('option', { name, exact: true }).click();
    await see(field(page)).toHaveCount(0);
    await CARRIED_OUT[id]?.(page);
    expect(CARRIED_OUT).toHaveProperty(id);
  },
);

test('a right-to-left name is beside its icon, and truncated at its end', async () => {
  const long = 'قصيدة طويلة عن البحر '.repeat(8).trim();
  const { page } = await stage.open({ notes: [{ title: long }, { title: 'Labelled', labels: ['حديقة'] }] });
  await see(page.getByRole('article').first()).toBeVisible();
  await openBox(page);
  for (const [typed, name] of [
    ['حد', 'حديقة'],
    ['قص', long],
  ] as const) {
    await field(page).fill(typed);
    const row = option(page, name);
    await see(row).toBeVisible();
    const icon = await row.locator('svg').boundingBox();
    /** The letters themselves, because their element could be wider. */
    const words = await row.locator('bdi').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return element.scrollWidth > element.clientWidth
        ? element.getBoundingClientRect().left
        : range.getBoundingClientRect().left;
    });
    expect(words - (icon?.x ?? 0) - (icon?.width ?? 0)).toBeCloseTo(12, 0);
    await see(row.locator('bdi')).toHaveCSS('direction', 'rtl');
    const isCut = await row.locator('bdi').evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isCut).toBe(name === long);
  }
});

/** The box that goes to notes, labels and screens and runs commands. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { OFFERED_COMMANDS } from '#shared/ipc/commands.ts';
import { SETTING_IDS, SETTING_NAMES } from '#renderer/components/setting-names.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeNote } from '../fake-setup.ts';
import { card, filters, openStage, requestArguments, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

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

test('letters typed before the box has loaded are in its field, and are no commands of the page', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/go-to-/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await card(page, 'Ferry').focus();
  await page.keyboard.press(`${COMMAND}+K`);
  // Alone, E archives the focused note.
  await page.keyboard.type('free');
  release();
  await see(field(page)).toHaveValue('free');
  await see(field(page)).toBeFocused();
  await see(option(page, /./).or(page.getByText('Nothing matches')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await see(card(page, 'Ferry')).toBeFocused();
  await page.unroute(/go-to-/);
  await openBox(page);
  await see(field(page)).toHaveValue('');
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
  await see(option(page, /^Trash$/u)).toHaveAttribute('aria-selected', 'true');
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
  await see
    .poll(() => requestArguments(page, 'notes:change'))
    .toMatchObject([[expect.anything(), [{ to: { isPinned: true } }]]]);
});

test('without a focused note, no command for notes is offered, and Escape closes the box', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  const commands = OFFERED_COMMANDS.filter(({ offer }) => offer === 'always');
  await see(page.getByRole('option')).toHaveCount(2 + commands.length);
  await see(page.getByRole('group', { name: 'This note' })).toHaveCount(0);
  await field(page).fill('unpin');
  await see(page.getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await see(field(page)).toHaveCount(0);
});

test('without letters, the notes changed last come first, in groups, and each entry has its icon', async () => {
  const hour = 3_600_000;
  const { page } = await stage.open({
    notes: [
      { title: 'Newest', age: hour },
      { title: 'Middle', age: 50 * hour },
      { id: 'edited', title: 'Edited', age: 900 * hour },
      { title: 'Pinned', age: 999 * hour, isPinned: true },
    ],
    earlier: [{ id: 'edited', content: { title: 'Before', text: '' }, age: 60_000 }],
  });
  await card(page, 'Middle').focus();
  await openBox(page);
  await see(page.getByRole('option').first()).toHaveText('Edited');
  const groups = page.getByRole('listbox').getByRole('group');
  await see(groups).toContainText([/^Go to/u, /^This note/u, /^Do/u]);
  await see(groups.first().getByRole('option')).toHaveText([
    'Edited',
    'Newest',
    'Middle',
    'Pinned',
    /^Notes/u,
    /^Archive/u,
    /^Trash/u,
  ]);
  const count = await page.getByRole('option').count();
  await see(page.getByRole('option').locator('> svg')).toHaveCount(count);
  const icons = await groups
    .last()
    .locator('svg')
    .evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  expect(new Set(icons).size).toBeGreaterThan(icons.length / 2);
});

test('notes are found by letters in their order, and nothing matches only after the answer', async () => {
  const { page } = await stage.open({ notes: [...NOTES, { title: 'Meeting notes' }] });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await field(page).fill('mtgnts');
  await see(page.getByRole('option')).toHaveText(['Meeting notes']);
  await page.evaluate(() => window.fake.hold('notes:view'));
  await field(page).fill('mould');
  await see(page.getByRole('option')).toHaveCount(0);
  await see(page.getByText('Nothing matches')).toHaveCount(0);
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('option')).toHaveText(['Old loafArchive']);
});

test.each([
  ['dark', 'Theme'],
  ['color', 'Colour'],
  ['help', 'Keyboard shortcuts'],
  ['sign out', 'Log out'],
  ['takeout', 'Import or export notes'],
])('the word “%s” finds “%s”', async (word, name) => {
  const { page } = await stage.open({ notes: NOTES });
  await card(page, 'Bread').focus();
  await openBox(page);
  await field(page).fill(word);
  await see(page.getByRole('option', { name })).toBeVisible();
});

test('# offers labels, and a click on one shows its notes', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await page.keyboard.type('#');
  await see(page.getByRole('option')).toHaveText(['bakingLabel']);
  await page.keyboard.type('bkg');
  await page.keyboard.press('Enter');
  await see(filters(page)).toHaveText(['baking']);
});

/** Settings that every device has, and that no command opens. */
const EVERYWHERE = SETTING_IDS.filter((id) => !['about', 'sign-in', 'screen-sharing'].includes(id));

test.each(EVERYWHERE)('the setting %s opens, and has the focus', async (id) => {
  const { page } = await stage.open({
    notes: NOTES,
  });
  await see(card(page, 'Bread')).toBeVisible();
  await openBox(page);
  await field(page).fill(SETTING_NAMES[id]);
  await page.getByRole('option', { name: `${SETTING_NAMES[id]} Settings`, exact: true }).click();
  await see(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  const row = page.locator(`[data-setting="${id}"]`);
  await see(row).toBeInViewport();
  // The setting itself, if it has no control that can be used.
  await see(page.locator(`[data-setting="${id}"]:focus-within`)).toHaveCount(1);
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

test('a chosen entry stays chosen when notes arrive above it', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  await page.evaluate(() => window.fake.hold('notes:view'));
  await openBox(page);
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option').last();
  await see(last).toHaveAttribute('aria-selected', 'true');
  const { length: before } = await page.getByRole('option').all();
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('option')).not.toHaveCount(before);
  await see(last).toHaveAttribute('aria-selected', 'true');
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

test.each(
  OFFERED_COMMANDS.filter(({ offer }) => offer === 'always').map(({ id, name }) => [id, name] as const),
)('the command %s runs, even while a field has the focus', async (id, name) => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Bread')).toBeVisible();
  if (id === 'undo' || id === 'redo') await archiveFerry(page, id === 'redo');
  await page.getByRole('searchbox').focus();
  await openBox(page);
  await page.getByRole('option', { name, exact: true }).click();
  await see(field(page)).toHaveCount(0);
  await CARRIED_OUT[id]?.(page);
  expect(CARRIED_OUT).toHaveProperty(id);
});

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

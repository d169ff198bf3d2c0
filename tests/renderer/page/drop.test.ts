/** Files dropped on the window. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { openStage, requestArguments, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

interface Dragged {
  readonly name: string;
  readonly text: string;
  readonly folder?: true;
}

const cards = (page: Page) => page.getByRole('article');
const hint = (page: Page) => page.locator('[data-drop-hint]');

/** @returns whether the page prevented the default action of the last event */
function drag(page: Page, events: readonly string[], files: readonly Dragged[], text = ''): Promise<boolean> {
  return page.evaluate(
    ([names, dragged, plain]) => {
      const data = new DataTransfer();
      for (const { name, text: content } of dragged) data.items.add(new File([content], name));
      if (plain !== '') data.setData('text/plain', plain);
      const folders = new Set(dragged.filter(({ folder }) => folder).map(({ name }) => name));
      DataTransferItem.prototype.webkitGetAsEntry = function entry() {
        const isDirectory = folders.has(this.getAsFile()?.name ?? '');
        return { isDirectory } as FileSystemEntry;
      };
      let taken = false;
      for (const name of names) {
        const event = new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true });
        taken = !(document.querySelector('textarea') ?? document.body).dispatchEvent(event);
      }
      return taken;
    },
    [events, files, text] as const,
  );
}

const DROP = ['dragenter', 'dragover', 'drop'];

test('dropped files become notes, with one toast whose Undo moves them to the trash', async () => {
  const { page, log } = await stage.open();
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [
    { name: 'plan.md', text: '# The plan\n\nfirst' },
    { name: 'list.txt', text: 'milk' },
  ]);
  await see(cards(page).filter({ hasText: 'The plan' })).toContainText('first');
  await see(cards(page).filter({ hasText: 'list' })).toContainText('milk');
  await see(page.getByText('2 notes added').first()).toBeAttached();
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(cards(page)).toHaveCount(0);
  const lists = await page.evaluate(() => window.fake.notes().map(({ isDeleted }) => isDeleted));
  expect(lists).toEqual([true, true]);
  expect(log).toEqual([]);
});

test('a toast reports dropped files that do not become notes, and the others become notes', async () => {
  const { page } = await stage.open();
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [{ name: 'photo.png', text: 'x' }]);
  await see(
    page.getByText('“photo.png” was not added: only text and Markdown files become notes.').first(),
  ).toBeAttached();
  await drag(page, DROP, [
    { name: 'empty.txt', text: '' },
    { name: 'big.txt', text: 'x'.repeat(1_000_001) },
    { name: 'small.txt', text: 'kept' },
  ]);
  await see(page.getByText(/^2 files were not added/).first()).toBeAttached();
  await see(page.getByText('Note added').first()).toBeAttached();
  await see(cards(page)).toHaveText([/kept/]);
});

test.each([
  ['an archive', { name: 'takeout.zip', text: 'x' }],
  ['a folder', { name: 'notes.txt', text: '', folder: true }],
  ['a note of Google Keep', { name: 'Bread.json', text: '{}' }],
] as const)('%s that is dropped is imported with all that was dropped with it', async (_, file) => {
  const { page, log } = await stage.open();
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [file, { name: 'list.txt', text: 'milk' }]);
  await expect
    .poll(() => requestArguments(page, 'transfer:import-dropped'))
    .toEqual([['u1', [file.name, 'list.txt']]]);
  await see(cards(page)).toHaveCount(0);
  expect(log).toEqual([]);
});

test('a dropped archive that cannot be imported now shows the reason', async () => {
  const { page } = await stage.open({
    failing: [['transfer:import-dropped', 'transfer-running', 'transfer-running']],
  });
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [{ name: 'takeout.zip', text: 'x' }]);
  await see(page.getByText(REASONS['transfer-running']).first()).toBeAttached();
});

test('an empty account explains how to move in from Google Keep, until any list has a note', async () => {
  const { page } = await stage.open();
  const panel = page.getByRole('region', { name: 'Move in from Google Keep' });
  await see(panel.getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('link', { name: 'Google Takeout' }).click();
  expect(await requestArguments(page, 'app:open-external')).toEqual([
    ['https://takeout.google.com/settings/takeout/custom/keep'],
  ]);
  await panel.getByRole('button', { name: 'Choose files…' }).click();
  expect(await requestArguments(page, 'transfer:import')).toEqual([['u1', 'files']]);
  await page.evaluate(() => window.fake.setTransfer({ status: 'idle' }));
  await page.getByRole('searchbox').fill('nothing');
  await see(page.getByText(TEXTS.noMatch)).toBeVisible();
  await see(panel).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  await see(panel).toBeVisible();
  const [card, box] = [await panel.boundingBox(), await page.locator('[data-creation-box]').boundingBox()];
  expect([card?.x, card?.width]).toEqual([box?.x, box?.width]);
  await drag(page, DROP, [{ name: 'list.txt', text: 'milk' }]);
  await see(cards(page)).toHaveCount(1);
  await see(panel).toHaveCount(0);
  await cards(page).focus();
  await page.keyboard.press('e');
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await see(panel).toHaveCount(0);
});

test('while an import runs, the board shows how far it is and the notes that have come, without moving', async () => {
  const { page } = await stage.open();
  const panel = page.getByRole('region', { name: 'Move in from Google Keep' });
  await see(panel).toBeVisible();
  const run = (done: number): Promise<void> =>
    page.evaluate(
      (now) => window.fake.setTransfer({ status: 'running', kind: 'import', done: now, total: 100 }),
      done,
    );
  await run(7);
  await see(panel).toHaveCount(0);
  const shown = page.getByRole('main').getByText(/^Importing… \d+ %$/);
  await see(shown).toHaveText('Importing… 7 %');
  await page.evaluate(() => window.fake.arrive({ title: 'Older' }));
  await see(cards(page)).toHaveCount(1);
  await run(52);
  await see(shown).toHaveText('Importing… 52 %');
  const place = await cards(page).boundingBox();
  await page.evaluate(() => window.fake.setTransfer({ status: 'idle' }));
  await see(shown).toHaveCount(0);
  expect(await cards(page).boundingBox()).toEqual(place);
});

test('a hint is shown while dragged files are over the window', async () => {
  const { page } = await stage.open();
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  const files = [{ name: 'a.txt', text: 'a' }];
  expect(await drag(page, ['dragenter', 'dragover'], files)).toBe(true);
  await see(hint(page)).toBeVisible();
  await drag(page, ['dragleave'], files);
  await see(hint(page)).toHaveCount(0);
});

test('a dropped file that cannot be stored shows the reason, and no toast says that a note was added', async () => {
  const { page } = await stage.open({ failing: [['notes:add', 'store-full', 'disk-full']] });
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [{ name: 'a.txt', text: 'a' }]);
  await see(page.getByText(REASONS['disk-full']).first()).toBeAttached();
  await see(page.getByText('Note added')).toHaveCount(0);
});

test('[S10] dropped files are not reported to another account', async () => {
  const { page } = await stage.open({ held: ['notes:add'] });
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await drag(page, DROP, [
    { name: 'one.txt', text: 'one' },
    { name: 'two.txt', text: 'two' },
  ]);
  await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(1);
  await page.evaluate(() => {
    window.fake.release('notes:add');
    window.fake.hold('notes:add');
  });
  await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(2);
  await page.evaluate(() => {
    const user = { uid: 'u2' as never, email: 'b@b.c', name: 'Ben Oak', picture: null };
    window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
  });
  await see(page.locator('[data-initials=BO]')).toBeVisible();
  await page.evaluate(() => window.fake.release('notes:add'));
  // The toasts of the dropped files would come before this later one.
  await drag(page, DROP, [{ name: 'three.txt', text: 'three' }]);
  await see(page.getByText('Note added').first()).toBeAttached();
  await see(page.locator('[data-toaster-position]').getByRole('listitem')).toHaveText([/^Note addedUndo$/]);
});

test('the page leaves dragged text, and drags that begin in the page, to the browser', async () => {
  const { page } = await stage.open();
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  expect(await drag(page, DROP, [], 'words')).toBe(false);
  expect(await drag(page, ['dragstart', 'dragover'], [{ name: 'own.txt', text: 'a' }])).toBe(false);
  await see(hint(page)).toHaveCount(0);
});

test('a file dropped while signed out shows no hint, makes no note and does not replace the page', async () => {
  const { page } = await stage.open({ session: { status: 'signed-out', signingIn: false } });
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  expect(await drag(page, DROP, [{ name: 'a.txt', text: 'a' }])).toBe(true);
  await see(hint(page)).toHaveCount(0);
  expect(await page.evaluate(() => window.fake.requests.map(({ channel }) => channel))).not.toContain(
    'notes:add',
  );
});

test('files dropped on the quick note add their words to it, or show there why they are refused', async () => {
  const { page, log } = await stage.open({}, { hash: 'quick-note.html' });
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await text.fill('buy');
  await drag(page, ['dragenter', 'dragover'], [{ name: 'list.txt', text: 'milk' }]);
  await see(hint(page)).toBeVisible();
  await drag(page, DROP, [
    { name: 'photo.png', text: 'x' },
    { name: 'list.txt', text: 'milk' },
  ]);
  await see(text).toHaveValue('buy\n\nlist\n\nmilk');
  await see(page.getByRole('status')).toHaveText(
    '“photo.png” was not added: only text and Markdown files become notes.',
  );
  await see(hint(page)).toHaveCount(0);
  // An empty quick note takes its title and text from the file.
  await page.keyboard.press('Escape');
  await see(text).toHaveValue('');
  await drag(page, DROP, [{ name: 'plan.md', text: '# The plan\n\nfirst' }]);
  await see(page.getByPlaceholder(TEXTS.title)).toHaveValue('The plan');
  expect(log).toEqual([]);
});

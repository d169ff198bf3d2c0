/** Notes out as files and in again, through the system's dialogs, which the test answers. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addNote, expect, type RunningApp } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';

const TITLES = ['Bread', 'Ferry', 'Shop'];
const sorted = (titles: readonly string[]): string[] => titles.toSorted((a, b) => a.localeCompare(b));

/** The next question for files or folders is answered with these. */
async function answerWith({ electron }: RunningApp, ...paths: string[]): Promise<void> {
  await electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, paths);
}

test('notes of Google Keep come in with a list of what could not be read, and all notes go out as files', async ({
  app,
  cloud,
  userData,
}) => {
  const { page } = app;
  await addNote(page, 'Ferry', 'Last boat 23:40');
  // Nothing is imported before the account's notes have arrived.
  await expect(page.getByText('All changes saved')).toBeVisible();
  const takeout = path.join(userData, 'files', 'Takeout', 'Keep');
  mkdirSync(takeout, { recursive: true });
  writeFileSync(path.join(takeout, 'Bread.json'), keepNote({ title: 'Bread', textContent: 'rye' }));
  const items = [
    { text: 'milk', isChecked: false },
    { text: 'eggs', isChecked: true },
  ];
  writeFileSync(
    path.join(takeout, 'Shop.json'),
    keepNote({ title: 'Shop', listContent: items, isArchived: true }),
  );
  writeFileSync(path.join(takeout, 'Half.json'), '{"title": "Half');

  await page.keyboard.press('Control+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await answerWith(app, takeout);
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(dialog.getByText('2 notes imported.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'One file could not be read' })).toContainText('Half.json');
  await expect.poll(() => sorted(cloud.controls.docs().map(({ title }) => String(title)))).toEqual(TITLES);

  const target = path.join(userData, 'files');
  await answerWith(app, target);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByText('3 notes exported.')).toBeVisible();
  const folder = readdirSync(target).find((name) => name.startsWith('Inkling notes')) ?? '';
  const written: { notes: { title: string; text: string }[] } = JSON.parse(
    readFileSync(path.join(target, folder, 'notes.json'), 'utf8'),
  );
  expect(sorted(written.notes.map(({ title }) => title))).toEqual(TITLES);
  expect(written.notes.find(({ title }) => title === 'Shop')?.text).toBe('☐ milk\n☑ eggs');
  expect(readdirSync(path.join(target, folder, 'Archive'))).toEqual(['Shop.md']);
  expect(readFileSync(path.join(target, folder, 'Notes', 'Ferry.md'), 'utf8')).toContain('Last boat 23:40');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveText([/Bread/, /Ferry/]);

  // Of what one account did, the next is told nothing.
  const transfer = () => page.evaluate(() => window.inkling.request('transfer:get'));
  expect(await transfer()).toMatchObject({ value: { status: 'exported' } });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  expect(await transfer()).toMatchObject({ value: { status: 'idle' } });
});

function keepNote(part: object): string {
  const created = Date.UTC(2019, 4, 1) * 1000;
  const note = { color: 'DEFAULT', isTrashed: false, isPinned: false, isArchived: false };
  return JSON.stringify({
    ...note,
    createdTimestampUsec: created,
    userEditedTimestampUsec: created,
    ...part,
  });
}

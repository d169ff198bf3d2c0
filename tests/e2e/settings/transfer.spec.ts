/** Export of notes to files and import from them, through the system's dialogs, which the test answers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { zipOf } from '#tests/account/transfer/support/zip-writer.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { unzip } from '#tests/account/transfer/support/export-file.ts';
import { addNote, expect, type RunningApp } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';

const TITLES = ['Bread', 'Ferry', 'Shop'];
const sorted = (titles: readonly string[]): string[] => titles.toSorted((a, b) => a.localeCompare(b));

interface Answers {
  readonly source: string;
  readonly pictures: string;
  readonly report: string;
}

/** Answers an import's questions: the source, the folder for its pictures, and the file for its report. */
async function answerImport({ electron }: RunningApp, answers: Answers): Promise<void> {
  await electron.evaluate(({ dialog }, { source, pictures, report }) => {
    dialog.showOpenDialog = (...args: readonly unknown[]) => {
      const isForPictures = JSON.stringify(args.at(-1)).includes('pictures');
      return Promise.resolve({ canceled: false, filePaths: [isForPictures ? pictures : source] });
    };
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: report });
  }, answers);
}

/** Answers the next file or folder dialog with these paths. */
async function answerWith({ electron }: RunningApp, ...paths: string[]): Promise<void> {
  await electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, paths);
}

test('notes of Google Keep are imported with a list of unreadable files, and all notes are exported as files', async ({
  app,
  cloud,
  userData,
}) => {
  const { page } = app;
  await addNote(page, 'Ferry', 'Last boat 23:40');
  // An import needs the account's notes to have arrived.
  await expect(page.getByText('All changes saved')).toBeVisible();
  const takeout = path.join(userData, 'files', 'Takeout', 'Keep');
  mkdirSync(takeout, { recursive: true });
  const marks = { isPinned: true, color: 'TEAL', labels: [{ name: 'home' }] };
  const attachments = [{ filePath: 'loaf.jpg', mimetype: 'image/jpeg' }];
  const bread = { title: 'Bread', textContent: 'rye', ...marks, attachments };
  writeFileSync(path.join(takeout, 'Bread.json'), keepNote(bread));
  writeFileSync(path.join(takeout, 'loaf.jpg'), 'picture');
  const items = [
    { text: 'milk', isChecked: false },
    { text: 'eggs', isChecked: true },
  ];
  writeFileSync(
    path.join(takeout, 'Shop.json'),
    keepNote({ title: 'Shop', listContent: items, isArchived: true }),
  );
  writeFileSync(path.join(takeout, 'Half.json'), '{"title": "Half');

  await page.keyboard.press(`${COMMAND}+,`);
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  const pictures = path.join(userData, 'files', 'Pictures');
  mkdirSync(pictures);
  const saved = path.join(userData, 'files', 'report.txt');
  await answerImport(app, { source: takeout, pictures, report: saved });
  await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await expect(report.getByRole('definition')).toHaveText(['2', '1', '1', '1']);
  await expect(report).toContainText(`Attached files are in ${pictures}.`);
  expect(readdirSync(pictures)).toEqual(['loaf.jpg']);
  await report.getByRole('button', { name: 'Save report…' }).click();
  await expect.poll(() => existsSync(saved) && readFileSync(saved, 'utf8')).toContain('Half.json: Damaged');
  await report.getByRole('button', { name: '1 file could not be read' }).click();
  await expect(report.getByRole('list', { name: '1 file could not be read' })).toContainText('Half.json');
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await expect(dialog.getByText('2 notes imported. 1 attached file was copied')).toBeVisible();
  await expect.poll(() => sorted(cloud.controls.docs().map(({ title }) => String(title)))).toEqual(TITLES);
  expect(cloud.controls.docs().find(({ title }) => title === 'Bread')).toMatchObject({
    text: 'rye\n\n[Attachment: loaf.jpg]',
    isPinned: true,
    color: 'TEAL',
    labels: ['home'],
  });

  const target = path.join(userData, 'files');
  await answerWith(app, target);
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog.getByText('3 notes exported.')).toBeVisible();
  const archive = readdirSync(target).find((name) => name.startsWith('Inkling notes')) ?? '';
  const files = await unzip(path.join(target, archive));
  expect(Object.keys(files).toSorted()).toEqual(['Archive/Shop.md', 'Notes/Bread.md', 'Notes/Ferry.md']);
  expect(files['Archive/Shop.md']).toContain('\n☐ milk\n☑ eggs\n');
  expect(files['Notes/Ferry.md']).toContain('Last boat 23:40');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveText([/Bread/, /Ferry/]);

  // The next account learns nothing of the previous account's transfers.
  const transfer = () => page.evaluate(() => window.inkling.request('transfer:get'));
  expect(await transfer()).toMatchObject({ value: { status: 'exported' } });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  expect(await transfer()).toMatchObject({ value: { status: 'idle' } });
});

test('[C112] a dropped archive and a dropped folder are imported, and no page can name a file', async ({
  app,
  userData,
}) => {
  const { page } = app;
  await expect(page.getByText('All changes saved')).toBeVisible();
  const files = path.join(userData, 'files');
  const folder = path.join(files, 'folder');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'Shop.json'), keepNote({ title: 'Shop', textContent: 'milk' }));
  const archive = path.join(files, 'takeout.zip');
  writeFileSync(
    archive,
    zipOf([{ name: 'Takeout/Keep/Bread.json', content: keepNote({ title: 'Bread', textContent: 'rye' }) }]),
  );
  await expect(page.getByRole('heading', { name: 'Move in from Google Keep' })).toBeVisible();
  await dropFiles(page, archive, folder);
  const report = page.getByRole('dialog', { name: 'Import finished' });
  await expect(report.getByRole('definition')).toHaveText(['2', '0', '0', '0']);
  await report.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);

  const refused = page.evaluate(
    ([file]) => {
      const bridge = Reflect.get(window, 'inkling') as { request: (...given: unknown[]) => Promise<unknown> };
      return bridge.request('transfer:import-dropped', 'any', [file]);
    },
    [archive],
  );
  await expect(refused).rejects.toThrow('A page cannot name files');
});

/** Drops files and folders on the middle of the window, as a file manager does. */
async function dropFiles(page: Page, ...paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  await session.detach();
}

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

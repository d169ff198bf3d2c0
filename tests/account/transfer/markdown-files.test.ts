/** Folders and archives of Markdown and text files: which files become notes, and which are known already. */
import { shownLabels } from '#shared/note/labels.ts';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFolder } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const NONE = { added: 0, known: 0, empty: 0, broken: [] };

function writeFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  folder = temporaryFolder(),
): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

function titles(account: TestAccount): string[] {
  return account
    .shown()
    .map(({ local }) => local?.title ?? '')
    .toSorted();
}

describe('Markdown and text files of a folder', () => {
  const FILES = { 'a.md': 'a', 'Food/b.MD': 'b', 'Food/c.markdown': 'c', 'd.txt': 'd' };

  test('all Markdown and text files of a folder and its subfolders are imported, and add nothing again', async () => {
    const account = createAccount();
    const folder = writeFiles({ ...FILES, 'picture.jpg': 'x', 'script.js': 'x' });
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 4 });
    expect(titles(account)).toEqual(['a', 'b', 'c', 'd']);
    // Some programs change the dates of all files.
    utimesSync(path.join(folder, 'a.md'), 1_000_000, 1_000_000);
    expect(await account.import(folder)).toMatchObject({ ...NONE, known: 4 });
    expect(await account.import(path.join(folder, 'a.md'))).toMatchObject({ ...NONE, known: 1 });
    expect(
      await account.import(writeZip(temporaryFolder(), [{ name: 'x/a.md', content: 'a' }])),
    ).toMatchObject({
      ...NONE,
      known: 1,
    });
  });

  test('a file that was changed since its import is added beside the note of its earlier content', async () => {
    const account = createAccount();
    const folder = writeFiles({ 'a.md': 'a' });
    await account.import(folder);
    writeFiles({ 'a.md': 'a and more' }, folder);
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 1 });
    expect(titles(account)).toEqual(['a', 'a']);
  });

  test('two files of the same words are two notes if their names differ', async () => {
    const account = createAccount();
    const folder = writeFiles({ '2024-01-01.md': '# Today\n\nrun', '2024-01-02.md': '# Today\n\nrun' });
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 2 });
  });

  test('files of one name and the same words are one note with the labels of both', async () => {
    const account = createAccount();
    const folder = writeFiles({
      'a/n.md': '---\ntags: [x]\n---\nbody',
      'b/n.md': '---\ntags: [y]\n---\nbody',
    });
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 1, known: 1 });
    expect(shownLabels(account.shown()[0]?.local?.labels ?? null).toSorted()).toEqual(['x', 'y']);
  });

  test('a file whose date has no time zone is known even if the system’s time zone has changed', async () => {
    const account = createAccount();
    const folder = writeFiles({ 'a.md': '---\ncreated: 2024-01-01 10:00\n---\nwords' });
    vi.stubEnv('TZ', 'Europe/Berlin');
    await account.import(folder);
    vi.stubEnv('TZ', 'America/New_York');
    expect(await account.import(folder)).toMatchObject({ ...NONE, known: 1 });
    vi.unstubAllEnvs();
  });

  test('a file with 200,000 tags is imported, and so are the other files', async () => {
    const tags = Array.from({ length: 200_000 }, (_, index) => `t${index}`).join();
    const folder = writeFiles({ 'a.md': `---\ntags: ${tags}\n---\nbody`, 'b.md': 'b' });
    expect(await createAccount().import(folder)).toMatchObject({ ...NONE, added: 2 });
  });

  test('hidden files and folders of other programs are not imported unless such a folder was chosen', async () => {
    const folder = writeFiles({
      'a.md': 'a',
      '.obsidian/notes.md': 'x',
      '.trash/b.md': 'x',
      '__MACOSX/._a.md': 'x',
      '._a.md': 'x',
    });
    expect(await createAccount().import(folder)).toMatchObject({ ...NONE, added: 1 });
    // They come in if somebody chose their folder.
    expect(await createAccount().import(path.join(folder, '.obsidian'))).toMatchObject({ ...NONE, added: 1 });
  });

  test('files that are no text or too large are listed', async () => {
    const folder = writeFiles({
      'a.md': 'a',
      'b.md': Uint8Array.from([0x61, 0, 0x62, 0xff, 0]),
      'c.txt': 'x'.repeat(9_000_000),
    });
    const account = createAccount();
    const { added, broken } = await account.import(folder);
    expect(added).toBe(1);
    expect(broken.map(({ reason }) => reason)).toEqual(['Not text.', 'Larger than any note.']);
  });
});

describe('text files beside notes of Google Keep', () => {
  test('text and Markdown files of a Takeout are not imported', async () => {
    const zip = writeZip(temporaryFolder(), [
      { name: 'Takeout/Keep/a.json', content: keepFile(1, 'a') },
      { name: 'Takeout/Keep/Labels.txt', content: 'home' },
      { name: 'Takeout/Tasks/read me.md', content: 'x' },
    ]);
    const { added, leftOut } = await createAccount().import(zip);
    expect(added).toBe(1);
    expect(leftOut.map(({ files, isExpected }) => [files, isExpected])).toEqual([
      [['takeout.zip/Takeout/Keep/Labels.txt'], false],
      [['takeout.zip/Takeout/Tasks/read me.md'], false],
    ]);
  });

  test('Markdown files of a folder called Takeout are left out only if it has notes of Google Keep', async () => {
    const folder = path.join(writeFiles({ 'Takeout/Drive/diary.md': 'dear diary' }), 'Takeout');
    expect(await createAccount().import(folder)).toMatchObject({ ...NONE, added: 1 });
    writeFiles({ 'Keep/a.json': keepFile(1, 'a') }, folder);
    const account = createAccount();
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 1 });
    expect(titles(account)).toEqual(['a']);
  });

  test('a file beside notes of Google Keep that lists their labels is known by its lines, whatever its name', async () => {
    const labels = [{ name: 'home' }, { name: 'Work' }];
    const folder = writeFiles({
      'a.json': keepFile(1, 'a', { labels }),
      'any name.txt': 'home\nWork\n',
      'own.txt': 'home',
      'b.md': 'b',
    });
    const account = createAccount();
    const { added, leftOut } = await account.import(folder);
    expect(added).toBe(3);
    expect(titles(account)).toEqual(['a', 'b', 'own']);
    expect(leftOut).toMatchObject([
      { count: 1, isExpected: true, reason: expect.stringContaining('labels') },
    ]);
  });
});

describe('an export', () => {
  function oneNote(account: TestAccount): void {
    account.notes.add({ title: 'Plan', text: 'one' });
  }

  test('Markdown that was added to or changed in the folder of an export is imported, too', async () => {
    const ada = createAccount();
    for (const title of ['Plan', 'Other']) ada.notes.add({ title, text: 'one' });
    const folder = await exportFolder(ada);
    const file = path.join(folder, 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\none\n', '\none\n\ntwo\n'));
    writeFiles({ 'Notes/New.md': 'written elsewhere', 'Diary/today.md': 'dear diary' }, folder);
    const bob = createAccount('bob');
    expect(await bob.import(folder)).toMatchObject({ ...NONE, added: 4 });
    expect(bob.shown().map(({ local }) => local?.text)).toEqual(
      expect.arrayContaining(['dear diary', 'one', 'one\n\ntwo', 'written elsewhere']),
    );
  });

  test('a changed Markdown file of an export is imported as another note, once', async () => {
    const ada = createAccount();
    oneNote(ada);
    const file = path.join(await exportFolder(ada), 'Notes', 'Plan.md');
    expect(await ada.import(file)).toMatchObject({ ...NONE, known: 1 });
    writeFileSync(file, readFileSync(file, 'utf8').replace('\none\n', '\none\n\ntwo\n'));
    expect(await ada.import(file)).toMatchObject({ ...NONE, added: 1 });
    expect(await ada.import(file)).toMatchObject({ ...NONE, known: 1 });
    expect(ada.shown().map(({ local }) => [local?.title, local?.text])).toEqual([
      ['Plan', 'one\n\ntwo'],
      ['Plan', 'one'],
    ]);
  });

  test('a file of an export that was changed or cut off is named in the report, and its words come in', async () => {
    const ada = createAccount();
    for (const title of ['Plan', 'Cut', 'Whole']) ada.notes.add({ title, text: 'one\ntwo' });
    const folder = await exportFolder(ada);
    const [plan, cut] = ['Plan', 'Cut'].map((name) => path.join(folder, 'Notes', `${name}.md`)) as [
      string,
      string,
    ];
    writeFileSync(plan, readFileSync(plan, 'utf8').slice(0, -5));
    writeFileSync(cut, readFileSync(cut, 'utf8').slice(0, 60));
    const { added, remarks } = await createAccount('bob').import(folder);
    expect(added).toBe(3);
    expect(remarks?.map(({ file }) => path.basename(file)).toSorted()).toEqual(['Cut.md', 'Plan.md']);
  });

  test('a changed Markdown file of an export retains its labels and gets the title of its heading', async () => {
    const ada = createAccount();
    const id = ada.notes.add({ title: 'Plan', text: 'one' });
    const labels = ['#1', 'a, b', 'c: d', '#x #y', '"q"'];
    ada.notes.change(id, { to: { addLabels: labels } });
    const file = path.join(await exportFolder(ada), 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('# Plan\n', '# Plan!\n'));
    const bob = createAccount('bob');
    await bob.import(file);
    expect(bob.shown()).toMatchObject([{ local: { title: 'Plan!', text: 'one', labels } }]);
  });

  test('a Markdown file of an export with changed line ends is known', async () => {
    const ada = createAccount();
    oneNote(ada);
    const file = path.join(await exportFolder(ada), 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect(await ada.import(file)).toMatchObject({ ...NONE, known: 1 });
  });
});

/** Folders and archives of Markdown and text files: which files become notes, and which are known already. */
import { shownLabels } from '#shared/labels.ts';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
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

describe('from a folder', () => {
  const FILES = { 'a.md': 'a', 'Food/b.MD': 'b', 'Food/c.markdown': 'c', 'd.txt': 'd' };

  test('all of its files come, with those below, and the same ones again add nothing', async () => {
    const account = createAccount();
    const folder = writeFiles({ ...FILES, 'picture.jpg': 'x', 'script.js': 'x' });
    expect(await account.import(folder)).toEqual({ ...NONE, added: 4 });
    expect(titles(account)).toEqual(['a', 'b', 'c', 'd']);
    // Some programs change the dates of all files.
    utimesSync(path.join(folder, 'a.md'), 1_000_000, 1_000_000);
    expect(await account.import(folder)).toEqual({ ...NONE, known: 4 });
    expect(await account.import(path.join(folder, 'a.md'))).toEqual({ ...NONE, known: 1 });
    expect(await account.import(writeZip(temporaryFolder(), [{ name: 'x/a.md', content: 'a' }]))).toEqual({
      ...NONE,
      known: 1,
    });
  });

  test('a file that was changed comes beside the note that it was', async () => {
    const account = createAccount();
    const folder = writeFiles({ 'a.md': 'a' });
    await account.import(folder);
    writeFiles({ 'a.md': 'a and more' }, folder);
    expect(await account.import(folder)).toEqual({ ...NONE, added: 1 });
    expect(titles(account)).toEqual(['a', 'a']);
  });

  test('two files of the same words are two notes where their names differ', async () => {
    const account = createAccount();
    const folder = writeFiles({ '2024-01-01.md': '# Today\n\nrun', '2024-01-02.md': '# Today\n\nrun' });
    expect(await account.import(folder)).toEqual({ ...NONE, added: 2 });
  });

  test('files of one name and the same words are one note with the labels of both', async () => {
    const account = createAccount();
    const folder = writeFiles({
      'a/n.md': '---\ntags: [x]\n---\nbody',
      'b/n.md': '---\ntags: [y]\n---\nbody',
    });
    expect(await account.import(folder)).toEqual({ ...NONE, added: 1, known: 1 });
    expect(shownLabels(account.shown()[0]?.local?.labels ?? null).toSorted()).toEqual(['x', 'y']);
  });

  test('a date without a zone makes no other note of it where the zone is another', async () => {
    const account = createAccount();
    const folder = writeFiles({ 'a.md': '---\ncreated: 2024-01-01 10:00\n---\nwords' });
    vi.stubEnv('TZ', 'Europe/Berlin');
    await account.import(folder);
    vi.stubEnv('TZ', 'America/New_York');
    expect(await account.import(folder)).toEqual({ ...NONE, known: 1 });
    vi.unstubAllEnvs();
  });

  test('tags of any number cost no other file', async () => {
    const tags = Array.from({ length: 200_000 }, (_, index) => `t${index}`).join();
    const folder = writeFiles({ 'a.md': `---\ntags: ${tags}\n---\nbody`, 'b.md': 'b' });
    expect(await createAccount().import(folder)).toEqual({ ...NONE, added: 2 });
  });

  test('a program’s own files stay out', async () => {
    const folder = writeFiles({
      'a.md': 'a',
      '.obsidian/notes.md': 'x',
      '.trash/b.md': 'x',
      '__MACOSX/._a.md': 'x',
      '._a.md': 'x',
    });
    expect(await createAccount().import(folder)).toEqual({ ...NONE, added: 1 });
    // They come in if somebody chose their folder.
    expect(await createAccount().import(path.join(folder, '.obsidian'))).toEqual({ ...NONE, added: 1 });
  });

  test('files that are no text or too large are listed', async () => {
    const folder = writeFiles({
      'a.md': 'a',
      'b.md': Uint8Array.from([0x61, 0xff, 0x62]),
      'c.txt': 'x'.repeat(5_000_000),
      'd.txt': Buffer.from('\uFEFFwide', 'utf16le'),
    });
    const account = createAccount();
    const { added, broken } = await account.import(folder);
    expect(added).toBe(2);
    expect(account.shown().map(({ local }) => local?.text)).toContain('wide');
    expect(broken.map(({ reason }) => reason)).toEqual([
      'It is not text in UTF-8 or UTF-16.',
      'It is larger than any note.',
    ]);
  });
});

describe('text files are no notes of their own', () => {
  test('in a Takeout', async () => {
    const zip = writeZip(temporaryFolder(), [
      { name: 'Takeout/Keep/a.json', content: keepFile(1, 'a') },
      { name: 'Takeout/Keep/Labels.txt', content: 'home' },
      { name: 'Takeout/Tasks/read me.md', content: 'x' },
    ]);
    expect(await createAccount().import(zip)).toEqual({ ...NONE, added: 1 });
  });

  test('in a folder that is called Takeout, only where Keep’s notes are in it', async () => {
    const folder = path.join(writeFiles({ 'Takeout/Drive/diary.md': 'dear diary' }), 'Takeout');
    expect(await createAccount().import(folder)).toEqual({ ...NONE, added: 1 });
    writeFiles({ 'Keep/a.json': keepFile(1, 'a') }, folder);
    const account = createAccount();
    expect(await account.import(folder)).toEqual({ ...NONE, added: 1 });
    expect(titles(account)).toEqual(['a']);
  });

  test('beside Keep’s notes, but Markdown is', async () => {
    const folder = writeFiles({ 'a.json': keepFile(1, 'a'), 'Etiketten.txt': 'home', 'b.md': 'b' });
    expect(await createAccount().import(folder)).toEqual({ ...NONE, added: 2 });
  });
});

describe('an export', () => {
  async function exported(account: TestAccount): Promise<string> {
    return path.dirname(await exportFile(account));
  }

  function oneNote(account: TestAccount): void {
    account.notes.add({ title: 'Plan', text: 'one' });
  }

  test('is read from its JSON, or from the Markdown of what that has lost', async () => {
    const ada = createAccount();
    for (const title of ['a', 'b', 'c']) ada.notes.add({ title, text: 'words' });
    const folder = await exported(ada);
    const json = path.join(folder, 'notes.json');
    expect(await createAccount('bob').import(folder)).toEqual({ ...NONE, added: 3 });
    writeFileSync(json, readFileSync(json, 'utf8').slice(0, -160));
    const bob = createAccount('bob');
    expect(await bob.import(folder)).toMatchObject({
      added: 3,
      broken: [{ reason: expect.stringContaining('JSON') }],
    });
    expect(titles(bob)).toEqual(['a', 'b', 'c']);
  });

  test('whose folder has other Markdown by now brings that, too', async () => {
    const ada = createAccount();
    for (const title of ['Plan', 'Other']) ada.notes.add({ title, text: 'one' });
    const folder = await exported(ada);
    const file = path.join(folder, 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('\none\n', '\none\n\ntwo\n'));
    writeFiles({ 'Notes/New.md': 'written elsewhere', 'Diary/today.md': 'dear diary' }, folder);
    const bob = createAccount('bob');
    expect(await bob.import(folder)).toEqual({ ...NONE, added: 5 });
    expect(bob.shown().map(({ local }) => local?.text)).toEqual(
      expect.arrayContaining(['dear diary', 'one', 'one\n\ntwo', 'written elsewhere']),
    );
  });

  test('whose Markdown was changed brings the change as another note', async () => {
    const ada = createAccount();
    oneNote(ada);
    const file = path.join(await exported(ada), 'Notes', 'Plan.md');
    expect(await ada.import(file)).toEqual({ ...NONE, known: 1 });
    writeFileSync(file, readFileSync(file, 'utf8').replace('\none\n', '\none\n\ntwo\n'));
    expect(await ada.import(file)).toEqual({ ...NONE, added: 1 });
    expect(await ada.import(file)).toEqual({ ...NONE, known: 1 });
    expect(ada.shown().map(({ local }) => [local?.title, local?.text])).toEqual([
      ['Plan', 'one\n\ntwo'],
      ['Plan', 'one'],
    ]);
  });

  test('whose Markdown was changed keeps its labels, and gets the title of its heading', async () => {
    const ada = createAccount();
    const id = ada.notes.add({ title: 'Plan', text: 'one' });
    const labels = ['#1', 'a, b', 'c: d', '#x #y', '"q"'];
    ada.notes.mark(id, { addLabels: labels });
    const file = path.join(await exported(ada), 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('# Plan\n', '# Plan!\n'));
    const bob = createAccount('bob');
    await bob.import(file);
    expect(bob.shown()).toMatchObject([{ local: { title: 'Plan!', text: 'one', labels } }]);
  });

  test('whose line ends another program has changed is the same', async () => {
    const ada = createAccount();
    oneNote(ada);
    const file = path.join(await exported(ada), 'Notes', 'Plan.md');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect(await ada.import(file)).toEqual({ ...NONE, known: 1 });
  });

  test('of an earlier version is read, too', async () => {
    const account = createAccount();
    const folder = writeFiles({
      'Archive/Plan.md':
        '---\nid: "aaaaaaaaaaaaaaaaaaaa"\ncreated: 2026-01-02T00:00:00.000000000Z\nlist: archived\n---\n\n# Plan\n\none\n',
    });
    await account.import(folder);
    expect(account.shown('archived')).toMatchObject([
      {
        local: { title: 'Plan', text: 'one' },
        extra: { importedId: { stringValue: 'aaaaaaaaaaaaaaaaaaaa' } },
      },
    ]);
    expect(readdirSync(folder)).toEqual(['Archive']);
  });
});

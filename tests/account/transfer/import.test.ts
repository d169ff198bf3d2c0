import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import type { TransferProgress } from '#shared/ipc/transfer.ts';
import { createAccount, type TestAccount, testPace } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip, zipOf } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { TRANSITIONS } from '#shared/note/note.ts';

const KEEP = 'Takeout/Keep';
const NONE = { added: 0, known: 0, empty: 0, broken: [] };

function titles(account: TestAccount): (string | null | undefined)[] {
  return account.shown('active').map(({ local }) => local?.title);
}

/** Three notes, the newest first in the archive. */
const three = [3, 1, 2].map((day) => ({ name: `${KEEP}/${day}.json`, content: keepFile(day, `day ${day}`) }));

describe('an import of a Takeout', () => {
  test('notes of a Takeout are imported into their lists, newest on top', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [
      ...three,
      { name: `${KEEP}/3.html`, content: '<html>' },
      { name: `${KEEP}/Labels.txt`, content: 'home' },
      { name: `${KEEP}/a.json`, content: keepFile(4, 'a', { isArchived: true }) },
      { name: `${KEEP}/t.json`, content: keepFile(5, 't', { isTrashed: true }) },
      { name: `${KEEP}/e.json`, content: keepFile(6, '', { textContent: '' }) },
    ]);
    expect(await account.import(zip)).toMatchObject({ added: 5, known: 0, empty: 1, broken: [] });
    expect(titles(account)).toEqual(['day 3', 'day 2', 'day 1']);
    expect(account.shown('archived').map(({ local }) => local?.title)).toEqual(['a']);
    expect(account.shown('trashed').map(({ local }) => local?.title)).toEqual(['t']);
  });

  test('imported notes are pushed oldest first', async () => {
    const account = createAccount();
    await account.import(writeZip(temporaryFolder(), three));
    expect(account.store.pendingIds(9).map((id) => account.store.read(id)?.local?.title)).toEqual([
      'day 1',
      'day 2',
      'day 3',
    ]);
  });

  test('a Takeout is imported whatever its folders are called', async () => {
    const account = createAccount();
    const entries = three.map(({ name, content }) => ({
      name: name.replace('Keep', 'Google Notizen'),
      content,
    }));
    expect(await account.import(writeZip(temporaryFolder(), entries))).toMatchObject({ added: 3 });
  });

  test('a Takeout in the zip64 format is imported', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'takeout.zip');
    writeFileSync(
      file,
      zipOf(
        three.map((entry) => ({ ...entry, zip64: true })),
        { zip64: true },
      ),
    );
    expect(await createAccount().import(file)).toMatchObject({ ...NONE, added: 3 });
  });

  test('a folder is imported with the archives, folders and files in it', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'a/b'), { recursive: true });
    writeZip(folder, three, 'takeout-1.zip');
    writeZip(path.join(folder, 'a'), [{ name: 'x.json', content: keepFile(8, 'zipped') }], 'Takeout-2.ZIP');
    writeFileSync(path.join(folder, 'a/b/x.json'), keepFile(9, 'filed'));
    // On Windows everybody may create a junction, but not a symbolic link.
    symlinkSync(folder, path.join(folder, 'a/b/round'), 'junction');
    expect(await account.import(folder)).toMatchObject({ ...NONE, added: 5 });
  });

  test('files that were chosen one by one are imported, also with a byte order mark or Windows line ends', async () => {
    const account = createAccount();
    const folder = temporaryFolder();
    const files = ['1.json', '2.json'].map((name) => path.join(folder, name));
    writeFileSync(files[0] ?? '', `\uFEFF${keepFile(1, 'one')}`);
    writeFileSync(files[1] ?? '', keepFile(2, 'two').replaceAll(',', ',\r\n'));
    expect(await account.import(files)).toMatchObject({ ...NONE, added: 2 });
    expect(titles(account)).toEqual(['two', 'one']);
  });

  test('files of other products in a Takeout are ignored and not reported', async () => {
    const zip = writeZip(temporaryFolder(), [
      ...three,
      { name: 'Takeout/Photos/a.json', content: '{"title": "Summer", "creationTime": {}}' },
      { name: 'Takeout/Chat/b.json', content: '{broken' },
      { name: 'Takeout/Maps/Records.json', content: `{"locations": [${'0,'.repeat(3_000_000)}0]}` },
    ]);
    expect(await createAccount().import(zip)).toMatchObject({ ...NONE, added: 3 });
  });
});

describe('a repeated import', () => {
  test('a repeated import adds nothing, even if the notes were edited, trashed or archived since', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), three);
    await account.import(zip);
    const [edited, trashed, archived] = account.shown('active');
    if (edited === undefined || trashed === undefined || archived === undefined)
      throw new Error('three notes');
    account.notes.edit(edited.id, { title: 'edited', text: '' }, { title: 'day 3', text: 'text of day 3' });
    account.notes.change(trashed.id, { to: TRANSITIONS.trash });
    account.notes.change(archived.id, { to: TRANSITIONS.archive });
    expect(await account.import(zip)).toMatchObject({ ...NONE, known: 3 });
    expect(account.shown()).toHaveLength(3);
  });

  test('a repeated import brings back notes that were deleted for ever', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), three);
    await account.import(zip);
    for (const { id } of account.shown()) account.notes.deleteForever(id);
    expect(await account.import(zip)).toMatchObject({ ...NONE, added: 3 });
  });

  test('an import after an interrupted one adds the missing notes in their order', async () => {
    const account = createAccount();
    const entries = Array.from({ length: 300 }, (_, day) => ({
      name: `${day}.json`,
      content: keepFile(day, `${day}`),
    }));
    const zip = writeZip(temporaryFolder(), entries);
    const ending = new AbortController();
    const interrupted = account.import(zip, {
      pace: testPace(ending.signal),
      notes: {
        ...account.notes,
        addImported(notes) {
          if (account.store.counts().pending >= 100) ending.abort(new Error('ended'));
          return account.notes.addImported(notes);
        },
      },
    });
    await expect(interrupted).rejects.toThrow('ended');
    const first = account.shown('active').length;
    expect(first).toBeGreaterThanOrEqual(100);
    expect(first).toBeLessThan(300);
    expect(await account.import(zip)).toMatchObject({ ...NONE, added: 300 - first, known: first });
    expect(titles(account)).toEqual(entries.map((_, day) => `${299 - day}`));
  });

  test('the same import into two accounts makes notes with different ids', async () => {
    const zip = writeZip(temporaryFolder(), three);
    const [ada, bob] = [createAccount('ada'), createAccount('bob')];
    await ada.import(zip);
    await bob.import(zip);
    const ids = new Set([...ada.shown(), ...bob.shown()].map(({ id }) => id));
    expect(ids.size).toBe(6);
  });
});

test('a note that the files hold twice is added once', async () => {
  const account = createAccount();
  const zip = writeZip(temporaryFolder(), [
    { name: 'a.json', content: keepFile(1, 'a') },
    { name: 'a(1).json', content: keepFile(1, 'a') },
    { name: 'b.json', content: keepFile(1, 'b') },
  ]);
  expect(await account.import(zip)).toMatchObject({ ...NONE, added: 2, known: 1 });
});

test('the progress of an import grows to its total', async () => {
  const reports: TransferProgress[] = [];
  const entries = Array.from({ length: 250 }, (_, day) => ({
    name: `${day}.json`,
    content: keepFile(day, `${day}`),
  }));
  await createAccount().import(writeZip(temporaryFolder(), entries), {
    onProgress: (one) => reports.push(one),
  });
  const shares = reports.map(({ done, total }) => done / total);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(reports.at(-1)).toEqual({ kind: 'import', done: 500, total: 500 });
  expect(reports.length).toBeGreaterThan(4);
  expect(new Set(reports.map(({ total }) => total)).size).toBe(1);
});

test('reading is half of an import’s progress, to which each note of one large file adds', async () => {
  const ada = createAccount('ada');
  for (let index = 0; index < 2000; index += 1)
    ada.notes.add({ title: `${index}`, text: 'words '.repeat(50) });
  const reports: TransferProgress[] = [];
  await createAccount('bob').import(await exportFile(ada), { onProgress: (one) => reports.push(one) });
  const shares = reports.map(({ done, total }) => done / total);
  expect(shares.filter((share) => share > 0 && share < 0.5).length).toBeGreaterThan(4);
  expect(shares.filter((share) => share > 0.5).length).toBeGreaterThan(15);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('an import that is cancelled while it reads adds nothing', async () => {
  const account = createAccount();
  const pace = testPace(AbortSignal.abort());
  await expect(account.import(writeZip(temporaryFolder(), three), { pace })).rejects.toThrow('aborted');
  expect(account.shown()).toEqual([]);
});

test('an import that the store cannot take ends with the store’s error', async () => {
  const account = createAccount();
  const notes = {
    ...account.notes,
    addImported: (): number => {
      throw new AppError('store-full', 'disk-full');
    },
  };
  const imported = account.import(writeZip(temporaryFolder(), three), { notes });
  await expect(imported).rejects.toMatchObject({ code: 'store-full' });
});

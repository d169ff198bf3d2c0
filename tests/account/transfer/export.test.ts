import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import type { TransferProgress } from '#shared/ipc/transfer.ts';
import type { AllNotes } from '#account/tables/all-notes.ts';
import { newRecord } from '#account/sync/local-action.ts';
import { exportNotes, type ExportPorts } from '#account/transfer/export.ts';
import { fields } from '#tests/support/fields.ts';
import { createAccount, type TestAccount, testPace } from './support/account.ts';
import { unzip } from './support/export-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs/promises', { spy: true });

const noon = new Date(2026, 0, 2, 12).getTime();

function run(account: TestAccount, folder: string, more: Partial<ExportPorts> = {}) {
  return exportNotes({ notes: account.all, folder, now: () => noon, pace: testPace(), ...more });
}

test('an export is an archive with a file of each note in the folder of its list', async () => {
  const account = createAccount();
  const parent = temporaryFolder();
  account.notes.add({ title: 'Shopping', text: 'milk\neggs' });
  account.notes.change(account.notes.add({ title: '', text: 'Call the dentist' }), {
    to: TRANSITIONS.archive,
  });
  account.notes.change(account.notes.add({ title: 'Shopping', text: '' }), { to: TRANSITIONS.trash });
  const gone = account.notes.add({ title: 'Gone', text: '' });
  account.notes.deleteForever(gone);
  const { file, notes } = await run(account, parent);
  expect(notes).toBe(3);
  expect(file).toBe(path.join(parent, 'Inkling notes 2026-01-02.zip'));
  expect(readdirSync(parent)).toEqual([path.basename(file)]);
  expect(Object.keys(await unzip(file)).toSorted()).toEqual([
    'Archive/Call the dentist.md',
    'Notes/Shopping.md',
    'Trash/Shopping.md',
  ]);
});

test.skipIf(process.platform === 'win32')(
  '[C111] an export and the files in it are for their owner alone',
  async () => {
    const account = createAccount();
    account.notes.add({ title: 'a', text: '' });
    const { file } = await run(account, temporaryFolder());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const archive = await fromBufferPromise(readFileSync(file));
    for await (const entry of archive.eachEntry())
      expect((entry.externalFileAttributes >>> 16).toString(8)).toBe('100600');
  },
);

test('each note is whole in its Markdown file', async () => {
  const account = createAccount();
  const extra = { fieldOfAnotherClient: { arrayValue: [{ stringValue: 'calm' }] } };
  const at = { created: 1_767_312_000_123_456, sequence: 1 };
  const marks = { isPinned: true, color: 'TEAL', labels: ['home'] };
  const note = { ...fields('a "title"', 'b\n'), ...marks, text: null, isArchived: true, isDeleted: true };
  account.store.write(newRecord('odd id' as NoteId, note, extra, at));
  const { file } = await run(account, temporaryFolder());
  expect(((await unzip(file))['Archive/a title.md'] ?? '').split('\n')).toEqual([
    '---',
    'id: "odd id"',
    'created: 2026-01-02T00:00:00.123456000Z',
    'list: archived',
    'title: "a \\"title\\""',
    'text: null',
    'archived: true',
    'trashed: true',
    'pinned: true',
    'color: "TEAL"',
    'tags: ["home"]',
    'extra: {"fieldOfAnotherClient":{"arrayValue":[{"stringValue":"calm"}]}}',
    expect.stringMatching(/^words: "[\w-]{27}"$/),
    '---',
    '',
    '# a "title"',
    '',
  ]);
});

test('a Markdown file says what is known of the note, then its words', async () => {
  const account = createAccount();
  const id = account.notes.add({ title: 'Shopping\nlist', text: '- milk\n- eggs' });
  account.notes.change(id, { to: { isPinned: true, color: 'TEAL', addLabels: ['home', 'to do'] } });
  const { file } = await run(account, temporaryFolder());
  expect(((await unzip(file))['Notes/Shopping list.md'] ?? '').split('\n')).toEqual([
    '---',
    `id: "${id}"`,
    'created: 2026-01-02T00:00:00.000000000Z',
    'list: active',
    'title: "Shopping\\nlist"',
    'pinned: true',
    'color: "TEAL"',
    'tags: ["home","to do"]',
    expect.stringMatching(/^words: "[\w-]{27}"$/),
    '---',
    '',
    '# Shopping list',
    '',
    '- milk',
    '- eggs',
    '',
  ]);
});

test('an export of an account without notes is an archive without files', async () => {
  const { file, notes } = await run(createAccount(), temporaryFolder());
  expect(notes).toBe(0);
  expect(await unzip(file)).toEqual({});
});

test('a second export of the day gets a name of its own', async () => {
  const account = createAccount();
  const parent = temporaryFolder();
  await run(account, parent);
  await run(account, parent);
  expect(readdirSync(parent).toSorted()).toEqual([
    'Inkling notes 2026-01-02 (2).zip',
    'Inkling notes 2026-01-02.zip',
  ]);
});

test('notes with equal titles and with titles that lead elsewhere are all exported into the folder', async () => {
  const account = createAccount();
  const parent = temporaryFolder();
  const titles = ['a', 'A', 'a', '../a', '/etc/passwd', '..', 'nul', 'C:\\x', '\0', '~'];
  for (const title of titles) account.notes.add({ title, text: '' });
  const { file } = await run(account, parent);
  const names = Object.keys(await unzip(file));
  expect(names).toHaveLength(titles.length);
  for (const name of names) expect(name).toMatch(/^Notes\/(?!\.)[^/\\:]+\.md$/);
  expect(readdirSync(parent)).toHaveLength(1);
});

test('a note whose date changes during an export, because it is pushed, is exported exactly once', async () => {
  const account = createAccount();
  const ids = Array.from({ length: 40 }, (_, index) => account.notes.add({ title: `${index}`, text: '' }));
  let day = 0;
  const moving: ExportPorts['notes'] = {
    count: () => account.all.count(),
    next(id) {
      day += 1;
      const record = account.store.read(ids[(day * 7) % ids.length] ?? ('' as NoteId));
      if (record !== null) account.store.write({ ...record, created: record.created + day * 1_000_000 });
      return account.all.next(id);
    },
  };
  const { file, notes } = await run(account, temporaryFolder(), { notes: moving });
  expect(notes).toBe(40);
  expect(Object.keys(await unzip(file))).toHaveLength(40);
});

test('the progress of an export grows to its total', async () => {
  const account = createAccount();
  for (let index = 0; index < 100; index += 1) account.notes.add({ title: `${index}`, text: '' });
  const reports: TransferProgress[] = [];
  await run(account, temporaryFolder(), { onProgress: (one) => reports.push(one) });
  expect(reports.map(({ done }) => done)).toEqual([16, 32, 48, 64, 80, 96, 100]);
  expect(reports.at(-1)).toEqual({ kind: 'export', done: 100, total: 100 });
});

function many(): TestAccount {
  const account = createAccount();
  for (let index = 0; index < 200; index += 1) account.notes.add({ title: `${index}`, text: '' });
  return account;
}

/** Reads all notes, but calls `fail` before the 100th, which is half of them. */
function failing(all: AllNotes, fail: () => void): ExportPorts['notes'] {
  let count = 0;
  return {
    count: () => all.count(),
    next(id) {
      count += 1;
      if (count === 100) fail();
      return all.next(id);
    },
  };
}

describe('an export that fails', () => {
  test('a cancelled export leaves no file', async () => {
    const account = many();
    const parent = temporaryFolder();
    const ending = new AbortController();
    const notes = failing(account.all, () => ending.abort(new Error('cancelled')));
    await expect(run(account, parent, { notes, pace: testPace(ending.signal) })).rejects.toThrow('cancelled');
    expect(readdirSync(parent)).toEqual([]);
  });

  test.each([
    ['ENOSPC', 'store-full', /not enough space/],
    ['EDQUOT', 'store-full', /not enough space/],
    ['EIO', 'store-failed', /could not be written/],
  ])(
    'an export leaves no file and gives the reason if the disk reports %s',
    async (code, expected, sentence) => {
      const account = many();
      const parent = temporaryFolder();
      const notes = failing(account.all, () => {
        throw Object.assign(new Error(code), { code, errno: -1 });
      });
      const exported = run(account, parent, { notes });
      await expect(exported).rejects.toMatchObject({ code: expected });
      await expect(exported).rejects.toThrow(sentence);
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  test('an export into a folder that is gone fails with the reason and creates nothing', async () => {
    const parent = path.join(temporaryFolder(), 'gone');
    const exported = run(many(), parent);
    await expect(exported).rejects.toMatchObject({ code: 'store-failed' });
    await expect(exported).rejects.toThrow('no longer exists');
    expect(existsSync(parent)).toBe(false);
  });
});

test('a failed export gives its reason even if its files cannot be removed', async () => {
  const account = many();
  const fault = Object.assign(new Error('EIO'), { code: 'EIO', errno: -1 });
  const notes = failing(account.all, () => {
    throw fault;
  });
  vi.mocked(rm).mockRejectedValueOnce(fault);
  const exported = run(account, temporaryFolder(), { notes });
  await expect(exported).rejects.toMatchObject({ code: 'store-failed' });
  await expect(exported).rejects.toThrow('could not be written');
});

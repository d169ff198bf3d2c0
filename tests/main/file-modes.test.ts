/**
 * Only the owner can access the files of an account, whatever the umask and whatever happened to the files.
 */
import { chmodSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listBackups } from '#account/database/backups.ts';
import { createFileJobs } from '#account/upkeep/file-jobs.ts';
import { accountFiles } from '#main/account/files.ts';
import { createJsonFile } from '#main/device/json-file.ts';
import { createLogFile } from '#main/device/log-file.ts';
import { addWaitingNote, waitingWordsFolder } from '#main/device/waiting-words.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { FILE_WORKER } from '#tests/support/file-worker.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createTestHost, SIGNED_OUT, type TestHost } from '#tests/support/test-host.ts';
import { destroyRoot } from '../account/support/store.ts';

const ada = 'ada' as Uid;
const HOUR_MS = 3_600_000;
const words = { title: 'a title', text: 'words' };

beforeEach(({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such permissions.');
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
});

/** Files and folders with permissions for others than their owner, and the names of all. */
function walk(folder: string): { readonly all: readonly string[]; readonly open: readonly string[] } {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const open = all
    .map((name) => [name, lstatSync(path.join(folder, name)).mode & 0o777] as const)
    .filter(([, mode]) => mode !== 0o600 && mode !== 0o700)
    .map(([name, mode]) => `${name} ${mode.toString(8)}`);
  return { all, open };
}

function openHost(folder: string): TestHost {
  const cloud = createFakeCloud();
  cloud.put('note-of-the-cloud' as NoteId, fields('from the cloud', 'words'));
  const source = temporaryFolder();
  writeFileSync(path.join(source, 'imported.md'), '# A title\n\nwords\n');
  return createTestHost({
    folder,
    connect: () => cloud.connect(),
    createJobs: () => createFileJobs(FILE_WORKER),
    chooseSource: async () => [source],
  });
}

async function use(app: TestHost): Promise<void> {
  app.host.startSync();
  app.signIn('ada');
  await app.add('ada', words);
  await app.host.request('drafts:keep', [ada, { place: 'new', content: words }]);
  await expect.poll(() => app.titles()).toContain('from the cloud');
}

test('[C1] no file of an account that was used, backed up, damaged and salvaged is open to others', async () => {
  const folder = temporaryFolder();
  const database = accountFiles(folder, ada).database;
  const first = openHost(folder);
  await use(first);
  await first.host.request('transfer:import', [ada, 'folder']);
  expect(first.host.current?.transfer).toMatchObject({ result: { added: 1 } });
  first.clock.advance(HOUR_MS);
  await expect.poll(() => listBackups(database).length).toBe(1);
  // In use, it also has its log and its search index.
  expect(walk(folder).open).toEqual([]);
  expect(walk(folder).all.map((name) => path.basename(name))).toEqual(
    expect.arrayContaining([
      'notes.sqlite',
      'notes.sqlite-wal',
      'search.sqlite',
      'search.sqlite-wal',
      'backups',
    ]),
  );
  await first.end();

  destroyRoot(database, 'drafts');
  writeFileSync(`${database}-wal`, '', { mode: 0o600 });
  const second = openHost(folder);
  await second.waitingWords.store(ada, { place: 'new', content: words });
  await use(second);
  await second.host.request('drafts:keep', [ada, { place: 'quick', content: words }]);
  second.crash();
  await expect
    .poll(() => {
      second.clock.advance(1_000);
      return second.started();
    })
    .toBe(2);
  await second.titles();
  second.host.applySession(SIGNED_OUT);
  await second.waitingWords.store(null, { place: 'quick', content: words });
  createJsonFile(path.join(folder, 'settings.json')).write({ theme: 'dark' });
  createLogFile(path.join(folder, 'logs'), { info() {}, warn() {}, error() {} }, () => 0, folder).info(
    'signed-in',
  );
  addWaitingNote(waitingWordsFolder(folder), 'a'.repeat(20) as NoteId, words, 1);
  const { all, open } = walk(folder);
  expect(open).toEqual([]);
  expect(all.some((name) => name.includes('damaged') && name.endsWith('notes.sqlite'))).toBe(true);
  expect(all.filter((name) => name.endsWith('.nobody.json'))).toHaveLength(2);
  await second.end();
});

test('[C2] files of an account that a restored copy has exposed to others become private when the account is opened', async () => {
  const folder = temporaryFolder();
  const first = openHost(folder);
  await use(first);
  await first.end();
  const { all } = walk(folder);
  for (const name of all) {
    const place = path.join(folder, name);
    chmodSync(place, lstatSync(place).isDirectory() ? 0o755 : 0o644);
  }
  const second = openHost(folder);
  await use(second);
  expect(walk(accountFiles(folder, ada).folder).open).toEqual([]);
  await second.end();
});

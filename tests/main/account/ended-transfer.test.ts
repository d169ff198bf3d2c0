import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { NO_TRANSFER, type TransferState } from '#shared/ipc/transfer.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle, whileTakingTurns } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';
import { keepFile } from '../../account/transfer/support/keep-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const ada = 'ada' as Uid;

let clouds: Record<string, FakeCloud>;
let app: TestHost;

beforeEach(() => {
  clouds = { ada: createFakeCloud(), ben: createFakeCloud() };
});

test('the folder of an export is known while no thread serves the account, and while the next one does', async () => {
  const folder = temporaryFolder();
  app = createTestHost({ chooseFolder: async () => folder });
  function exportedTo(): string | null {
    const transfer = app.host.current?.transfer;
    return transfer?.status === 'exported' ? path.dirname(transfer.result.file) : null;
  }
  app.signIn('ada');
  await app.titles();
  await app.host.request('transfer:export', [ada]);
  app.crash();
  await settle();
  expect(exportedTo()).toBe(folder);
  app.clock.advance(1_000);
  await app.titles();
  expect(exportedTo()).toBe(folder);
});

test('pictures that a later import adds are an edit of the note that reaches pages and the cloud', async () => {
  const [source, pictures] = [temporaryFolder(), temporaryFolder()];
  const attachments = [{ filePath: 'one.jpg', mimetype: 'image/jpeg' }];
  writeFileSync(path.join(source, 'a.json'), keepFile(1, 'a', { textContent: 'words', attachments }));
  writeFileSync(path.join(source, 'one.jpg'), 'a picture');
  writeFileSync(path.join(pictures, 'one.jpg'), 'another one');
  const folders = [null, pictures];
  const cloud = createFakeCloud();
  app = createTestHost({
    connect: () => cloud.connect(),
    chooseSource: async () => [source],
    choosePictureFolder: async () => folders.shift() ?? null,
  });
  app.host.startSync();
  app.signIn('ada');
  await app.titles();
  await settle();
  const importFolder = () => app.host.request('transfer:import', [ada, 'folder']);
  await importFolder();
  await expect.poll(() => cloud.documents.size).toBe(1);
  const revisionsBefore = app.revisions.length;
  await importFolder();
  expect(app.host.current?.transfer).toMatchObject({
    result: { added: 0, known: 1, pictures: { copied: 1 } },
  });
  await expect
    .poll(() => [...cloud.documents.values()].map(({ fields: { text } }) => text))
    .toEqual(['words\n\n[Attachment: one (2).jpg]']);
  app.clock.advance(1_000);
  await expect.poll(() => app.revisions.length).toBeGreaterThan(revisionsBefore);
});

describe('an import whose thread ends in the middle', () => {
  const COUNT = 250;
  const INTERRUPTED = {
    status: 'failed',
    kind: 'import',
    reason: 'An import was interrupted. Import the same files again to add what is missing.',
  };
  let folder: string;
  let source: string;
  let questions: number;
  /** Number of further threads that end after they have stored some of the notes. */
  let endings: number;

  beforeEach(async () => {
    folder = temporaryFolder();
    source = path.join(folder, 'Keep');
    mkdirSync(source);
    for (let day = 0; day < COUNT; day += 1)
      writeFileSync(path.join(source, `${day}.json`), keepFile(day, `Keep ${day}`));
    questions = 0;
    endings = 1;
    app = await startApp();
  });

  async function startApp(): Promise<TestHost> {
    let isStoring = false;
    const started = createTestHost({
      folder,
      connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect(),
      async chooseSource() {
        questions += 1;
        return [source];
      },
      onTransfer(state) {
        isStoring = state.status === 'running' && state.total > 0;
      },
      injectFault(moment) {
        if (!isStoring || endings === 0 || moment !== 'committed') return;
        isStoring = false;
        endings -= 1;
        throw new Database.SqliteError('the disk fails', 'SQLITE_IOERR_FSYNC');
      },
    });
    started.host.startSync();
    started.signIn('ada');
    await started.titles();
    await settle();
    return started;
  }

  /** An import lets other work go first every so many steps. */
  const importFolder = () =>
    whileTakingTurns(app.host.request('transfer:import', [ada, 'folder']), () => app.clock.advance(0));
  const stored = async () => (await app.host.request('notes:counts', [])).active;

  /** The statuses sent to pages, without repetitions. */
  function statuses(): string[] {
    return app.transfers.map(({ status }) => status).filter((one, at, all) => one !== all[at - 1]);
  }

  test('an import whose thread ends is reported as interrupted, and importing again adds what is missing', async () => {
    await importFolder();
    expect(app.host.current?.transfer).toEqual(INTERRUPTED);
    expect(statuses()).toEqual(['choosing', 'running', 'failed']);
    await expect(importFolder()).rejects.toMatchObject({ code: 'store-failed' });
    app.clock.advance(1_000);
    const first = await stored();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(COUNT);
    await settle();
    expect(app.host.current?.transfer).toEqual(INTERRUPTED);
    expect(questions).toBe(1);
    await importFolder();
    expect(questions).toBe(2);
    expect(await stored()).toBe(COUNT);
    expect(app.host.current?.transfer).toMatchObject({ result: { added: COUNT - first, known: first } });
  });

  test('an interrupted import that is dismissed while no thread serves stays dismissed', async () => {
    await importFolder();
    await app.host.request('transfer:dismiss', []);
    expect(app.host.current?.transfer).toEqual(NO_TRANSFER);
    app.clock.advance(1_000);
    expect(await stored()).toBeLessThan(COUNT);
    await settle();
    expect(app.host.current?.transfer).toEqual(NO_TRANSFER);
    await app.end();
    app = await startApp();
    expect(app.host.current?.transfer).toEqual(NO_TRANSFER);
  });

  test('an import is reported as interrupted if its account stays closed', async () => {
    await importFolder();
    const blocked = path.dirname(app.databaseOf('ada'));
    rmSync(blocked, { recursive: true });
    writeFileSync(blocked, 'a file where the folder should be');
    await expect
      .poll(() => {
        app.clock.advance(1_000);
        return app.host.current?.sync.phase;
      })
      .toBe('closed');
    expect(app.host.current?.transfer).toEqual(INTERRUPTED);
  });

  test('[S10] [S14] another account is not told of an interrupted import, and its own account is told later', async () => {
    await importFolder();
    app.signIn('ben');
    app.clock.advance(1_000);
    expect(await app.titles()).toEqual([]);
    await settle();
    expect(app.host.current?.transfer).toEqual(NO_TRANSFER);
    expect(await app.titles()).toEqual([]);
    app.signIn('ada');
    expect(await stored()).toBeLessThan(COUNT);
    expect(app.host.current?.transfer).toEqual(INTERRUPTED);
  });

  test('an import that the end of the app interrupts is reported at each start, until dismissed or another one ends', async () => {
    const restart = async (): Promise<TransferState | undefined> => {
      await app.end();
      app = await startApp();
      return app.host.current?.transfer;
    };
    await importFolder();
    expect(await restart()).toEqual(INTERRUPTED);
    expect(await restart()).toEqual(INTERRUPTED);
    await app.host.request('transfer:dismiss', []);
    expect(await restart()).toEqual(NO_TRANSFER);

    endings = 1;
    source = path.join(folder, 'Keep 2');
    mkdirSync(source);
    for (let day = 0; day < COUNT; day += 1)
      writeFileSync(path.join(source, `${day}.json`), keepFile(day, `more ${day}`));
    await importFolder();
    expect(await restart()).toEqual(INTERRUPTED);
    await importFolder();
    expect(await restart()).toEqual(NO_TRANSFER);
  });
});

/** An export or import across the successive threads of an account, and what a person is told of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { IMPORT_INTERRUPTED, NO_TRANSFER, type TransferState } from '#shared/ipc/transfer.ts';
import { createHostedTransfer, type HostedTransfer } from '#main/account/transfer.ts';

const uid = 'ada' as Uid;
const CHOOSING: TransferState = { status: 'choosing', kind: 'import' };
const RUNNING: TransferState = { status: 'running', kind: 'import', done: 1, total: 2 };
const STOPPED: TransferState = { status: 'stopped', kind: 'import' };
const GOES_ON = { channel: 'transfer:import', args: [uid, 'files'] };
const STOPS = { channel: 'transfer:cancel', args: [] };

let transfer: HostedTransfer;
let pictureFolders: string[];
let answerDialog: (paths: readonly string[] | null) => void;
beforeEach(() => {
  pictureFolders = ['/pictures', '/others'];
  transfer = createHostedTransfer({
    uid,
    choosePictureFolder: async () => pictureFolders.shift() ?? null,
    chooseSource() {
      const { promise, resolve } = Promise.withResolvers<readonly string[] | null>();
      answerDialog = resolve;
      return promise;
    },
    onChange: () => undefined,
  });
});

async function choose(): Promise<void> {
  transfer.update(CHOOSING);
  const chosen = transfer.chooseSource('files');
  answerDialog(['/takeout.zip']);
  await chosen;
}

async function interrupt(): Promise<void> {
  await choose();
  transfer.update(RUNNING);
  transfer.handleThreadEnd(true);
}

test('the result of an export stays known after the end of its thread, until it is dismissed', () => {
  const exported: TransferState = { status: 'exported', result: { notes: 1, file: '/there.zip' } };
  transfer.update(exported);
  transfer.handleThreadEnd(true);
  expect(transfer.state).toEqual(exported);
  transfer.update(NO_TRANSFER);
  expect(transfer.state).toEqual(NO_TRANSFER);
});

test('an import asks for its folder of pictures once, whichever thread copies them, and the next import again', async () => {
  await interrupt();
  expect(await transfer.choosePictureFolder()).toBe('/pictures');
  transfer.handleThreadEnd(true);
  transfer.takeResumption();
  expect(await transfer.choosePictureFolder()).toBe('/pictures');
  transfer.update(NO_TRANSFER);
  await choose();
  expect(await transfer.choosePictureFolder()).toBe('/others');
});

describe('a thread that ends', () => {
  test.each(['import', 'export'] as const)('an %s fails if a thread ends during the dialog', async (kind) => {
    transfer.update({ status: 'choosing', kind });
    const chosen = transfer.chooseSource('files');
    transfer.handleThreadEnd(true);
    const reason = `The ${kind} did not begin, because your notes had to be opened again. Please try again.`;
    expect(transfer.state).toEqual({ status: 'failed', kind, reason });
    answerDialog(['/takeout.zip']);
    await chosen;
    expect(transfer.state).toMatchObject({ reason });
    expect(transfer.takeResumption()).toBeNull();
  });

  test('if a thread ends after the files were chosen, the next one imports them', async () => {
    await choose();
    transfer.handleThreadEnd(true);
    expect(transfer.state).toEqual({ status: 'running', kind: 'import', done: 0, total: 0 });
    expect(transfer.takeResumption()).toEqual(GOES_ON);
    expect(await transfer.chooseSource('files')).toEqual(['/takeout.zip']);
  });

  test('if a thread ends in the middle of an import, the next one goes on with it', async () => {
    await interrupt();
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state.status).toBe('running');
    expect(transfer.takeResumption()).toEqual(GOES_ON);
    expect(transfer.takeResumption()).toBeNull();
  });

  test('an import was interrupted if its thread ends and no other one starts', async () => {
    await choose();
    transfer.update(RUNNING);
    transfer.handleThreadEnd(false);
    expect(transfer.state).toEqual(IMPORT_INTERRUPTED);
  });

  test('an import was interrupted if the next thread does not open, and another import may begin', async () => {
    await interrupt();
    transfer.handleThreadEnd(false);
    expect(transfer.state).toEqual(IMPORT_INTERRUPTED);
    expect(transfer.handle('transfer:import')).toBe(false);
    transfer.update(CHOOSING);
    expect(transfer.state).toEqual(CHOOSING);
    expect(transfer.takeResumption()).toBeNull();
  });

  test('an export fails if its thread ends, because its folder is not complete', () => {
    transfer.update({ status: 'running', kind: 'export', done: 1, total: 2 });
    transfer.handleThreadEnd(true);
    expect(transfer.state).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('not complete'),
    });
    expect(transfer.takeResumption()).toBeNull();
  });
});

describe('an import that a person stops before it goes on', () => {
  beforeEach(async () => {
    await interrupt();
    transfer.handle('transfer:cancel');
  });

  test('an import stopped between two threads stays stopped, also if the next thread finds that it did not end', () => {
    expect(transfer.state).toEqual(STOPPED);
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state).toEqual(STOPPED);
    transfer.handleThreadEnd(true);
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state).toEqual(STOPPED);
  });

  test.each(['before', 'after'])(
    'the next thread cancels an import that was stopped between two threads, %s it is dismissed',
    (when) => {
      if (when === 'after') transfer.update(NO_TRANSFER);
      expect(transfer.takeResumption()).toEqual(STOPS);
      expect(transfer.takeResumption()).toBeNull();
    },
  );

  test.each(['transfer:import', 'transfer:export'] as const)(
    'an import stopped between two threads does not stop a later request: %s',
    (next) => {
      expect(transfer.handle(next)).toBe(false);
      expect(transfer.takeResumption()).toBeNull();
    },
  );
});

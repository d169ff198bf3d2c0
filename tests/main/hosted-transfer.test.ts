/** An export or import across the successive threads of an account, and what a person is told of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note.ts';
import { IMPORT_INTERRUPTED, NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import { createHostedTransfer, type HostedTransfer } from '#main/hosted-transfer.ts';

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
  answerDialog(['/notes.json']);
  await chosen;
}

async function interrupt(): Promise<void> {
  await choose();
  transfer.update(RUNNING);
  transfer.handleThreadEnd(true);
}

test('how an export ended is known, whichever thread has written it, until that is dismissed', () => {
  const exported: TransferState = { status: 'exported', result: { notes: 1, folder: '/there' } };
  transfer.update(exported);
  transfer.handleThreadEnd(true);
  expect(transfer.state).toEqual(exported);
  transfer.update(NO_TRANSFER);
  expect(transfer.state).toEqual(NO_TRANSFER);
});

test('the folder for the pictures of an import is asked for once, whichever thread copies them, and again for the next import', async () => {
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
  test.each(['import', 'export'] as const)('while the dialog is open has not begun the %s', async (kind) => {
    transfer.update({ status: 'choosing', kind });
    const chosen = transfer.chooseSource('files');
    transfer.handleThreadEnd(true);
    const reason = `The ${kind} did not begin, because your notes had to be opened again. Please try again.`;
    expect(transfer.state).toEqual({ status: 'failed', kind, reason });
    answerDialog(['/notes.json']);
    await chosen;
    expect(transfer.state).toMatchObject({ reason });
    expect(transfer.takeResumption()).toBeNull();
  });

  test('after the files were chosen: the next one imports them', async () => {
    await choose();
    transfer.handleThreadEnd(true);
    expect(transfer.state).toEqual({ status: 'running', kind: 'import', done: 0, total: 0 });
    expect(transfer.takeResumption()).toEqual(GOES_ON);
    expect(await transfer.chooseSource('files')).toEqual(['/notes.json']);
  });

  test('in the middle of an import: the next one goes on', async () => {
    await interrupt();
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state.status).toBe('running');
    expect(transfer.takeResumption()).toEqual(GOES_ON);
    expect(transfer.takeResumption()).toBeNull();
  });

  test('in the middle of an import, and no other one starts: it was interrupted', async () => {
    await choose();
    transfer.update(RUNNING);
    transfer.handleThreadEnd(false);
    expect(transfer.state).toEqual(IMPORT_INTERRUPTED);
  });

  test('and one that does not even open, after which no other one starts: another import may begin', async () => {
    await interrupt();
    transfer.handleThreadEnd(false);
    expect(transfer.state).toEqual(IMPORT_INTERRUPTED);
    expect(transfer.handle('transfer:import')).toBe(false);
    transfer.update(CHOOSING);
    expect(transfer.state).toEqual(CHOOSING);
    expect(transfer.takeResumption()).toBeNull();
  });

  test('in the middle of an export: its folder is not whole', () => {
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

  test('was stopped, also where the next thread finds that it did not end', () => {
    expect(transfer.state).toEqual(STOPPED);
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state).toEqual(STOPPED);
    transfer.handleThreadEnd(true);
    transfer.update(IMPORT_INTERRUPTED);
    expect(transfer.state).toEqual(STOPPED);
  });

  test.each(['before', 'after'])(
    'does not go on in the next thread, which is told %s it is dismissed',
    (when) => {
      if (when === 'after') transfer.update(NO_TRANSFER);
      expect(transfer.takeResumption()).toEqual(STOPS);
      expect(transfer.takeResumption()).toBeNull();
    },
  );

  test.each(['transfer:import', 'transfer:export'] as const)(
    'does not stop what begins after it: %s',
    (next) => {
      expect(transfer.handle(next)).toBe(false);
      expect(transfer.takeResumption()).toBeNull();
    },
  );
});

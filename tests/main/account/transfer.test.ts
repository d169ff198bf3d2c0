/** An export or import across the successive threads of an account, and what the user is told about it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { IMPORT_INTERRUPTED, NO_TRANSFER, type TransferState } from '#shared/ipc/transfer.ts';
import { createHostedTransfer, type HostedTransfer } from '#main/account/transfer.ts';

let transfer: HostedTransfer;
let reported: TransferState[];
beforeEach(() => {
  reported = [];
  transfer = createHostedTransfer((state) => reported.push(state));
});

test('the result of an export remains available after the end of its thread, until it is dismissed', () => {
  const exported: TransferState = { status: 'exported', result: { notes: 1, file: '/there.zip' } };
  transfer.update(exported);
  transfer.handleThreadEnd();
  expect(transfer.state).toEqual(exported);
  transfer.update(NO_TRANSFER);
  expect(transfer.state).toEqual(NO_TRANSFER);
  expect(reported).toEqual([exported, NO_TRANSFER]);
});

describe('a thread that ends', () => {
  test.each(['import', 'export'] as const)('an %s fails if a thread ends during the dialog', (kind) => {
    transfer.update({ status: 'choosing', kind });
    transfer.handleThreadEnd();
    const reason = `The ${kind} did not start, because your notes had to be reopened. Please try again.`;
    expect(transfer.state).toEqual({ status: 'failed', kind, reason });
    expect(reported.at(-1)).toEqual(transfer.state);
  });

  test('an import counts as interrupted if its thread ends', () => {
    transfer.update({ status: 'running', kind: 'import', done: 1, total: 2 });
    transfer.handleThreadEnd();
    expect(transfer.state).toEqual(IMPORT_INTERRUPTED);
  });

  test('an export fails if its thread ends, because its folder is not complete', () => {
    transfer.update({ status: 'running', kind: 'export', done: 1, total: 2 });
    transfer.handleThreadEnd();
    expect(transfer.state).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('incomplete'),
    });
  });
});

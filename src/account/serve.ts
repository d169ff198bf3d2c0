/**
 * One end of the port between the main thread and an account's thread: it opens one account, answers what the main thread
 * asks of it, and fails as a whole. On damage or an error of the disk it leaves a durable mark beside the database and
 * ends; what was asked is answered by its successor, which opens the file anew.
 */
import path from 'node:path';
import type { AccountHostService, AccountService } from '#shared/account-service.ts';
import type { Clock } from '#shared/clock.ts';
import { AppError } from '#shared/error.ts';
import { describeError } from '#shared/error-report.ts';
import type { NoteId } from '#shared/note.ts';
import type { RemoteStore } from '#shared/remote-store.ts';
import { createRpc, type Port } from '#shared/rpc.ts';
import { type Account, type AccountPorts, openAccount } from './account.ts';
import { markFailure } from './recovery/failure-mark.ts';
import type { FileJobs } from './upkeep/file-jobs.ts';

export interface ServePorts extends Pick<AccountPorts, 'createEngine' | 'sliceSteps' | 'trouble'> {
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** The cloud, as far as a port to its thread was given. */
  readonly remote: RemoteStore;
  readonly connect: (port: never) => void;
  readonly jobs: FileJobs;
  /** Ends this thread: nothing of it runs any more. */
  readonly end: () => void;
}

/** @returns what is to be called with an error that nobody handled: the thread ends by it */
export function serveAccount(port: Port, ports: ServePorts): (error: unknown) => void {
  let account: Account | null = null;
  let database: string | null = null;
  let hasFailed = false;

  function current(): Account {
    if (account === null) throw new AppError('internal', 'The account is not open.');
    return account;
  }

  function fail(reason: string, damaged: boolean): void {
    if (hasFailed) return;
    hasFailed = true;
    if (database !== null) markFailure(database, { damaged, reason });
    host.tell('ending', reason);
    // What was asked has no answer from here on: the successor gives it.
    host.end(new AppError('store-failed', reason));
    try {
      account?.abandon();
    } catch {
      // The file is read anew in any case.
    }
    ports.end();
  }

  const service: AccountService = {
    open(options) {
      ({ database } = options);
      account = openAccount({
        ...ports,
        ...options,
        dialogs: {
          chooseFolder: () => host.call('chooseFolder'),
          chooseSource: (from) => host.call('chooseSource', from),
          choosePictureFolder: () => host.call('choosePictureFolder'),
          chooseReportFile: () => host.call('chooseReportFile'),
        },
        onChange: (revision) => host.tell('changed', revision),
        onSync: (state) => host.tell('synced', state),
        onTransfer: (state) => host.tell('transferred', state),
        onTrouble: (message) => host.tell('trouble', message),
        onFatal: (error) => fail(error.message, error.code === 'store-damaged'),
      });
      host.tell('synced', account.engine.state);
    },
    read: (channel, args: readonly never[]) => current().read(channel, args),
    write: (channel, args: readonly never[], id, alone) => current().write(channel, args, id, alone),
    transfer: (channel, args: readonly never[]) => current().transfer(channel, args),
    adopt: (file, isShown) => current().adopt(file, isShown),
    connect: (other) => ports.connect(other),
    sync: () => current().engine.start(),
    wake: () => current().engine.wake(),
    emptyTrashAfter: (days) => current().emptyTrashAfter(days),
    waitUntilPushed: (ms) => current().waitUntilPushed(ms),
    async close() {
      const left = await current().close();
      account = null;
      database = null;
      return left;
    },
  };

  function unexpected(error: unknown): void {
    host.tell('trouble', `${path.basename(database ?? 'account')}: ${describeError(error)}`);
  }

  const host = createRpc<AccountHostService, AccountService>(port, service, unexpected);
  return (error) => fail(describeError(error), false);
}

/**
 * The account thread's end of the port to the main thread. It opens one account, which then answers the main
 * thread's calls, and fails as a whole: on damage or a disk error it leaves a durable mark beside the database
 * and ends. Its successor opens the file anew and answers the open requests.
 */
import type { AccountHostService, AccountService, OpenOptions } from '#shared/ipc/account-service.ts';
import type { Clock } from '#shared/base/clock.ts';
import { AppError } from '#shared/base/error.ts';
import { describeError } from '#shared/base/error-report.ts';
import type { AccountRead } from '#shared/ipc/requests.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';
import { createRpc, type Port } from '#shared/base/rpc.ts';
import { type Account, type AccountPorts, openAccount } from './account.ts';
import { markFailure } from './database/failure-mark.ts';
import { isBeyondCheck } from './database/store-error.ts';
import type { FileJobs } from './upkeep/file-jobs.ts';

export interface ServePorts extends Pick<AccountPorts, 'createEngine' | 'sliceSteps' | 'injectFault'> {
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** The cloud; `connect` gives it the port to the cloud's thread. */
  readonly remote: RemoteStore;
  readonly connect: (port: never) => void;
  readonly jobs: FileJobs;
  /** Ends this thread at once. */
  readonly end: () => void;
}

/** @returns a function that takes an unhandled error and ends the thread */
export function serveAccount(port: Port, ports: ServePorts): (error: unknown) => void {
  let account: Account | null = null;
  let database: string | null = null;
  let hasFailed = false;

  function fail(error: unknown, damaged: boolean): void {
    if (hasFailed) return;
    hasFailed = true;
    if (database !== null) markFailure(database, { damaged, reason: error });
    host.tell('reportEnd', describeError(error));
    // From here on, open requests get no answer: the successor answers them.
    host.end(new AppError('store-failed', 'notes-reopening'));
    try {
      account?.abandon();
    } catch {
      // The successor reads the file anew in any case.
    }
    ports.end();
  }

  /** Answers after the requests that have already arrived: typing must not wait for near matches. */
  async function readAfterOthers(channel: AccountRead, args: readonly unknown[]): Promise<unknown> {
    await new Promise<void>((resolve) => void ports.clock.after(0, resolve));
    if (account === null) throw new AppError('internal', 'account-not-open');
    return account.service.read(channel, args);
  }

  function open(options: OpenOptions): void {
    ({ database } = options);
    const opened = openAccount({
      ...ports,
      ...options,
      dialogs: {
        chooseFolder: () => host.call('chooseFolder'),
        chooseSource: (from) => host.call('chooseSource', from),
        choosePictureFolder: () => host.call('choosePictureFolder'),
        chooseReportFile: () => host.call('chooseReportFile'),
      },
      onChange: (revision) => host.tell('reportChange', revision),
      onCounted: () => host.tell('reportCounted'),
      onSync: (state) => host.tell('reportSync', state),
      onTransfer: (state) => host.tell('reportTransfer', state),
      onTrouble: reportTrouble,
      onFatal: (error) => fail(error, isBeyondCheck(error)),
    });
    account = opened;
    host.serve({
      ...opened.service,
      read: (channel, args) =>
        channel === 'notes:near' ? readAfterOthers(channel, args) : opened.service.read(channel, args),
      connect: ports.connect,
      async close() {
        const unsyncedCount = await opened.service.close();
        account = null;
        database = null;
        host.serve({});
        return unsyncedCount;
      },
    });
    host.tell('reportSync', opened.sync);
  }

  function reportTrouble(event: Reason, why?: unknown): void {
    host.tell('reportTrouble', event, why === undefined ? null : describeError(why));
  }

  const host = createRpc<AccountHostService, Partial<AccountService>>(port, { open }, (error) =>
    reportTrouble('thread-error', error),
  );
  return (error) => fail(error, false);
}

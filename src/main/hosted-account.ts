/**
 * One signed-in account, as the main thread has it: the thread that serves it, the cloud's thread beside that, and what
 * happens to requests while there is none.
 *
 *   opening ── open ──▶ serving ── the thread ended ──▶ pausing ── 0.2, 1, 5 s ──▶ opening
 *      │ ended once more, without a minute of service in between
 *      ▼
 *   closed ── every half minute, or when a person asks for it ──▶ opening
 *
 * Whatever has no answer is asked of the next thread once more, in order (`request-queue.ts`). Drafts do not wait for that:
 * while no thread serves they go to a synced file (`account-words.ts`), of which the next opening makes drafts before it is
 * asked anything else.
 */
import type { AccountHostService, AccountService, WriteId } from '#shared/account-service.ts';
import type { Clock } from '#shared/clock.ts';
import type { Draft } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import {
  ACCOUNT_READS,
  ACCOUNT_TRANSFERS,
  ACCOUNT_WRITES,
  type AccountRead,
  type AccountTransfer,
  type AccountWrite,
  type RequestChannel,
} from '#shared/ipc/contract.ts';
import type { Uid } from '#shared/note.ts';
import { createRpc, type Rpc } from '#shared/rpc.ts';
import type { TrashDays } from '#shared/settings.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import type { AccountFiles } from './account-files.ts';
import type { AccountWords } from './account-words.ts';
import { withDeadline } from './deadline.ts';
import type { TypedWordsFile } from './device/typed-words-file.ts';
import { createHostedTransfer, type FileDialogs } from './hosted-transfer.ts';
import { keepWords } from './keep-words.ts';
import { createRequestQueue, draftOf, GONE } from './request-queue.ts';
import type { CloudThread, Thread } from './threads.ts';

export type AccountChannel = AccountRead | AccountWrite | AccountTransfer;

export interface HostedAccount {
  readonly uid: Uid;
  readonly sync: SyncState;
  readonly transfer: TransferState;
  /** @throws AppError why the notes cannot be opened, or what the account answers */
  request(channel: AccountChannel, args: readonly unknown[]): Promise<unknown>;
  startSync(): void;
  /** The network, the machine or the person is back: whatever waits is tried at once. */
  wake(): void;
  /** The account has a new session: nothing that the cloud still answers to the old one counts. */
  renewSession(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Words were typed while nobody was signed in, into the file that they wait in. */
  takeSignedOutWords(): void;
  /** Waits until nothing is on its way to the cloud any more, for so many milliseconds at the most. */
  settle(ms: number): Promise<void>;
  /** @returns how much is left on this device that the cloud does not have (S11) */
  close(): Promise<number>;
}

export interface HostedAccountPorts {
  readonly uid: Uid;
  readonly files: AccountFiles;
  /** Takes words that are typed while no thread does. */
  readonly words: AccountWords;
  readonly signedOutWords: TypedWordsFile;
  /** Until then the files may be open in another thread, or on their way out. */
  readonly filesFree: Promise<unknown>;
  readonly startAccount: () => Thread;
  readonly startCloud: (uid: Uid) => CloudThread;
  readonly clock: Clock;
  readonly makeId: () => WriteId;
  readonly emptyTrashAfter: () => TrashDays;
  /** The revision of views that pages have seen last. */
  readonly revision: () => number;
  readonly dialogs: FileDialogs;
  /** Any view may have changed. @param revision as the thread has it, or the one that pages have seen last */
  readonly onChange: (revision: number) => void;
  readonly onSync: (state: SyncState) => void;
  readonly onTransfer: (state: TransferState) => void;
  readonly onTrouble: (message: string) => void;
}

/** A virus scanner, say, may hold a file for a moment. */
const RESTART_MS = [200, 1_000, 5_000] as const;
/** A thread that has served for so long has not failed in a row with the one before. */
const SERVICE_MS = 60_000;
const CLOSED_MS = 30_000;
/** The cloud's thread is hardly ever the one that ends. */
const CLOUD_RESTART_MS = 1_000;
/** A thread that does not close by then is ended as it is. A backup that is being written cannot be interrupted. */
const CLOSE_MS = 15_000;

const FAILED = new AppError(
  'store-failed',
  'Your notes on this device could not be opened. Check that the disk works and has free space; the log says more.',
);
const LEFT = new AppError('not-signed-in', 'The notes of this account are closed.');

export function createHostedAccount(ports: HostedAccountPorts): HostedAccount {
  const { uid, files, words, signedOutWords, clock, onTrouble } = ports;
  /** Whether pages have seen what was stored as drafts, in an earlier thread that served them. */
  let draftsListed = false;
  const queue = createRequestQueue(ports.makeId, (channel) => {
    draftsListed ||= channel === 'drafts:list';
  });
  let status: 'opening' | 'serving' | 'pausing' | 'closed' | 'left' = 'opening';
  let problem: AppError | null = null;
  let thread: Thread | null = null;
  let rpc: Rpc<AccountService> | null = null;
  /** Whether the thread was asked to open. */
  let isAsked = false;
  let cloud: CloudThread | null = null;
  /** Whether the thread that serves now was given a port to the cloud's before. */
  let hadCloud = false;
  let syncing = false;
  let sync: SyncState = SYNC_OFF;
  /** Endings without a minute of service between them. */
  let endings = 0;
  let cancelTimer = nothing;
  let cancelAdoption = nothing;

  function tellTrouble(error: unknown): void {
    onTrouble(messageOf(error));
  }

  const transfer = createHostedTransfer({ ...ports.dialogs, uid, onChange: ports.onTransfer });

  function tellSync(state: SyncState): void {
    sync = state;
    ports.onSync(state);
    resumeImport();
  }

  function wait(ms: number, callback: () => void): void {
    cancelTimer();
    cancelTimer = clock.after(ms, callback);
  }

  function open(): void {
    cancelTimer();
    status = 'opening';
    const mine = ports.startAccount();
    // After its end nothing counts that it told (S10).
    const whileMine =
      <Args extends unknown[]>(take: (...args: Args) => void) =>
      (...args: Args): void => {
        if (thread === mine && status !== 'left') take(...args);
      };
    const service: AccountHostService = {
      changed: whileMine(ports.onChange),
      synced: whileMine(tellSync),
      transferred: whileMine((state) => transfer.follow(state)),
      trouble: onTrouble,
      ending: (reason) => onTrouble(`The notes are opened again: ${reason}`),
      chooseFolder: ports.dialogs.chooseFolder,
      chooseSource: transfer.chooseSource,
    };
    const calls = createRpc<AccountService, AccountHostService>(mine.port, service, tellTrouble);
    thread = mine;
    rpc = calls;
    isAsked = false;
    hadCloud = false;
    let refusal: AppError | null = null;
    mine.onEnd(() => {
      calls.end(GONE);
      if (thread === mine) threadEnded(refusal);
    });
    openOn(calls).catch((error: unknown) => {
      // A thread that ended meanwhile tells it by its end.
      if (error === GONE) return;
      refusal = toAppError(error);
      void mine.end();
    });
  }

  async function openOn(calls: Rpc<AccountService>): Promise<void> {
    await ports.filesFree;
    await files.makeFolder();
    if (rpc !== calls) return;
    isAsked = true;
    await calls.call('open', {
      uid,
      database: files.database,
      emptyTrashAfter: ports.emptyTrashAfter(),
      revision: ports.revision(),
      draftsListed,
    });
    await adoptWords(calls);
    if (rpc !== calls) return;
    status = 'serving';
    wait(SERVICE_MS, () => {
      endings = 0;
    });
    queue.serve(calls);
    takeSignedOutWords();
    startCloud();
    ports.onChange(ports.revision());
    resumeImport();
  }

  /** Not before the notes are here, which a damaged file may have lost: nobody could tell what comes twice. */
  function resumeImport(): void {
    if (status !== 'serving' || !sync.loaded) return;
    const next = transfer.resume();
    if (next !== null) requestTransfer(next.channel, next.args).catch(tellTrouble);
  }

  /**
   * What was typed while no thread could take it becomes drafts, and so does what is typed meanwhile. What cannot become one
   * now, for a full disk, say, waits.
   */
  async function adoptWords(calls: Rpc<AccountService>): Promise<void> {
    try {
      do {
        if (rpc !== calls) return;
        const { before, shown } = await words.handOut();
        for (const file of before) await adopt(calls, file, false);
        await adoptSignedOutWords(calls);
        for (const file of shown) await adopt(calls, file, true);
      } while (words.areLeft);
    } catch (error) {
      // From now on pages may have kept later ones.
      words.forgetShown();
      tellWaiting(error);
    }
  }

  /** They are from before this session, and somebody may have written on since. */
  async function adoptSignedOutWords(calls: Rpc<AccountService>): Promise<void> {
    const file = files.newTypedWords();
    const isThere = await signedOutWords.moveTo(() => file);
    if (isThere) await adopt(calls, file, false);
  }

  async function adopt(calls: Rpc<AccountService>, file: string, isShown: boolean): Promise<void> {
    if (rpc !== calls) return;
    try {
      await calls.call('adopt', file, isShown);
      words.settle(file, true);
    } catch (error) {
      if (error === GONE) return;
      words.settle(file, false);
      tellWaiting(error);
    }
  }

  function tellWaiting(error: unknown): void {
    onTrouble(`What was typed meanwhile still waits in its file: ${messageOf(error)}`);
    cancelAdoption();
    cancelAdoption = clock.after(CLOSED_MS, takeSignedOutWords);
  }

  function threadEnded(refusal: AppError | null): void {
    thread = null;
    rpc = null;
    queue.pause();
    endCloud();
    problem = refusal ?? FAILED;
    // Only another version of the app can open what a newer one has written.
    const pause = problem.code === 'store-newer' ? undefined : RESTART_MS[endings];
    endings += 1;
    transfer.threadEnded(pause !== undefined);
    if (pause === undefined) {
      giveUp(problem);
      return;
    }
    status = 'pausing';
    wait(pause, open);
    for (const draft of queue.latestDrafts()) void keepInFile(draft);
    tellSync({ ...sync, phase: 'opening' });
  }

  function giveUp(reason: AppError): void {
    onTrouble(`The notes could not be opened: ${reason.message}`);
    status = 'closed';
    wait(CLOSED_MS, open);
    refuseAll(reason);
    tellSync({ ...sync, phase: 'closed' });
    ports.onChange(ports.revision());
  }

  /**
   * All of them are written before any words that come later. What was to be saved stands below what was typed after it: a
   * later state of a draft takes the place of an earlier one, and knows nothing of a refusal yet.
   */
  function refuseAll(reason: AppError): void {
    const requests = queue.takeAll();
    const inOrder = [
      ...requests.filter(({ channel }) => isOfDrafts(channel)),
      ...requests.filter(({ channel }) => !isOfDrafts(channel)),
    ];
    for (const { channel, args, resolve, reject } of inOrder)
      keepWords(words, channel, args, reason).then(resolve, reject);
  }

  function startCloud(): void {
    if (!syncing || rpc === null || status !== 'serving' || cloud !== null) return;
    const mine = ports.startCloud(uid);
    cloud = mine;
    mine.onEnd(() => {
      if (cloud !== mine) return;
      cloud = null;
      clock.after(CLOUD_RESTART_MS, startCloud);
    });
    rpc.give('connect', mine.accountPort);
    // An engine that had another connection before has backed off.
    rpc.tell(hadCloud ? 'wake' : 'sync');
    hadCloud = true;
  }

  function endCloud(): void {
    const mine = cloud;
    cloud = null;
    void mine?.end();
  }

  /** Durable while no thread serves; whoever asked for an earlier state of the draft is answered by that. */
  async function keepInFile(draft: Draft): Promise<void> {
    const earlier = queue.takeStates(draft);
    const kept = words.keep(draft);
    for (const { resolve, reject } of earlier) kept.then(resolve, reject);
    await kept;
  }

  async function ask(channel: AccountRead | AccountWrite, args: readonly unknown[]): Promise<unknown> {
    const draft = draftOf(channel, args);
    // What is typed after a note was saved is another draft, and must come after the request that drops the first one.
    const isForFile = status !== 'serving' && draft !== null && !queue.willSave(draft);
    return isForFile ? keepInFile(draft) : queue.ask(channel, args);
  }

  function takeSignedOutWords(): void {
    const calls = rpc;
    // An opening takes them at its end.
    if (status !== 'serving' || calls === null) return;
    adoptWords(calls).catch(() => undefined);
  }

  async function requestTransfer(channel: AccountTransfer, args: readonly unknown[]): Promise<void> {
    if (channel === 'transfer:show-export') {
      transfer.showExport();
      return;
    }
    if (transfer.answer(channel)) return;
    if (rpc === null || status !== 'serving') {
      if (channel !== 'transfer:dismiss') throw problem ?? GONE;
      transfer.follow(NO_TRANSFER);
      return;
    }
    await rpc.call('transfer', channel, args).catch((error: unknown) => {
      // How it ended is told by the state.
      if (error !== GONE) throw error;
    });
  }

  async function request(channel: AccountChannel, args: readonly unknown[]): Promise<unknown> {
    if (status === 'left') {
      const draft = draftOf(channel, args);
      return draft === null ? keepWords(words, channel, args, LEFT) : keepInFile(draft);
    }
    if (isTransfer(channel)) return requestTransfer(channel, args);
    if (status !== 'closed') return ask(channel, args);
    if (channel === 'drafts:list') return words.list();
    return keepWords(words, channel, args, problem ?? FAILED);
  }

  function wake(): void {
    if (status === 'closed' || status === 'pausing') {
      tellSync({ ...sync, phase: 'opening' });
      open();
    } else if (status === 'serving') rpc?.tell('wake');
  }

  words.forgetShown();
  open();
  return {
    uid,
    get sync() {
      return sync;
    },
    get transfer() {
      return transfer.state;
    },
    request,
    startSync() {
      syncing = true;
      startCloud();
    },
    wake,
    renewSession() {
      endCloud();
      if (status === 'serving') startCloud();
      else wake();
    },
    emptyTrashAfter(days) {
      // Before it is asked to open, the thread is told by that.
      if (isAsked) rpc?.tell('emptyTrashAfter', days);
    },
    takeSignedOutWords,
    async settle(ms) {
      if (status !== 'serving' || rpc === null) return;
      const settled = rpc.call('settle', ms).catch(() => undefined);
      await withDeadline(settled, clock, ms, undefined);
    },
    async close() {
      status = 'left';
      cancelTimer();
      cancelAdoption();
      endCloud();
      const [calls, own] = [rpc, thread];
      // Whatever it still answers to its opening counts for nothing.
      rpc = null;
      thread = null;
      // What was asked before this is answered before this.
      const closed = calls?.call('close').catch(() => null) ?? null;
      const left = await withDeadline(closed, clock, CLOSE_MS, null);
      calls?.end(GONE);
      refuseAll(LEFT);
      await own?.end();
      // Nobody knows what is in notes that could not be opened or closed: they stay.
      return (left ?? 1) + (await words.count());
    },
  };
}

const nothing = (): void => {};

function isWrite(channel: RequestChannel): channel is AccountWrite {
  return (ACCOUNT_WRITES as readonly string[]).includes(channel);
}

function isTransfer(channel: RequestChannel): channel is AccountTransfer {
  return (ACCOUNT_TRANSFERS as readonly string[]).includes(channel);
}

function isOfDrafts(channel: RequestChannel): boolean {
  return channel === 'drafts:keep' || channel === 'drafts:drop';
}

/** Whether the account's thread answers it. */
export function isOfAccount(channel: RequestChannel): channel is AccountChannel {
  return isWrite(channel) || isTransfer(channel) || (ACCOUNT_READS as readonly string[]).includes(channel);
}

function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('store-failed', messageOf(error), { cause: error });
}

/**
 * One signed-in account in the main thread: the account's thread that serves it, the cloud's thread beside
 * that (`cloud.ts`), and the handling of requests while no thread serves.
 *
 *   starting ──▶ opening ──▶ serving ── the thread ended ──▶ pausing ── 0.2, 1, 5 s ──▶ starting
 *      │ ended once more, without a minute of service in between
 *      ▼
 *   closed ── every half minute, or when the user asks for it ──▶ starting
 *
 * Requests go to `request-queue.ts`, which sends those without an answer to the next thread again, in order, and
 * stores the words of requests to an account that is closed or left.
 */
import type { AccountHostService, AccountService, WriteId } from '#shared/ipc/account-service.ts';
import type { Clock } from '#shared/base/clock.ts';
import { AppError, codeTextOf } from '#shared/base/error.ts';
import type { AccountTransfer, RequestOn } from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note/note.ts';
import { createRpc, type Rpc } from '#shared/base/rpc.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { SYNC_OFF, type SyncState } from '#shared/ipc/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/ipc/transfer.ts';
import type { Report } from '#shared/base/log.ts';
import type { AccountFiles } from './files.ts';
import type { WaitingWordsStore } from '../device/waiting-words.ts';
import { storeWords, takeWords } from './words.ts';
import { withDeadline } from '../base/deadline.ts';
import { createHostedCloud, type HostedCloudPorts } from './cloud.ts';
import { createHostedTransfer, type FileDialogs } from './transfer.ts';
import { createRequestQueue, type RequestQueue, THREAD_ENDED } from './request-queue.ts';
import type { Thread } from './threads.ts';

/** The signed-in account, as the rest of the app uses it. */
export interface CurrentAccount {
  readonly uid: Uid;
  /** Path of the file with its notes. */
  readonly database: string;
  readonly sync: SyncState;
  readonly transfer: TransferState;
  /** Tries all waiting work at once, because the network, the machine or the user is back. */
  wake(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Takes the words that wait for this account outside of its database, now or as soon as it opens. */
  takeWords(): void;
  /** Waits until nothing is on its way to the cloud, for at most `ms` milliseconds. */
  waitUntilPushed(ms: number): Promise<void>;
}

/** The account with the functions that only the host calls, when the session changes. */
export interface HostedAccount extends CurrentAccount {
  readonly requests: Pick<RequestQueue, 'ask'>;
  /** @throws AppError why the notes are not open, or the error that the account answers */
  transferNotes(request: RequestOn<AccountTransfer>): Promise<void>;
  /** Resolves when the account has taken the waiting words, as far as that is possible now. */
  readonly wordsTaken: Promise<void>;
  startSync(): void;
  /**
   * To be called when the account has a new session. Late answers of the cloud to the old one do not count.
   */
  renewSession(): void;
  /** @returns how many changes, drafts and files exist only on this device (S11) */
  close(): Promise<number>;
}

export interface HostedAccountPorts {
  readonly uid: Uid;
  readonly files: AccountFiles;
  /** Stores words that are typed while the account is closed, or after it was left. */
  readonly waitingWords: WaitingWordsStore;
  /** Until this settles, another thread may have the files open, or they are being removed. */
  readonly filesFree: Promise<unknown>;
  readonly startAccount: () => Thread;
  readonly startCloud: HostedCloudPorts['startCloud'];
  readonly clock: Clock;
  readonly makeId: () => WriteId;
  /** The account's choice on this device. */
  readonly emptyTrashAfter: (uid: Uid) => TrashDays;
  /** The latest revision of views that pages have seen. */
  readonly revision: () => number;
  readonly dialogs: FileDialogs;
  /** Any view may have changed. @param revision the thread's, or the latest one that pages have seen */
  readonly onChange: (revision: number) => void;
  /** The last page of a search would say more now, without a change of any note. */
  readonly onCounted: () => void;
  readonly onSync: (state: SyncState) => void;
  readonly onTransfer: (state: TransferState) => void;
  readonly onTrouble: Report;
}

/** Pauses before the next thread is started, because a virus scanner may hold a file for a moment. */
const RESTART_MS = [200, 1_000, 5_000] as const;
/** After a thread has served for this long, the count of endings is reset. */
const SERVICE_MS = 60_000;
const CLOSED_MS = 30_000;
/** A thread that does not close in this time is terminated. Writing a backup cannot be interrupted. */
const CLOSE_MS = 15_000;

const FAILED = new AppError('store-failed', 'notes-not-opened');
const CLOSED = new AppError('not-signed-in', 'notes-closed');

/** Why no thread serves, and how many have ended without a minute of service in between. */
interface Trouble {
  readonly problem: AppError;
  readonly endings: number;
}

interface Running {
  readonly thread: Thread;
  readonly rpc: Rpc<AccountService>;
}

type State =
  /** The thread exists, but another one may still have the files open. */
  | ({ readonly status: 'starting'; readonly thread: Thread } & Trouble)
  /** The thread is opening the notes. */
  | ({ readonly status: 'opening' } & Running & Trouble)
  | ({ readonly status: 'serving'; readonly endings: number } & Running)
  /** The next thread starts after `ms` milliseconds. */
  | ({ readonly status: 'pausing'; readonly ms: number } & Trouble)
  | ({ readonly status: 'closed' } & Trouble)
  /** The account is being closed or has been closed, for good. */
  | { readonly status: 'left' };

export function createHostedAccount(ports: HostedAccountPorts): HostedAccount {
  const { uid, files, waitingWords, clock, onTrouble } = ports;
  let state: State;
  let cancelTimer = nothing;
  let sync: SyncState = SYNC_OFF;
  let cancelRetry = nothing;
  /** Whether a report was dismissed while no thread served, because the next thread would repeat it. */
  let isDismissed = false;
  let taken: Promise<void> = Promise.resolve();
  let folderMade: Promise<void> = Promise.resolve();
  /** How many entries wait outside of the database. */
  let waiting = 0;

  const serving = (): Rpc<AccountService> | null => (state.status === 'serving' ? state.rpc : null);
  const queue = createRequestQueue({
    makeId: ports.makeId,
    serving,
    refusal() {
      if (state.status === 'left') return CLOSED;
      return state.status === 'closed' ? state.problem : null;
    },
    storeWords: (request, problem) => storeWords(waitingWords, uid, request, problem),
  });
  const cloud = createHostedCloud({
    uid,
    startCloud: ports.startCloud,
    clock,
    servingAccount: serving,
    onObstacle(obstacle) {
      if (obstacle !== null) onTrouble('cloud-cut-off', obstacle);
      ports.onSync(seenSync());
    },
  });
  const transfer = createHostedTransfer(ports.onTransfer);

  function reportTrouble(error: unknown): void {
    onTrouble('answer-failed', error);
  }

  function setSync(next: SyncState): void {
    sync = next;
    ports.onSync(seenSync());
  }

  /** No thread serves the account, so nothing is known about the cloud. */
  function setUnserved(phase: 'opening' | 'closed'): void {
    setSync({ ...sync, phase, refusal: undefined });
  }

  /**
   * The account's thread does not know the obstacle to the cloud and the words that wait outside of the
   * database.
   */
  function seenSync(): SyncState {
    const { obstacle } = cloud;
    return {
      ...sync,
      ...(waiting > 0 && { unsaved: (sync.unsaved ?? 0) + waiting }),
      ...(sync.phase === 'offline' && obstacle !== null && { obstacle }),
    };
  }

  /** The only place where the state changes. A state may end by itself after some time. */
  function enter(next: State): void {
    cancelTimer();
    state = next;
    cancelTimer = endAfterTime(next);
  }

  function endAfterTime(current: State): () => void {
    switch (current.status) {
      case 'serving':
        if (current.endings === 0) return nothing;
        return clock.after(SERVICE_MS, () => enter({ ...current, endings: 0 }));
      case 'pausing':
        return clock.after(current.ms, () => open(current));
      case 'closed':
        return clock.after(CLOSED_MS, () => open(current));
      default:
        return nothing;
    }
  }

  function isCurrent(thread: Thread): boolean {
    return 'thread' in state && state.thread === thread;
  }

  function open({ problem, endings }: Trouble): void {
    const thread = ports.startAccount();
    // Reports of a thread after its end do not count (S10).
    const whileCurrent =
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args): void => {
        if (isCurrent(thread)) handle(...args);
      };
    const service: AccountHostService = {
      reportChange: whileCurrent(ports.onChange),
      reportCounted: whileCurrent(ports.onCounted),
      reportSync: whileCurrent(setSync),
      reportTransfer: whileCurrent((next) => transfer.update(next)),
      reportTrouble: (event, why) => onTrouble(event, why ?? undefined),
      reportEnd: (why) => onTrouble('notes-reopen', why),
      chooseFolder: ports.dialogs.chooseFolder,
      chooseSource: ports.dialogs.chooseSource,
      choosePictureFolder: ports.dialogs.choosePictureFolder,
      chooseReportFile: ports.dialogs.chooseReportFile,
    };
    const calls = createRpc<AccountService, AccountHostService>(thread.port, service, reportTrouble);
    enter({ status: 'starting', thread, problem, endings });
    let refusal: AppError | null = null;
    thread.onEnd(() => {
      calls.end(THREAD_ENDED);
      if (isCurrent(thread)) handleThreadEnd({ problem: refusal ?? FAILED, endings: endingsOf(state) + 1 });
    });
    openNotes(thread, calls, { problem, endings }).catch((error: unknown) => {
      // If the thread ended meanwhile, its `onEnd` handles that.
      if (error === THREAD_ENDED) return;
      refusal = toAppError(error);
      void thread.end();
    });
  }

  async function openNotes(thread: Thread, rpc: Rpc<AccountService>, before: Trouble): Promise<void> {
    await ports.filesFree;
    if (!isCurrent(thread)) return;
    folderMade = files.makeFolder();
    await folderMade;
    if (!isCurrent(thread)) return;
    enter({ status: 'opening', thread, rpc, ...before });
    await rpc.call('open', {
      uid,
      database: files.database,
      emptyTrashAfter: ports.emptyTrashAfter(uid),
      revision: ports.revision(),
    });
    await take(thread, rpc);
    if (!isCurrent(thread)) return;
    enter({ status: 'serving', thread, rpc, endings: before.endings });
    queue.sendAll();
    // More words may have arrived since.
    takeWaiting();
    cloud.start();
    ports.onChange(ports.revision());
    if (!isDismissed) return;
    isDismissed = false;
    transferNotes({ channel: 'transfer:dismiss', args: [] }).catch(reportTrouble);
  }

  function take(thread: Thread, rpc: Rpc<AccountService>): Promise<void> {
    const account = {
      isOpen: () => isCurrent(thread),
      take: (...args: Parameters<AccountService['take']>) => rpc.call('take', ...args),
    };
    cancelRetry();
    // One call after the other, so that no entry is taken twice at the same time.
    taken = taken.then(() =>
      takeWords(waitingWords, uid, account, (error) => {
        onTrouble('waiting-words-stay', error);
        cancelRetry();
        cancelRetry = clock.after(CLOSED_MS, takeWaiting);
      }),
    );
    return taken;
  }

  function takeWaiting(): void {
    void countWaiting();
    if (state.status === 'serving') void take(state.thread, state.rpc);
  }

  async function countWaiting(): Promise<number> {
    // Unreadable entries may have words that exist nowhere else.
    const counted = await waitingWords.count(uid).catch(() => 1);
    // Only now, because several counts may be under way.
    const isNew = counted !== waiting;
    waiting = counted;
    if (isNew && state.status !== 'left') ports.onSync(seenSync());
    return counted;
  }

  function handleThreadEnd(trouble: Trouble): void {
    const { problem, endings } = trouble;
    // Retrying is useless, because only a newer version of the app can open these notes.
    const ms = problem.code === 'store-newer' ? undefined : RESTART_MS[endings - 1];
    enter(ms === undefined ? { status: 'closed', ...trouble } : { status: 'pausing', ms, ...trouble });
    cloud.end();
    transfer.handleThreadEnd();
    if (ms === undefined) giveUp(problem);
    else setUnserved('opening');
  }

  function giveUp(problem: AppError): void {
    onTrouble('notes-stay-closed', problem);
    queue.refuseAll(problem);
    setUnserved('closed');
    ports.onChange(ports.revision());
  }

  async function transferNotes({ channel, args }: RequestOn<AccountTransfer>): Promise<void> {
    if (state.status !== 'serving') {
      if (channel !== 'transfer:dismiss') throw 'problem' in state ? state.problem : CLOSED;
      transfer.update(NO_TRANSFER);
      isDismissed = true;
      return;
    }
    await state.rpc.call('transfer', channel, args).catch((error: unknown) => {
      // The transfer's state says how it ended.
      if (error !== THREAD_ENDED) throw error;
    });
  }

  function wake(): void {
    if (state.status === 'closed' || state.status === 'pausing') {
      const trouble = state;
      setUnserved('opening');
      open(trouble);
    } else if (state.status === 'serving') state.rpc.tell('wake');
  }

  open({ problem: THREAD_ENDED, endings: 0 });
  return {
    uid,
    database: files.database,
    get sync() {
      return seenSync();
    },
    get transfer() {
      return transfer.state;
    },
    get wordsTaken() {
      return taken;
    },
    requests: queue,
    transferNotes,
    startSync: () => cloud.startSync(),
    wake,
    renewSession() {
      cloud.end();
      if (state.status === 'serving') cloud.start();
      else wake();
    },
    // A thread that has not been asked to open yet gets the days with that call.
    emptyTrashAfter: (days) => rpcOf(state)?.tell('emptyTrashAfter', days),
    takeWords: takeWaiting,
    async waitUntilPushed(ms) {
      if (state.status !== 'serving') return;
      const pushed = state.rpc.call('waitUntilPushed', ms).catch(() => undefined);
      await withDeadline(pushed, clock, ms, undefined);
    },
    async close() {
      const rpc = rpcOf(state);
      const thread = 'thread' in state ? state.thread : null;
      // A late answer of the thread to `open` does not count.
      enter({ status: 'left' });
      cancelRetry();
      cloud.end();
      // The thread answers earlier requests first.
      const closed = rpc?.call('close').catch(() => null) ?? null;
      const unsynced = await withDeadline(closed, clock, CLOSE_MS, null);
      rpc?.end(THREAD_ENDED);
      queue.refuseAll(CLOSED);
      await thread?.end();
      // Otherwise the folder would come back after its removal.
      await withDeadline(folderMade.catch(nothing), clock, CLOSE_MS, undefined);
      return (unsynced ?? unsyncedAtMost(files)) + (await countWaiting());
    },
  };
}

const nothing = (): void => {};

/** If the notes could not be opened or closed, their content is unknown, and they stay. */
function unsyncedAtMost(files: AccountFiles): number {
  try {
    return files.hasNotes() ? 1 : 0;
  } catch {
    return 1;
  }
}

function rpcOf(state: State): Rpc<AccountService> | null {
  return 'rpc' in state ? state.rpc : null;
}

function endingsOf(state: State): number {
  return 'endings' in state ? state.endings : 0;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('store-failed', { id: 'notes-disk-failed', code: codeTextOf(error) }, { cause: error });
}

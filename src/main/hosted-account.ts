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
import type { Draft, DraftWindow } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import {
  type AccountRequest,
  type AccountTransfer,
  isAccountTransfer,
  type RequestOn,
} from '#shared/ipc/requests.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note.ts';
import { type Obstacle, OBSTACLE_WORDS } from '#shared/obstacle.ts';
import { createRpc, type Rpc } from '#shared/rpc.ts';
import type { TrashDays } from '#shared/settings.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import type { AccountFiles } from './account-files.ts';
import type { AccountWords } from './account-words.ts';
import { withDeadline } from './deadline.ts';
import { createHostedTransfer, type FileDialogs } from './hosted-transfer.ts';
import { createRequestQueue, THREAD_ENDED } from './request-queue.ts';
import type { CloudThread, Thread } from './threads.ts';

export interface HostedAccount {
  readonly uid: Uid;
  readonly sync: SyncState;
  readonly transfer: TransferState;
  /** @throws AppError why the notes cannot be opened, or what the account answers */
  request(request: AccountRequest): Promise<unknown>;
  /**
   * Adds a note of this name, once, however often it is asked.
   * @returns whether that is done; false where the notes are not open, or were closed meanwhile
   * @throws AppError what the account answers
   */
  addOnce(content: NoteContent, id: NoteId): Promise<boolean>;
  startSync(): void;
  /** The network, the machine or the person is back: whatever waits is tried at once. */
  wake(): void;
  /** The account has a new session: nothing that the cloud still answers to the old one counts. */
  renewSession(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Words were typed while nobody was signed in, into the file that they wait in. */
  takeSignedOutWords(): void;
  /** Waits until nothing is on its way to the cloud any more, for so many milliseconds at the most. */
  waitUntilPushed(ms: number): Promise<void>;
  /** @returns how much is left on this device that the cloud does not have (S11) */
  close(): Promise<number>;
}

export interface HostedAccountPorts {
  readonly uid: Uid;
  readonly files: AccountFiles;
  /** Takes words that are typed while no thread does. */
  readonly words: AccountWords;
  /** Until then the files may be open in another thread, or on their way out. */
  readonly filesFree: Promise<unknown>;
  readonly startAccount: () => Thread;
  /** @param onObstacle told of what keeps it from the cloud, until it ends */
  readonly startCloud: (uid: Uid, onObstacle: (obstacle: Obstacle | null) => void) => CloudThread;
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
const CLOSED = new AppError('not-signed-in', 'The notes of this account are closed.');

export function createHostedAccount(ports: HostedAccountPorts): HostedAccount {
  const { uid, files, words, clock, onTrouble } = ports;
  /** The windows that were told of what was stored as drafts, by this thread or an earlier one. */
  const draftsListed = new Set<DraftWindow>();
  const queue = createRequestQueue(ports.makeId, ({ channel, args }) => {
    if (channel === 'drafts:list') draftsListed.add(args[0]);
  });
  let status: 'opening' | 'serving' | 'pausing' | 'closed' | 'left' = 'opening';
  /** Why no thread serves. */
  let problem = THREAD_ENDED;
  let thread: Thread | null = null;
  /** Null until the thread is asked to open the notes. */
  let rpc: Rpc<AccountService> | null = null;
  let cloud: CloudThread | null = null;
  /** Whether the thread that serves now was given a port to the cloud's before. */
  let hadCloud = false;
  let isSyncing = false;
  let sync: SyncState = SYNC_OFF;
  let obstacle: Obstacle | null = null;
  /** Endings without a minute of service between them. */
  let endings = 0;
  let cancelTimer = nothing;
  let cancelAdoption = nothing;

  const transfer = createHostedTransfer({ ...ports.dialogs, uid, onChange: ports.onTransfer });

  function reportTrouble(error: unknown): void {
    onTrouble(messageOf(error));
  }

  function setSync(state: SyncState): void {
    sync = state;
    ports.onSync(seenSync());
    resumeImport();
  }

  function setObstacle(next: Obstacle | null): void {
    obstacle = next;
    if (next !== null) onTrouble(`The cloud cannot be reached: ${OBSTACLE_WORDS[next]}`);
    ports.onSync(seenSync());
  }

  /** The account's thread knows only that it is cut off, the cloud's thread why. */
  function seenSync(): SyncState {
    return sync.phase === 'offline' && obstacle !== null ? { ...sync, obstacle } : sync;
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
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args): void => {
        if (thread === mine) handle(...args);
      };
    const service: AccountHostService = {
      changed: whileMine(ports.onChange),
      synced: whileMine(setSync),
      transferred: whileMine((state) => transfer.update(state)),
      trouble: onTrouble,
      ending: (reason) => onTrouble(`The notes are opened again: ${reason}`),
      chooseFolder: ports.dialogs.chooseFolder,
      chooseSource: transfer.chooseSource,
      choosePictureFolder: transfer.choosePictureFolder,
      chooseReportFile: ports.dialogs.chooseReportFile,
    };
    const calls = createRpc<AccountService, AccountHostService>(mine.port, service, reportTrouble);
    thread = mine;
    hadCloud = false;
    let refusal: AppError | null = null;
    mine.onEnd(() => {
      calls.end(THREAD_ENDED);
      if (thread === mine) handleThreadEnd(refusal ?? FAILED);
    });
    openNotes(mine, calls).catch((error: unknown) => {
      // A thread that ended meanwhile tells it by its end.
      if (error === THREAD_ENDED) return;
      refusal = toAppError(error);
      void mine.end();
    });
  }

  async function openNotes(mine: Thread, calls: Rpc<AccountService>): Promise<void> {
    await ports.filesFree;
    await files.makeFolder();
    if (thread !== mine) return;
    rpc = calls;
    await calls.call('open', {
      uid,
      database: files.database,
      emptyTrashAfter: ports.emptyTrashAfter(),
      revision: ports.revision(),
      draftsListed: [...draftsListed],
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
    const next = transfer.takeResumption();
    if (next !== null) requestTransfer(next).catch(reportTrouble);
  }

  /** What was typed while no thread could take it becomes drafts. What cannot become one now, for a full disk, say, waits. */
  function adoptWords(calls: Rpc<AccountService>): Promise<void> {
    const account = {
      isOpen: () => rpc === calls,
      async adopt(file: string, isShown: boolean) {
        try {
          await calls.call('adopt', file, isShown);
        } finally {
          // Whether it failed or not, a thread that is opened before windows ask again must not take these words for seen.
          if (!isShown) draftsListed.clear();
        }
      },
    };
    return words.moveTo(account, (error) => {
      onTrouble(`What was typed meanwhile still waits in its file: ${messageOf(error)}`);
      cancelAdoption();
      cancelAdoption = clock.after(CLOSED_MS, takeSignedOutWords);
    });
  }

  function takeSignedOutWords(): void {
    // An opening takes them at its end.
    if (status === 'serving' && rpc !== null) void adoptWords(rpc);
  }

  function handleThreadEnd(reason: AppError): void {
    thread = null;
    rpc = null;
    queue.pause();
    endCloud();
    problem = reason;
    // Only another version of the app can open what a newer one has written.
    const pause = reason.code === 'store-newer' ? undefined : RESTART_MS[endings];
    endings += 1;
    transfer.handleThreadEnd(pause !== undefined);
    if (pause === undefined) {
      giveUp(reason);
      return;
    }
    status = 'pausing';
    wait(pause, open);
    for (const draft of queue.latestDrafts()) void keepInFile(draft);
    setSync({ ...sync, phase: 'opening' });
  }

  function giveUp(reason: AppError): void {
    onTrouble(`The notes could not be opened: ${reason.message}`);
    status = 'closed';
    wait(CLOSED_MS, open);
    refuseAll(reason);
    setSync({ ...sync, phase: 'closed' });
    ports.onChange(ports.revision());
  }

  /**
   * All of them are written before any words that come later, drafts first, so that what was to be saved stands below what was
   * typed after it: a later state of a draft takes the place of an earlier one, and knows nothing of a refusal yet.
   */
  function refuseAll(reason: AppError): void {
    for (const { request, resolve, reject } of queue.takeAll())
      words.answerFor(request, reason).then(resolve, reject);
  }

  function startCloud(): void {
    if (!isSyncing || rpc === null || status !== 'serving' || cloud !== null) return;
    const mine = ports.startCloud(uid, (found) => {
      if (cloud === mine) setObstacle(found);
    });
    cloud = mine;
    mine.onEnd(() => {
      if (cloud !== mine) return;
      cloud = null;
      obstacle = null;
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
    obstacle = null;
    void mine?.end();
  }

  /** Durable while no thread serves; whoever asked for an earlier state of the draft is answered by that. */
  async function keepInFile(draft: Draft): Promise<void> {
    const earlier = queue.takeStates(draft);
    const written = words.keep(draft);
    for (const { resolve, reject } of earlier) written.then(resolve, reject);
    await written;
  }

  async function requestTransfer({ channel, args }: RequestOn<AccountTransfer>): Promise<void> {
    if (transfer.handle(channel)) return;
    if (rpc === null || status !== 'serving') {
      if (channel !== 'transfer:dismiss') throw problem;
      transfer.update(NO_TRANSFER);
      return;
    }
    await rpc.call('transfer', channel, args).catch((error: unknown) => {
      // How it ended is told by the state.
      if (error !== THREAD_ENDED) throw error;
    });
  }

  async function answerRequest(request: AccountRequest): Promise<unknown> {
    const draft = request.channel === 'drafts:keep' ? request.args[1] : null;
    if (status === 'left') return draft === null ? words.answerFor(request, CLOSED) : keepInFile(draft);
    if (isTransfer(request)) return requestTransfer(request);
    if (request.channel === 'drafts:list' && status !== 'serving') {
      // A page that was made, or loaded anew, while no thread serves has seen nothing of what is stored.
      const [window] = request.args;
      draftsListed.delete(window);
      if (status === 'closed') return words.list(window);
      words.markUnseen(window).catch(reportTrouble);
    }
    if (status === 'closed') return words.answerFor(request, problem);
    // What is typed after a note was saved is another draft, and must come after the request that drops the first one.
    if (status !== 'serving' && draft !== null && !queue.willSave(draft)) return keepInFile(draft);
    return queue.ask(request);
  }

  async function addOnce(content: NoteContent, id: NoteId): Promise<boolean> {
    if (status !== 'serving' || rpc === null) return false;
    try {
      await rpc.call('write', 'notes:add', [uid, content, null], id, false);
      return true;
    } catch (error) {
      if (error === THREAD_ENDED) return false;
      throw error;
    }
  }

  function wake(): void {
    if (status === 'closed' || status === 'pausing') {
      setSync({ ...sync, phase: 'opening' });
      open();
    } else if (status === 'serving') rpc?.tell('wake');
  }

  words.forgetShown();
  open();
  return {
    uid,
    get sync() {
      return seenSync();
    },
    get transfer() {
      return transfer.state;
    },
    request: answerRequest,
    addOnce,
    startSync() {
      isSyncing = true;
      startCloud();
    },
    wake,
    renewSession() {
      endCloud();
      if (status === 'serving') startCloud();
      else wake();
    },
    // Before it is asked to open, the thread is told by that.
    emptyTrashAfter: (days) => rpc?.tell('emptyTrashAfter', days),
    takeSignedOutWords,
    async waitUntilPushed(ms) {
      if (status !== 'serving' || rpc === null) return;
      const pushed = rpc.call('waitUntilPushed', ms).catch(() => undefined);
      await withDeadline(pushed, clock, ms, undefined);
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
      calls?.end(THREAD_ENDED);
      refuseAll(CLOSED);
      await own?.end();
      // Nobody knows what is in notes that could not be opened or closed: they stay.
      return (left ?? 1) + (await words.count());
    },
  };
}

const nothing = (): void => {};

function isTransfer(request: AccountRequest): request is RequestOn<AccountTransfer> {
  return isAccountTransfer(request.channel);
}

function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('store-failed', messageOf(error), { cause: error });
}

/**
 * One signed-in account, as the main thread has it: the thread that serves it, the cloud's thread beside that, and what was
 * asked and has no answer yet.
 *
 *   opening ── open ──▶ serving ── the thread ended ──▶ pausing ── 0.2, 1, 5 s ──▶ opening
 *      │ ended once more, without a minute of service in between
 *      ▼
 *   closed ── every half minute, or when a person asks for it ──▶ opening
 *
 * Whatever has no answer is asked of the next thread once more, in order. Words that are typed while there is none go to a
 * synced file beside the database, which becomes drafts at the next opening.
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
import { hasContent, type Uid } from '#shared/note.ts';
import { createRpc, type Port, type Rpc } from '#shared/rpc.ts';
import type { TrashDays } from '#shared/settings.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import { isOfKey, parseContent, parseDraft, parseKey } from '#shared/typed-words.ts';
import type { AccountFiles } from './account-files.ts';
import { withDeadline } from './deadline.ts';
import type { TypedWordsFile } from './device/typed-words-file.ts';
import { createHostedTransfer, type FileDialogs } from './hosted-transfer.ts';

/** A thread, or what stands for one in tests. */
export interface Thread {
  readonly port: Port;
  /** Called once, when nothing of the thread runs any more. */
  readonly onEnd: (listener: () => void) => void;
  /** Ends it; resolves when nothing of it runs any more. */
  readonly end: () => Promise<void>;
}

export interface CloudThread extends Pick<Thread, 'onEnd' | 'end'> {
  /** For the account's thread. */
  readonly accountPort: object;
}

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
  /** The file for words that are typed while no thread takes them. */
  readonly words: TypedWordsFile;
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
/** A thread that does not close by then is ended as it is. */
const CLOSE_MS = 5_000;

/** With this, what has no answer yet is told from what was answered with an error. */
const GONE = new AppError('store-failed', 'The notes are being opened again.');
const FAILED = new AppError(
  'store-failed',
  'Your notes on this device could not be opened. Check that the disk works and has free space; the log says more.',
);
const LEFT = new AppError('not-signed-in', 'The notes of this account are closed.');

interface Entry {
  readonly channel: AccountRead | AccountWrite;
  readonly args: readonly unknown[];
  /** What is to be kept, where that is what is asked. */
  readonly draft: Draft | null;
  readonly id: WriteId;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export function createHostedAccount(ports: HostedAccountPorts): HostedAccount {
  const { uid, files, words, signedOutWords, clock, onTrouble } = ports;
  /** What has no answer yet, in the order in which it was asked. */
  const unanswered = new Set<Entry>();
  /** Those of them that stand in the file of typed words. */
  const keptMeanwhile = new WeakSet<Entry>();
  let status: 'opening' | 'serving' | 'pausing' | 'closed' | 'left' = 'opening';
  let problem: AppError | null = null;
  let thread: Thread | null = null;
  let rpc: Rpc<AccountService> | null = null;
  let cloud: CloudThread | null = null;
  /** Whether the thread that serves now was given a port to the cloud's before. */
  let hadCloud = false;
  let syncing = false;
  let sync: SyncState = SYNC_OFF;
  /** Endings without a minute of service between them. */
  let endings = 0;
  let cancelTimer = nothing;
  let cancelAdoption = nothing;
  /**
   * Words that nothing here asks for any more go with the next opening: those of an earlier start, and those that were kept
   * while the account was closed. What is kept from now on is asked of the account as well.
   */
  let sealed = sealWords();

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

  function sealWords(): Promise<unknown> {
    return words.moveTo(files.nextSealedWords).catch(tellTrouble);
  }

  function open(): void {
    cancelTimer();
    if (status === 'closed') sealed = sealWords();
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
    const { database } = files;
    const emptyTrashAfter = ports.emptyTrashAfter();
    await calls.call('open', { uid, database, emptyTrashAfter, revision: ports.revision() });
    if (rpc === calls) await adoptWords(calls);
    if (rpc !== calls) return;
    status = 'serving';
    wait(SERVICE_MS, () => {
      endings = 0;
    });
    for (const entry of unanswered) ask(entry, false);
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

  /** What was typed while no account could take it becomes drafts. What cannot become one now, for a full disk, say, waits. */
  async function adoptWords(calls: Rpc<AccountService>): Promise<void> {
    try {
      await sealed;
      await signedOutWords.moveTo(files.nextSealedWords);
      for (const file of await files.sealedWords()) await calls.call('adopt', file);
    } catch (error) {
      if (error === GONE) throw error;
      onTrouble(`What was typed meanwhile still waits in its file: ${messageOf(error)}`);
      cancelAdoption();
      cancelAdoption = clock.after(CLOSED_MS, takeSignedOutWords);
    }
  }

  function threadEnded(refusal: AppError | null): void {
    thread = null;
    rpc = null;
    if (status === 'left') return;
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
    for (const entry of unanswered) keepMeanwhile(entry);
    tellSync({ ...sync, phase: 'opening' });
  }

  function giveUp(reason: AppError): void {
    onTrouble(`The notes could not be opened: ${reason.message}`);
    status = 'closed';
    wait(CLOSED_MS, open);
    void refuseAll(reason);
    tellSync({ ...sync, phase: 'closed' });
    ports.onChange(ports.revision());
  }

  async function refuseAll(reason: AppError): Promise<void> {
    const waiting = [...unanswered];
    unanswered.clear();
    for (const { channel, args, resolve, reject } of waiting) {
      await keepWords(words, channel, args, reason).then(resolve, reject);
    }
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

  /** @param alone whether no request that writes was asked before and is not answered yet */
  function ask(entry: Entry, alone: boolean): void {
    if (rpc === null) return;
    const { channel, args, id } = entry;
    const asked = isWrite(channel)
      ? rpc.call('write', channel, args, id, alone)
      : rpc.call('read', channel, args);
    asked.then(
      (value) => {
        unanswered.delete(entry);
        entry.resolve(value);
        // The account has it now: at the next opening it would be an older state.
        const { draft } = entry;
        if (draft !== null && keptMeanwhile.delete(entry)) words.dropExactly(draft).catch(tellTrouble);
      },
      (error: unknown) => {
        // What a thread did not answer is asked of the next one.
        if (error === GONE) return;
        unanswered.delete(entry);
        entry.reject(error);
      },
    );
  }

  function enqueue(channel: Entry['channel'], args: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const draft = channel === 'drafts:keep' ? parseDraft(args[1]) : null;
    const entry: Entry = { channel, args, draft, id: ports.makeId(), resolve, reject };
    const alone = ![...unanswered].some((other) => isWrite(other.channel));
    unanswered.add(entry);
    if (status === 'serving') ask(entry, alone);
    else keepMeanwhile(entry);
    return promise;
  }

  /** Typing goes on: what is typed is durable in the file now, and is asked of the account all the same. */
  function keepMeanwhile(entry: Entry): void {
    const { draft } = entry;
    if (draft === null) return;
    const replaced = [...unanswered].filter((other) => isReplaced(other, entry));
    for (const other of replaced) unanswered.delete(other);
    keptMeanwhile.add(entry);
    words.keep(draft).then(() => {
      for (const { resolve } of [...replaced, entry]) resolve(undefined);
    }, tellTrouble);
  }

  /** Whether it is an earlier state of the same draft, and nothing was asked in between, such as the note that it became. */
  function isReplaced(other: Entry, later: Entry): boolean {
    if (other === later || other.draft === null || later.draft === null) return false;
    if (!isOfKey(other.draft, later.draft)) return false;
    const all = [...unanswered];
    return all.slice(all.indexOf(other), all.indexOf(later)).every(({ draft }) => draft !== null);
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
    if (status === 'left') return keepWords(words, channel, args, LEFT);
    if (isTransfer(channel)) return requestTransfer(channel, args);
    if (status !== 'closed') return enqueue(channel, args);
    if (channel === 'drafts:list') return words.list();
    return keepWords(words, channel, args, problem ?? FAILED);
  }

  async function countTypedWords(): Promise<number> {
    try {
      const drafts = await words.list();
      const withWords = drafts.filter(({ place, content }) => place === 'edit' || hasContent(content));
      return withWords.length + (await files.sealedWords()).length;
    } catch {
      // What cannot be read may be worth keeping.
      return 1;
    }
  }

  function wake(): void {
    if (status === 'closed' || status === 'pausing') {
      tellSync({ ...sync, phase: 'opening' });
      open();
    } else if (status === 'serving') rpc?.tell('wake');
  }

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
      if (status === 'serving') rpc?.tell('emptyTrashAfter', days);
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
      const calls = rpc;
      // What was asked before this is answered before this.
      const closed = calls?.call('close').catch(() => null) ?? null;
      const left = await withDeadline(closed, clock, CLOSE_MS, null);
      calls?.end(GONE);
      await refuseAll(LEFT);
      await thread?.end();
      // Nobody knows what is in notes that could not be opened or closed: they stay.
      return (left ?? 1) + (await countTypedWords());
    },
  };
}

/**
 * For an account that cannot be asked: a draft is durable in its file, so are the words of anything else, which is refused.
 * @throws the problem, or why the words could not be kept
 */
export async function keepWords(
  words: TypedWordsFile,
  channel: AccountChannel,
  args: readonly unknown[],
  problem: AppError,
): Promise<void> {
  const [, first, second, third] = args;
  if (channel === 'drafts:keep') {
    const draft = parseDraft(first);
    if (draft !== null) return words.keep(draft);
  }
  if (channel === 'drafts:drop') {
    const key = parseKey(first);
    if (key !== null) return words.drop(key);
  }
  if (channel === 'notes:add') {
    const content = parseContent(first);
    if (content !== null) await words.join(second === 'quick' ? 'quick' : 'new', content);
  }
  if (channel === 'notes:edit') {
    const draft = parseDraft({ place: 'edit', id: first, content: second, base: third });
    if (draft !== null) await words.keep(draft);
  }
  throw problem;
}

const nothing = (): void => {};

function isWrite(channel: RequestChannel): channel is AccountWrite {
  return (ACCOUNT_WRITES as readonly string[]).includes(channel);
}

function isTransfer(channel: RequestChannel): channel is AccountTransfer {
  return (ACCOUNT_TRANSFERS as readonly string[]).includes(channel);
}

/** Whether the account's thread answers it. */
export function isOfAccount(channel: RequestChannel): channel is AccountChannel {
  return isWrite(channel) || isTransfer(channel) || (ACCOUNT_READS as readonly string[]).includes(channel);
}

function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('store-failed', messageOf(error), { cause: error });
}

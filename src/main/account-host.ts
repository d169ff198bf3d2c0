/**
 * Keeps the open account in step with the session: signing in opens that account's own notes, signing out closes
 * them and, where nothing is left to push, removes them from this device (S10, S11). What was typed for another account
 * than the open one goes to that account's file of typed words, and to nobody else (S14).
 */
import { AppError } from '#shared/error.ts';
import { type AccountChannel, namesAccount, requestOn, type Requests } from '#shared/ipc/requests.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note.ts';
import type { SessionState, SignedOut, User } from '#shared/session.ts';
import type { TrashDays } from '#shared/settings.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import type { AccountFiles } from './account-files.ts';
import { type AccountWords, createAccountWords } from './account-words.ts';
import type { TypedWordsFile } from './device/typed-words-file.ts';
import { createHostedAccount, type HostedAccount, type HostedAccountPorts } from './hosted-account.ts';
import type { Thread } from './threads.ts';

export interface AccountHost {
  readonly sync: SyncState;
  readonly transfer: TransferState;
  /** The account that is signed in, whether its notes are open or not. */
  readonly uid: Uid | null;
  /** @throws AppError `not-signed-in` (spec §5), why the notes could not be opened, or what the account answers */
  request<C extends AccountChannel>(channel: C, args: Parameters<Requests[C]>): Promise<unknown>;
  /**
   * Adds a note of this name to the account that is signed in, once, however often it is asked.
   * @returns whether that is done; false where its notes are not open
   * @throws AppError what the account answers
   */
  addOnce(content: NoteContent, id: NoteId): Promise<boolean>;
  /** Opens the account that is signed in, and closes any other. */
  applySession(session: SessionState): void;
  /** From now on accounts sync; before, they only show what is on this device. */
  startSync(): void;
  /** The network, the machine or the person is back: whatever waits is tried at once. */
  wake(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Words were typed while nobody was signed in: an open account takes them. */
  takeSignedOutWords(): void;
  /**
   * Ends the session, then keeps or removes the account's notes (S11). Where the session does not end, nothing has changed.
   * @param endSession also has `applySession` called
   */
  signOut(endSession: () => Promise<void>): Promise<SignedOut>;
  /** Waits a little for what is on its way to the cloud. @param ms milliseconds at the most */
  waitUntilPushed(ms: number): Promise<void>;
  /** Closes what is open; its files are whole without a log then. */
  close(): Promise<void>;
}

export interface AccountHostPorts extends Omit<
  HostedAccountPorts,
  'uid' | 'files' | 'words' | 'filesFree' | 'revision'
> {
  /** Started ahead, so that opening an account does not wait for a thread's own start. */
  readonly firstThread: Thread;
  readonly filesOf: (uid: Uid) => AccountFiles;
  /** What is typed while nobody is signed in. */
  readonly signedOutWords: TypedWordsFile;
}

/** The session belongs to somebody else now. */
const ANOTHER = new AppError('not-signed-in', 'This was written for another account, and is kept for it.');

export function createAccountHost(ports: AccountHostPorts): AccountHost {
  const { filesOf } = ports;
  let account: HostedAccount | null = null;
  let revision = 0;
  let isSyncing = false;
  let expired = false;
  /** As the session named them last: each sign-in makes them anew. */
  let user: User | null = null;
  let spare: Thread | null = ports.firstThread;
  // One that has ended by the time it is needed would never answer.
  ports.firstThread.onEnd(() => {
    spare = null;
  });
  /** Until then the files of an account that was closed are open, or being removed. */
  const closing = new Map<Uid, Promise<unknown>>();
  /** What each account left on this device when it was last closed. */
  const unsynced = new Map<Uid, number>();
  /** Of the accounts that were open since the app started. */
  const words = new Map<unknown, AccountWords>();

  function reportChange(next: number): void {
    revision = Math.max(revision + 1, next);
    ports.onChange(revision);
  }

  function startAccount(): Thread {
    const thread = spare ?? ports.startAccount();
    spare = null;
    return thread;
  }

  function open(uid: Uid): void {
    const files = filesOf(uid);
    const own = words.get(uid) ?? createAccountWords(files, ports.signedOutWords);
    words.set(uid, own);
    account = createHostedAccount({
      ...ports,
      uid,
      files,
      words: own,
      filesFree: closing.get(uid) ?? Promise.resolve(),
      startAccount,
      revision: () => revision,
      onChange: reportChange,
    });
    if (isSyncing) account.startSync();
  }

  function close(): void {
    const left = account;
    account = null;
    if (left === null) return;
    closing.set(
      left.uid,
      left.close().then((count) => unsynced.set(left.uid, count)),
    );
    ports.onTransfer(NO_TRANSFER);
  }

  async function request<C extends AccountChannel>(
    channel: C,
    args: Parameters<Requests[C]>,
  ): Promise<unknown> {
    const asked = requestOn<AccountChannel>(channel, args);
    if (namesAccount(channel) && args[0] !== account?.uid) {
      const own = words.get(args[0]);
      if (own === undefined) throw new AppError('not-signed-in', LOG_LINES.notAuthenticated);
      return own.answerFor(asked, ANOTHER);
    }
    if (account !== null) return account.request(asked);
    if (asked.channel === 'drafts:list') return ports.signedOutWords.list(asked.args[0]);
    throw new AppError('not-signed-in', LOG_LINES.notAuthenticated);
  }

  /** Asked again after each wait: somebody may have signed in meanwhile. */
  function isOpen(uid: Uid): boolean {
    return account?.uid === uid;
  }

  return {
    get sync() {
      return account?.sync ?? SYNC_OFF;
    },
    get transfer() {
      return account?.transfer ?? NO_TRANSFER;
    },
    get uid() {
      return account?.uid ?? null;
    },
    request,
    addOnce: async (content, id) => (account === null ? false : account.addOnce(content, id)),
    applySession(session) {
      const uid = session.status === 'signed-in' ? session.user.uid : null;
      const wasExpired = expired;
      const before = user;
      expired = session.status === 'signed-in' && session.expired;
      user = session.status === 'signed-in' ? session.user : null;
      if (uid !== null && uid === account?.uid) {
        // The same account signed in again: what waited for that goes on. An attempt to do so that only begins is no reason
        // to show the cloud once more what it refuses.
        const isRefused = account.sync.phase === 'session-expired' && user !== before;
        if ((wasExpired || isRefused) && !expired) account.renewSession();
        return;
      }
      close();
      ports.onSync(SYNC_OFF);
      if (uid !== null) open(uid);
      reportChange(revision);
    },
    startSync() {
      isSyncing = true;
      account?.startSync();
    },
    wake: () => account?.wake(),
    emptyTrashAfter: (days) => account?.emptyTrashAfter(days),
    takeSignedOutWords: () => account?.takeSignedOutWords(),
    async signOut(endSession) {
      const left = account?.uid;
      await endSession();
      // Whoever signed in meanwhile keeps what is theirs. What is left counts from the moment of the closing: until then
      // there may have been more.
      if (left === undefined || isOpen(left)) return { kept: 0 };
      await closing.get(left);
      const kept = unsynced.get(left) ?? 0;
      const own = words.get(left);
      if (kept > 0 || isOpen(left) || own === undefined) return { kept };
      // Whoever signs in from here on waits for it, and so do words that come so late.
      const removal = own.removeAccount();
      closing.set(
        left,
        removal.catch(() => undefined),
      );
      return { kept: await removal };
    },
    waitUntilPushed: async (ms) => account?.waitUntilPushed(ms),
    async close() {
      close();
      await Promise.all(closing.values());
      await spare?.end();
      spare = null;
    },
  };
}

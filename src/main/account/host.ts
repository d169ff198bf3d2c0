/**
 * Keeps the open account in step with the session: signing in opens that account's own notes, signing out closes them
 * and, where nothing is left to push, removes them from this device (S10, S11). What was typed for an account that is
 * not open goes to that account's file of typed words, and nowhere else (S14).
 */
import { AppError } from '#shared/error.ts';
import { type AccountChannel, namesAccount, requestOn, type Requests } from '#shared/ipc/requests.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note.ts';
import { confirmedAccount, type SessionState, type SignOutResult, type User } from '#shared/session.ts';
import type { TrashDays } from '#shared/settings.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { SYNC_OFF, type SyncState } from '#shared/sync-state.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import type { AccountFiles } from './files.ts';
import { type AccountWords, createAccountWords } from './words.ts';
import type { TypedWordsFile } from '../device/typed-words-file.ts';
import { createHostedAccount, type HostedAccount, type HostedAccountPorts } from './account.ts';
import type { Thread } from './threads.ts';

export interface AccountHost {
  readonly sync: SyncState;
  readonly transfer: TransferState;
  /** The account that is signed in, whether its notes are open or not. */
  readonly uid: Uid | null;
  /** @throws AppError `not-signed-in` (spec §5), why the notes could not be opened, or the error that the account answers */
  request<C extends AccountChannel>(channel: C, args: Parameters<Requests[C]>): Promise<unknown>;
  /**
   * Adds a note with this id to the signed-in account. However often this is called with the same id, it adds one note.
   * @returns whether the note is added; false if the account's notes are not open
   * @throws AppError what the account answers
   */
  addOnce(content: NoteContent, id: NoteId): Promise<boolean>;
  /** Opens the account that is signed in, and closes any other. */
  applySession(session: SessionState): void;
  /** From now on accounts sync; before that, they only show what is on this device. */
  startSync(): void;
  /** Tries whatever waits at once, because the network, the machine or the person is back. */
  wake(): void;
  /** Does nothing unless this account is open. Whatever is opened later asks for its own days. */
  emptyTrashAfter(uid: Uid, days: TrashDays): void;
  /** Moves words that were typed while nobody was signed in into the open account, if there is one. */
  takeSignedOutWords(): void;
  /**
   * Ends the session, then keeps or removes the account's notes (S11). If the session does not end, nothing changes.
   * @param endSession ends the session, and thereby causes a call of `applySession`
   */
  signOut(endSession: () => Promise<void>): Promise<SignOutResult>;
  /** Waits until nothing is on its way to the cloud any more. @param ms milliseconds at the most */
  waitUntilPushed(ms: number): Promise<void>;
  /** Closes the open account. Its database is then complete without the WAL. */
  close(): Promise<void>;
}

export interface AccountHostPorts extends Omit<
  HostedAccountPorts,
  'uid' | 'files' | 'words' | 'filesFree' | 'revision'
> {
  /** Started in advance, so that opening an account does not wait for a thread to start. */
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
  /** The user of the latest session state. Each sign-in makes a new object. */
  let user: User | null = null;
  /** The account that may take words which were typed while nobody was signed in (S14.4). */
  let confirmed: Uid | null = null;
  let spare: Thread | null = ports.firstThread;
  // A thread that has ended before it is needed would never answer.
  ports.firstThread.onEnd(() => {
    spare = null;
  });
  /** By account: resolves when the files of a closed account are no longer open or being removed. */
  const closing = new Map<Uid, Promise<unknown>>();
  /** How many changes, drafts and files each account left unsynced on this device when it was last closed (S11). */
  const unsynced = new Map<Uid, number>();
  /** The typed words of each account that was open since the app started. */
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
    const own = words.get(uid) ?? createAccountWords(files, ports.signedOutWords, () => confirmed === uid);
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
    // Until the account is confirmed, the quick note goes on with the words of nobody.
    const isOfNobody = asked.channel === 'drafts:list' && asked.args[0] === 'quick' && confirmed === null;
    if (account !== null && !isOfNobody) return account.request(asked);
    if (asked.channel === 'drafts:list') return ports.signedOutWords.list(asked.args[0]);
    throw new AppError('not-signed-in', LOG_LINES.notAuthenticated);
  }

  /** To be asked again after each `await`, because somebody may have signed in meanwhile. */
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
      const wasConfirmed = confirmed;
      confirmed = confirmedAccount(session);
      if (uid !== null && uid === account?.uid) {
        // The same account signed in again: what waited for that goes on. A sign-in that has only begun is no reason to
        // offer the cloud a session once more that it refuses.
        const isRefused = account.sync.phase === 'session-expired' && user !== before;
        if ((wasExpired || isRefused) && !expired) account.renewSession();
        if (wasConfirmed === null && confirmed !== null) account.takeSignedOutWords();
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
    emptyTrashAfter(uid, days) {
      if (account?.uid === uid) account.emptyTrashAfter(days);
    },
    takeSignedOutWords: () => account?.takeSignedOutWords(),
    async signOut(endSession) {
      const left = account?.uid;
      await endSession();
      // If the account signed in again meanwhile, its notes stay. What is left is known once the account is closed,
      // because changes may still be pushed before that.
      if (left === undefined || isOpen(left)) return { kept: 0 };
      await closing.get(left);
      const kept = unsynced.get(left) ?? 0;
      const own = words.get(left);
      if (kept > 0 || isOpen(left) || own === undefined) return { kept };
      // From here on, a new sign-in waits for the removal, and so do words that arrive this late.
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

/**
 * Makes the current account follow the session: signing in opens the account's notes, signing out closes them
 * and, if nothing remains to be pushed, removes them from this device (S10, S11). Words that no account can
 * take wait outside of the database until their account opens, and never reach another one (S14).
 */
import { AppError } from '#shared/base/error.ts';
import {
  type AccountChannel,
  type AccountRequest,
  type AccountTransfer,
  isAccountTransfer,
  namesAccount,
  type RequestOn,
  requestOn,
  type Requests,
} from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note/note.ts';
import { confirmedAccount, type SessionState, type SignOutResult } from '#shared/ipc/session.ts';
import { SYNC_OFF } from '#shared/ipc/sync-state.ts';
import { NO_TRANSFER } from '#shared/ipc/transfer.ts';
import type { AccountFiles } from './files.ts';
import { storeWords } from './words.ts';
import {
  createHostedAccount,
  type CurrentAccount,
  type HostedAccount,
  type HostedAccountPorts,
} from './account.ts';
import type { Thread } from './threads.ts';

export interface AccountHost {
  /**
   * The signed-in account, even if its notes are not open; null while signed out. To be read again after each
   * `await`, because another account may have signed in meanwhile.
   */
  readonly current: CurrentAccount | null;
  /** When a page last requested something of an account, or when the app started. */
  readonly lastRequestAt: number;
  /**
   * @throws AppError `not-signed-in` (spec §5), the error of opening the notes, or the account's own error
   */
  request<C extends AccountChannel>(channel: C, args: Parameters<Requests[C]>): Promise<unknown>;
  /** Opens the signed-in account, and closes any other. */
  applySession(session: SessionState): void;
  /** Reserves words without an owner for the signed-in, confirmed account, and takes its waiting words. */
  takeWaitingWords(): void;
  /** Starts syncing accounts. Before that, they only show the notes on this device. */
  startSync(): void;
  /**
   * Ends the session, then removes the account's notes unless some changes are unsynced (S11). If the session
   * does not end, nothing changes.
   * @param endSession ends the session, and thereby causes a call of `applySession`
   */
  signOut(endSession: () => Promise<void>): Promise<SignOutResult>;
  /**
   * Goes on with a sign-out during which the app ended: opens the account to learn what is unsynced, and removes
   * its notes if nothing is. Does nothing if the account has signed in again.
   */
  finishSignOut(uid: Uid): Promise<void>;
  /**
   * Closes the current account. Its database is then complete without the WAL, and a running sign-out has
   * removed its files.
   */
  close(): Promise<void>;
}

export interface AccountHostPorts extends Omit<
  HostedAccountPorts,
  'uid' | 'files' | 'filesFree' | 'revision'
> {
  /** Started in advance, so that opening an account does not wait for a thread to start. */
  readonly firstThread: Thread;
  readonly filesOf: (uid: Uid) => AccountFiles;
  /** Whether the user may be writing the quick note, so that its words are not a note yet. */
  readonly isQuickNoteOpen: () => boolean;
}

/** The events of an account that no page shows. */
const SILENT = {
  onChange: () => undefined,
  onCounted: () => undefined,
  onSync: () => undefined,
  onTransfer: () => undefined,
} satisfies Partial<HostedAccountPorts>;

const FOR_ANOTHER = new AppError('not-signed-in', 'stored-for-another-account');

export function createAccountHost(ports: AccountHostPorts): AccountHost {
  const { filesOf, waitingWords } = ports;
  let session: SessionState = { status: 'unknown' };
  let current: HostedAccount | null = null;
  let revision = 0;
  let lastRequestAt = ports.clock.now();
  let isSyncing = false;
  let spare: Thread | null = ports.firstThread;
  // A thread that ended before it was needed would never answer.
  ports.firstThread.onEnd(() => {
    spare = null;
  });
  /**
   * By account: resolves when the files of a closed account are neither open nor being removed, with the
   * number of changes, drafts and files that are unsynced on this device (S11).
   */
  const closing = new Map<Uid, Promise<number>>();
  /** The accounts that were current since the app started. Words for any other cannot come from our pages. */
  const known = new Set<Uid>();

  function reportChange(next: number): void {
    revision = Math.max(revision + 1, next);
    ports.onChange(revision);
  }

  function startAccount(): Thread {
    const thread = spare ?? ports.startAccount();
    spare = null;
    return thread;
  }

  function createAccount(uid: Uid, events: Partial<HostedAccountPorts>): HostedAccount {
    return createHostedAccount({
      ...ports,
      uid,
      files: filesOf(uid),
      filesFree: closing.get(uid) ?? Promise.resolve(),
      startAccount,
      revision: () => revision,
      onChange: reportChange,
      ...events,
    });
  }

  function open(uid: Uid): void {
    known.add(uid);
    current = createAccount(uid, {});
    if (isSyncing) current.startSync();
  }

  /**
   * Removes the files of an account that is being closed, unless something of it is unsynced, or it has signed
   * in again meanwhile. The number of unsynced changes is known once the account is closed, because changes
   * may still be pushed before that.
   */
  async function removeFiles(uid: Uid): Promise<SignOutResult> {
    const unsynced = (await closing.get(uid)) ?? 0;
    if (unsynced > 0 || current?.uid === uid) return { unsynced };
    // From now on, a new sign-in waits for the removal, and so do late words.
    const removal = waitingWords.ifNoneWait(uid, (taken) => filesOf(uid).remove(taken));
    closing.set(
      uid,
      removal.catch(() => 1),
    );
    return { unsynced: await removal };
  }

  function close(): void {
    const account = current;
    current = null;
    if (account === null) return;
    closing.set(account.uid, account.close());
    ports.onTransfer(NO_TRANSFER);
  }

  function takeWaitingWords(): void {
    const uid = confirmedAccount(session);
    const mayClaim = (): boolean => confirmedAccount(session) === uid;
    if (uid !== null) waitingWords.claim(uid, !ports.isQuickNoteOpen(), mayClaim).catch(reportTrouble);
    // The words are reserved before the account asks for them.
    current?.takeWords();
  }

  /** Without the record, a sign-out that the app's end interrupts leaves the files on this device. */
  function markSigningOut(uid: Uid): void {
    try {
      filesOf(uid).markSigningOut();
    } catch (error) {
      ports.onTrouble('signed-out-files-left', error);
    }
  }

  function reportTrouble(error: unknown): void {
    ports.onTrouble('waiting-words-not-reserved', error);
  }

  /** Waits for all files of closed accounts, including those that a sign-out begins to remove meanwhile. */
  async function waitUntilClosed(): Promise<void> {
    const awaited = new Set(closing.values());
    await Promise.all(awaited);
    if (!new Set(closing.values()).isSubsetOf(awaited)) await waitUntilClosed();
  }

  return {
    get current() {
      return current;
    },
    get lastRequestAt() {
      return lastRequestAt;
    },
    async request(channel, args) {
      lastRequestAt = ports.clock.now();
      const request = requestOn<AccountChannel>(channel, args);
      if (namesAccount(channel) && args[0] !== current?.uid) {
        const owner = [...known].find((uid) => uid === args[0]);
        if (owner === undefined) throw new AppError('not-signed-in', 'not-authenticated');
        return storeWords(waitingWords, owner, request, FOR_ANOTHER);
      }
      // Until the account is confirmed, the quick note continues with the words without an owner.
      const isQuickNote = request.channel === 'drafts:list' && request.args[0] === 'quick';
      const account = isQuickNote && confirmedAccount(session) === null ? null : current;
      if (account !== null) {
        if (isTransfer(request)) return account.transferNotes(request);
        // A page that asks for its drafts after a sign-in gets those that come with it, too.
        if (request.channel === 'drafts:list') await account.wordsTaken;
        return account.requests.ask(request);
      }
      if (request.channel === 'drafts:list') return waitingWords.drafts(null, request.args[0]);
      throw new AppError('not-signed-in', 'not-authenticated');
    },
    applySession(now) {
      const before = session;
      session = now;
      if (isSignedIn(before) && isSignedIn(now) && current?.uid === now.user.uid) {
        continueSession(current, before, now);
        takeWaitingWords();
        return;
      }
      close();
      ports.onSync(SYNC_OFF);
      if (isSignedIn(now)) open(now.user.uid);
      takeWaitingWords();
      reportChange(revision);
    },
    takeWaitingWords,
    startSync() {
      isSyncing = true;
      current?.startSync();
    },
    async signOut(endSession) {
      const uid = current?.uid;
      if (uid !== undefined) markSigningOut(uid);
      await endSession();
      // If the account signed in again meanwhile, its notes stay.
      return uid === undefined || current?.uid === uid ? { unsynced: 0 } : removeFiles(uid);
    },
    async finishSignOut(uid) {
      if (current?.uid === uid || closing.has(uid)) return;
      const account = createAccount(uid, SILENT);
      const opened = account.requests.ask(requestOn('notes:counts', []));
      closing.set(
        uid,
        opened.catch(() => undefined).then(() => account.close()),
      );
      await removeFiles(uid);
    },
    async close() {
      close();
      await waitUntilClosed();
      await spare?.end();
      spare = null;
    },
  };
}

function isTransfer(request: AccountRequest): request is RequestOn<AccountTransfer> {
  return isAccountTransfer(request.channel);
}

type SignedIn = Extract<SessionState, { readonly status: 'signed-in' }>;

function isSignedIn(session: SessionState): session is SignedIn {
  return session.status === 'signed-in';
}

/** Continues with the account after a change of its session. */
function continueSession(account: HostedAccount, before: SignedIn, now: SignedIn): void {
  // The account signed in again: waiting work continues, and a late answer to the old session cannot end the
  // new one. A sign-in that has only begun is no reason to try a refused session again. Each sign-in makes a
  // new `user` object.
  if (now.user !== before.user && !now.expired) account.renewSession();
}

/**
 * Keeps the open account in step with the session: signing in opens that account's own notes, signing out closes
 * them and, where nothing is left to push, removes them from this device (S10, S11).
 */
import { AppError, messageOf } from '#shared/error.ts';
import type { Draft } from '#shared/draft.ts';
import { hasContent, type Uid } from '#shared/note.ts';
import type { SessionState, SignedOut } from '#shared/session.ts';
import { LOG_LINES } from '#shared/spec.ts';
import type { Account } from './account.ts';

export interface Accounts {
  /** The open account, null while nobody is signed in or the notes could not be opened. */
  current(): Account | null;
  /**
   * The open account, for what cannot be done without.
   * @throws AppError `not-signed-in` (spec §5), or why the notes could not be opened
   */
  required(): Account;
  follow(session: SessionState): void;
  /** From now on accounts sync; before, they only show what is on this device. */
  startSync(): void;
  /**
   * Signs the account out of this device with `forget`, then keeps or removes its notes. Where `forget` fails, nothing
   * has changed.
   */
  leave(forget: () => Promise<void>): Promise<SignedOut>;
  close(): void;
}

export interface AccountsPorts {
  readonly open: (uid: Uid) => Account;
  readonly remove: (uid: Uid) => void;
  /** Another account, or none, is the current one. */
  readonly onSwitch: () => void;
  readonly onError: (message: string) => void;
}

export function createAccounts(ports: AccountsPorts): Accounts {
  let account: Account | null = null;
  let problem: AppError | null = null;
  let syncing = false;
  /** What each account left on this device when it was last closed. */
  const unsynced = new Map<Uid, number>();
  /** Until then the account that was closed last may have its files open. */
  let closing: Promise<void> = Promise.resolve();

  function close(): void {
    if (account !== null) unsynced.set(account.uid, unsyncedOf(account));
    if (account !== null) closing = account.close();
    account = null;
    problem = null;
  }

  /** Asked again after each wait: somebody may have signed in meanwhile. */
  function uidOfOpen(): Uid | undefined {
    return account?.uid;
  }

  function open(uid: Uid): void {
    try {
      account = ports.open(uid);
      if (syncing) account.engine.start();
    } catch (error) {
      problem =
        error instanceof AppError ? error : new AppError('internal', messageOf(error), { cause: error });
      ports.onError(problem.message);
    }
  }

  return {
    current: () => account,
    required() {
      if (account === null) throw problem ?? new AppError('not-signed-in', LOG_LINES.notAuthenticated);
      return account;
    },
    follow(session) {
      const uid = session.status === 'signed-in' ? session.user.uid : null;
      if (uid !== null && uid === account?.uid) {
        // The same account signed in again: what waited for that goes on.
        if (session.status === 'signed-in' && !session.expired) account.engine.wake();
        return;
      }
      close();
      if (uid !== null) open(uid);
      ports.onSwitch();
    },
    startSync() {
      syncing = true;
      account?.engine.start();
    },
    async leave(forget) {
      const left = account?.uid;
      await forget();
      // Whoever signed in meanwhile keeps what is theirs. What is left counts from the moment of the closing: until then
      // there may have been more.
      if (left === undefined || uidOfOpen() === left) return { kept: 0 };
      const kept = unsynced.get(left) ?? 0;
      await closing;
      if (kept === 0 && uidOfOpen() !== left) ports.remove(left);
      return { kept };
    },
    close,
  };
}

/** Changes and refused notes that the cloud does not have, and words that were typed and not yet kept as a note. */
function unsyncedOf({ engine, drafts }: Account): number {
  const { pending, refused } = engine.state;
  try {
    return pending + refused + drafts.list().filter(hasWords).length;
  } catch {
    // What cannot be read may be worth keeping.
    return pending + refused + 1;
  }
}

function hasWords(draft: Draft): boolean {
  const { title, text } = draft.content;
  if (draft.place !== 'edit') return hasContent(draft.content);
  return title !== draft.base.title || text !== draft.base.text;
}

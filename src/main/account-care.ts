/**
 * What an account's files need from time to time, beside whatever the person does: the check that an unclean end of
 * the app asks for, a backup a day, and an end to what is kept for a while only. None of it keeps anybody waiting, and
 * none of its failures stops anything.
 */
import { messageOf } from '#shared/error.ts';
import type { AccountStore } from './store/account-store.ts';
import { keepDailyBackup } from './store/backups.ts';
import type { JobResult } from './store/worker-jobs.ts';
import type { StoreThread } from './store/worker-thread.ts';
import type { Clock } from './sync/ports.ts';

export interface AccountCare {
  /** Notes have changed. */
  changed(): void;
  /** Ends what is under way; resolves when nothing of it is left. */
  dispose(): Promise<void>;
}

export interface AccountCarePorts {
  /** Path of the account's database. */
  readonly database: string;
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly thread: StoreThread;
  readonly onTrouble: (message: string) => void;
}

/** S6: how long the last content of a removed note can be brought back. */
const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** The start of the app and its first snapshot have the disk for themselves. */
const FIRST_ROUND_MS = 20_000;
/** Timers stand still while the machine sleeps; a day is asked for by the hour. */
const ROUND_MS = 60 * 60 * 1000;
/** A backup writes as much as all notes, and a note that is saved meanwhile waits for the disk: nobody has saved any for so long … */
const QUIET_MS = 5000;
/** … or it was put off so often. */
const MOST_PUT_OFF = 60;

export function careForAccount({ database, store, clock, thread, onTrouble }: AccountCarePorts): AccountCare {
  let disposed = false;
  let isBackingUp = false;
  let lastChange = -Infinity;
  let cancelTimer = clock.after(FIRST_ROUND_MS, round);
  let cancelBackup: (() => void) | null = null;

  function round(): void {
    cancelTimer = clock.after(ROUND_MS, round);
    forgetRemoved();
    cancelBackup?.();
    backUpWhenQuiet(0);
  }

  function backUpWhenQuiet(putOff: number): void {
    // The clock may have been set back.
    const isQuiet = Math.abs(clock.now() - lastChange) >= QUIET_MS;
    if (isQuiet || putOff >= MOST_PUT_OFF) void backUp();
    else cancelBackup = clock.after(QUIET_MS, () => backUpWhenQuiet(putOff + 1));
  }

  async function backUp(): Promise<void> {
    if (isBackingUp) return;
    isBackingUp = true;
    const result = await keepDailyBackup(database, clock.now(), thread);
    isBackingUp = false;
    take('A backup was not made', result);
  }

  function forgetRemoved(): void {
    try {
      store.removed.dropBefore(clock.now() - REMOVED_KEPT_MS);
    } catch (error) {
      onTrouble(`Old removed notes are still kept: ${messageOf(error)}`);
    }
  }

  function take(trouble: string, result: JobResult): void {
    if (disposed || result.kind === 'done' || result.kind === 'ended') return;
    onTrouble(`${trouble}: ${result.reason}`);
    if (result.kind !== 'damaged') return;
    try {
      store.mend(result.reason);
    } catch (error) {
      onTrouble(`The damaged notes could not be replaced yet: ${messageOf(error)}`);
    }
  }

  forgetRemoved();
  if (store.needsCheck) {
    const check = thread.run({ kind: 'check', database });
    void check.then((result) => take('After an unclean end the notes were checked', result));
  }
  return {
    changed() {
      lastChange = clock.now();
    },
    dispose() {
      disposed = true;
      cancelTimer();
      cancelBackup?.();
      return thread.close();
    },
  };
}

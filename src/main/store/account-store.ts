/**
 * An account's durable memory on this device, which mends itself. A file that turns out to be damaged, at its opening
 * or under any later statement, is set aside; a new one takes its place with all that can be rescued, the statement
 * runs again, and the account is told to fetch everything anew. Only where not even a new file can be made does an
 * error come out, and the next statement tries again.
 */
import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { AppError, messageOf } from '#shared/error.ts';
import type { LocalStore } from '../sync/ports.ts';
import { type AllNotes, createAllNotes } from './all-notes.ts';
import { listBackups } from './backup-files.ts';
import { type Changes, createChanges } from './changes.ts';
import { checkPages } from './check.ts';
import { setAside, unfinished } from './damaged-files.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { guarded } from './guarded.ts';
import { makeDatabase } from './new-database.ts';
import { createNoteStore } from './note-store.ts';
import { createOldTrash, type OldTrash } from './old-trash.ts';
import { closeAsItIs, openDatabase } from './open.ts';
import { createRemovedNotes, type RemovedNotesTable } from './removed-notes.ts';
import { rescue, type RescueReport } from './rescue.ts';
import { DamagedError, isDamage, isInputOutput, toStoreError } from './store-error.ts';
import { createViews, type Views } from './views.ts';

export interface AccountStore extends Tables {
  /** The last end was unclean and the file too large to be looked through while somebody waits for it. */
  readonly needsCheck: boolean;
  /** The file was found to be damaged from elsewhere: by the check, or by a backup. */
  mend(reason: string): void;
  close(): void;
}

export interface AccountStorePorts {
  /** Path of the database. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The file is about to be replaced: whoever else has it open must let go of it now. */
  readonly onMending?: () => void;
  /** The file has been replaced; what was rescued is in it, and everything else is to be fetched. */
  readonly onMended: (report: RescueReport, reason: string) => void;
}

interface Tables {
  readonly notes: LocalStore;
  readonly drafts: Drafts;
  readonly removed: RemovedNotesTable;
  readonly views: Views;
  readonly all: AllNotes;
  readonly oldTrash: OldTrash;
  readonly changes: Changes;
}

/** Checked within about 50 ms; larger files are checked later, in a thread of their own. */
const CHECKED_AT_ONCE_BYTES = 16 * 1024 * 1024;
/** A disk that damages one file after the other is not to be filled with them. */
const MOST_MENDINGS = 3;

/**
 * @throws AppError `store-newer`, `store-full`, `store-failed`; `store-damaged` where the disk damages one file after
 * the other
 */
export function openAccountStore({ file, now, onMending, onMended }: AccountStorePorts): AccountStore {
  let db: Database.Database | null = null;
  let tables: Tables | null = null;
  let needsCheck = false;
  let mendings = 0;
  let closed = false;

  function open(): Tables {
    finishInterrupted();
    const isUnclean = existsSync(`${file}-wal`);
    if (isMissing(file)) makeDatabase(file);
    refuseNonsense(file);
    protect(file);
    const opened = openDatabase(file);
    try {
      const isLarge = statSync(file).size > CHECKED_AT_ONCE_BYTES;
      if (isUnclean && !isLarge) checkPages(opened);
      needsCheck = isUnclean && isLarge;
      tables = tablesOf(opened);
    } catch (error) {
      closeAsItIs(opened, file);
      throw error;
    }
    db = opened;
    return tables;
  }

  /** The app ended while a damaged file was being replaced. */
  function finishInterrupted(): void {
    if (unfinished(file).length === 0) return;
    if (existsSync(file)) {
      rescue(file, true);
      return;
    }
    setAside(file, now());
    onMended(rescue(file, false), 'the app ended while the file was being replaced');
  }

  function release(how: 'folded' | 'as it is'): void {
    const left = db;
    db = null;
    tables = null;
    if (left === null) return;
    try {
      if (how === 'folded') left.close();
      else closeAsItIs(left, file);
    } catch {
      // The file stays as it is; the next start looks through it.
    }
  }

  function mend(reason: unknown): void {
    onMending?.();
    release('as it is');
    mendings += 1;
    if (mendings > MOST_MENDINGS) {
      throw new DamagedError(
        'The disk of this device damages the notes again and again. Please have it checked.',
        {
          cause: reason,
        },
      );
    }
    setAside(file, now());
    const report = rescue(file, false);
    open();
    onMended(report, messageOf(reason));
  }

  /** Opens the file, mending it where it must be. */
  function openMending(): Tables {
    try {
      return tables ?? open();
    } catch (error) {
      if (!isDamage(error)) throw error;
      mend(error);
      return tables ?? open();
    }
  }

  /** @returns whether the work that failed so is worth a second try */
  function recovers(error: unknown): boolean {
    if (isDamage(error)) {
      mend(error);
      return true;
    }
    if (!isInputOutput(error)) return false;
    // Perhaps the disk was away for a moment: the file is opened anew, and looked through before it is trusted.
    release('as it is');
    openMending();
    return true;
  }

  let isInside = false;
  /** Runs work on the tables; only the outermost one may exchange them. */
  function run<Result>(work: (current: Tables) => Result): Result {
    if (closed) throw new AppError('store-failed', 'The notes of this account are closed.');
    if (isInside && tables !== null) return work(tables);
    isInside = true;
    try {
      return attempt(work);
    } catch (error) {
      throw toStoreError(error);
    } finally {
      isInside = false;
    }
  }

  function attempt<Result>(work: (current: Tables) => Result): Result {
    const current = openMending();
    try {
      return work(current);
    } catch (error) {
      if (!recovers(causeOf(error))) throw error;
      return work(openMending());
    }
  }

  const current = guarded(
    run((first) => first),
    run,
  );
  return {
    notes: current.notes,
    drafts: current.drafts,
    removed: current.removed,
    views: current.views,
    all: current.all,
    oldTrash: current.oldTrash,
    changes: current.changes,
    get needsCheck() {
      return needsCheck;
    },
    mend: (reason) => run(() => mend(new DamagedError(reason))),
    close() {
      closed = true;
      release('folded');
    },
  };
}

function tablesOf(db: Database.Database): Tables {
  return {
    notes: createNoteStore(db),
    drafts: createDrafts(db),
    removed: createRemovedNotes(db),
    views: createViews(db),
    all: createAllNotes(db),
    oldTrash: createOldTrash(db),
    changes: createChanges(db),
  };
}

/** An account without anything yet; a database that is gone while its backups or its log are there is damage. */
function isMissing(file: string): boolean {
  return !existsSync(file) && !existsSync(`${file}-wal`) && listBackups(file).length === 0;
}

/** What SQLite would take for an empty database, or not even try to open. */
function refuseNonsense(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === true && stats.size > 0) return;
  throw new DamagedError(`The notes of this account are not in their file ${path.basename(file)}.`);
}

/** For this user alone, also where an older version or a copy had it otherwise. */
function protect(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // Not every file system knows permissions; the folder's are what counts.
  }
}

/** A damaged file comes out of a transaction as an error of this app, caused by SQLite's. */
function causeOf(error: unknown): unknown {
  const isWrapped = error instanceof Error && !isDamage(error) && error.cause !== undefined;
  return isWrapped ? error.cause : error;
}

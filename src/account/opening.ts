/**
 * Opens an account's durable store on this device. Damage is repaired only here, when the store is
 * opened (`recovery/`): if the file is damaged, or a mark beside it says so, a new file takes its place
 * with everything that can be read of the old one. After a later failure the connection ends, and the
 * account is opened again.
 */
import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { makeWayForFileNow, setAsideNow } from '#disk/make-way.ts';
import { isLink, isThere } from '#disk/there.ts';
import { AppError } from '#shared/base/error.ts';
import type { LocalStore } from './sync/ports.ts';
import { checkPages } from './database/check.ts';
import {
  type Failure,
  removeFailureMark,
  removeUncheckedMark,
  isUnchecked,
  markFailure,
  markUnchecked,
  readFailure,
} from './database/failure-mark.ts';
import { createErasure, type Erasure } from './database/erasure.ts';
import { continuesFile, type Log, PAGE_BYTES, readLog } from './database/log.ts';
import { resumeSalvage, salvage } from './recovery/salvage.ts';
import { removeSafeFiles, unreadFiles } from './recovery/set-aside.ts';
import { listBackups, numberIn, RAISE_NUMBER } from './database/backups.ts';
import { type AllNotes, createAllNotes } from './tables/all-notes.ts';
import { type Answers, createAnswers } from './tables/answers.ts';
import { type Connection, type ConnectionPorts, createConnection } from './database/connection.ts';
import { createDrafts, type Drafts } from './tables/drafts.ts';
import type { HistoryTable } from './tables/history.ts';
import { makeDatabase } from './database/new-database.ts';
import { createNoteStore } from './tables/note-store.ts';
import { createNotices, type Notices } from './tables/notices.ts';
import {
  closeWithoutCheckpoint,
  isNewer,
  newerError,
  openDatabase,
  openGuard,
  sizeOf,
} from './database/open.ts';
import {
  DamagedError,
  isDamage,
  isInputOutput,
  isUnreadable,
  toStoreError,
  withTrueCause,
} from './database/store-error.ts';

export { markFailure } from './database/failure-mark.ts';

export interface AccountStore {
  readonly db: Connection;
  readonly notes: LocalStore;
  readonly drafts: Drafts;
  readonly history: HistoryTable;
  readonly answers: Answers;
  readonly notices: Notices;
  readonly all: AllNotes;
  /** The app ended uncleanly, and the file is too large to be checked while the user waits. */
  readonly needsCheck: boolean;
  /** Records that every page is sound. Until this is called, each opening demands the check again. */
  markChecked(): void;
  /**
   * How many damaged files are set aside that may have unread, unsynced words; at least 1
   * while it is in doubt whether notes were pushed. While there are any, a sign-out does not remove
   * the account's files (S11).
   */
  unreadCount(): number;
  /**
   * Removes the damaged files from which everything that only they held was read. To be called when the cloud
   * has confirmed the account and no change is pending.
   */
  removeSafeFiles(): void;
  /** The database's number, see `database/backups.ts`. */
  number(): number;
  /** Bytes of the database that are in use. */
  size(): number;
  /**
   * Returns some free pages to the file system, which takes a few milliseconds, if too many are free.
   * @returns whether there may be more
   */
  returnPages(): boolean;
  readonly erasure: Erasure;
  close(): void;
  /** Closes a file that can no longer be trusted, without writing into it. */
  abandon(): void;
}

export interface AccountStorePorts extends ConnectionPorts {
  /** Path of the database. */
  readonly file: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Files up to this size are checked within about 50 ms; larger ones are checked later,
 * in a thread of their own.
 */
const CHECKED_AT_ONCE_BYTES = 16 * 1024 * 1024;

/**
 * The share of the file that may stay free for later writes, and how many of the pages beyond it are returned
 * at a time.
 */
const MOST_FREE = 0.1;
const RETURNED_PAGES = 128;

/**
 * @throws AppError `store-newer`, `store-full`, `store-failed`; `store-damaged` if even a new file is damaged
 */
export function openAccountStore({ file, now, onFatal, injectFault }: AccountStorePorts): AccountStore {
  const { database, guard, needsCheck } = openOrSalvage(file, now);
  try {
    const db = createConnection(database, {
      guard,
      injectFault,
      onFatal(error) {
        // The callback may end the thread at once, which would close open databases with a checkpoint.
        abandonQuietly(db);
        onFatal(error);
      },
    });
    const notes = createNoteStore(db);
    const selectPages = db.prepare<[], Pages>(
      `SELECT page_count AS "all", freelist_count AS free, page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    const selectDoubt = db.prepare('SELECT 1 FROM doubts LIMIT 1');
    return {
      db,
      notes,
      drafts: createDrafts(db),
      history: notes.history,
      answers: createAnswers(db),
      notices: createNotices(db),
      all: createAllNotes(db),
      needsCheck,
      markChecked: () => removeUncheckedMark(file),
      unreadCount: () => Math.max(countUnread(file), selectDoubt.all().length),
      removeSafeFiles: () => removeSafeFiles(file),
      number: () => numberIn(db),
      size() {
        const { all, free, bytes } = selectPages.get() ?? NO_PAGES;
        return (all - free) * bytes;
      },
      returnPages() {
        const { all, free } = selectPages.get() ?? NO_PAGES;
        if (free <= all * MOST_FREE) return false;
        db.returnPages(RETURNED_PAGES);
        return true;
      },
      erasure: createErasure(db, file),
      close: () => db.close(),
      abandon: () => db.abandon(),
    };
  } catch (error) {
    closeWithoutCheckpoint(database, guard);
    throw toStoreError(error);
  }
}

interface Pages {
  readonly all: number;
  readonly free: number;
  /** Of each page. */
  readonly bytes: number;
}

const NO_PAGES: Pages = { all: 0, free: 0, bytes: 0 };

function countUnread(file: string): number {
  try {
    return unreadFiles(file).length;
  } catch (error) {
    throw toStoreError(error);
  }
}

function abandonQuietly(db: Connection): void {
  try {
    db.abandon();
  } catch {
    // The first failure is already reported, and the file is opened anew in any case.
  }
}

interface Opened extends Pick<AccountStore, 'needsCheck'> {
  readonly database: Database.Database;
  readonly guard: Database.Database;
}

function openOrSalvage(file: string, now: () => number): Opened {
  const failure = readFailure(file);
  try {
    const opened = openMarked(file, failure, now);
    removeFailureMark(file);
    return opened;
  } catch (thrown) {
    const error = withTrueCause(thrown, file);
    // The failure may be temporary: the next opening checks every page before it trusts the file.
    if (isInputOutput(error)) markFailure(file, { damaged: false, reason: error });
    throw toStoreError(error);
  }
}

function openMarked(file: string, failure: Failure | null, now: () => number): Opened {
  // SQLite would follow it and have the log beside its target, where nothing here looks for one.
  if (isLink(file)) throw new AppError('store-failed', 'notes-link');
  clearPlaces(file);
  if (resumeSalvage(file, now())) return openSound(file, false);
  if (failure?.damaged === true && !isNewer(file)) {
    salvage(file, now());
    return openSound(file, false);
  }
  try {
    return openSound(file, failure !== null);
  } catch (error) {
    refuseUnlessLost(error);
  }
  // SQLite takes a single failed read for damage. Data that the disk does not return the second time is lost.
  try {
    return openSound(file, true);
  } catch (error) {
    refuseUnlessLost(error);
  }
  salvage(file, now());
  return openSound(file, false);
}

/** @throws the error, unless it says that a part of the file is damaged or unreadable */
function refuseUnlessLost(error: unknown): void {
  if (!isDamage(error) && !isUnreadable(error)) throw error;
}

/** @param isSuspect whether every page must be checked before the file is trusted, however long that takes */
function openSound(file: string, isSuspect: boolean): Opened {
  const isUnclean = isThere(`${file}-wal`) || isUnchecked(file);
  if (isMissing(file)) makeDatabase(file);
  refuseMissingFile(file);
  if (isNewer(file)) throw newerError();
  const hasNoLog = refuseBrokenLog(file).frames.length === 0;
  const guard = openGuard(file);
  let database: Database.Database | undefined;
  try {
    database = openDatabase(file);
    if (hasNoLog) refuseLongerFile(database, file);
    refuseOlderCopy(database, file);
    const isLarge = statSync(file).size > CHECKED_AT_ONCE_BYTES;
    const needsCheck = isUnclean && isLarge && !isSuspect;
    if (needsCheck) markUnchecked(file);
    else if (isUnclean || isSuspect) checkPages(database);
    repairOutbox(database);
    if (!needsCheck) removeUncheckedMark(file);
    return { database, guard, needsCheck };
  } catch (error) {
    if (database === undefined) guard.close();
    else closeWithoutCheckpoint(database, guard);
    throw error;
  }
}

/**
 * Sets aside anything in the place of SQLite's own files. A rollback journal is never this app's, which uses
 * a write-ahead log, and SQLite would write its pages into the file.
 */
function clearPlaces(file: string): void {
  for (const part of ['-wal', '-shm']) makeWayForFileNow(file + part);
  if (isThere(`${file}-journal`)) setAsideNow(`${file}-journal`);
}

/**
 * Checks the log before there is a connection: SQLite would drop and overwrite the commits behind a broken
 * frame, or put pages of another moment into this file.
 */
function refuseBrokenLog(file: string): Log {
  const log = readLog(file);
  if (!continuesFile(log, file)) throw new DamagedError('damaged-log');
  return log;
}

/**
 * Refuses a file with more pages than its first page says: the disk has stored pages of a later moment, and
 * not the first one. SQLite would write over them.
 */
function refuseLongerFile(database: Database.Database, file: string): void {
  const pages = Number(database.pragma('page_count', { simple: true }));
  if (statSync(file).size > pages * PAGE_BYTES) throw new DamagedError('damaged-pages');
}

/** A backup that is newer than its database shows that an older copy has replaced the database. */
function refuseOlderCopy(database: Database.Database, file: string): void {
  const [newest] = listBackups(file);
  if (newest !== undefined && newest.number > numberIn(database))
    throw new DamagedError('damaged-older-copy');
}

/**
 * Repairs an outbox that lost rows because the disk returned an older page of it. A note that the cloud is
 * not known to have becomes pending again, because otherwise it would never be pushed. A note whose deletion
 * was pending is shown again, because otherwise it would stay hidden here for ever.
 */
function repairOutbox(database: Database.Database): void {
  const isNotInOutbox = 'id NOT IN (SELECT note_id FROM outbox)';
  const unpushed = `notes WHERE update_time IS NULL AND is_gone = 0 AND ${isNotInOutbox}`;
  const undeleted = `notes WHERE section = 4 AND update_time IS NOT NULL AND ${isNotInOutbox}`;
  const exists = (rows: string): boolean =>
    database.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get() !== undefined;
  if (!exists(unpushed) && !exists(undeleted)) return;
  database.transaction(() => {
    database.exec(`INSERT INTO outbox (note_id, sequence, revision)
      SELECT id, (SELECT coalesce(max(sequence), 0) FROM outbox) + row_number() OVER (ORDER BY key), 1 FROM ${unpushed};
      UPDATE notes SET is_gone = 0 WHERE key IN (SELECT key FROM ${undeleted});
      ${RAISE_NUMBER}`);
  })();
}

/**
 * Whether the account has no database yet. If its backups or a log that is not empty exist, a missing database is
 * damage.
 */
function isMissing(file: string): boolean {
  return !isThere(file) && sizeOf(`${file}-wal`) === 0 && listBackups(file).length === 0;
}

/** Refuses a file that SQLite would take for an empty database, or would not even try to open. */
function refuseMissingFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === true && stats.size > 0) return;
  throw new DamagedError('damaged-file-missing');
}

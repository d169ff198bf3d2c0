/**
 * The account's access to SQLite: prepared statements and transactions, each of which may fail. Errors have a
 * code that the user can act on. An error that says that the file is damaged or the disk failed ends the
 * connection: no statement is retried, because the way to recover is to reopen the file (`recovery/`).
 */
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import Database from 'better-sqlite3';
import { makeFolderNow } from '#disk/folder.ts';
import { removeFileNow } from '#disk/remove-file.ts';
import { AppError } from '#shared/base/error.ts';
import type { Durability } from '../sync/ports.ts';
import { backupFolder, backupOf, copyDatabase, numberIn, RAISE_NUMBER } from './backups.ts';
import { bytesOfLog } from './log.ts';
import { closeWithoutCheckpoint, sizeOf } from './open.ts';
import { DamagedError, isFatal, toStoreError, withTrueCause } from './store-error.ts';

export interface Statement<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  /** @returns the number of changed rows */
  run(...parameters: Parameters): number;
  iterate(...parameters: Parameters): IterableIterator<Row>;
}

export interface Connection {
  /** @throws AppError `store-damaged`, `store-full`, `store-failed`, as every method of a statement does */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
  /** Runs statements without parameters and results. */
  exec(sql: string): void;
  /**
   * All of the work becomes durable, or none of it. If it changes anything, the database's number grows by
   * one, and it gets a new tag. Within another transaction, the work becomes part of that one.
   */
  transaction<Result>(work: () => Result, durable?: Durability): Result;
  /**
   * Returns free pages from the end of the file to the file system, at most this many. The file becomes shorter
   * at the next checkpoint.
   */
  returnPages(most: number): void;
  /** Ends the connection because the file seems damaged: the next opening checks every page. */
  suspect(): void;
  /**
   * @returns the error to throw for data that makes no sense, such as a column that is not JSON;
   *   damage ends the connection
   */
  fail(error: unknown): unknown;
  /** After damage or an I/O error, leaves the log beside the file as it is. */
  close(): void;
  /** Closes a file that can no longer be trusted: nothing is written to it, and every later call fails. */
  abandon(): void;
}

export interface ConnectionPorts {
  /**
   * Called once if the file is damaged or the disk fails, with an error of code
   * `store-damaged` or `store-failed`.
   */
  readonly onFatal: (error: AppError) => void;
  /** See `openGuard`. Without one, closing a failed connection may write to the file. */
  readonly guard?: Database.Database | undefined;
  /** For tests: called before each statement, and before and after each commit; throws what SQLite would. */
  readonly injectFault?: ((moment: Moment) => void) | undefined;
}

export type Moment = 'statement' | 'commit' | 'committed';

export function createConnection(
  db: Database.Database,
  { onFatal, guard, injectFault }: ConnectionPorts,
): Connection {
  let fatal: AppError | null = null;
  let lastState = statOf(db);
  const pagesSize = db
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
    .pluck();
  /**
   * If pages were returned, the least size that the file may have once a checkpoint has shortened it, which the
   * log of the last run may do as well. Infinite if no checkpoint will shorten it.
   */
  let returnedTo = pagesSize.get() ?? Infinity;

  /**
   * If another program truncates the open file, SQLite goes on with the pages in its log and then overwrites
   * the log, the last copy of the lost pages. If another file takes its place, for example a restored one,
   * SQLite goes on in a file without a name. So the file's size and identity are checked before each write.
   * Otherwise only a checkpoint after `returnPages` shortens the file.
   */
  function refuseOtherFile(): void {
    const state = statOf(db);
    if (state.ino !== lastState.ino || state.dev !== lastState.dev) {
      backUpNamelessFile();
      throw new DamagedError('damaged-file-replaced');
    }
    if (state.size < Math.min(lastState.size, returnedTo)) throw new DamagedError('damaged-file-cut');
    if (state.size < lastState.size) returnedTo = Infinity;
    lastState = state;
  }

  /** Saves the open file, which has lost its name, as a backup: it is newer than the file in its place. */
  function backUpNamelessFile(): void {
    try {
      makeFolderNow(backupFolder(db.name));
      const backup = backupOf(db.name, numberIn(db));
      // Only its owner may read it. SQLite accepts an empty file as the target.
      closeSync(openSync(backup, 'wx', 0o600));
      try {
        copyDatabase(db, backup);
      } catch (error) {
        removeFileNow(backup);
        throw error;
      }
    } catch {
      // Without a backup, the log still has the latest changes.
    }
  }

  function fail(raised: unknown): unknown {
    const thrown = fatal === null && !db.memory ? withTrueCause(raised, db.name) : raised;
    const error = toStoreError(thrown);
    if (fatal === null && error instanceof AppError && isFatal(thrown)) {
      fatal = error;
      onFatal(error);
    }
    return error;
  }

  function attempt<Result>(moment: Moment, work: () => Result): Result {
    if (fatal !== null) throw new AppError('store-failed', 'notes-reopening', { cause: fatal });
    try {
      injectFault?.(moment);
      return work();
    } catch (error) {
      throw fail(error);
    }
  }

  function* iterateChecked<Row>(rows: IterableIterator<Row>): Generator<Row, undefined> {
    try {
      for (;;) {
        const next = attempt('statement', () => rows.next());
        if (next.done === true) return undefined;
        yield next.value;
      }
    } finally {
      // Ends the statement if the caller stops early.
      rows.return?.();
    }
  }

  function end(): void {
    if (guard === undefined) db.close();
    else closeWithoutCheckpoint(db, guard);
  }

  const begin = db.prepare('BEGIN IMMEDIATE');
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const raiseNumber = db.prepare(RAISE_NUMBER);
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const countFrames = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');

  /** Whether frames of a commit that failed may be behind the last commit of the log. */
  let hasFailedCommit = false;

  /**
   * To be called before the next commit. If only the flush of a commit fails, because a full disk finds no room for
   * it, all of its frames are in the log. The next one would overwrite the first of them, and the last one would
   * look like a commit behind damage.
   */
  function cutFailedCommit(): void {
    if (!hasFailedCommit || db.memory) return;
    // Frames of the commits that did not fail; -1 if SQLite cannot say.
    const frames = countFrames.get()?.log ?? -1;
    const log = `${db.name}-wal`;
    if (frames >= 0 && sizeOf(log) > bytesOfLog(frames)) truncateSync(log, bytesOfLog(frames));
    hasFailedCommit = false;
  }

  /** @param isChange whether the work counts as a change although it changes no row */
  function run<Result>(work: () => Result, isChange = false): Result {
    const changesBefore = attempt('statement', () => {
      refuseOtherFile();
      cutFailedCommit();
      begin.run();
      return changes.get();
    });
    try {
      const result = work();
      attempt('commit', () => {
        if (isChange || changes.get() !== changesBefore) raiseNumber.run();
        hasFailedCommit = true;
        commit.run();
        hasFailedCommit = false;
      });
      attempt('committed', () => undefined);
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself. If the rollback fails, the next opening rolls back.
      try {
        if (db.inTransaction) rollback.run();
      } catch (rollbackError) {
        fail(rollbackError);
      }
      throw fail(error);
    }
  }

  /** These commits do not sync the log. The next one that is durable at once makes them durable, too. */
  function withoutSync<Result>(work: () => Result): Result {
    attempt('statement', () => db.pragma('synchronous = NORMAL'));
    try {
      return work();
    } finally {
      if (fatal === null) db.pragma('synchronous = FULL');
    }
  }

  return {
    prepare<Parameters extends unknown[], Row>(sql: string): Statement<Parameters, Row> {
      const statement = attempt('statement', () => db.prepare<Parameters, Row>(sql));
      return {
        get: (...parameters) => attempt('statement', () => statement.get(...parameters)),
        all: (...parameters) => attempt('statement', () => statement.all(...parameters)),
        run: (...parameters) => attempt('statement', () => statement.run(...parameters).changes),
        iterate: (...parameters) =>
          iterateChecked(attempt('statement', () => statement.iterate(...parameters))),
      };
    },
    exec: (sql) => void attempt('statement', () => db.exec(sql)),
    transaction(work, durable = 'at once') {
      if (db.inTransaction) return work();
      return durable === 'at once' ? run(work) : withoutSync(() => run(work));
    },
    returnPages(most) {
      withoutSync(() =>
        run(() => attempt('statement', () => db.pragma(`incremental_vacuum(${most})`)), true),
      );
      returnedTo = attempt('statement', () => pagesSize.get() ?? Infinity);
    },
    fail,
    suspect() {
      try {
        // Perhaps another file was checked, which has taken its place.
        attempt('statement', refuseOtherFile);
      } catch {
        return;
      }
      fail(new Database.SqliteError('A check of the pages failed.', 'SQLITE_CORRUPT'));
    },
    close() {
      if (!db.open) return;
      try {
        refuseOtherFile();
      } catch (error) {
        fail(error);
      }
      if (fatal === null) {
        guard?.close();
        db.close();
      } else end();
    },
    abandon() {
      fatal ??= new AppError('store-failed', 'notes-closed');
      end();
    },
  };
}

interface FileState {
  /** In bytes; 0 if there is no file. */
  readonly size: number;
  readonly ino: number;
  readonly dev: number;
}

const NO_FILE: FileState = { size: 0, ino: 0, dev: 0 };

function statOf(db: Database.Database): FileState {
  return db.memory ? NO_FILE : (statSync(db.name, { throwIfNoEntry: false }) ?? NO_FILE);
}

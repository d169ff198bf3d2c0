/**
 * What an error of SQLite or of the file system means for the user's notes, as a sentence that says what to
 * do, and whether the connection can go on after it.
 */
import Database from 'better-sqlite3';
import { AppError } from '#shared/base/error.ts';
import type { Reason } from '#shared/base/reasons.ts';
import { replaceFileNow } from '#disk/durable-file.ts';
import { removeFileNow } from '#disk/remove-file.ts';

/** A file that is not, or no longer, what this app wrote. */
export class DamagedError extends AppError {
  constructor(reason: Reason, options?: ErrorOptions) {
    super('store-damaged', reason, options);
    this.name = 'DamagedError';
  }
}

/**
 * Whether the file itself is damaged, so that reading it again cannot help. A violated unique constraint is
 * damage, too: every write looks up the key first, so the index does not match its table. So is a violated
 * reference: every change is written with its note.
 */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedError) return true;
  return DAMAGE.test(codeOf(error));
}

/**
 * Whether the damage is one that a check of the pages would not find. Damage that SQLite reports may be a
 * read that failed once: the next opening checks every page instead.
 */
export function isBeyondCheck(error: unknown): boolean {
  return isDamage(error) && !/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR_DATA|CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID|FOREIGNKEY))/;

/**
 * Whether the disk failed to do what it was asked, so that nothing is certain any more. A full or
 * busy disk does not count.
 */
export function isInputOutput(error: unknown): boolean {
  return /^(SQLITE_IOERR(?!_SHMSIZE)|SQLITE_PROTOCOL|SQLITE_CANTOPEN|EIO)/.test(codeOf(error));
}

/**
 * Whether the disk failed to return stored data. If it fails twice, the data is lost. `CORRUPTFS` is
 * SQLite's name for EIO at a read.
 */
export function isUnreadable(error: unknown): boolean {
  return /^(SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS)|EIO by read)/.test(codeOf(error));
}

/** Whether the connection must end, because the way to recover is to reopen the file. */
export function isFatal(error: unknown): boolean {
  return isDamage(error) || isInputOutput(error);
}

/**
 * Reads data that may be damaged.
 * @returns undefined if the data makes no sense
 * @throws every other error: a failing or full disk, or too many open files, say nothing about the data
 */
export function tryToRead<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error);
    if (code !== '' && !isDamage(error) && !OF_DATA.test(code)) throw error;
    return undefined;
  }
}

/** SQLite's codes, besides those of damage, for a schema, a row or a copy's length that makes no sense. */
const OF_DATA = /^SQLITE_(IOERR_SHORT_READ|ERROR|SCHEMA|TOOBIG|CONSTRAINT|MISMATCH|FORMAT|RANGE)/;

/**
 * The error as one that the user can act on: `store-full`, `store-damaged` or `store-failed`. An error that
 * neither SQLite nor the file system raised is returned unchanged.
 */
export function toStoreError(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof AppError || code === '') return error;
  const options = { cause: error };
  if (isDamage(error)) return new DamagedError('damaged', options);
  const reason = KNOWN.find(([pattern]) => pattern.test(code))?.[1] ?? { id: 'notes-disk-failed', code };
  return new AppError(reason === 'disk-full' ? 'store-full' : 'store-failed', reason, options);
}

const KNOWN: readonly (readonly [RegExp, Reason])[] = [
  // On a full disk, the shared-memory file beside the database is the first to find no room.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/, 'disk-full'],
  [/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM|EROFS)/, 'folder-denied'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|EBUSY)/, 'notes-busy'],
];

/** Longer than the room that a quota may still have after a commit of SQLite did not fit into it. */
const PROBE = ' '.repeat(64 * 1024);

/**
 * Tells a full disk or an exceeded quota from a failing disk. SQLite recognises a full disk only by ENOSPC
 * of a write. It reports EDQUOT like any other failed write, and a disk that finds no room only when it is
 * flushed like any other failed flush. So a small file is written to find out whether there is room.
 * @returns AppError `store-full` if there is no room, otherwise the unchanged error
 */
export function withTrueCause(error: unknown, database: string): unknown {
  if (!/^SQLITE_IOERR_(WRITE|FSYNC)$/.test(codeOf(error))) return error;
  try {
    replaceFileNow(`${database}.probe`, PROBE);
    removeFileNow(`${database}.probe`);
    return error;
  } catch (cause) {
    const refined = toStoreError(cause);
    return refined instanceof AppError && refined.code === 'store-full' ? refined : error;
  }
}

/**
 * The code of an error of SQLite or the file system, even as the cause of an AppError; empty for
 * any other error. A failed read of a file has `EIO by read`, because only that says something
 * about the content of the file.
 */
function codeOf(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof AppError) return codeOf(error.cause);
  // better-sqlite3 gives this error no code.
  if (error instanceof TypeError && error.message.includes('directory does not exist')) return 'ENOENT';
  if (!(error instanceof Error && 'code' in error)) return '';
  // Node's own file errors, such as one for a file that is too large for memory, have no number.
  if (!('errno' in error || String(error.code).startsWith('ERR_FS'))) return '';
  const isRead = 'syscall' in error && error.syscall === 'read';
  return isRead && error.code === 'EIO' ? 'EIO by read' : String(error.code);
}

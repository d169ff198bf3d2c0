/**
 * Erases words that were deleted for good: by the user's wish, or by age. SQLite overwrites them in the
 * database (`secure_delete`), its log is truncated here, and backups that have them are replaced within a day
 * (`../upkeep/daily-backup.ts`).
 */
import { type Backup, listBackups } from './backups.ts';
import type { Connection } from './connection.ts';
import { BUSY_MS, sizeOf } from './open.ts';

export interface Erasure {
  /** The number of the last transaction that deleted words for good; 0 without one. */
  lastRemoval(): number;
  /**
   * Does a checkpoint as far as no reader prevents it. If the log may have deleted words, truncates it.
   * @returns `busy` if a reader prevents that now
   */
  checkpoint(): 'not truncated' | 'truncated' | 'busy';
  /** Whether the log or a backup may still have deleted words. */
  isErasing(): boolean;
}

/** Whether a backup may have words that were deleted for good. Unread ones have words that are needed. */
export function hasDeletedWords({ number, isUnread }: Backup, lastRemoval: number): boolean {
  return number < lastRemoval && !isUnread;
}

export function createErasure(db: Connection, file: string): Erasure {
  const selectLastRemoval = db.prepare<[], { number: number }>('SELECT last_removal AS number FROM cache');
  const truncateLog = db.prepare<[], { busy: 0 | 1 }>('PRAGMA wal_checkpoint(TRUNCATE)');
  const lastRemoval = (): number => selectLastRemoval.get()?.number ?? 0;
  /** The log has no words that this transaction or one before it deleted. */
  let truncatedAt = sizeOf(`${file}-wal`) === 0 ? lastRemoval() : 0;

  /** Truncating waits for readers, which may take seconds to make a backup. */
  function withoutWaiting<Result>(work: () => Result): Result {
    db.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
  }

  return {
    lastRemoval,
    checkpoint() {
      const removal = lastRemoval();
      if (removal <= truncatedAt) {
        db.exec('PRAGMA wal_checkpoint(PASSIVE)');
        return 'not truncated';
      }
      if (withoutWaiting(() => truncateLog.get()?.busy !== 0)) return 'busy';
      truncatedAt = removal;
      return 'truncated';
    },
    isErasing() {
      const removal = lastRemoval();
      if (removal === 0) return false;
      return removal > truncatedAt || listBackups(file).some((backup) => hasDeletedWords(backup, removal));
    },
  };
}

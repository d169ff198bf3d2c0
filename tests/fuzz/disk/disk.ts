/**
 * Errors from a device's disk: at the n-th statement or commit, or at every commit while it is full.
 */
import Database from 'better-sqlite3';
import type { Moment } from '#account/database/connection.ts';
import type { DiskCode } from '#tests/support/failing-disk/calls.ts';
import type { Random } from '../random.ts';

export interface Trouble {
  readonly moment: Moment;
  /** Number of such moments before the error. */
  after: number;
  /**
   * The code of a failing call, or SQLite's code for a damaged file or one that another program has locked.
   */
  readonly code: DiskCode | 'SQLITE_BUSY' | 'SQLITE_CORRUPT';
  /** How many times in a row the error occurs. */
  times: number;
}

export interface Disk {
  /** Every write fails. */
  full: boolean;
  readonly troubles: Set<Trouble>;
  /** The power goes during a commit, after this many others; null without a power cut. */
  power: { after: number; readonly random: Random } | null;
  /** Called by the connection (`database/connection.ts`). @throws what SQLite would */
  meet(moment: Moment): void;
}

export function createDisk(): Disk {
  const disk: Disk = {
    full: false,
    troubles: new Set(),
    power: null,
    meet(moment) {
      if (disk.full && moment === 'commit') throw failure('SQLITE_FULL');
      for (const trouble of disk.troubles) {
        if (trouble.moment !== moment) continue;
        trouble.after -= 1;
        if (trouble.after >= 0) continue;
        trouble.times -= 1;
        if (trouble.times <= 0) disk.troubles.delete(trouble);
        throw failure(trouble.code);
      }
    },
  };
  return disk;
}

function failure(code: Trouble['code']): Error {
  return new Database.SqliteError(`the disk gave ${code}`, code);
}

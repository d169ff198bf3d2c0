/** Reads everything that may hold words of a damaged database, best first. README.md explains the order. */
import { isDeepStrictEqual } from 'node:util';
import { readWithGaps } from '#disk/read-file.ts';
import { AppError } from '#shared/base/error.ts';
import { type Backup, listBackups } from '../database/backups.ts';
import {
  continuesFile,
  countInFile,
  type Frame,
  type Log,
  readLog,
  readOtherRounds,
} from '../database/log.ts';
import { removeDatabase } from '../database/new-database.ts';
import { isWhole, type Source } from './combine.ts';
import { copyForReading } from './copies.ts';
import { readDamaged, type Reading, type Tables, trustIn } from './read-damaged.ts';
import { databaseIn } from './set-aside.ts';
import { TABLES_WITH_WORDS, type TableWithWords, unreadTablesIn } from './unread-pages.ts';

export interface Sources {
  /** Best first. */
  readonly sources: readonly Source[];
  /** Whether a backup is newer than the file in the database's place. */
  readonly isOlderCopy: boolean;
  /** The greatest number of all sources, read or not. */
  readonly number: number;
  /** Backups that were needed and may have unread words. */
  readonly unreadBackups: readonly Backup[];
  /** The tables of which words may be unread in the files that were set aside. */
  readonly unreadTables: ReadonlySet<TableWithWords>;
}

/**
 * @param folders of the files that were set aside
 * @throws SQLite's or the file system's error if the disk fails or is full
 */
export function readSources(folders: readonly string[], database: string): Sources {
  const copy = `${database}.reading`;
  try {
    const files = folders.map((folder) => readFile(databaseIn(folder), copy));
    const states = files
      .flatMap((file) => file.states)
      .toSorted((first, second) => orderOf(second) - orderOf(first));
    const backups = listBackups(database);
    const [latest] = states;
    const number = latest?.number ?? -1;
    const isOlderCopy = backups.some((backup) => backup.number > number);
    // Only if nothing that was found is of another moment does the newest state alone say what was pending.
    const isAlone = folders.length === 1 && states.length === 1 && !isOlderCopy;
    // Without its number a file may be an older copy.
    const isNumbered = Number.isFinite(number) || backups.length === 0;
    const newest = isAlone && isNumbered && latest?.isOfOneMoment === true ? latest.tables : null;
    const later: Source[] = [];
    const earlier: Source[] = [];
    const unreadBackups: Backup[] = [];
    for (const backup of newest !== null && isWhole(newest) ? [] : backups) {
      const state = readState(backup.file, [], copy, true);
      if (state !== null)
        (backup.number > number ? later : earlier).push({ kind: 'backup', ...state.tables });
      if (state !== null && isWhole(state.tables)) break;
      if (state === null || unreadTablesIn([state.pages]).size > 0) unreadBackups.push(backup);
    }
    const kind = newest === null ? 'uncertain' : 'newest';
    return {
      sources: [...later, ...states.map(({ tables }): Source => ({ kind, ...tables })), ...earlier],
      isOlderCopy,
      number: Math.max(0, ...[...states, ...backups].map((one) => one.number).filter(Number.isFinite)),
      unreadBackups,
      unreadTables: files.reduce((all, file) => all.union(file.unreadTables), new Set<TableWithWords>()),
    };
  } finally {
    removeDatabase(copy);
  }
}

interface State extends Reading {
  /** The number of the database; infinite if unreadable. */
  readonly number: number;
  /** Whether all of its pages are of one moment. Otherwise it may lack rows unnoticed. */
  readonly isOfOneMoment: boolean;
}

interface FileReading {
  /** Newest first. */
  readonly states: readonly State[];
  readonly unreadTables: ReadonlySet<TableWithWords>;
}

/**
 * Reads a file with its log. Unless that is of one moment, either of the two may be the only one that has a
 * row: then the file is also read as it was before each break of the log, and alone.
 */
function readFile(file: string, copy: string): FileReading {
  const log = readLog(file, readWithGaps);
  const isContinued = continuesFile(log, file, readWithGaps);
  const newest = readState(file, log.frames.slice(countInFile(log, file)), copy, isContinued);
  const earlier = newest?.isOfOneMoment === true ? [] : earlierStages(log);
  // The file that belongs to a log has the pages of its earlier rounds, and here there may be another one.
  const isOtherMoment = !isContinued && (log.breaks.length === 0 || log.breaks.at(-1) === log.frames.length);
  const others = isOtherMoment ? readOtherRounds(file, readWithGaps) : [];
  const read = [newest, ...[...earlier, ...others].map((frames) => readState(file, frames, copy, false))];
  const states = read.filter((state) => state !== null);
  // Nobody knows which words a broken frame had.
  const isUnknown = log.breaks.length > 0 || states.length < read.length;
  return {
    states,
    unreadTables: isUnknown ? new Set(TABLES_WITH_WORDS) : unreadTablesIn(states.map(({ pages }) => pages)),
  };
}

/**
 * The frames to write over the file for its earlier states, newest first: those of the commits before each
 * break, because rows may have moved to the pages that are broken there; none.
 */
function earlierStages({ frames, breaks }: Log): (readonly Frame[])[] {
  const ends = breaks.map((place) => frames.slice(0, place).findLastIndex(({ pages }) => pages > 0) + 1);
  const counts = new Set([...ends.toReversed(), 0].filter((count) => count < frames.length));
  return [...counts].map((count) => frames.slice(0, count));
}

/**
 * Reads a state twice if it is not whole: SQLite takes a read that failed once for damage.
 * @param isContinued whether the frames continue the file
 * @returns null if there is nothing, or nothing that can be read as a database
 * @throws AppError `store-failed` if the two readings differ
 */
function readState(file: string, frames: readonly Frame[], copy: string, isContinued: boolean): State | null {
  const state = readOnce(file, frames, copy, isContinued);
  if (state !== null && isWhole(state.tables)) return state;
  if (isDeepStrictEqual(state, readOnce(file, frames, copy, isContinued))) return state;
  throw new AppError('store-failed', 'disk-contradicts-itself');
}

function readOnce(file: string, frames: readonly Frame[], copy: string, isContinued: boolean): State | null {
  if (!copyForReading(file, frames, copy, isContinued)) return null;
  const trust = trustIn(copy, isContinued);
  const reading = readDamaged(copy, trust);
  return reading && { ...reading, number: numberOf(reading.tables), isOfOneMoment: trust.oneMoment };
}

/** A state of which the number is unreadable is not the newest one because of that. */
function orderOf({ number }: State): number {
  return Number.isFinite(number) ? number : -1;
}

function numberOf({ cache }: Tables): number {
  return (cache.replaced.has('1') ? undefined : cache.rows.get('1')?.number) ?? Infinity;
}

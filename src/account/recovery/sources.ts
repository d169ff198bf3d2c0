/** Reads everything that may hold words of a damaged database, best first. README.md explains the order. */
import { isDeepStrictEqual } from 'node:util';
import { readWithGaps } from '#disk/read-file.ts';
import { AppError } from '#shared/base/error.ts';
import { type Backup, listBackups } from '../database/backups.ts';
import { removeDatabase } from '../database/new-database.ts';
import { isWhole, type Source } from './combine.ts';
import { copyForReading, hasSoundSchema, replaceSchema } from './copies.ts';
import { countInFile, type Frame, isOfLaterFile, type Log, readLog } from '../database/log.ts';
import { readDamaged, type Tables } from './read-damaged.ts';
import { databaseIn } from './set-aside.ts';

export interface Sources {
  /** Best first. */
  readonly sources: readonly Source[];
  /** Whether a backup is newer than the file in the database's place. */
  readonly isOlderCopy: boolean;
  /** The greatest number of all sources, read or not. */
  readonly number: number;
  /** Backups that were needed and could not be read completely. */
  readonly unreadBackups: readonly Backup[];
}

/**
 * @param folders of the files that were set aside
 * @throws SQLite's or the file system's error if the disk fails or is full
 */
export function readSources(folders: readonly string[], database: string): Sources {
  const copy = `${database}.reading`;
  try {
    const files = folders
      .map((folder) => readStates(databaseIn(folder), copy))
      .toSorted((first, second) => second.number - first.number);
    const [latest = NO_STATES] = files;
    const backups = listBackups(database);
    const isOlderCopy = backups.some(({ number }) => number > latest.number);
    const later: Source[] = [];
    const earlier: Source[] = [];
    const unreadBackups: Backup[] = [];
    const isEnough = files.length === 1 && !latest.isMixed && latest.states.slice(0, 1).some(isWhole);
    for (const backup of backups) {
      const { file, number } = backup;
      if (isEnough && number <= latest.number) break;
      const tables = readState(file, [], copy, true);
      if (tables !== null) (number > latest.number ? later : earlier).push(sourceOf('backup', tables));
      if (tables !== null && isWhole(tables)) break;
      unreadBackups.push(backup);
    }
    // Only a single file says what was pending, and only if nothing elsewhere is newer.
    const isNewest = files.length === 1 && !isOlderCopy && !latest.isMixed;
    const [best, ...olderStates] = files.flatMap(({ states }) => states);
    return {
      sources: [
        ...later,
        ...(best === undefined ? [] : [sourceOf(isNewest ? 'newest' : 'uncertain', best)]),
        ...olderStates.map((tables) => sourceOf('uncertain', tables)),
        ...earlier,
      ],
      isOlderCopy,
      number: Math.max(
        0,
        ...files.map(({ number }) => number).filter(Number.isFinite),
        ...backups.map(({ number }) => number),
      ),
      unreadBackups,
    };
  } finally {
    removeDatabase(copy);
  }
}

function sourceOf(kind: Source['kind'], tables: Tables): Source {
  return { kind, ...tables };
}

interface FileStates {
  /** Newest first. */
  readonly states: readonly Tables[];
  /** Of the newest state; infinite if unreadable. */
  readonly number: number;
  /** Whether the newest state may mix pages of several times, so that it may lack rows unnoticed. */
  readonly isMixed: boolean;
}

const NO_STATES: FileStates = { states: [], number: -1, isMixed: true };

/** Reads a file with its log: the newest state and, as long as rows may be missing, the states before it. */
function readStates(file: string, copy: string): FileStates {
  const log = readLog(file, readWithGaps);
  const stages = stagesOf(log, countInFile(log, file));
  const states: Tables[] = [];
  let isMixed = log.breaks.length > 0 || isOfLaterFile(log, file);
  for (const [at, frames] of stages.entries()) {
    const tables = readState(file, frames, copy, at === 0 && !isMixed);
    if (tables === null) {
      isMixed = true;
      continue;
    }
    states.push(tables);
    if (!isWhole(tables)) continue;
    if (at === 0 && !isMixed) break;
    // If the file is whole without its log, one of the two is of another time, and may have rows on pages
    // that are free to the other.
    const mixed = frames.length === 0 && !isMixed ? readState(file, stages[0] ?? [], copy, false) : null;
    if (mixed !== null) states[0] = mixed;
    isMixed = true;
  }
  return { states, number: numberOf(states[0]), isMixed };
}

/**
 * The frames to write over the file for each of its states, newest first: all of them; those of the commits
 * before each break, because rows may have moved to the pages that are broken there; none.
 * @param inFile how many of the frames are already in the file
 */
function stagesOf({ frames, breaks }: Log, inFile: number): (readonly Frame[])[] {
  const ends = breaks.map((place) => frames.slice(0, place).findLastIndex(({ isCommit }) => isCommit) + 1);
  const stages = [frames.slice(inFile), ...ends.toReversed().map((end) => frames.slice(0, end)), []];
  return stages.filter((stage, at) => at === 0 || stage.length !== stages[at - 1]?.length);
}

/**
 * Reads a state twice if it is not whole: SQLite takes a read that failed once for damage.
 * @returns null if there is nothing, or nothing that can be read as a database
 * @throws AppError `store-failed` if the two readings differ
 */
function readState(file: string, frames: readonly Frame[], copy: string, oneTime: boolean): Tables | null {
  const tables = readOnce(file, frames, copy, oneTime);
  if (tables !== null && isWhole(tables)) return tables;
  if (isDeepStrictEqual(tables, readOnce(file, frames, copy, oneTime))) return tables;
  throw new AppError('store-failed', 'disk-contradicts-itself');
}

function readOnce(file: string, frames: readonly Frame[], copy: string, oneTime: boolean): Tables | null {
  if (!copyForReading(file, frames, copy)) return null;
  const roots = hasSoundSchema(copy);
  if (!roots) replaceSchema(copy);
  return readDamaged(copy, { roots, oneTime });
}

function numberOf(tables: Tables | undefined): number {
  const isRead = tables !== undefined && !tables.cache.replaced.has('1');
  return (isRead ? tables.cache.rows.get('1')?.number : undefined) ?? Infinity;
}

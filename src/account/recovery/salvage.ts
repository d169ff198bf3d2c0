/**
 * Puts a new database in the place of a damaged one, which nobody has open. The damaged file is set aside whole, and the new
 * one is filled with what can be read of it and, if that is not everything, of the newest backups. A notice in the new
 * database tells the person what was done.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { isThere } from '#disk/there.ts';
import { makeDatabase, removeDatabase } from '../database/new-database.ts';
import { createFreeKey } from '../tables/note-store.ts';
import { isNewer, newerError } from '../database/open.ts';
import { toStoreError } from '../database/store-error.ts';
import { listBackups } from '../database/backups.ts';
import { combine, isWhole, type NewRows, type SalvageResult, type Source } from './combine.ts';
import {
  copyForReading,
  markFinished,
  finishedName,
  holdsDatabase,
  isFile,
  setAside,
  recordUnread,
  type UnreadPart,
  unfinishedFolder,
} from './damaged-files.ts';
import { forgetFailure } from './failure-mark.ts';
import type { NoteRow, PastRow } from './damaged-rows.ts';
import { hasLostFrames, isLogOlder } from './log-frames.ts';
import { hasSoundSchema } from './open-damaged.ts';
import { readDamaged } from './read-damaged.ts';
import { restoreSchemaPages } from './schema-pages.ts';

/**
 * @param time milliseconds since the epoch
 * @throws AppError `store-full`, `store-failed`; then the next opening goes on. `store-damaged` if it was done too often
 */
export function salvage(database: string, time: number): void {
  try {
    const folder = setAside(database, time);
    // From here on the folder says what is left to do. If the mark stayed, the new file would be salvaged as well.
    forgetFailure(database);
    const log = readLog(path.join(folder, 'notes.sqlite'), copyOf(database));
    const salvaged = combine(readSources(folder, database, log), log !== 'whole', time);
    const target = recordUnread(folder, salvaged.unread);
    makeDatabase(database, (db) => fill(db, salvaged, finishedName(target)));
    markFinished(target);
  } catch (error) {
    throw toStoreError(error);
  }
}

/**
 * Goes on with a salvage during which the app ended.
 * @returns whether there was one
 * @throws AppError as `salvage`; `store-newer` if a newer version of the app, which reads more of it, has written the file
 */
export function resumeSalvage(database: string, time: number): boolean {
  const folder = unfinishedFolder(database);
  if (folder === null) return false;
  if (holdsDatabase(folder) && isThere(database)) {
    markFinished(folder);
    return true;
  }
  for (const file of [database, path.join(folder, 'notes.sqlite')]) if (isNewer(file)) throw newerError(file);
  salvage(database, time);
  return true;
}

/**
 * Reads the sources, best first; further ones only while something may be missing.
 * @param state of the log: what a log that is not whole has lost may be in the file alone, or in a backup
 */
function readSources(folder: string, database: string, state: LogState): Source[] {
  const copy = copyOf(database);
  const sources: Source[] = [];
  const read = (kind: Source['kind'], isHeaderTrue: boolean): boolean => {
    const tables = readDamaged(copy, isHeaderTrue);
    if (tables !== null) sources.push({ kind, ...tables });
    return tables !== null && isWhole(tables);
  };
  try {
    const damaged = path.join(folder, 'notes.sqlite');
    const logs = isFile(`${damaged}-wal`) ? [state !== 'older', state === 'older'] : [false];
    for (const log of isFile(damaged) || logs.length > 1 ? logs : []) {
      const kind = log === logs[0] ? 'newest' : 'without log';
      copyForReading(damaged, copy, log);
      const isSound = hasSoundSchema(copy);
      copyForReading(damaged, copy, log);
      const wasRestored = !isSound && restoreSchemaPages(database, copy) && read(kind, false);
      if (!wasRestored && !isSound) copyForReading(damaged, copy, log);
      const isWholeReading = wasRestored || read(kind, true);
      if (isWholeReading && kind === 'newest' && state === 'whole') return sources;
      if (isWholeReading && kind === 'without log' && state !== 'older') {
        // The file is of another time than the log, and the pages that either calls free may have rows in the other.
        copyForReading(damaged, copy, true);
        const newest = readDamaged(copy, false);
        if (newest !== null && sources[0]?.kind === 'newest') sources[0] = { kind: 'newest', ...newest };
      }
    }
    for (const { file } of listBackups(database)) {
      copyForReading(file, copy, false);
      if (read('backup', true)) return sources;
    }
    return sources;
  } finally {
    removeDatabase(copy);
  }
}

/**
 * A log that is `cut` may hold commits that SQLite does not read, even if only one that a power cut tore. A log that is
 * `older` would overwrite newer pages of the file.
 */
type LogState = 'whole' | 'cut' | 'older';

function readLog(damaged: string, copy: string): LogState {
  if (!isFile(damaged) || !isFile(`${damaged}-wal`)) return 'whole';
  copyForReading(damaged, copy, true);
  if (!hasLostFrames(readFileSync(`${copy}-wal`))) return 'whole';
  return isLogOlder(copy) ? 'older' : 'cut';
}

function copyOf(database: string): string {
  return `${database}.reading`;
}

function fill(
  db: Database.Database,
  { rows, isWhole: wasWhole, unread }: SalvageResult,
  folder: string | null,
): void {
  // The tables are filled in this order, because a pending change refers to its note.
  const placed = { ...rows, notes: withKeys(rows.notes), history: withVersions(rows.history) };
  for (const [table, tableRows] of Object.entries(placed)) insert(db, table, tableRows);
  const text = noticeOf(rows, wasWhole, unread, folder);
  db.prepare<[string]>('INSERT INTO notices (text) VALUES (?)').run(text);
}

function insert(db: Database.Database, table: string, rows: readonly object[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  // `OR REPLACE` would silently drop one of two changes with one place in the queue.
  const verb = table === 'outbox' ? 'INSERT' : 'INSERT OR REPLACE';
  const statement = db.prepare<[object]>(
    `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  for (const row of rows) statement.run(row);
}

/** Each note keeps its key unless another note has it. */
function withKeys(notes: NewRows['notes']): NewRows['notes'] {
  const used = new Set<number>();
  const freeKey = createFreeKey((key) => used.has(key));
  const placed: NoteRow[] = [];
  for (const row of notes.toSorted((one, other) => one.key - other.key)) {
    const isFree = Number.isSafeInteger(row.key) && !used.has(row.key);
    const key = isFree ? row.key : freeKey(row.created);
    used.add(key);
    placed.push({ ...row, key });
  }
  return placed;
}

/** No number is given twice. Versions without one come last, in the order in which they were recorded. */
function withVersions(history: NewRows['history']): NewRows['history'] {
  const used = new Set<number>();
  const numbered: PastRow[] = [];
  const others: PastRow[] = [];
  for (const row of history.toSorted((one, other) => one.stored_at - other.stored_at)) {
    if (row.version === null || used.has(row.version)) others.push({ ...row, version: null });
    else numbered.push(row);
    if (row.version !== null) used.add(row.version);
  }
  return [...numbered, ...others];
}

/** @param folder where the damaged file is kept; null if it is gone */
function noticeOf(
  { outbox, drafts }: NewRows,
  wasWhole: boolean,
  unread: UnreadPart,
  folder: string | null,
): string {
  const begin = 'The file of your notes on this device was damaged, and Inkling has made a new one';
  if (wasWhole) return `${begin} with everything that was in it.`;
  const brought = [
    countOf(outbox.length, 'change that was not synced yet', 'changes that were not synced yet'),
    countOf(drafts.length, 'draft', 'drafts'),
  ].filter((part) => part !== '');
  const what = brought.length > 0 ? ` with ${brought.join(' and ')}` : '';
  const rest = brought.length > 0 ? 'everything else' : 'everything';
  if (unread === '') return `${begin}${what}; ${rest} comes back from the cloud.`;
  const lost = unread === '.unread' ? 'what was not synced yet' : 'the earlier versions of your notes';
  const kept = folder === null ? '' : `; the damaged file is kept in ${folder}`;
  return `${begin}${what}. Some of ${lost} could not be read${kept}.`;
}

/** Empty for none. */
function countOf(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${one}` : `${count} ${many}`;
}

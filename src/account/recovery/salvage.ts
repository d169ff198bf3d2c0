/**
 * Replaces a damaged database, which must not be open, with a new one (README.md). A notice in the new
 * database tells the user what was done.
 */
import type Database from 'better-sqlite3';
import { isFile } from '#disk/there.ts';
import { listBackups, markBackupUnread } from '../database/backups.ts';
import { makeDatabase } from '../database/new-database.ts';
import { isNewer, newerError, readUntouched } from '../database/open.ts';
import { toStoreError, tryToRead } from '../database/store-error.ts';
import { createFreeKey } from '../tables/note-store.ts';
import { combine, type NewRows, type SalvageResult } from './combine.ts';
import type { NoteRow, PastRow } from './damaged-rows.ts';
import { removeFailureMark } from '../database/failure-mark.ts';
import {
  finishedName,
  markFinished,
  recordUnread,
  setAside,
  databaseIn,
  timeIn,
  type UnreadPart,
  unfinishedFolders,
  unreadPartOf,
} from './set-aside.ts';
import { readSources, type Sources } from './sources.ts';

/**
 * @param time milliseconds since the epoch
 * @throws AppError `store-full`, `store-failed`; the next opening then continues
 */
export function salvage(database: string, time: number): void {
  try {
    const folders = setAside(database, time);
    // From here on, the folders say what is still to be done. If the mark stayed, the new file
    // would be salvaged as well.
    removeFailureMark(database);
    const sources = readSources(folders, database);
    const salvaged = combine(sources.sources, time);
    for (const backup of sources.unreadBackups) markBackupUnread(backup);
    const unread = unreadPartOf(salvaged, sources.unreadTables);
    const targets = [...new Set(folders.map((folder) => recordUnread(folder, unread)))];
    makeDatabase(database, (db) => fill(db, salvaged, sources, targets, unread));
    for (const target of targets) markFinished(target, hasUnreadBackup(database));
  } catch (error) {
    throw toStoreError(error);
  }
}

/**
 * Continues a salvage during which the app ended.
 * @returns whether there was one
 * @throws AppError as `salvage`; `store-newer` if the file is from a newer version of the
 *   app, which reads more of it
 */
export function resumeSalvage(database: string, time: number): boolean {
  const folders = unfinishedFolders(database);
  if (folders.length === 0) return false;
  const origins = originIn(database)?.split(' ') ?? [];
  if (folders.every((folder) => origins.includes(timeIn(folder)))) {
    for (const folder of folders) markFinished(folder, hasUnreadBackup(database));
    return true;
  }
  for (const file of [database, ...folders.map(databaseIn)]) if (isNewer(file)) throw newerError();
  salvage(database, time);
  return true;
}

function hasUnreadBackup(database: string): boolean {
  return listBackups(database).some(({ isUnread }) => isUnread);
}

/** What a database stores about the folders that it was made from (`fill`); undefined if unreadable. */
function originIn(database: string): string | undefined {
  if (!isFile(database)) return undefined;
  const select = 'SELECT made_from FROM cache';
  return tryToRead(() => readUntouched(database, (db) => db.prepare<[], string>(select).pluck().get()));
}

function fill(
  db: Database.Database,
  { rows, isWhole }: SalvageResult,
  { number, isOlderCopy }: Sources,
  folders: readonly string[],
  unread: UnreadPart,
): void {
  const cache = rows.cache.map((row) => ({
    ...row,
    number: number + 1,
    made_from: folders.map(timeIn).join(' '),
  }));
  // The tables are filled in this order, because a pending change refers to its note.
  const placed = { ...rows, notes: withKeys(rows.notes), history: withVersions(rows.history), cache };
  for (const [table, tableRows] of Object.entries(placed)) insert(db, table, tableRows);
  const places = folders.flatMap((folder) => finishedName(folder) ?? []);
  const text = noticeOf(rows, { isOlderCopy, isWhole, unread, places });
  db.prepare<[string]>('INSERT INTO notices (text) VALUES (?)').run(text);
}

function insert(db: Database.Database, table: string, rows: readonly object[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  // `OR REPLACE` would silently drop one of two changes with the same place in the queue.
  const verb = table === 'outbox' ? 'INSERT' : 'INSERT OR REPLACE';
  const statement = db.prepare<[object]>(
    `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  for (const row of rows) statement.run(row);
}

/** Each note gets its old key again unless another note has it. */
function withKeys(notes: NewRows['notes']): NewRows['notes'] {
  const used = new Set<number>();
  const freeKey = createFreeKey((key) => used.has(key));
  const placed: NoteRow[] = [];
  for (const row of notes.toSorted((first, second) => first.key - second.key)) {
    const isFree = Number.isSafeInteger(row.key) && !used.has(row.key);
    const key = isFree ? row.key : freeKey(row.created);
    used.add(key);
    placed.push({ ...row, key });
  }
  return placed;
}

/** No number is used twice. Versions without a number come last, in the order in which they were recorded. */
function withVersions(history: NewRows['history']): NewRows['history'] {
  const used = new Set<number>();
  const numbered: PastRow[] = [];
  const unnumbered: PastRow[] = [];
  for (const row of history.toSorted((first, second) => first.stored_at - second.stored_at)) {
    if (row.version === null || used.has(row.version)) unnumbered.push({ ...row, version: null });
    else numbered.push(row);
    if (row.version !== null) used.add(row.version);
  }
  return [...numbered, ...unnumbered];
}

interface Outcome extends Pick<Sources, 'isOlderCopy'>, Pick<SalvageResult, 'isWhole'> {
  readonly unread: UnreadPart;
  /** Folders with the files that were set aside. */
  readonly places: readonly string[];
}

function noticeOf({ outbox, drafts }: NewRows, { isOlderCopy, isWhole, unread, places }: Outcome): string {
  const what = isOlderCopy
    ? 'An older copy stood in the place of the file of your notes on this device'
    : 'The file of your notes on this device was damaged';
  const begin = `${what}, and Inkling has made a new one`;
  if (isWhole) return `${begin} with everything that was in it.`;
  const brought = [
    countOf(outbox.length, 'change that was not synced yet', 'changes that were not synced yet'),
    countOf(drafts.length, 'draft', 'drafts'),
  ].filter((part) => part !== '');
  const brings = brought.length > 0 ? ` with ${brought.join(' and ')}` : '';
  const rest = brought.length > 0 ? 'everything else' : 'everything';
  if (unread === '') return `${begin}${brings}; ${rest} comes back from the cloud.`;
  const lost = unread === '.unread' ? 'what was not synced yet' : 'the earlier versions of your notes';
  const file = isOlderCopy ? 'the older copy' : 'the damaged file';
  const place = places.length === 0 ? '' : `; ${file} is kept in ${places.join(' and ')}`;
  return `${begin}${brings}. Some of ${lost} could not be read${place}.`;
}

/** Empty for none. */
function countOf(count: number, singular: string, plural: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${singular}` : `${count} ${plural}`;
}

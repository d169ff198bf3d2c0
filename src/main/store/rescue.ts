/**
 * Makes a new database in the place of a damaged one that was set aside, and brings over whatever can be read there or
 * in the newest backup: what was not pushed yet, drafts, removed notes, and for the time until the cloud has sent
 * everything anew, all other notes. Until that is done the folder of the damaged file says so by its name.
 */
import { rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { listBackups } from './backup-files.ts';
import { combine, type Rescued } from './combine.ts';
import { copyForReading, finish, setAsideDatabase, unfinished } from './damaged-files.ts';
import { createDrafts } from './drafts.ts';
import { makeDatabase } from './new-database.ts';
import { createNoteStore } from './note-store.ts';
import { type Remains, readRemains } from './remains.ts';
import { createRemovedNotes } from './removed-notes.ts';
import { toStoreError } from './store-error.ts';

export interface RescueReport {
  /** Notes that were not pushed yet and were brought over. */
  readonly unpushed: number;
  readonly drafts: number;
  /** Whether the file, or a backup, could be read at all. */
  readonly readable: boolean;
}

/**
 * Brings over what stands in the unfinished folders of damaged files.
 * @param isDone whether a database is in its place already, so that only the folders' names are left to change
 * @throws AppError `store-full`, `store-failed`; then the next call tries again
 */
export function rescue(database: string, isDone: boolean): RescueReport {
  const folders = unfinished(database);
  const reading = `${database}.reading`;
  try {
    const damaged = isDone ? [] : folders.flatMap((folder) => readFolder(folder, reading));
    const backup = isDone || damaged.some(saysAll) ? null : readBackup(database, reading);
    const rescued = combine(damaged, backup);
    if (!isDone) makeDatabase(database, (db) => fill(db, rescued));
    for (const folder of folders) finish(folder);
    return {
      unpushed: rescued.records.filter(({ pending }) => pending !== null).length,
      drafts: rescued.drafts.length,
      readable: damaged.length > 0 || backup !== null,
    };
  } catch (error) {
    throw toStoreError(error);
  } finally {
    rmSync(reading, { recursive: true, force: true });
  }
}

/** Best reading first; further ones only while something may be missing. */
function readFolder(folder: string, reading: string): Remains[] {
  const found: Remains[] = [];
  for (const how of ['with log', 'without log', 'with a new header'] as const) {
    const remains = readRemains(copyForReading(setAsideDatabase(folder), reading, how));
    if (remains !== null) found.push(remains);
    if (remains !== null && saysAll(remains)) break;
  }
  return found;
}

function saysAll({ notes, outbox, drafts, removed }: Remains): boolean {
  return notes.complete && outbox.complete && drafts.complete && removed.complete;
}

/** The newest backup that can be read. */
function readBackup(database: string, reading: string): Remains | null {
  for (const backup of listBackups(database)) {
    const remains = readRemains(copyForReading(backup, reading, 'without log'));
    if (remains !== null) return remains;
  }
  return null;
}

function fill(db: Database.Database, { records, drafts, removed, lastSequence }: Rescued): void {
  const notes = createNoteStore(db);
  for (const record of records) notes.write(record);
  const draftsTable = createDrafts(db);
  for (const draft of drafts) draftsTable.keep(draft);
  const removedTable = createRemovedNotes(db);
  for (const note of removed) removedTable.keep(note);
  db.prepare<[number]>('UPDATE cache SET last_sequence = ?').run(lastSequence);
}

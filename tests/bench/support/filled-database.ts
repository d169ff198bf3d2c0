/** Fills the database of a device that has synced and indexed many notes, with a history of thirty days. */
import path from 'node:path';
import { type Connection, createConnection } from '#account/database/connection.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { openDatabase } from '#account/database/open.ts';
import { createSearchIndex } from '#account/views/search-index.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import type { RealisticNote } from '#tests/support/realistic-notes.ts';
import type { NoteFields } from '#shared/note/note.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';

const VERSION = '000000000001.000000000' as UpdateTime;
const AT_ONCE = 1_000;

/** Marks are optional. */
type FilledNote = RealisticNote & Partial<NoteFields>;

/** @param file path of the account's database, which nobody has open */
export function fillDatabase(file: string, notes: readonly FilledNote[]): void {
  const db = open(file);
  const store = createNoteStore(db);
  for (let from = 0; from < notes.length; from += AT_ONCE) {
    store.transaction(() => {
      for (const note of notes.slice(from, from + AT_ONCE)) store.write(toRecord(note));
    });
  }
  // As much history as thirty days bring: for 100,000 notes, two hundred edits a day.
  db.exec(`INSERT INTO history (note_id, title, text, is_archived, is_deleted, created, extra, removed, stored_at, expiry_start)
    SELECT id, title, text, is_archived, is_deleted, created, extra, 0, created / 1000, '${VERSION}'
    FROM notes WHERE key % 17 = 0`);
  store.setLoaded();
  db.close();
}

/** The notes must be in the file already. @returns how many slices of work the index took */
export function indexDatabase(file: string): number {
  const db = open(file);
  const index = createSearchIndex(db, path.join(path.dirname(file), 'search.sqlite'));
  let slices = 1;
  while (index.indexSome(true)) slices += 1;
  index.close();
  db.close();
  return slices;
}

function open(file: string): Connection {
  const onFatal = (error: Error): never => {
    throw error;
  };
  return createConnection(openDatabase(file), { onFatal });
}

function toRecord({ id, createdAt, ...known }: FilledNote): NoteRecord {
  const fields = { ...NO_FIELDS, ...known };
  return {
    id,
    local: fields,
    remote: { fields, updateTime: VERSION },
    extra: {},
    created: createdAt * 1000,
    pending: null,
  };
}

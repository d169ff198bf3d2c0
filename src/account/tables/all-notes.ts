/**
 * Reads every note of the account, one after the other, for an export, and tells which
 * notes exist, for an import.
 */
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import type { Connection } from '../database/connection.ts';
import { JOINED_COLUMNS, type JoinedRow, prepareRead, toRecord } from './rows.ts';

export interface AllNotes {
  count(): number;
  /** Whether there is a note with this id that was not deleted for ever. */
  has(id: NoteId): boolean;
  /** Null if there is no such note. */
  read(id: NoteId): NoteRecord | null;
  /**
   * The note with the next greater id, or the first one for null. A push changes a note's date but not its
   * id, so each note comes once, even if some are pushed meanwhile.
   */
  next(id: NoteId | null): NoteRecord | null;
}

export function createAllNotes(db: Connection): AllNotes {
  const selectNext = db.prepare<[string], JoinedRow>(
    `SELECT ${JOINED_COLUMNS} FROM notes n LEFT JOIN outbox o ON o.note_id = n.id
     WHERE n.id > ? AND n.is_gone = 0 ORDER BY n.id LIMIT 1`,
  );
  const selectId = db.prepare<[string], { found: 1 }>(
    'SELECT 1 AS found FROM notes WHERE id = ? AND is_gone = 0',
  );
  const readRecord = prepareRead(db);
  const countNotes = db.prepare<[], { total: number }>(
    'SELECT count(*) AS total FROM notes WHERE is_gone = 0',
  );
  return {
    count: () => countNotes.get()?.total ?? 0,
    has: (id) => selectId.get(id) !== undefined,
    read(id) {
      const record = readRecord(id);
      return record === null || record.local === null ? null : record;
    },
    next(id) {
      const row = selectNext.get(id ?? '');
      return row === undefined ? null : toRecord(row, db);
    },
  };
}

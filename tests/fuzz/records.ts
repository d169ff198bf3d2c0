/** Reads a device's database beside the app, for facts that the app itself does not report. */
import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { Words } from './ledger.ts';
import { fromStored } from '#shared/note/note-fields.ts';
import { fieldsOfRow } from '#tests/support/fields.ts';

export interface StoredNote {
  readonly id: NoteId;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
  /** Microseconds since the epoch. */
  readonly created: number;
  readonly isRefused: boolean;
}

interface Row {
  readonly id: NoteId;
  readonly extra: string;
  readonly created: number;
  readonly refused: string | null;
}

/** Notes that are not deleted for ever; none if the database cannot be read. */
export function readRecords(database: string): readonly StoredNote[] {
  const sql = 'SELECT notes.*, outbox.refused FROM notes LEFT JOIN outbox ON note_id = id WHERE is_gone = 0';
  const rows = query(database, sql) as readonly Row[];
  // A damaged row that nothing has read yet is not a record.
  return rows.flatMap((row) => {
    try {
      const extra = JSON.parse(row.extra) as ExtraFields;
      const isRefused = row.refused !== null;
      const stored = fromStored({ fields: fieldsOfRow(row), extra });
      return [{ id: row.id, ...stored, created: row.created, isRefused }];
    } catch {
      return [];
    }
  });
}

/** Titles and texts of drafts, and of history. */
export function readOtherWords(database: string, of: 'drafts alone' | 'with history'): readonly Words[] {
  const tables = of === 'drafts alone' ? ['drafts'] : ['drafts', 'history'];
  return tables.flatMap((table) => query(database, `SELECT title, text FROM ${table}`) as readonly Words[]);
}

/** The drafts of edits of these notes. */
export function readDraftsOf(database: string, ids: readonly NoteId[]): readonly Words[] {
  const drafts = query(
    database,
    `SELECT note_id AS id, title, text FROM drafts WHERE place = 'edit'`,
  ) as readonly (Words & { readonly id: NoteId })[];
  return drafts.filter(({ id }) => ids.includes(id));
}

/** The words of one version of the history; null if it does not exist. */
export function readVersion(database: string, version: number): Words | null {
  const sql = `SELECT title, text FROM history WHERE version = ${version}`;
  const [words = null] = query(database, sql) as readonly Words[];
  return words;
}

/** The words that the history has under this note's id. */
export function readPast(database: string, id: NoteId): readonly Words[] {
  return query(
    database,
    `SELECT title, text FROM history WHERE note_id = '${id.replaceAll("'", "''")}'`,
  ) as readonly Words[];
}

/** Notes with an attempt that has no answer so far. */
export function readUnanswered(database: string): readonly NoteId[] {
  const sql = `SELECT note_id AS id FROM outbox WHERE attempts <> '[]'`;
  return (query(database, sql) as readonly { id: NoteId }[]).map(({ id }) => id);
}

/**
 * Removed notes that still have earlier versions in the history. Nothing deleted for ever may stay there.
 */
export function readOrphans(database: string): readonly NoteId[] {
  const sql = `SELECT DISTINCT note_id AS id FROM history
    WHERE removed = 0 AND note_id <> 'filler' AND note_id NOT IN (SELECT id FROM notes WHERE is_gone = 0)`;
  return (query(database, sql) as readonly { id: NoteId }[]).map(({ id }) => id);
}

function query(database: string, sql: string): readonly unknown[] {
  // SQLite deletes the log of an empty database, and the log may be the only file.
  if (!existsSync(database) || statSync(database).size === 0) return [];
  const db = new Database(database, { readonly: true });
  try {
    return db.prepare(sql).all();
  } catch {
    return [];
  } finally {
    db.close();
  }
}

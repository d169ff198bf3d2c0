/** Notes that another device deleted for ever; their last content stays here for a while (S6). */
import type Database from 'better-sqlite3';
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { RemovedPage, RemovedRow } from '#shared/view.ts';
import type { Micros, RemovedNote, RemovedNotes } from '../sync/ports.ts';
import { excerptOf } from './excerpt.ts';
import { readingJson } from './rows.ts';

export interface RemovedNotesTable extends RemovedNotes {
  page(offset: number, limit: number): RemovedPage;
}

interface Row {
  readonly id: NoteId;
  readonly title: string | null;
  readonly text: string | null;
  readonly is_archived: 0 | 1;
  readonly is_deleted: 0 | 1;
  readonly created: Micros;
  readonly extra: string;
  readonly removed_at: number;
}

export function createRemovedNotes(db: Database.Database): RemovedNotesTable {
  const one = db.prepare<[NoteId], Row>('SELECT * FROM removed WHERE id = ?');
  const replace = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO removed (id, title, text, is_archived, is_deleted, created, extra, removed_at)
     VALUES (@id, @title, @text, @is_archived, @is_deleted, @created, @extra, @removed_at)`,
  );
  const remove = db.prepare<[NoteId]>('DELETE FROM removed WHERE id = ?');
  const removeOld = db.prepare<[number]>('DELETE FROM removed WHERE removed_at < ?');
  const window = db.prepare<[number, number], Row>(
    'SELECT * FROM removed ORDER BY removed_at DESC, id LIMIT ? OFFSET ?',
  );
  const count = db.prepare<[], { total: number }>('SELECT count(*) AS total FROM removed');
  return {
    read(id) {
      const row = one.get(id);
      return row === undefined ? null : toNote(row);
    },
    keep: (note) => void replace.run(toRow(note)),
    drop: (id) => void remove.run(id),
    dropBefore: (time) => void removeOld.run(time),
    page: (offset, limit) => ({
      total: count.get()?.total ?? 0,
      rows: window.all(limit, offset).map(toRemovedRow),
    }),
  };
}

function toNote(row: Row): RemovedNote {
  const fields: NoteFields = {
    title: row.title,
    text: row.text,
    isArchived: row.is_archived === 1,
    isDeleted: row.is_deleted === 1,
  };
  return {
    id: row.id,
    fields,
    extra: readingJson(() => JSON.parse(row.extra)),
    created: row.created,
    removedAt: row.removed_at,
  };
}

function toRow({ id, fields, extra, created, removedAt }: RemovedNote): Row {
  return {
    id,
    title: fields.title,
    text: fields.text,
    is_archived: fields.isArchived ? 1 : 0,
    is_deleted: fields.isDeleted ? 1 : 0,
    created,
    extra: JSON.stringify(extra),
    removed_at: removedAt,
  };
}

function toRemovedRow({ id, title, text, removed_at: removedAt }: Row): RemovedRow {
  return { id, title: title ?? '', excerpt: excerptOf(text ?? ''), removedAt };
}

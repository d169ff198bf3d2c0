/** Notes that have lain unchanged in the trash. */
import type Database from 'better-sqlite3';
import { LISTS, type NoteId } from '#shared/note.ts';
import type { UpdateTime } from '../sync/ports.ts';

export interface OldTrash {
  /** Those whose version in the cloud is older than this, and of which nothing waits to be pushed; some of them where there are more. */
  unchangedSince(time: UpdateTime, limit: number): readonly NoteId[];
}

export function createOldTrash(db: Database.Database): OldTrash {
  const old = db.prepare<[number, UpdateTime, number], { id: NoteId }>(
    `SELECT id FROM notes n WHERE n.list = ? AND n.update_time < ?
     AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.note_id = n.id) LIMIT ?`,
  );
  return {
    unchangedSince: (time, limit) => old.all(LISTS.indexOf('trashed'), time, limit).map(({ id }) => id),
  };
}

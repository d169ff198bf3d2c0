/** The conflict copies that sync made on this device and that the user has not been told of yet (S5.13). */
import type { NoteId } from '#shared/note/note.ts';
import type { Connection } from '../database/connection.ts';
import type { NewCopies } from '../sync/ports.ts';

export function createNewCopies(db: Connection): NewCopies {
  const insert = db.prepare<[NoteId]>('INSERT OR IGNORE INTO new_copies (note_id) VALUES (?)');
  const select = db.prepare<[], { id: NoteId }>(
    `SELECT n.id FROM new_copies c JOIN notes n ON n.id = c.note_id
     WHERE ifnull(n.conflict_of, '') <> '' AND n.is_gone = 0 AND n.is_deleted = 0 ORDER BY n.key DESC`,
  );
  const remove = db.prepare<[NoteId]>('DELETE FROM new_copies WHERE note_id = ?');
  return {
    add: (id) => void insert.run(id),
    list: () => select.all().map(({ id }) => id),
    drop: (id) => void remove.run(id),
  };
}

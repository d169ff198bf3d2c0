/**
 * How many notes each list has, kept along with every change in place of being counted for every page: counting a hundred
 * thousand takes milliseconds. Triggers of this connection alone keep a table of its own in memory, within the same
 * transaction as the notes; the file holds none of it.
 */
import { type ListName, LISTS } from '#shared/note.ts';
import type { Connection } from './connection.ts';

export interface ListSizes {
  of(list: ListName): number;
}

const KEPT = `
  CREATE TEMP TABLE list_sizes (list INTEGER PRIMARY KEY, size INTEGER NOT NULL);
  CREATE TEMP TRIGGER note_came AFTER INSERT ON main.notes BEGIN
    INSERT INTO list_sizes VALUES (new.list, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
  CREATE TEMP TRIGGER note_went AFTER DELETE ON main.notes BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE list = old.list;
  END;
  CREATE TEMP TRIGGER note_moved AFTER UPDATE ON main.notes WHEN new.list <> old.list BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE list = old.list;
    INSERT INTO list_sizes VALUES (new.list, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
`;

/** Once for a connection. */
export function createListSizes(db: Connection): ListSizes {
  db.exec('PRAGMA temp_store = MEMORY');
  db.exec(KEPT);
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version');
  const clear = db.prepare<[]>('DELETE FROM temp.list_sizes');
  const count = db.prepare<[]>(
    'INSERT INTO temp.list_sizes SELECT list, count(*) FROM main.notes GROUP BY list',
  );
  const size = db.prepare<[number], { size: number }>('SELECT size FROM temp.list_sizes WHERE list = ?');
  /** Of the last counting; nothing is counted before it is asked for: where the file is damaged, its opening is not the place to find it. */
  let counted: number | undefined;

  return {
    of(list) {
      const now = version.get()?.data_version;
      if (now !== counted) {
        // What another connection writes has no triggers. None of the app's writes notes.
        clear.run();
        count.run();
        counted = now;
      }
      return size.get(LISTS.indexOf(list))?.size ?? 0;
    },
  };
}

/**
 * How many notes each list has, kept along with every change in place of being counted for every page: counting a hundred
 * thousand takes milliseconds. Triggers of this connection alone keep a table of its own in memory, within the same
 * transaction as the notes; the file holds none of it.
 */
import type Database from 'better-sqlite3';
import { type ListName, LISTS } from '#shared/note.ts';

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
export function createListSizes(db: Database.Database): ListSizes {
  db.pragma('temp_store = MEMORY');
  db.exec(KEPT);
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  const clear = db.prepare('DELETE FROM temp.list_sizes');
  const count = db.prepare('INSERT INTO temp.list_sizes SELECT list, count(*) FROM main.notes GROUP BY list');
  const size = db.prepare<[number], number>('SELECT size FROM temp.list_sizes WHERE list = ?').pluck();
  /** Of the last counting; nothing is counted before it is asked for: where the file is damaged, its opening is not the place to find it. */
  let counted: number | undefined;

  function countAll(): number | undefined {
    const before = version.get();
    db.transaction(() => {
      clear.run();
      count.run();
    })();
    return before;
  }

  return {
    of(list) {
      // What another connection writes has no triggers. None of the app's writes notes.
      if (version.get() !== counted) counted = countAll();
      return size.get(LISTS.indexOf(list)) ?? 0;
    },
  };
}

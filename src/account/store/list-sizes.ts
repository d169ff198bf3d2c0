/**
 * How many notes each section of a list has, kept along with every change in place of being counted for every page: counting a hundred
 * thousand takes milliseconds. Triggers of this connection alone keep a table of its own in memory, within the same
 * transaction as the notes; the file holds none of it.
 */
import type { ListName } from '#shared/note.ts';
import type { Connection } from './connection.ts';
import { SECTIONS } from './sections.ts';

export interface ListSizes {
  of(list: ListName): number;
  ofSection(section: number): number;
}

const KEPT = `
  CREATE TEMP TABLE list_sizes (section INTEGER PRIMARY KEY, size INTEGER NOT NULL);
  CREATE TEMP TRIGGER note_came AFTER INSERT ON main.notes BEGIN
    INSERT INTO list_sizes VALUES (new.section, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
  CREATE TEMP TRIGGER note_went AFTER DELETE ON main.notes BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE section = old.section;
  END;
  CREATE TEMP TRIGGER note_moved AFTER UPDATE ON main.notes WHEN new.section <> old.section BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE section = old.section;
    INSERT INTO list_sizes VALUES (new.section, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
`;

/** Once for a connection. */
export function createListSizes(db: Connection): ListSizes {
  db.exec('PRAGMA temp_store = MEMORY');
  db.exec(KEPT);
  const version = db.prepare<[], { data_version: number }>('PRAGMA data_version');
  const clear = db.prepare<[]>('DELETE FROM temp.list_sizes');
  const count = db.prepare<[]>(
    'INSERT INTO temp.list_sizes SELECT section, count(*) FROM main.notes GROUP BY section',
  );
  const size = db.prepare<[number], { size: number }>('SELECT size FROM temp.list_sizes WHERE section = ?');
  /** Of the last counting; nothing is counted before it is asked for: where the file is damaged, its opening is not the place to find it. */
  let counted: number | undefined;

  function ofSection(section: number): number {
    const now = version.get()?.data_version;
    if (now !== counted) {
      // What another connection writes has no triggers. None of the app's writes notes.
      clear.run();
      count.run();
      counted = now;
    }
    return size.get(section)?.size ?? 0;
  }

  return { of: (list) => SECTIONS[list].reduce((sum, section) => sum + ofSection(section), 0), ofSection };
}

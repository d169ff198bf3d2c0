/**
 * The number of notes in each section of a list. The sizes are updated with every change instead of
 * being counted for every page, because counting a hundred thousand notes takes milliseconds. Temporary
 * triggers of this connection write them to a table in memory, within the transaction of the notes;
 * none of it is in the file.
 */
import type { ListName } from '#shared/note/note.ts';
import type { Connection } from '../database/connection.ts';
import { SECTIONS } from './sections.ts';

export interface ListSizes {
  sizeOfList(list: ListName): number;
  sizeOfSection(section: number): number;
}

const SIZE_TRACKING = `
  CREATE TEMP TABLE list_sizes (section INTEGER PRIMARY KEY, size INTEGER NOT NULL);
  CREATE TEMP TRIGGER size_inserted AFTER INSERT ON main.notes BEGIN
    INSERT INTO list_sizes VALUES (new.section, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
  CREATE TEMP TRIGGER size_deleted AFTER DELETE ON main.notes BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE section = old.section;
  END;
  CREATE TEMP TRIGGER size_moved AFTER UPDATE ON main.notes WHEN new.section <> old.section BEGIN
    UPDATE list_sizes SET size = size - 1 WHERE section = old.section;
    INSERT INTO list_sizes VALUES (new.section, 1) ON CONFLICT DO UPDATE SET size = size + 1;
  END;
`;

/** To be called once for each connection. */
export function createListSizes(db: Connection): ListSizes {
  db.exec('PRAGMA temp_store = MEMORY');
  db.exec(SIZE_TRACKING);
  const dataVersion = db.prepare<[], { data_version: number }>('PRAGMA data_version');
  const clear = db.prepare<[]>('DELETE FROM temp.list_sizes');
  const count = db.prepare<[]>(
    'INSERT INTO temp.list_sizes SELECT section, count(*) FROM main.notes GROUP BY section',
  );
  const size = db.prepare<[number], { size: number }>('SELECT size FROM temp.list_sizes WHERE section = ?');
  /**
   * The `data_version` at the last count. The first count waits for a request, because the opening should
   * not run into damage here.
   */
  let countedVersion: number | undefined;

  function sizeOfSection(section: number): number {
    const currentVersion = dataVersion.get()?.data_version;
    if (currentVersion !== countedVersion) {
      // Another connection's writes do not run these triggers. None of the app's other
      // connections writes notes.
      clear.run();
      count.run();
      countedVersion = currentVersion;
    }
    return size.get(section)?.size ?? 0;
  }

  return {
    sizeOfList: (list) => SECTIONS[list].reduce((sum, section) => sum + sizeOfSection(section), 0),
    sizeOfSection,
  };
}

/** What a damaged database, or a backup, still says, table by table. */
import Database from 'better-sqlite3';
import * as v from 'valibot';
import type { NoteId } from '#shared/note.ts';
import {
  damagedCache,
  type DamagedDraft,
  damagedDraft,
  type DamagedNote,
  damagedNote,
  type DamagedPending,
  damagedPending,
  type DamagedRemoved,
  damagedRemoved,
} from './damaged-rows.ts';
import { readDamagedTable, type TableName } from './damaged-table.ts';

export interface Remains {
  readonly notes: Remnant<NoteId, DamagedNote>;
  readonly outbox: Remnant<NoteId, DamagedPending>;
  /** By place and note. */
  readonly drafts: Remnant<string, DamagedDraft>;
  readonly removed: Remnant<NoteId, DamagedRemoved>;
  /** The last place given in the outbox, 0 where that is not known. */
  readonly lastSequence: number;
}

export interface Remnant<Key, Row> {
  readonly rows: ReadonlyMap<Key, Row>;
  /** Whether these are certainly all rows; what is missing here was then not there. */
  readonly complete: boolean;
}

/** @returns null where the file cannot be read as a database at all */
export function readRemains(file: string): Remains | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { fileMustExist: true });
    // By this SQLite reads a file that is shorter than it says, and past a line of the schema that makes no sense.
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    return {
      notes: read(db, 'notes', damagedNote, ({ id }) => id),
      outbox: read(db, 'outbox', damagedPending, (row) => row.note_id),
      drafts: read(db, 'drafts', damagedDraft, draftKey),
      removed: read(db, 'removed', damagedRemoved, ({ id }) => id),
      lastSequence: lastSequence(db),
    };
  } catch {
    // There are other places to read from.
    return null;
  } finally {
    close(db);
  }
}

function draftKey(draft: DamagedDraft): string {
  return draft.place === 'edit' ? `edit ${draft.note_id}` : draft.place;
}

function read<Key, Row>(
  db: Database.Database,
  table: TableName,
  schema: v.GenericSchema<unknown, Row>,
  keyOf: (row: Row) => Key,
): Remnant<Key, Row> {
  const { rows, complete } = readDamagedTable(db, table);
  const parsed = new Map<Key, Row>();
  let allParsed = complete;
  for (const row of rows) {
    const result = v.safeParse(schema, row);
    if (result.success) parsed.set(keyOf(result.output), result.output);
    else allParsed = false;
  }
  return { rows: parsed, complete: allParsed };
}

function lastSequence(db: Database.Database): number {
  const { rows } = readDamagedTable(db, 'cache');
  const [row] = rows.flatMap((one) => {
    const result = v.safeParse(damagedCache, one);
    return result.success ? result.output.last_sequence : [];
  });
  return row ?? 0;
}

/** Closing folds the log into the file, which a damaged one may refuse. */
function close(db: Database.Database | undefined): void {
  try {
    db?.close();
  } catch {
    // It is a copy.
  }
}

/**
 * Reads a table of a damaged database as far as it goes. A broken page ends a scan, so a table is read from both
 * ends, and what lies between is asked for row by row, by the keys that its indexes know.
 */
import type Database from 'better-sqlite3';
import { isSound } from './check.ts';

/** A row as it stands in a file that nobody vouches for. */
export type DamagedRow = Readonly<Record<string, unknown>>;

export interface DamagedTable {
  readonly rows: readonly DamagedRow[];
  /** Whether these are certainly all rows. */
  readonly complete: boolean;
}

interface TableAccess {
  readonly name: string;
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** Queries that find keys without reading the rows. */
  readonly keyQueries: readonly string[];
}

const ACCESS = {
  notes: {
    name: 'notes',
    key: ['key'],
    keyQueries: [
      'SELECT key FROM notes INDEXED BY notes_by_list ORDER BY list, key',
      'SELECT key FROM notes INDEXED BY notes_by_list ORDER BY list DESC, key DESC',
      'SELECT key FROM notes ORDER BY id',
      'SELECT key FROM notes ORDER BY id DESC',
    ],
  },
  outbox: {
    name: 'outbox',
    key: ['note_id'],
    keyQueries: [
      'SELECT note_id FROM outbox ORDER BY sequence',
      'SELECT note_id FROM outbox ORDER BY sequence DESC',
      'SELECT note_id FROM outbox INDEXED BY outbox_to_push WHERE refused IS NULL ORDER BY sequence',
      'SELECT id AS note_id FROM notes ORDER BY id',
      'SELECT id AS note_id FROM notes ORDER BY id DESC',
    ],
  },
  drafts: { name: 'drafts', key: ['place', 'note_id'], keyQueries: [] },
  removed: {
    name: 'removed',
    key: ['rowid'],
    keyQueries: [
      'SELECT rowid FROM removed INDEXED BY removed_by_time ORDER BY removed_at',
      'SELECT rowid FROM removed INDEXED BY removed_by_time ORDER BY removed_at DESC',
      'SELECT rowid FROM removed ORDER BY id',
    ],
  },
  cache: { name: 'cache', key: ['one'], keyQueries: [] },
} as const satisfies Record<string, TableAccess>;

export type TableName = keyof typeof ACCESS;

/** @param db may lack the table, as one of an older version does */
export function readDamagedTable(db: Database.Database, name: TableName): DamagedTable {
  const access: TableAccess = ACCESS[name];
  const found = new Map<string, DamagedRow>();
  const columns = access.key.includes('rowid') ? 'rowid, *' : '*';
  const keep = (row: DamagedRow): void => void found.set(keyOf(access, row), row);
  const order = access.key.join(', ');
  const whole = scan(db, `SELECT ${columns} FROM ${name} ORDER BY ${order}`, access, keep);
  if (whole && isSound(db, name)) return { rows: [...found.values()], complete: true };
  scan(
    db,
    `SELECT ${columns} FROM ${name} ORDER BY ${access.key.map((key) => `${key} DESC`).join(', ')}`,
    access,
    keep,
  );
  const condition = access.key.map((key) => `${key} = ?`).join(' AND ');
  for (const query of access.keyQueries) {
    const missing: unknown[] = [];
    scan(db, query, access, (row) => {
      if (!found.has(keyOf(access, row))) missing.push(access.key.map((key) => row[key]));
    });
    for (const key of missing)
      scan(db, `SELECT ${columns} FROM ${name} WHERE ${condition}`, access, keep, key);
  }
  return { rows: [...found.values()], complete: false };
}

/** @returns whether the query could be read to its end */
function scan(
  db: Database.Database,
  query: string,
  access: TableAccess,
  take: (row: DamagedRow) => void,
  parameters: unknown = [],
): boolean {
  const seen = new Set<string>();
  try {
    for (const row of db.prepare<[unknown], DamagedRow>(query).iterate(parameters)) {
      // A page that points back to one before it would be read for ever.
      const key = keyOf(access, row);
      if (seen.has(key)) return false;
      seen.add(key);
      take(row);
    }
    return true;
  } catch {
    // What could be read up to here is kept.
    return false;
  }
}

function keyOf(access: TableAccess, row: DamagedRow): string {
  return JSON.stringify(access.key.map((key) => String(row[key])));
}

/** How records are stored in the tables. Only this app writes the JSON columns, so their form is trusted. */
import {
  columnOf,
  FIELD_NAMES,
  type FieldName,
  fromStored,
  mapFields,
  NO_FIELDS,
  NOTE_FIELDS,
  readFields,
  type StoredFields,
  toStored,
} from '#shared/note/note-fields.ts';
import type { ColumnValue } from '#shared/note/note-kinds.ts';
import type { NoteFields, NoteId, NotePatch } from '#shared/note/note.ts';
import { isRefusal, type Refusal } from '#shared/base/reasons.ts';
import type { Micros, UpdateTime } from '#shared/note/remote-store.ts';
import type { NoteRecord, Pending } from '../sync/note-record.ts';
import type { Connection } from '../database/connection.ts';
import { DamagedError } from '../database/store-error.ts';

/** The columns of the note's own fields, under the names of the fields. */
export type FieldColumns = Readonly<Record<FieldName, ColumnValue>>;

/** The columns of `notes` that a record needs. */
export interface NoteColumns extends FieldColumns {
  readonly id: NoteId;
  readonly isGone: 0 | 1;
  readonly created: Micros;
  readonly updateTime: UpdateTime | null;
  readonly extra: string;
}

/** The columns of `outbox` that a record needs; null if there is no row. */
interface PendingColumns {
  readonly sequence: number | null;
  readonly revision: number | null;
  readonly remote: string | null;
  readonly attempts: string | null;
  readonly refused: string | null;
  readonly isOwnCreation: 0 | 1 | null;
}

/** A row of `notes` joined with its row of `outbox`. */
export type JoinedRow = NoteColumns & PendingColumns;

/** Columns of `notes` with their names in TypeScript. */
const COLUMNS: readonly (readonly [column: string, name: keyof NoteColumns])[] = [
  ['id', 'id'],
  ...FIELD_NAMES.map((name) => [NOTE_FIELDS[name].column, name] as const),
  ['is_gone', 'isGone'],
  ['created', 'created'],
  ['update_time', 'updateTime'],
  ['extra', 'extra'],
];

/** For a `SELECT` from any table that has columns for the fields. */
export const FIELD_COLUMNS = FIELD_NAMES.map((name) => `${NOTE_FIELDS[name].column} AS ${name}`).join(', ');
const NOTE_COLUMNS = COLUMNS.map(([column, name]) => `n.${column} AS ${name}`).join(', ');
const PENDING_COLUMNS =
  'o.sequence, o.revision, o.remote, o.attempts, o.refused, o.own_creation AS isOwnCreation';
export const JOINED_COLUMNS = `${NOTE_COLUMNS}, ${PENDING_COLUMNS}`;

export type NoteParameters = NoteColumns & { readonly key: number | null };
export const INSERT_NOTE = `INSERT INTO notes (key, ${COLUMNS.map(([column]) => column).join(', ')})
  VALUES (@key, ${COLUMNS.map(([, name]) => `@${name}`).join(', ')})`;
/** A key of null leaves the note's key as it is. */
export const UPDATE_NOTE = `UPDATE notes SET key = ifnull(@key, key),
  ${COLUMNS.map(([column, name]) => `${column} = @${name}`).join(', ')} WHERE id = @id`;

/**
 * @returns a function that reads a note's record, or null if there is none. It throws what `toRecord` throws.
 */
export function prepareRead(db: Connection): (id: NoteId) => NoteRecord | null {
  const statement = db.prepare<[NoteId], JoinedRow>(
    // With `= ?`, SQLite plans a statement of two tables again each time it runs, which
    // takes four times as long.
    `SELECT ${JOINED_COLUMNS} FROM notes n LEFT JOIN outbox o ON o.note_id = n.id WHERE n.id = (SELECT ?)`,
  );
  return (id) => {
    const row = statement.get(id);
    return row === undefined ? null : toRecord(row, db);
  };
}

/** @throws DamagedError, which ends the connection */
export function toRecord(row: JoinedRow, db: Pick<Connection, 'fail'>): NoteRecord {
  return readJson(() => recordOf(row), db);
}

function recordOf(row: JoinedRow): NoteRecord {
  const { fields: shown, extra } = fieldsOf(row);
  const pending = pendingOf(row);
  const remoteFields = pending === null ? shown : parseRemote(row.remote);
  return {
    id: row.id,
    local: row.isGone === 1 ? null : shown,
    remote:
      row.updateTime === null || remoteFields === null
        ? null
        : { fields: remoteFields, updateTime: row.updateTime },
    extra,
    created: row.created,
    pending,
  };
}

/** @throws SyntaxError */
export function fieldsOf(row: FieldColumns & Pick<NoteColumns, 'extra'>): StoredFields {
  const fields = mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.fromColumn(row[name]));
  // Few notes have an extra field.
  return row.extra === '{}' ? { fields, extra: {} } : fromStored({ fields, extra: JSON.parse(row.extra) });
}

function pendingOf(row: PendingColumns): Pending | null {
  const { sequence, revision, refused } = row;
  if (sequence === null || revision === null) return null;
  return {
    sequence,
    revision,
    attempts: parseAttempts(row.attempts),
    refused: parseRefusal(refused),
    ...(row.isOwnCreation === 1 && { isOwnCreation: true }),
  };
}

/** The column `refused` of the outbox. */
export function parseRefusal(column: string | null): Refusal | null {
  return column === null || isRefusal(column) ? column : 'note-refused';
}

/** The column `remote` of the outbox: the fields that the cloud last had. */
function parseRemote(json: string | null): NoteFields | null {
  return json === null ? null : sentFields(JSON.parse(json));
}

/** The column `attempts` of the outbox: the sent fields, null for a deletion. */
export function parseAttempts(json: string | null): readonly (NoteFields | null)[] {
  const attempts: readonly (NotePatch | null)[] = JSON.parse(json ?? '[]');
  return attempts.map(sentFields);
}

/** JSON of the outbox may be older than a field, which the note then lacked. */
function sentFields(json: NotePatch | null): NoteFields | null {
  return json === null ? null : readFields({ ...json });
}

/**
 * Reads a row with JSON columns.
 * @throws DamagedError, which ends the connection, if such a column is not JSON: only this
 *   app writes these columns
 */
export function readJson<Result>(read: () => Result, db: Pick<Connection, 'fail'>): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw db.fail(new DamagedError('damaged-text', { cause: error }));
  }
}

export function toNoteParameters(record: NoteRecord, key: number | null): NoteParameters {
  const shown = record.local ?? record.remote?.fields ?? NO_FIELDS;
  const { fields, extra } = toStored({ fields: shown, extra: record.extra });
  return {
    ...mapFields<FieldColumns>((name) => columnOf(name, fields)),
    key,
    id: record.id,
    isGone: record.local === null ? 1 : 0,
    created: record.created,
    updateTime: record.remote?.updateTime ?? null,
    extra: JSON.stringify(extra),
  };
}

export function toPendingParameters({ id, remote }: NoteRecord, pending: Pending) {
  return {
    id,
    sequence: pending.sequence,
    revision: pending.revision,
    remote: remote === null ? null : JSON.stringify(remote.fields),
    attempts: JSON.stringify(pending.attempts),
    refused: pending.refused,
    isOwnCreation: pending.isOwnCreation === true ? 1 : 0,
  };
}

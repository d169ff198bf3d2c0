/** How records stand in the tables. JSON columns were written by this module alone and are read back as such. */
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { ExtraFields } from '#shared/extra-fields.ts';
import type { NoteRecord, Pending } from '../sync/note-record.ts';
import type { Micros, UpdateTime } from '#shared/remote-store.ts';
import type { Connection } from './connection.ts';
import { DamagedError } from './store-error.ts';

/** What a record needs of a row of `notes`. */
export interface NoteColumns {
  readonly id: NoteId;
  readonly title: string | null;
  readonly text: string | null;
  readonly is_archived: 0 | 1;
  readonly is_deleted: 0 | 1;
  readonly is_gone: 0 | 1;
  readonly created: Micros;
  readonly update_time: UpdateTime | null;
  readonly extra: string;
}

/** What it needs of its row of `outbox`; null where there is none. */
export interface PendingColumns {
  readonly sequence: number | null;
  readonly version: number | null;
  readonly remote: string | null;
  readonly attempts: string | null;
  readonly refused: string | null;
}

/** A row of `notes` joined with its row of `outbox`. */
export type JoinedRow = NoteColumns & PendingColumns;

export const NOTE_COLUMNS =
  'n.id, n.title, n.text, n.is_archived, n.is_deleted, n.is_gone, n.created, n.update_time, n.extra';
export const PENDING_COLUMNS = 'o.sequence, o.version, o.remote, o.attempts, o.refused';
export const JOINED_COLUMNS = `${NOTE_COLUMNS}, ${PENDING_COLUMNS}`;

export const NOTHING_PENDING: PendingColumns = {
  sequence: null,
  version: null,
  remote: null,
  attempts: null,
  refused: null,
};

/**
 * @param waits its row of `outbox`, which is the same one where both were joined
 * @throws DamagedError, which ends the connection
 */
export function toRecord(row: NoteColumns, waits: PendingColumns, db: Pick<Connection, 'fail'>): NoteRecord {
  return readJson(() => recordOf(row, waits), db);
}

function recordOf(row: NoteColumns, waits: PendingColumns): NoteRecord {
  const shown = fieldsOf(row);
  const pending = pendingOf(waits);
  const remoteFields: NoteFields | null = pending === null ? shown : JSON.parse(waits.remote ?? 'null');
  // Of ten thousand notes hardly any has one.
  const extra: ExtraFields = row.extra === '{}' ? {} : JSON.parse(row.extra);
  return {
    id: row.id,
    local: row.is_gone === 1 ? null : shown,
    remote:
      row.update_time === null || remoteFields === null
        ? null
        : { fields: remoteFields, updateTime: row.update_time },
    extra,
    created: row.created,
    pending,
  };
}

function fieldsOf(row: NoteColumns): NoteFields {
  const { title, text } = row;
  return { title, text, isArchived: row.is_archived === 1, isDeleted: row.is_deleted === 1 };
}

function pendingOf(row: PendingColumns): Pending | null {
  const { sequence, version, refused } = row;
  if (sequence === null || version === null) return null;
  const attempts: Pending['attempts'] = JSON.parse(row.attempts ?? '[]');
  return { sequence, version, attempts, refused };
}

/**
 * Reads a row with JSON columns.
 * @throws DamagedError where one holds none, because only this app writes these columns; that ends the connection
 */
export function readJson<Result>(read: () => Result, db: Pick<Connection, 'fail'>): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `The notes on this device are damaged: ${error.message}`;
    throw db.fail(new DamagedError(message, { cause: error }));
  }
}

/** Named parameters for the statements that write a row of `notes`; its key comes on top. */
export function toNoteParameters(record: NoteRecord) {
  const shown = record.local ?? record.remote?.fields;
  return {
    id: record.id,
    title: shown?.title ?? null,
    text: shown?.text ?? null,
    isArchived: Number(shown?.isArchived ?? false),
    isDeleted: Number(shown?.isDeleted ?? false),
    isGone: Number(record.local === null),
    created: record.created,
    updateTime: record.remote?.updateTime ?? null,
    extra: JSON.stringify(record.extra),
  };
}

/** Named parameters for the statement that writes a row of `outbox`. */
export function toPendingParameters({ id, remote }: NoteRecord, pending: Pending) {
  return {
    id,
    sequence: pending.sequence,
    version: pending.version,
    remote: remote === null ? null : JSON.stringify(remote.fields),
    attempts: JSON.stringify(pending.attempts),
    refused: pending.refused,
  };
}

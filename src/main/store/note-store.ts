/**
 * The engine's LocalStore on SQLite: records in two tables, every statement prepared once.
 */
import type Database from 'better-sqlite3';
import type { NoteId } from '#shared/note.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import type { Durability, LocalStore, Micros, UpdateTime } from '../sync/ports.ts';
import { createRemovedNotes } from './removed-notes.ts';
import { changeOf, EVERYTHING } from './record-change.ts';
import {
  JOINED_COLUMNS,
  type JoinedRow,
  NOTE_COLUMNS,
  type NoteColumns,
  NOTHING_PENDING,
  PENDING_COLUMNS,
  type PendingColumns,
  toNoteParameters,
  toPendingParameters,
  toRecord,
  toRecordOf,
} from './rows.ts';
import { toStoreError } from './store-error.ts';

/** A note as it stands, and whether a record shows the same of it. */
interface Known {
  readonly key: number;
  readonly created: Micros;
  readonly same: 0 | 1;
}

export function createNoteStore(db: Database.Database): LocalStore {
  const statements = prepare(db);
  const removed = createRemovedNotes(db);

  /** The place that was given last: all notes of a commit have one date, and each would look at all places before. */
  let lastGiven = { created: -1, key: -1 };

  function write(record: NoteRecord, before?: NoteRecord | null): void {
    const { id, pending } = record;
    if (record.local === null && record.remote === null && pending === null) {
      const gone = statements.remove.get(id);
      if (gone !== undefined) statements.changed.run(gone.key);
      return;
    }
    if (before === null) {
      insert(record);
      return;
    }
    const change = before === undefined ? EVERYTHING : changeOf(before, record);
    if (change.note === 'all') writeNote(record);
    else if (change.note === 'version') statements.setVersion.run(record.remote?.updateTime ?? null, id);
    if (change.pending === 'all') {
      if (pending === null) statements.clearPending.run(id);
      else statements.setPending.run(toPendingParameters(record, pending));
    } else if (change.pending === 'attempts') {
      statements.setAttempts.run(JSON.stringify(pending?.attempts ?? []), id);
    }
  }

  /** Where nothing is known, nothing has to be looked for: a first sync brings thousands of such notes. */
  function insert(record: NoteRecord): void {
    const key = freeKey(record.created);
    statements.insert.run({ ...toNoteParameters(record), key });
    statements.changed.run(key);
    if (record.pending !== null) statements.setPending.run(toPendingParameters(record, record.pending));
  }

  function writeNote(record: NoteRecord): void {
    const parameters = toNoteParameters(record);
    const known = statements.known.get(parameters);
    const key = known?.created === record.created ? known.key : freeKey(record.created);
    if (known === undefined) statements.insert.run({ ...parameters, key });
    else statements.update.run({ ...parameters, key });
    tellSearch(known, key);
  }

  /** The search index learns of what is found otherwise, or elsewhere, than before. */
  function tellSearch(before: Known | undefined, key: number): void {
    if (before !== undefined && before.key !== key) statements.changed.run(before.key);
    if (before?.key !== key || before.same === 0) statements.changed.run(key);
  }

  /** Two notes of one microsecond stand in neighbouring places. */
  function freeKey(created: Micros): number {
    let key = lastGiven.created === created ? lastGiven.key + 1 : created;
    while (statements.taken.get(key) !== undefined) key += 1;
    lastGiven = { created, key };
    return key;
  }

  return {
    transaction<Result>(work: () => Result, durable: Durability = 'at once') {
      if (db.inTransaction) return work();
      try {
        const run = (): Result => db.transaction(work).immediate();
        return durable === 'at once' ? run() : withoutWaiting(db, run);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    read(id) {
      const note = statements.note.get(id);
      if (note === undefined) return null;
      return toRecordOf(note, statements.ofNote.get(id) ?? NOTHING_PENDING);
    },
    write,
    removed,
    remoteVersion(id) {
      return statements.remoteVersion.get(id) ?? null;
    },
    remoteIds(after, limit) {
      return statements.remoteIds.all(after ?? '', limit).map(({ id }) => id);
    },
    pending(limit) {
      return statements.pending.all(limit).map(({ id }) => id);
    },
    newestCreated() {
      return statements.newest.get()?.created ?? 0;
    },
    nextSequence() {
      return statements.nextSequence.get()?.last_sequence ?? 0;
    },
    refused() {
      return statements.refused.all().map(toRecord);
    },
    counts() {
      return statements.counts.get() ?? { pending: 0, refused: 0 };
    },
    isLoaded() {
      return statements.loaded.get()?.loaded === 1;
    },
    setLoaded() {
      statements.setLoaded.run();
    },
  };
}

/**
 * Runs a transaction that a power cut may undo, as long as none that is durable at once comes after it: the log is
 * read from its front up to where it is broken, so that what is durable has all before it with it
 * (https://sqlite.org/wal.html#performance_considerations).
 */
function withoutWaiting<Result>(db: Database.Database, run: () => Result): Result {
  db.pragma('synchronous = NORMAL');
  try {
    return run();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

function prepare(db: Database.Database) {
  type NoteParameters = ReturnType<typeof toNoteParameters>;
  type PendingParameters = ReturnType<typeof toPendingParameters>;
  return {
    // Two statements: one that joins the tables takes several times as long as both.
    note: db.prepare<[NoteId], NoteColumns>(`SELECT ${NOTE_COLUMNS} FROM notes n WHERE n.id = ?`),
    ofNote: db.prepare<[NoteId], PendingColumns>(
      `SELECT ${PENDING_COLUMNS} FROM outbox o WHERE o.note_id = ?`,
    ),
    pending: db.prepare<[number], { id: NoteId }>(
      `SELECT o.note_id AS id FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NULL ORDER BY o.sequence LIMIT ?`,
    ),
    refused: db.prepare<[], JoinedRow>(
      `SELECT ${JOINED_COLUMNS} FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NOT NULL ORDER BY o.sequence`,
    ),
    known: db.prepare<[NoteParameters], Known>(
      `SELECT key, created, title IS @title AND text IS @text AND is_archived = @isArchived
         AND is_deleted = @isDeleted AND is_gone = @isGone AS same
       FROM notes WHERE id = @id`,
    ),
    changed: db.prepare<[number]>('INSERT INTO changes (key) VALUES (?)'),
    taken: db.prepare<[number], { key: number }>('SELECT key FROM notes WHERE key = ?'),
    insert: db.prepare<[NoteParameters & { key: number }]>(
      `INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, extra)
       VALUES (@key, @id, @title, @text, @isArchived, @isDeleted, @isGone, @created, @updateTime, @extra)`,
    ),
    update: db.prepare<[NoteParameters & { key: number }]>(
      `UPDATE notes SET key = @key, title = @title, text = @text, is_archived = @isArchived,
         is_deleted = @isDeleted, is_gone = @isGone, created = @created, update_time = @updateTime, extra = @extra
       WHERE id = @id`,
    ),
    setVersion: db.prepare<[UpdateTime | null, NoteId]>('UPDATE notes SET update_time = ? WHERE id = ?'),
    remove: db.prepare<[NoteId], { key: number }>('DELETE FROM notes WHERE id = ? RETURNING key'),
    setPending: db.prepare<[PendingParameters]>(
      `INSERT INTO outbox (note_id, sequence, version, remote, attempts, refused)
       VALUES (@id, @sequence, @version, @remote, @attempts, @refused)
       ON CONFLICT (note_id) DO UPDATE SET sequence = excluded.sequence, version = excluded.version,
         remote = excluded.remote, attempts = excluded.attempts, refused = excluded.refused`,
    ),
    setAttempts: db.prepare<[string, NoteId]>('UPDATE outbox SET attempts = ? WHERE note_id = ?'),
    clearPending: db.prepare<[NoteId]>('DELETE FROM outbox WHERE note_id = ?'),
    remoteVersion: db.prepare<[NoteId], { updateTime: UpdateTime; created: Micros }>(
      'SELECT update_time AS updateTime, created FROM notes WHERE id = ? AND update_time IS NOT NULL',
    ),
    remoteIds: db.prepare<[string, number], { id: NoteId }>(
      'SELECT id FROM notes WHERE id > ? AND update_time IS NOT NULL ORDER BY id LIMIT ?',
    ),
    newest: db.prepare<[], { created: Micros }>('SELECT created FROM notes ORDER BY key DESC LIMIT 1'),
    nextSequence: db.prepare<[], { last_sequence: number }>(
      // Were the counter ever behind, no change could be stored any more.
      `UPDATE cache SET last_sequence =
         1 + max(last_sequence, (SELECT coalesce(max(sequence), 0) FROM outbox)) RETURNING last_sequence`,
    ),
    counts: db.prepare<[], { pending: number; refused: number }>(
      // By the indexes alone: the rows themselves carry whole notes.
      `SELECT waiting AS pending, whole - waiting AS refused FROM (SELECT
         (SELECT count(*) FROM outbox WHERE refused IS NULL) AS waiting, (SELECT count(*) FROM outbox) AS whole)`,
    ),
    loaded: db.prepare<[], { loaded: 0 | 1 }>('SELECT loaded FROM cache'),
    setLoaded: db.prepare<[]>('UPDATE cache SET loaded = 1 WHERE loaded = 0'),
  };
}

/**
 * The engine's LocalStore on SQLite: records in two tables, every statement prepared once.
 */
import type Database from 'better-sqlite3';
import type { NoteId } from '#shared/note.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import type { LocalStore, Micros, UpdateTime } from '../sync/ports.ts';
import { createRemovedNotes } from './removed-notes.ts';
import { JOINED_COLUMNS, type JoinedRow, toParameters, toRecord } from './rows.ts';
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

  function write(record: NoteRecord): void {
    if (record.local === null && record.remote === null && record.pending === null) {
      const gone = statements.remove.get(record.id);
      if (gone !== undefined) statements.changed.run(gone.key);
      return;
    }
    const parameters = toParameters(record);
    const known = statements.known.get(parameters);
    const key = known?.created === record.created ? known.key : freeKey(record.created);
    if (known === undefined) statements.insert.run({ ...parameters, key });
    else statements.update.run({ ...parameters, key });
    tellSearch(known, key);
    if (record.pending === null) statements.clearPending.run(record.id);
    else statements.setPending.run(parameters);
  }

  /** The search index learns of what is found otherwise, or elsewhere, than before. */
  function tellSearch(before: Known | undefined, key: number): void {
    if (before !== undefined && before.key !== key) statements.changed.run(before.key);
    if (before?.key !== key || before.same === 0) statements.changed.run(key);
  }

  /** Two notes of one microsecond stand in neighbouring places. */
  function freeKey(created: Micros): number {
    let key = created;
    while (statements.taken.get(key) !== undefined) key += 1;
    return key;
  }

  return {
    transaction(work) {
      if (db.inTransaction) return work();
      try {
        return db.transaction(work).immediate();
      } catch (error) {
        throw toStoreError(error);
      }
    },
    read(id) {
      const row = statements.read.get(id);
      return row === undefined ? null : toRecord(row);
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
      return statements.pending.all(limit).map(toRecord);
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

function prepare(db: Database.Database) {
  type Parameters = ReturnType<typeof toParameters>;
  return {
    read: db.prepare<[NoteId], JoinedRow>(
      `SELECT ${JOINED_COLUMNS} FROM notes n LEFT JOIN outbox o ON o.note_id = n.id WHERE n.id = ?`,
    ),
    pending: db.prepare<[number], JoinedRow>(
      `SELECT ${JOINED_COLUMNS} FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NULL ORDER BY o.sequence LIMIT ?`,
    ),
    refused: db.prepare<[], JoinedRow>(
      `SELECT ${JOINED_COLUMNS} FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NOT NULL ORDER BY o.sequence`,
    ),
    known: db.prepare<[Parameters], Known>(
      `SELECT key, created, title IS @title AND text IS @text AND is_archived = @isArchived
         AND is_deleted = @isDeleted AND is_gone = @isGone AS same
       FROM notes WHERE id = @id`,
    ),
    changed: db.prepare<[number]>('INSERT INTO changes (key) VALUES (?)'),
    taken: db.prepare<[number], { key: number }>('SELECT key FROM notes WHERE key = ?'),
    insert: db.prepare<[Parameters & { key: number }]>(
      `INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, extra)
       VALUES (@key, @id, @title, @text, @isArchived, @isDeleted, @isGone, @created, @updateTime, @extra)`,
    ),
    update: db.prepare<[Parameters & { key: number }]>(
      `UPDATE notes SET key = @key, title = @title, text = @text, is_archived = @isArchived,
         is_deleted = @isDeleted, is_gone = @isGone, created = @created, update_time = @updateTime, extra = @extra
       WHERE id = @id`,
    ),
    remove: db.prepare<[NoteId], { key: number }>('DELETE FROM notes WHERE id = ? RETURNING key'),
    setPending: db.prepare<[Parameters]>(
      `INSERT INTO outbox (note_id, sequence, version, remote, attempts, refused)
       VALUES (@id, @sequence, @version, @remote, @attempts, @refused)
       ON CONFLICT (note_id) DO UPDATE SET sequence = excluded.sequence, version = excluded.version,
         remote = excluded.remote, attempts = excluded.attempts, refused = excluded.refused`,
    ),
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
      'SELECT count(*) - count(refused) AS pending, count(refused) AS refused FROM outbox',
    ),
    loaded: db.prepare<[], { loaded: 0 | 1 }>('SELECT loaded FROM cache'),
    setLoaded: db.prepare<[]>('UPDATE cache SET loaded = 1 WHERE loaded = 0'),
  };
}

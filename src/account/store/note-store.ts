/**
 * The engine's LocalStore on SQLite: records in two tables, every statement prepared once.
 */
import type { NoteId } from '#shared/note.ts';
import type { Micros, UpdateTime } from '#shared/remote-store.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import type { LocalStore } from '../sync/ports.ts';
import type { Connection } from './connection.ts';
import { createHistory, type HistoryTable } from './history.ts';
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
} from './rows.ts';

export function createNoteStore(db: Connection): LocalStore & { readonly history: HistoryTable } {
  const statements = prepare(db);
  const freeKey = createFreeKey((key) => statements.taken.get(key) !== undefined);

  function write(record: NoteRecord, before?: NoteRecord | null): void {
    const { id, pending } = record;
    if (record.local === null && record.remote === null && pending === null) {
      statements.remove.run(id);
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
    statements.insert.run({ ...toNoteParameters(record), key: freeKey(record.created) });
    if (record.pending !== null) statements.setPending.run(toPendingParameters(record, record.pending));
  }

  function writeNote(record: NoteRecord): void {
    const known = statements.known.get(record.id);
    const key = known?.created === record.created ? known.key : freeKey(record.created);
    const parameters = { ...toNoteParameters(record), key };
    if (known === undefined) statements.insert.run(parameters);
    else statements.update.run(parameters);
  }

  return {
    transaction: (work, durable) => db.transaction(work, durable),
    read(id) {
      const note = statements.note.get(id);
      if (note === undefined) return null;
      return toRecord(note, statements.ofNote.get(id) ?? NOTHING_PENDING, db);
    },
    write,
    history: createHistory(db),
    remoteVersion: (id) => statements.remoteVersion.get(id) ?? null,
    remoteIds: (after, limit) => statements.remoteIds.all(after ?? '', limit).map(({ id }) => id),
    pending: (limit) => statements.pending.all(limit).map(({ id }) => id),
    refused: () => statements.refused.all().map((row) => toRecord(row, row, db)),
    newestCreated: () => statements.newest.get()?.created ?? 0,
    nextSequence: () => statements.nextSequence.get()?.last_sequence ?? 0,
    counts: () => statements.counts.get() ?? { pending: 0, refused: 0 },
    isLoaded: () => statements.cache.get()?.loaded === 1,
    setLoaded: () => void statements.setLoaded.run(),
    markGone: (id) => void statements.markGone.run(id),
    rename(from, to) {
      db.transaction(() => {
        // What refers to the note gets the new name after it.
        db.exec('PRAGMA defer_foreign_keys = ON');
        statements.renameNote.run(to, from);
        statements.renamePending.run(to, from);
        statements.renameHistory.run(to, from);
        statements.renameDraft.run(to, from);
      });
    },
    isConfirmed: () => statements.cache.get()?.confirmed === 1,
    setConfirmed() {
      db.transaction(() => {
        statements.setConfirmed.run();
        statements.dropDoubts.run();
      });
    },
    doubt(id) {
      const found = statements.doubt.get(id);
      return found === undefined ? undefined : found.update_time;
    },
  };
}

interface Place {
  readonly key: number;
  /** In which direction the next free place is looked for. */
  readonly step: 1 | -1;
}

/** Beyond these, a number and the next one may be the same. */
const [LEAST_KEY, GREATEST_KEY] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * Gives each note its place, which is its creation time; two notes of one microsecond stand in neighbouring places, the later
 * one above. At the upper end, where there is nothing above, it stands below.
 */
export function createFreeKey(isTaken: (key: number) => boolean): (created: Micros) => number {
  /** All notes of a commit have one date, and each would look at the places of all before it. */
  let last = { wanted: NaN, place: placeAt(0) };
  return (created) => {
    const wanted = Math.min(Math.max(created, LEAST_KEY), GREATEST_KEY);
    let place = last.wanted === wanted ? placeAfter(last.place) : placeAt(wanted);
    while (isTaken(place.key)) place = placeAfter(place);
    last = { wanted, place };
    return place.key;
  };
}

function placeAt(key: number): Place {
  return { key, step: 1 };
}

function placeAfter({ key, step }: Place): Place {
  return key === GREATEST_KEY ? { key: key - 1, step: -1 } : { key: key + step, step };
}

function prepare(db: Connection) {
  type NoteParameters = ReturnType<typeof toNoteParameters> & { readonly key: number };
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
    known: db.prepare<[NoteId], { key: number; created: Micros }>(
      'SELECT key, created FROM notes WHERE id = ?',
    ),
    taken: db.prepare<[number], { key: number }>('SELECT key FROM notes WHERE key = ?'),
    insert: db.prepare<[NoteParameters]>(
      `INSERT INTO notes (key, id, title, text, is_archived, is_deleted, is_gone, created, update_time, extra)
       VALUES (@key, @id, @title, @text, @isArchived, @isDeleted, @isGone, @created, @updateTime, @extra)`,
    ),
    update: db.prepare<[NoteParameters]>(
      `UPDATE notes SET key = @key, title = @title, text = @text, is_archived = @isArchived,
         is_deleted = @isDeleted, is_gone = @isGone, created = @created, update_time = @updateTime, extra = @extra
       WHERE id = @id`,
    ),
    setVersion: db.prepare<[UpdateTime | null, NoteId]>('UPDATE notes SET update_time = ? WHERE id = ?'),
    remove: db.prepare<[NoteId]>('DELETE FROM notes WHERE id = ?'),
    markGone: db.prepare<[NoteId]>('UPDATE notes SET is_gone = 1 WHERE id = ?'),
    renameNote: db.prepare<[NoteId, NoteId]>('UPDATE notes SET id = ? WHERE id = ?'),
    renamePending: db.prepare<[NoteId, NoteId]>('UPDATE outbox SET note_id = ? WHERE note_id = ?'),
    renameHistory: db.prepare<[NoteId, NoteId]>('UPDATE history SET note_id = ? WHERE note_id = ?'),
    renameDraft: db.prepare<[NoteId, NoteId]>(
      `UPDATE drafts SET note_id = ? WHERE place = 'edit' AND note_id = ?`,
    ),
    setPending: db.prepare<[PendingParameters]>(
      `INSERT INTO outbox (note_id, sequence, version, remote, attempts, refused)
       VALUES (@id, @sequence, @version, @remote, @attempts, @refused)
       ON CONFLICT (note_id) DO UPDATE SET sequence = excluded.sequence, version = excluded.version,
         remote = excluded.remote, attempts = excluded.attempts, refused = excluded.refused`,
    ),
    setAttempts: db.prepare<[string, NoteId]>('UPDATE outbox SET attempts = ? WHERE note_id = ?'),
    clearPending: db.prepare<[NoteId]>('DELETE FROM outbox WHERE note_id = ?'),
    // A note that waits to be created is known in no version, although older pages beside newer ones may give it one: or its
    // push would meet a conflict for ever.
    remoteVersion: db.prepare<[NoteId], { updateTime: UpdateTime; created: Micros }>(
      `SELECT update_time AS updateTime, created FROM notes WHERE id = ? AND update_time IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM outbox WHERE note_id = notes.id AND remote IS NULL)`,
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
      // Counted by their indexes: SQLite knows how many rows there are in all without a look at each, and few are refused.
      `SELECT whole - refused AS pending, refused FROM (SELECT
         (SELECT count(*) FROM outbox) AS whole, (SELECT count(*) FROM outbox WHERE refused IS NOT NULL) AS refused)`,
    ),
    cache: db.prepare<[], { loaded: 0 | 1; confirmed: 0 | 1 }>('SELECT loaded, confirmed FROM cache'),
    setLoaded: db.prepare<[]>('UPDATE cache SET loaded = 1 WHERE loaded = 0'),
    setConfirmed: db.prepare<[]>('UPDATE cache SET confirmed = 1 WHERE confirmed = 0'),
    dropDoubts: db.prepare<[]>('DELETE FROM doubts'),
    doubt: db.prepare<[NoteId], { update_time: UpdateTime | null }>(
      `SELECT nullif(update_time, '') AS update_time FROM doubts WHERE note_id = ?`,
    ),
  };
}

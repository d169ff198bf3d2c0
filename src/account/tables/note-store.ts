/** The engine's LocalStore on SQLite: records in two tables, every statement prepared once. */
import { sameFields } from '#shared/note/note-fields.ts';
import type { NoteId } from '#shared/note/note.ts';
import { type Micros, UNVERIFIED, type UpdateTime } from '#shared/note/remote-store.ts';
import type { NoteRecord, Pending } from '../sync/note-record.ts';
import type { LocalStore } from '../sync/ports.ts';
import type { Connection } from '../database/connection.ts';
import { createHistory, type HistoryTable } from './history.ts';
import { createNewCopies } from './new-copies.ts';
import {
  INSERT_NOTE,
  JOINED_COLUMNS,
  type JoinedRow,
  type NoteParameters,
  prepareRead,
  toNoteParameters,
  toPendingParameters,
  toRecord,
  UPDATE_NOTE,
} from './rows.ts';

export function createNoteStore(db: Connection): LocalStore & { readonly history: HistoryTable } {
  const statements = prepare(db);
  const readStored = prepareRead(db);
  const freeKey = createFreeKey((key) => statements.selectKey.get(key) !== undefined);

  function read(id: NoteId, sentRecord?: NoteRecord): NoteRecord | null {
    return sentRecord !== undefined && isUnchanged(sentRecord) ? sentRecord : readStored(id);
  }

  /**
   * An edit changes the revision. A remote change removes the attempts, or changes the
   * `updateTime` or the date.
   */
  function isUnchanged({ id, created, remote, pending }: NoteRecord): boolean {
    const state = statements.state.get(id);
    return (
      state !== undefined &&
      state.hasAttempts === 1 &&
      state.revision === pending?.revision &&
      state.created === created &&
      state.updateTime === (remote?.updateTime ?? null)
    );
  }

  /** Writes only what differs: most steps of a push touch none of the words, which may be long. */
  function write(record: NoteRecord, before = read(record.id)): void {
    db.transaction(() => {
      if (record.local === null && record.remote === null && record.pending === null) {
        statements.remove.run(record.id);
        return;
      }
      writeNote(record, before);
      writePending(record, before);
    });
  }

  function writeNote(record: NoteRecord, before: NoteRecord | null): void {
    const { id, created, remote } = record;
    const isMoved = before?.created !== created;
    if (before === null) statements.insert.run(toNoteParameters(record, freeKey(created)));
    else if (isMoved || !hasSameNoteColumns(before, record)) {
      statements.update.run(toNoteParameters(record, isMoved ? freeKey(created) : null));
    } else if (before.remote?.updateTime !== remote?.updateTime) {
      statements.setUpdateTime.run(remote?.updateTime ?? null, id);
    }
  }

  function writePending(record: NoteRecord, before: NoteRecord | null): void {
    const { id, pending } = record;
    const pendingBefore = before?.pending ?? null;
    if (pending === null) {
      if (pendingBefore !== null) statements.clearPending.run(id);
    } else if (
      pendingBefore === null ||
      !hasSameQueueColumns(pendingBefore, pending) ||
      before?.remote?.fields !== record.remote?.fields
    ) {
      statements.setPending.run(toPendingParameters(record, pending));
    } else if (pendingBefore.attempts !== pending.attempts) {
      statements.setAttempts.run(JSON.stringify(pending.attempts), id);
    }
  }

  return {
    transaction: (work, durable) => db.transaction(work, durable),
    read,
    write,
    clearRefusals: () => void statements.clearRefusals.run(),
    history: createHistory(db),
    newCopies: createNewCopies(db),
    remoteIds: (after, limit) => statements.remoteIds.all(after ?? '', limit).map(({ id }) => id),
    pendingIds: (limit) => statements.pending.all(limit).map(({ id }) => id),
    refusedRecords: () => statements.refused.all().map((row) => toRecord(row, db)),
    countOutsideTrash: () => statements.outsideTrash.get()?.total ?? 0,
    newestCreated: () => statements.newest.get(UNVERIFIED)?.created ?? 0,
    nextSequence: () => statements.nextSequence.get()?.last_sequence ?? 0,
    counts: () => statements.counts.get() ?? { pending: 0, refused: 0 },
    isLoaded: () => statements.cache.get()?.loaded === 1,
    setLoaded: () => void statements.setLoaded.run(),
    markDeletedForever: (id) => void statements.markDeletedForever.run(id),
    rename(from, to) {
      db.transaction(() => {
        // Everything that refers to the note is renamed with it; SQLite cascades to some tables. The draft is
        // not, because a page that knows only the old id would lose it.
        db.exec('PRAGMA defer_foreign_keys = ON');
        statements.renameNote.run(to, from);
        statements.renamePending.run(to, from);
        statements.renameHistory.run(to, from);
      });
    },
    isConfirmed: () => statements.cache.get()?.confirmed === 1,
    setConfirmed() {
      db.transaction(() => {
        statements.setConfirmed.run();
        statements.dropDoubts.run();
      });
    },
    updateTimeInDoubt(id) {
      const doubt = statements.doubt.get(id);
      return doubt === undefined ? undefined : doubt.update_time;
    },
  };
}

/**
 * Whether all columns except the date and `update_time` are equal. Equal extra fields
 * must be the same object.
 */
function hasSameNoteColumns(before: NoteRecord, after: NoteRecord): boolean {
  const fieldsBefore = before.local ?? before.remote?.fields;
  const fieldsAfter = after.local ?? after.remote?.fields;
  return (
    fieldsBefore !== undefined &&
    fieldsAfter !== undefined &&
    (fieldsBefore === fieldsAfter || sameFields(fieldsBefore, fieldsAfter)) &&
    (before.local === null) === (after.local === null) &&
    before.extra === after.extra
  );
}

function hasSameQueueColumns(before: Pending, after: Pending): boolean {
  return (
    before.sequence === after.sequence &&
    before.revision === after.revision &&
    before.refused === after.refused &&
    before.isOwnCreation === after.isOwnCreation
  );
}

interface Place {
  readonly key: number;
  /** The direction of the search for the next free place. */
  readonly step: 1 | -1;
}

/** Beyond these, two neighbouring integers may be the same number. */
const [LEAST_KEY, GREATEST_KEY] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * Gives each note its place in the list, which is its creation time. If a note of the same microsecond has
 * it, the later note gets the next free place above. If there is no place above, it gets one below.
 */
export function createFreeKey(isTaken: (key: number) => boolean): (created: Micros) => number {
  /**
   * The last place given. All notes of a commit have one date, and otherwise each would try the
   * places of all before it.
   */
  let last = { requested: NaN, place: placeAt(0) };
  return (created) => {
    const requested = Math.min(Math.max(created, LEAST_KEY), GREATEST_KEY);
    let place = last.requested === requested ? placeAfter(last.place) : placeAt(requested);
    while (isTaken(place.key)) place = placeAfter(place);
    last = { requested, place };
    return place.key;
  };
}

function placeAt(key: number): Place {
  return { key, step: 1 };
}

function placeAfter({ key, step }: Place): Place {
  return key === GREATEST_KEY ? { key: key - 1, step: -1 } : { key: key + step, step };
}

/** Shows whether a note with an unanswered attempt has changed. */
type RecordState = Pick<JoinedRow, 'revision' | 'created' | 'updateTime'> & {
  readonly hasAttempts: 0 | 1;
};

function prepare(db: Connection) {
  type PendingParameters = ReturnType<typeof toPendingParameters>;
  return {
    state: db.prepare<[NoteId], RecordState>(
      `SELECT o.revision, o.attempts <> '[]' AS hasAttempts, n.created, n.update_time AS updateTime
       FROM outbox o JOIN notes n ON n.id = o.note_id WHERE o.note_id = (SELECT ?)`,
    ),
    pending: db.prepare<[number], { id: NoteId }>(
      `SELECT o.note_id AS id FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NULL ORDER BY o.sequence LIMIT ?`,
    ),
    refused: db.prepare<[], JoinedRow>(
      `SELECT ${JOINED_COLUMNS} FROM outbox o JOIN notes n ON n.id = o.note_id
       WHERE o.refused IS NOT NULL ORDER BY o.sequence`,
    ),
    selectKey: db.prepare<[number], { key: number }>('SELECT key FROM notes WHERE key = ?'),
    insert: db.prepare<[NoteParameters]>(INSERT_NOTE),
    update: db.prepare<[NoteParameters]>(UPDATE_NOTE),
    setUpdateTime: db.prepare<[UpdateTime | null, NoteId]>('UPDATE notes SET update_time = ? WHERE id = ?'),
    remove: db.prepare<[NoteId]>('DELETE FROM notes WHERE id = ?'),
    markDeletedForever: db.prepare<[NoteId]>('UPDATE notes SET is_gone = 1 WHERE id = ?'),
    renameNote: db.prepare<[NoteId, NoteId]>('UPDATE notes SET id = ? WHERE id = ?'),
    renamePending: db.prepare<[NoteId, NoteId]>('UPDATE outbox SET note_id = ? WHERE note_id = ?'),
    renameHistory: db.prepare<[NoteId, NoteId]>('UPDATE history SET note_id = ? WHERE note_id = ?'),
    setPending: db.prepare<[PendingParameters]>(
      `INSERT INTO outbox (note_id, sequence, revision, remote, attempts, refused, own_creation)
       VALUES (@id, @sequence, @revision, @remote, @attempts, @refused, @isOwnCreation)
       ON CONFLICT (note_id) DO UPDATE SET sequence = excluded.sequence, revision = excluded.revision,
         remote = excluded.remote, attempts = excluded.attempts, refused = excluded.refused,
         own_creation = excluded.own_creation`,
    ),
    setAttempts: db.prepare<[string, NoteId]>('UPDATE outbox SET attempts = ? WHERE note_id = ?'),
    clearRefusals: db.prepare<[]>('UPDATE outbox SET refused = NULL WHERE refused IS NOT NULL'),
    clearPending: db.prepare<[NoteId]>('DELETE FROM outbox WHERE note_id = ?'),
    remoteIds: db.prepare<[string, number], { id: NoteId }>(
      'SELECT id FROM notes WHERE id > ? AND update_time IS NOT NULL ORDER BY id LIMIT ?',
    ),
    outsideTrash: db.prepare<[], { total: number }>(
      'SELECT count(*) AS total FROM notes WHERE section IN (0, 1, 3)',
    ),
    newest: db.prepare<[UpdateTime], { created: Micros }>(
      `SELECT created FROM notes
       WHERE CASE WHEN update_time IS NULL THEN conflict_of IS NULL
         ELSE update_time = ? OR created < 1e6 * (1 + CAST(update_time AS REAL)) END
       ORDER BY key DESC LIMIT 1`,
    ),
    nextSequence: db.prepare<[], { last_sequence: number }>(
      // If the counter were ever behind the outbox, no change could be stored any more.
      `UPDATE cache SET last_sequence =
         1 + max(last_sequence, (SELECT coalesce(max(sequence), 0) FROM outbox)) RETURNING last_sequence`,
    ),
    counts: db.prepare<[], { pending: number; refused: number }>(
      // Counted by indexes: SQLite counts all rows of a table without reading each, and few are refused.
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

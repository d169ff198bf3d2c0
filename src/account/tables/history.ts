/**
 * History: words that were overwritten or removed (S12). Triggers of the database record them
 * (`../database/migrations/001-first-schema.ts`); this module reads and drops them, and adds
 * words that were never saved.
 */
import { columnOf, FIELD_NAMES, mapColumns, NOTE_FIELDS, toStored } from '#shared/note/note-fields.ts';
import type { ColumnValue } from '#shared/note/note-kinds.ts';
import { contentOf, type NoteContent, type NoteId, sameContent } from '#shared/note/note.ts';
import type { Micros, UpdateTime } from '#shared/note/remote-store.ts';
import type { EarlierRow, HistoryUse, Written } from '#shared/note/history.ts';
import type { RemovedPage, RemovedRow } from '#shared/note/view.ts';
import type { History, HistoryEntry } from '../sync/ports.ts';
import type { Connection } from '../database/connection.ts';
import { RECORD_REMOVAL } from '../database/migrations/001-first-schema.ts';
import { excerptOf, rowTitle } from './excerpt.ts';
import { FIELD_COLUMNS, type FieldColumns, fieldsOf, readJson } from './rows.ts';
import type { IsSuperfluous, ThinnableVersion } from './thinning.ts';

/** A version of a note in its place among the others. */
export type PlacedVersion = Omit<EarlierRow, 'change'> & {
  /**
   * The version that these words replaced, or the next older one that is stored; for words that were discarded
   * unsaved, the version that the note had then. Null if there is none, or if the note still has those words.
   */
  readonly base: number | null;
};

export interface HistoryTable extends History {
  /**
   * Notes that another device deleted for ever, and words that were never part of a note,
   * most recently removed first.
   */
  page(offset: number, limit: number): RemovedPage;
  /** Earlier versions of a note, latest first. */
  earlier(
    id: NoteId,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: readonly PlacedVersion[] };
  /** Null if the version is not among the earlier ones of this note. */
  place(id: NoteId, version: number): PlacedVersion | null;
  /** The latest version of the note with these words; null if it never had them, or they are not stored. */
  find(id: NoteId, words: NoteContent): PlacedVersion | null;
  /** The version that the note's current words replaced; null if it is not stored. */
  latest(id: NoteId): { readonly version: number; readonly written: Written } | null;
  /**
   * Adds words that the user discarded unsaved (S12.5), unless the same words were the last that were added.
   * @param entry the note with these words, or the note that they would have become
   * @param hasNote whether the note exists; words without a note count as removed ones
   */
  addUnsaved(entry: Omit<HistoryEntry, 'version'>, hasNote: boolean): void;
  /** These words are saved now. @param id the note; null for words that were part of none */
  dropUnsaved(id: NoteId | null, words: NoteContent): void;
  /** At most `limit` versions of missing notes (S13.7), the one that was removed first comes first. */
  missingVersions(limit: number): readonly number[];
  countMissing(): number;
  /** The user does not want the missing notes back: they are removed notes whose 30 days begin now. */
  dismissMissing(): void;
  use(): Omit<HistoryUse, 'isErasing'>;
  /**
   * Drops superfluous versions in a slice of a few milliseconds (S12.6).
   * @param before looks only at versions with smaller numbers, newest first
   * @returns where the next slice continues; null after the last one
   */
  thin(before: number, isSuperfluous: IsSuperfluous): number | null;
  /** Deletes the whole history for good, at the user's request, except the words of missing notes (S13.7). */
  clear(): void;
  /** Deletes this version for good, at the user's request. */
  forget(version: number): void;
}

/** The columns that both lists show. */
interface ListedColumns {
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
  readonly unsaved: 0 | 1;
}

/** When and where the words that replaced a version were written. */
type ReplacedColumns = Pick<ListedColumns, 'version'> & {
  readonly writtenAt: number;
  readonly byCloud: 0 | 1;
};

interface EarlierColumns extends ListedColumns {
  readonly base: number | null;
  readonly baseStoredAt: number | null;
  readonly baseByCloud: 0 | 1 | null;
}

type DroppedColumns = Pick<ThinnableVersion, 'version' | 'bytes'>;

interface RemovedColumns extends ListedColumns {
  readonly title: string | null;
  readonly text: string | null;
}

const COLUMNS = FIELD_NAMES.map((name) => NOTE_FIELDS[name].column);

type UnsavedParameters = Readonly<Record<string, ColumnValue>>;

interface EntryColumns extends FieldColumns {
  readonly version: number;
  readonly id: NoteId;
  readonly created: Micros;
  readonly extra: string;
}

/**
 * When the words that replaced version `h` of note `n` were written. For a remote change, the cloud's time is
 * nearer than the time when this device heard of it, unless the note has changed since.
 */
export const WRITTEN_AT = `iif(h.by_cloud,
  ifnull(min(h.stored_at, nullif(CAST(CAST(n.update_time AS REAL) * 1000 AS INTEGER), 0)), h.stored_at), h.stored_at)`;

/** Versions that the note really had. */
const SAVED = 'note_id = h.note_id AND removed = 0 AND unsaved = 0';

/** Without the words, because a row may hold a megabyte of them. */
const SELECT_PLACED = `
  SELECT h.version, h.stored_at AS storedAt, h.unsaved,
    base.version AS base, iif(base.version = h.version_before, base.stored_at, NULL) AS baseStoredAt,
    base.by_cloud AS baseByCloud
  FROM history h LEFT JOIN history base ON base.version = CASE h.unsaved
    WHEN 0 THEN (SELECT max(version) FROM history WHERE ${SAVED} AND version < h.version)
    ELSE (SELECT min(version) FROM history WHERE ${SAVED} AND version > h.version) END
  WHERE h.note_id = ? AND h.removed = 0`;

/**
 * A slice ends when it has dropped this much, which takes a few milliseconds: dropped words are overwritten, and
 * each version is on other pages of the indexes.
 */
const MOST_DROPPED = { versions: 40, bytes: 500_000 };
/** How many versions a slice looks at. */
const READ_AT_ONCE = 200;

const BYTES = 'ifnull(octet_length(title), 0) + ifnull(octet_length(text), 0)';

export function createHistory(db: Connection): HistoryTable {
  const selectVersion = db.prepare<[number], EntryColumns>(
    `SELECT version, note_id AS id, ${FIELD_COLUMNS}, created, extra FROM history WHERE version = ?`,
  );
  const remove = db.prepare<[number]>('DELETE FROM history WHERE version = ?');
  const selectAnyOfNote = db.prepare<[NoteId], { is: 1 }>(
    'SELECT 1 AS "is" FROM history WHERE note_id = ? LIMIT 1',
  );
  const removeSame = db.prepare<[NoteId, string | null, string | null]>(
    'DELETE FROM history WHERE note_id = ? AND removed = 1 AND title IS ? AND text IS ?',
  );
  const setExpiryStart = db.prepare<[UpdateTime, number]>(
    'UPDATE history SET expiry_start = ? WHERE expiry_start IS NULL AND is_missing = 0 AND version <= ?',
  );
  const selectNewest = db.prepare<[], { version: number | null }>(
    'SELECT max(version) AS version FROM history',
  );
  const setByEdit = db.prepare<[number]>('UPDATE history SET by_edit = 1 WHERE version > ?');
  const recordRemoval = db.prepare<[]>(RECORD_REMOVAL);
  const selectExpired = db.prepare<[UpdateTime, number], DroppedColumns>(
    `SELECT version, ${BYTES} AS bytes FROM history WHERE expiry_start < ? AND is_missing = 0 LIMIT ?`,
  );
  const selectThinnable = db.prepare<[number, number], ThinnableVersion>(
    `SELECT version, note_id AS id, stored_at AS storedAt, ${BYTES} AS bytes FROM history
     WHERE by_edit = 1 AND removed = 0 AND version < ? ORDER BY version DESC LIMIT ?`,
  );
  const addMissing = db.prepare<[NoteId]>(
    `UPDATE history SET is_missing = 1 WHERE version =
       (SELECT max(version) FROM history WHERE note_id = ? AND removed = 1 AND unsaved = 0)`,
  );
  const selectMissing = db.prepare<[number], { version: number }>(
    'SELECT version FROM history WHERE is_missing = 1 ORDER BY version LIMIT ?',
  );
  const countMissing = db.prepare<[], { total: number }>(
    'SELECT count(*) AS total FROM history WHERE is_missing = 1',
  );
  const dismissMissing = db.prepare<[]>('UPDATE history SET is_missing = 0 WHERE is_missing = 1');
  const selectRemoved = db.prepare<[number, number], RemovedColumns>(
    'SELECT version, title, text, stored_at AS storedAt, unsaved FROM history WHERE removed = 1 ORDER BY version DESC LIMIT ? OFFSET ?',
  );
  const countRemoved = db.prepare<[], { total: number }>(
    'SELECT count(*) AS total FROM history WHERE removed = 1',
  );
  const selectEarlier = db.prepare<[NoteId, number, number], EarlierColumns>(
    `${SELECT_PLACED} ORDER BY h.version DESC LIMIT ? OFFSET ?`,
  );
  const selectPlaced = db.prepare<[NoteId, number], EarlierColumns>(`${SELECT_PLACED} AND h.version = ?`);
  const selectWithWords = db.prepare<[NoteId, string, string], EarlierColumns>(
    `${SELECT_PLACED} AND h.unsaved = 0 AND ifnull(h.title, '') = ? AND ifnull(h.text, '') = ?
     ORDER BY h.version DESC LIMIT 1`,
  );
  const selectLatest = db.prepare<[NoteId], ReplacedColumns>(
    `SELECT h.version, ${WRITTEN_AT} AS writtenAt, h.by_cloud AS byCloud FROM history h JOIN notes n ON n.id = h.note_id
     WHERE h.note_id = ? AND h.removed = 0 AND h.unsaved = 0 ORDER BY h.version DESC LIMIT 1`,
  );
  const countEarlier = db.prepare<[NoteId], { total: number }>(
    'SELECT count(*) AS total FROM history WHERE note_id = ? AND removed = 0',
  );
  const insertUnsaved = db.prepare<[UnsavedParameters]>(
    `INSERT INTO history (note_id, ${COLUMNS.join(', ')}, created, extra, removed, stored_at, unsaved)
     VALUES (@id, ${COLUMNS.map((column) => `@${column}`).join(', ')}, @created, @extra, @removed,
       CAST(unixepoch('subsec') * 1000 AS INTEGER), 1)`,
  );
  const selectUnsaved = db.prepare<[NoteId], NoteContent>(
    'SELECT title, text FROM history WHERE note_id = ? AND unsaved = 1 ORDER BY version DESC LIMIT 1',
  );
  const selectNeverSaved = db.prepare<[], NoteContent>(
    'SELECT title, text FROM history WHERE removed = 1 AND unsaved = 1 ORDER BY version DESC LIMIT 1',
  );
  const removeUnsaved = db.prepare<[NoteId, string, string]>(
    'DELETE FROM history WHERE note_id = ? AND unsaved = 1 AND title = ? AND text = ?',
  );
  const removeNeverSaved = db.prepare<[string, string]>(
    'DELETE FROM history WHERE removed = 1 AND unsaved = 1 AND title = ? AND text = ?',
  );
  const measureUse = db.prepare<[], Omit<HistoryUse, 'isErasing'>>(
    // SQLite takes the lengths from each row's header, without reading the words.
    `SELECT count(*) AS versions, ifnull(sum(${BYTES}), 0) AS bytes FROM history`,
  );

  /**
   * Drops those of the versions that are superfluous, until the slice has dropped enough.
   * @returns the version at which it stopped; null if it came to the end
   */
  function dropSome<Version extends DroppedColumns>(
    versions: readonly Version[],
    isSuperfluous: (version: Version) => boolean,
  ): number | null {
    const dropped = { versions: 0, bytes: 0 };
    for (const version of versions) {
      if (!isSuperfluous(version)) continue;
      remove.run(version.version);
      dropped.versions += 1;
      dropped.bytes += version.bytes;
      if (dropped.versions >= MOST_DROPPED.versions || dropped.bytes >= MOST_DROPPED.bytes)
        return version.version;
    }
    return null;
  }

  return {
    read(version) {
      const row = selectVersion.get(version);
      return row === undefined ? null : toEntry(row, db);
    },
    drop: (version) => void remove.run(version),
    dropRemoved(id, { title, text }) {
      // Few of ten thousand arriving notes were here before, and a look-up takes a
      // third of a deletion's time.
      if (selectAnyOfNote.get(id) !== undefined) removeSame.run(id, title, text);
    },
    addMissing: (id) => void addMissing.run(id),
    missingVersions: (limit) => selectMissing.all(limit).map(({ version }) => version),
    countMissing: () => countMissing.get()?.total ?? 0,
    dismissMissing: () => void dismissMissing.run(),
    newestVersion: () => selectNewest.get()?.version ?? 0,
    setExpiryStart: (time, upTo) => void setExpiryStart.run(time, upTo),
    setByEdit: (after) => void setByEdit.run(after),
    dropExpired: (time) =>
      db.transaction(() => {
        const expired = selectExpired.all(time, MOST_DROPPED.versions);
        if (expired.length > 0) recordRemoval.run();
        return dropSome(expired, () => true) !== null;
      }, 'soon'),
    thin: (before, isSuperfluous) =>
      db.transaction(() => {
        const versions = selectThinnable.all(before, READ_AT_ONCE);
        const last = versions.length < READ_AT_ONCE ? null : (versions.at(-1)?.version ?? null);
        return dropSome(versions, isSuperfluous) ?? last;
      }, 'soon'),
    page: (offset, limit) => ({
      total: countRemoved.get()?.total ?? 0,
      rows: selectRemoved.all(limit, offset).map(toRemovedRow),
    }),
    earlier: (id, offset, limit) => ({
      total: countEarlier.get(id)?.total ?? 0,
      rows: selectEarlier.all(id, limit, offset).map(toPlacedVersion),
    }),
    place(id, version) {
      const row = selectPlaced.get(id, version);
      return row === undefined ? null : toPlacedVersion(row);
    },
    find(id, { title, text }) {
      const row = selectWithWords.get(id, title, text);
      return row === undefined ? null : toPlacedVersion(row);
    },
    latest(id) {
      const row = selectLatest.get(id);
      return row === undefined
        ? null
        : { version: row.version, written: toWritten(row.writtenAt, row.byCloud) };
    },
    addUnsaved({ id, fields, extra, created }, hasNote) {
      const before = hasNote ? selectUnsaved.get(id) : selectNeverSaved.get();
      if (before !== undefined && sameContent(before, contentOf(fields))) return;
      const stored = toStored({ fields, extra });
      insertUnsaved.run({
        id,
        ...mapColumns((name) => columnOf(name, stored.fields)),
        created,
        extra: JSON.stringify(stored.extra),
        removed: hasNote ? 0 : 1,
      });
    },
    dropUnsaved(id, { title, text }) {
      if (id === null) removeNeverSaved.run(title, text);
      else removeUnsaved.run(id, title, text);
    },
    use: () => measureUse.get() ?? { versions: 0, bytes: 0 },
    clear: () =>
      db.transaction(() => {
        db.exec('DELETE FROM history WHERE is_missing = 0');
        recordRemoval.run();
      }),
    forget: (version) =>
      db.transaction(() => {
        remove.run(version);
        recordRemoval.run();
      }),
  };
}

function toEntry(row: EntryColumns, db: Connection): HistoryEntry {
  const { version, id, created } = row;
  return { version, id, created, ...readJson(() => fieldsOf(row), db) };
}

function toRemovedRow({ version, title, text, storedAt, unsaved }: RemovedColumns): RemovedRow {
  const words = { title: rowTitle(title), excerpt: excerptOf(text ?? '') };
  return { version, ...words, removedAt: storedAt, isUnsaved: unsaved === 1 };
}

function toPlacedVersion(row: EarlierColumns): PlacedVersion {
  const { version, storedAt: replacedAt, unsaved, base, baseStoredAt, baseByCloud } = row;
  if (unsaved === 1)
    return { version, replacedAt, isUnsaved: true, base, written: { at: replacedAt, by: 'this device' } };
  const written = baseStoredAt === null || baseByCloud === null ? null : toWritten(baseStoredAt, baseByCloud);
  return { version, replacedAt, isUnsaved: false, base, written };
}

function toWritten(at: number, byCloud: 0 | 1): Written {
  return { at, by: byCloud === 1 ? 'another device' : 'this device' };
}

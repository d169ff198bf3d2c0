/**
 * Makes the rows of a new database from several incomplete sources, best first. Pure. If a source is
 * certainly complete, a row that it lacks did not exist, and the sources after it are not used. Otherwise the
 * words of a worse source are better than none.
 *
 * If the newest state was read completely, everything stays as it was. Otherwise the `updateTime` of a
 * settled note cannot be relied on, and until the cloud has confirmed the account (S13), a note is in doubt
 * if it is unknown whether a change was pending. So is a note that is pending only in a backup: its change
 * may have been pushed since, and undone elsewhere.
 */
import { columnOf, mapColumns, NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/note/remote-store.ts';
import { parseAttempts } from '../tables/rows.ts';
import {
  contentOf,
  isEmpty,
  type NoteRow,
  type PastRow,
  type PendingRow,
  type Rows,
  wordsOf,
} from './damaged-rows.ts';
import { joinDrafts } from './join-drafts.ts';
import type { Table, Tables } from './read-damaged.ts';

export interface Source extends Tables {
  /**
   * The newest state of the file, which alone says what was pending; a state of the file that may lack
   * rows unnoticed; or a backup.
   */
  readonly kind: 'newest' | 'uncertain' | 'backup';
}

/** To be inserted in the order of these names, because a pending change refers to its note. */
export type NewRows = { readonly [Name in keyof Rows]: readonly Rows[Name][] };

export interface SalvageResult {
  readonly rows: NewRows;
  readonly isWhole: boolean;
  /** Whether it is certain that the cloud has all words of notes and drafts that were not read. */
  readonly isUnsyncedRead: boolean;
}

/** Whether these are certainly all rows, so that no other source is needed. */
export function isWhole(tables: Tables): boolean {
  return (
    Object.values(tables).every(isUnderstood) &&
    tables.cache.rows.size === 1 &&
    [...tables.outbox.rows.keys()].every((id) => tables.notes.rows.has(id))
  );
}

/**
 * @param sources best first
 * @param time milliseconds since the epoch
 */
export function combine(sources: readonly Source[], time: number): SalvageResult {
  const [best] = sources;
  if (best?.kind !== 'newest') return merge(sources, time);
  const { kind: _kind, ...tables } = best;
  return isWhole(tables) ? allRowsOf(tables) : merge(sources, time);
}

function allRowsOf(tables: Tables): SalvageResult {
  return {
    rows: {
      notes: [...tables.notes.rows.values()],
      outbox: renumbered(tables.outbox.rows.values()),
      drafts: [...tables.drafts.rows.values()],
      history: [...tables.history.rows.values()],
      answers: [...tables.answers.rows.values()],
      notices: [...tables.notices.rows.values()],
      doubts: [...tables.doubts.rows.values()],
      cache: [...tables.cache.rows.values()],
    },
    isWhole: true,
    isUnsyncedRead: true,
  };
}

function merge(sources: readonly Source[], time: number): SalvageResult {
  const fileStates = sources.filter(({ kind }) => kind !== 'backup');
  const newest = sources.find(({ kind }) => kind === 'newest');
  const isOutboxKnown = newest?.outbox.complete === true;
  const areDoubtsKnown = newest?.doubts.complete === true || newest?.cache.rows.get('1')?.confirmed === 1;
  const doubtsBefore = union(fileStates, ({ doubts }) => doubts);
  const foundNotes = [...union(sources, withSource).values()].map(({ row, source }): FoundNote => {
    const mayWait = source.kind === 'newest' || !isOutboxKnown || newest.outbox.rows.has(row.id);
    const wasSettled = source.kind === 'backup' ? source.outbox.complete : isOutboxKnown && areDoubtsKnown;
    return {
      row,
      replaced: source.notes.replaced.get(row.id) ?? [],
      pending: pendingOf(row, source, sources) ?? (mayWait ? neverPushed(row) : null),
      mayBePushed: source.kind === 'backup' && !isOutboxKnown,
      doubt: doubtsBefore.get(row.id) ?? null,
      isSettled: wasSettled && !doubtsBefore.has(row.id),
    };
  });
  const placed = foundNotes.flatMap((note) => placeNote(note) ?? []);
  const areEditsRead = foundNotes.every(({ pending, replaced }) => pending === null || replaced.length === 0);
  const isUnsyncedRead =
    isOutboxKnown &&
    areDoubtsKnown &&
    isUnderstood(newest.drafts) &&
    areEditsRead &&
    [...newest.outbox.rows.values()].every((pending) =>
      sources.some((one) => hasSamePending(one, pending)),
    ) &&
    [...newest.doubts.rows.keys()].every((id) => newest.notes.rows.has(id) && !newest.notes.replaced.has(id));

  const notes = placed.map(({ row }) => row);
  const queue = renumbered(placed.flatMap(({ pending }) => pending ?? []));
  const caches = sources.flatMap(({ cache }) => cache.rows.get('1') ?? []);
  const areWordsRead =
    newest !== undefined && [newest.notes, newest.drafts, newest.history].every(isUnderstood);
  const history = historyOf(sources, new Map(notes.map((row) => [row.id, row])), newest, time);
  return {
    rows: {
      notes,
      outbox: queue,
      drafts: joinDrafts(
        // A draft that this source lacks may have become a note that was not read.
        sources.map((source) => ({
          ...source.drafts,
          complete: isCertain(source, source.drafts) && source.notes.complete,
        })),
        [...notes, ...history].map(contentOf),
      ),
      history,
      // The main process may still have the words of these requests, and has them stored again.
      answers: [...union(sources, ({ answers }) => answers).values()].filter(
        ({ stores_words: storesWords }) => areWordsRead || storesWords === 0,
      ),
      notices: [...union(fileStates, ({ notices }) => notices).values()],
      doubts: placed.flatMap(({ doubt }) => doubt ?? []),
      cache: [
        {
          only_row: 1,
          loaded: 0,
          last_sequence: Math.max(0, queue.at(-1)?.sequence ?? 0, ...caches.map((row) => row.last_sequence)),
          confirmed: 0,
          last_removal: Math.max(0, ...caches.map((row) => row.last_removal)),
          number: 0,
        },
      ],
    },
    isWhole: false,
    isUnsyncedRead,
  };
}

/** A note as the best source has it, and what the sources say about its pending change. */
interface FoundNote {
  readonly row: NoteRow;
  /** Columns that could not be read. */
  readonly replaced: readonly string[];
  /** Its pending change, if any. */
  readonly pending: PendingRow | null;
  /** Whether only a backup has the change, so that it may have been pushed since and undone elsewhere. */
  readonly mayBePushed: boolean;
  /** The note's row in `doubts`, if any. */
  readonly doubt: Rows['doubts'] | null;
  /**
   * Whether it is certain that the note has no pending change besides `pending`, and
   * that it was not in doubt.
   */
  readonly isSettled: boolean;
}

interface PlacedNote {
  readonly row: NoteRow;
  readonly pending: PendingRow | null;
  readonly doubt: Rows['doubts'] | null;
}

/**
 * @returns what becomes of a note; null if it is dropped, because the cloud is not known to have it and
 *   no change of it is pending
 */
function placeNote({ row, replaced, pending, mayBePushed, doubt, isSettled }: FoundNote): PlacedNote | null {
  // A change with an unreadable field would undo the cloud's value of that field.
  const isSure = !mayBePushed && replaced.every((column) => column === 'extra');
  if (pending !== null && (pending.remote === null || isSure)) {
    // The two rows may be of different times: only the outbox says whether the cloud has the note.
    const updateTime = replaced.length === 0 ? (row.update_time ?? UNVERIFIED) : UNVERIFIED;
    return {
      row: { ...row, update_time: pending.remote === null ? null : updateTime },
      pending,
      doubt: null,
    };
  }
  if (row.update_time === null && pending === null) return null;
  const placed = { row: { ...row, is_gone: 0 as const, update_time: UNVERIFIED }, pending: null };
  if (isSettled && pending === null) return { ...placed, doubt: null };
  if (replaced.length === 0)
    return { ...placed, doubt: doubt ?? { note_id: row.id, update_time: doubtUpdateTime(row) } };
  // Without an `updateTime` its words never count as an edit of the cloud's: if they differ, they become a
  // conflict copy.
  return { ...placed, doubt: isEmpty(row) ? null : { note_id: row.id, update_time: '' } };
}

/** Whether these are all rows, as they were written. */
function isUnderstood({ complete, replaced, duplicates }: Omit<Table<unknown>, 'rows'>): boolean {
  return complete && replaced.size === 0 && duplicates.length === 0;
}

/** The `updateTime` in the form of the table `doubts`: empty if it is not known. */
function doubtUpdateTime({ update_time: updateTime }: NoteRow): UpdateTime | '' {
  return updateTime === null || updateTime === UNVERIFIED ? '' : updateTime;
}

type RowsOfTable<Row> = Pick<Table<Row>, 'rows' | 'complete'>;

/** A backup never says that a row is gone: it may be of another computer. */
function isCertain({ kind }: Source, { complete }: RowsOfTable<unknown>): boolean {
  return complete && kind === 'newest';
}

/** Takes each row from the first source that has it. Sources after a complete one are not used. */
function union<Row>(
  sources: readonly Source[],
  tableOf: (source: Source) => RowsOfTable<Row>,
): Map<string, Row> {
  const all = new Map<string, Row>();
  for (const source of sources) {
    const table = tableOf(source);
    for (const [name, row] of table.rows) if (!all.has(name)) all.set(name, row);
    if (isCertain(source, table)) break;
  }
  return all;
}

function withSource(source: Source): RowsOfTable<{ readonly row: NoteRow; readonly source: Source }> {
  const rows = new Map([...source.notes.rows].map(([id, row]) => [id, { row, source }]));
  return { rows, complete: source.notes.complete };
}

/**
 * The note's pending change: from the same source, or from one that has the note with the same `updateTime`,
 * because then the change was made on the same state of the note. Null if there is none.
 */
function pendingOf(note: NoteRow, source: Source, sources: readonly Source[]): PendingRow | null {
  for (const candidate of sources) {
    const pending = candidate.outbox.rows.get(note.id);
    const isSame =
      candidate === source || candidate.notes.rows.get(note.id)?.update_time === note.update_time;
    if (pending !== undefined && isSame) return pending;
    if (pending === undefined && candidate.kind === 'newest' && candidate.outbox.complete) return null;
  }
  return null;
}

/**
 * Whether the source has the note with exactly this pending change, so that the note has not changed since.
 */
function hasSamePending({ notes, outbox }: Source, { note_id: id, sequence, revision }: PendingRow): boolean {
  const pending = outbox.rows.get(id);
  return notes.rows.has(id) && pending?.sequence === sequence && pending.revision === revision;
}

/** A note that the cloud is not known to have is pending, whatever the outbox says. */
function neverPushed({ id, update_time, is_gone }: NoteRow): PendingRow | null {
  if (update_time !== null || is_gone === 1) return null;
  return { note_id: id, sequence: 1, revision: 1, remote: null, attempts: '[]', refused: null };
}

/** Makes the places in the queue unique, because several sources may use the same place. */
function renumbered(outbox: Iterable<PendingRow>): PendingRow[] {
  const queue: PendingRow[] = [];
  for (const row of [...outbox].toSorted((first, second) => first.sequence - second.sequence)) {
    queue.push({ ...row, sequence: Math.max((queue.at(-1)?.sequence ?? 0) + 1, row.sequence) });
  }
  return queue;
}

/**
 * Salvage writes the history itself (S12). It adds the words of all sources that are neither in the history
 * nor in the new notes: words of notes, unless notes and history were read completely; words that were sent to
 * the cloud; and words with which a draft began. The last two may be the only copy of a note whose own row was
 * not read.
 */
function historyOf(
  sources: readonly Source[],
  notes: ReadonlyMap<string, NoteRow>,
  newest: Source | undefined,
  time: number,
): PastRow[] {
  const past = [...union(sources, versionsByWords).values()];
  // A row that was read of a table with a lost page may be an earlier one.
  const isWritten = newest !== undefined && isUnderstood(newest.history) && isUnderstood(newest.notes);
  const recorded = new Set(past.map((row) => wordsOf(row.note_id, row)));
  const isRead = (id: string): boolean =>
    newest?.notes.rows.has(id) === true && !newest.notes.replaced.has(id);
  const addUnrecorded = ({ note_id: id, ...content }: Words): void => {
    const now = notes.get(id);
    const words = wordsOf(id, content);
    if (isEmpty(content) || recorded.has(words) || (now !== undefined && wordsOf(id, now) === words)) return;
    recorded.add(words);
    const removed = now === undefined ? 1 : 0;
    past.push({
      version: null,
      note_id: id,
      ...content,
      removed,
      stored_at: time,
      expiry_start: null,
      by_cloud: 0,
      by_edit: 0,
      version_before: null,
      unsaved: 0,
      is_missing: 0,
    });
  };
  for (const { notes: table, outbox, drafts } of sources) {
    for (const { key: _key, is_gone: isGone, update_time: _updateTime, id, ...content } of isWritten
      ? []
      : [...table.rows.values(), ...table.duplicates])
      if (isGone === 0) addUnrecorded({ note_id: id, ...content });
    for (const { note_id: id, attempts } of outbox.rows.values()) {
      const sent = parseAttempts(attempts).at(-1) ?? null;
      if (sent !== null && !isRead(id)) addUnrecorded(wordsFrom(id, sent, time));
    }
    for (const draft of [...drafts.rows.values(), ...drafts.duplicates]) {
      if (draft.place !== 'edit' || isRead(draft.note_id)) continue;
      addUnrecorded(
        wordsFrom(draft.note_id, { ...NO_FIELDS, title: draft.base_title, text: draft.base_text }, time),
      );
    }
  }
  return past;
}

type Words = Omit<
  PastRow,
  | 'version'
  | 'removed'
  | 'stored_at'
  | 'expiry_start'
  | 'by_cloud'
  | 'by_edit'
  | 'version_before'
  | 'unsaved'
  | 'is_missing'
>;

function wordsFrom(id: NoteId, fields: NoteFields, time: number): Words {
  return { note_id: id, ...mapColumns((name) => columnOf(name, fields)), created: time * 1000, extra: '{}' };
}

/**
 * A source's versions keyed by their words, because two sources may have given one number to different words.
 */
function versionsByWords({ history }: Tables): RowsOfTable<PastRow> {
  const all = [...history.rows.values(), ...history.duplicates];
  return {
    rows: new Map(all.map((row) => [wordsOf(row.note_id, row), row])),
    complete: isUnderstood(history),
  };
}

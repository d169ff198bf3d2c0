/**
 * Makes the rows of a new database from several incomplete sources: readings of the damaged file, best first, and then
 * backups. Pure. If a source is certainly complete, a row that it lacks did not exist, and older sources are not asked.
 * Otherwise the words of an older source are better than none. The file without its log is never certainly complete, because
 * SQLite copies the log into it only now and then: it may be older than a backup.
 *
 * If one reading was whole, everything stays as it was. Otherwise the `updateTime` of a settled note cannot be relied on, and
 * until the cloud has confirmed the account (S13), a note is in doubt if nobody can say whether a change was pending. So is a
 * note that is pending in a backup alone: its change may have been pushed since, and undone elsewhere.
 */
import type { ExtraFields } from '#shared/extra-fields.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/remote-store.ts';
import { columnOf, type FieldName, mapColumns, MARK_NAMES, toStored } from '#shared/note-fields.ts';
import { parseAttempts, parseRemote } from '../tables/rows.ts';
import type { NoteFields } from '#shared/note.ts';
import type { UnreadPart } from './damaged-files.ts';
import type { NoteRow, PastRow, PendingRow, Rows } from './damaged-rows.ts';
import type { Table, Tables } from './read-damaged.ts';
import { contentOf, isEmpty, wordsOf } from './row-words.ts';
import { joinDrafts, pastOfBase, rebaseDrafts } from './salvaged-drafts.ts';

export interface Source extends Tables {
  /**
   * What was read: the damaged file with its log, which may hold the newest words; that file alone; a backup. If the log is
   * older than the file, the first two are swapped.
   */
  readonly kind: 'newest' | 'without log' | 'backup';
}

/** To be inserted in the order of these names, because a pending change refers to its note. */
export type NewRows = { readonly [Name in keyof Rows]: readonly Rows[Name][] };

export interface SalvageResult {
  readonly rows: NewRows;
  readonly isWhole: boolean;
  readonly unread: UnreadPart;
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
 * @param isLogCut whether the log has lost commits: then the file is not certainly complete, with or without its log
 * @param time milliseconds since the epoch
 */
export function combine(sources: readonly Source[], isLogCut: boolean, time: number): SalvageResult {
  const wholeAs = (wanted: Source['kind']): Source | undefined =>
    sources.find(({ kind, ...tables }) => kind === wanted && isWhole(tables));
  const newest = wholeAs('newest');
  if (newest !== undefined && !isLogCut) return wholeResult(newest);
  // If the file is whole without its log, one of the two is of another time, and both may lack rows unnoticed.
  const isMixed = isLogCut || wholeAs('without log') !== undefined;
  return mergedResult(
    sources.map((source) => (isMixed || source.kind === 'without log' ? withoutCertainty(source) : source)),
    time,
  );
}

function withoutCertainty({ kind, ...tables }: Source): Source {
  if (kind === 'backup') return { kind, ...tables };
  return {
    kind,
    notes: asIncomplete(tables.notes),
    outbox: asIncomplete(tables.outbox),
    drafts: asIncomplete(tables.drafts),
    history: asIncomplete(tables.history),
    answers: asIncomplete(tables.answers),
    notices: asIncomplete(tables.notices),
    doubts: asIncomplete(tables.doubts),
    cache: asIncomplete(tables.cache),
  };
}

function asIncomplete<Row>(table: Table<Row>): Table<Row> {
  return { ...table, complete: false };
}

function wholeResult(tables: Tables): SalvageResult {
  return {
    rows: {
      notes: [...tables.notes.rows.values()],
      outbox: inOrder(tables.outbox.rows.values()),
      drafts: [...tables.drafts.rows.values()],
      history: [...tables.history.rows.values()],
      answers: [...tables.answers.rows.values()],
      notices: [...tables.notices.rows.values()],
      doubts: [...tables.doubts.rows.values()],
      cache: [...tables.cache.rows.values()],
    },
    isWhole: true,
    unread: '',
  };
}

function mergedResult(sources: readonly Source[], time: number): SalvageResult {
  const own = sources.filter(({ kind }) => kind !== 'backup');
  const newest = sources.filter(({ kind }) => kind === 'newest');
  const isOutboxKnown = newest.some(({ outbox }) => outbox.complete);
  const areDoubtsKnown = newest.some(
    ({ doubts, cache }) => doubts.complete || cache.rows.get('1')?.confirmed === 1,
  );
  const isHistoryKnown = newest.some(({ history }) => isUnderstood(history));
  const doubtsBefore = union(own.map(({ doubts }) => doubts));

  const notes = new Map<string, NoteRow>();
  const outbox = new Map<string, PendingRow>();
  const doubts: Rows['doubts'][] = [];
  let areEditsLost = false;
  for (const [id, { row, source }] of firstNotes(sources)) {
    const replaced = source.notes.replaced.get(id) ?? [];
    const mayWait =
      source.kind === 'newest' || !isOutboxKnown || newest.some((one) => one.outbox.rows.has(id));
    const pending = pendingOf(row, source, sources) ?? (mayWait ? neverPushed(row) : null);
    // A pending change of a backup may have been pushed since, and been undone elsewhere.
    const isOld = source.kind === 'backup' && !isOutboxKnown;
    if (pending !== null && (pending.remote === null || !isOld)) {
      const { update_time: version, ...rest } = withSentColumns(row, replaced, pending);
      // The two rows may be of different times: only the outbox says whether the cloud has the note.
      const isVersionKnown = version !== null && replaced.length === 0;
      const known = isVersionKnown ? version : UNVERIFIED;
      notes.set(id, { ...rest, update_time: pending.remote === null ? null : known });
      outbox.set(id, pending);
      areEditsLost ||= replaced.length > 0;
      continue;
    }
    if (row.update_time === null && pending === null) continue;
    notes.set(id, { ...row, is_gone: 0, update_time: UNVERIFIED });
    const before = doubtsBefore.get(id);
    const wasSettled = source.kind === 'backup' ? source.outbox.complete : isOutboxKnown && areDoubtsKnown;
    if (before === undefined && wasSettled && pending === null) continue;
    if (replaced.length === 0) doubts.push(before ?? { note_id: row.id, update_time: versionOf(row) });
    // With an empty version its words are no edit, but stay beside the cloud's.
    else if (!isEmpty(row)) doubts.push({ note_id: row.id, update_time: '' });
  }
  const waiting = union(own.map((source) => source.outbox));
  const lost = [...waiting.values()].filter(
    (pending) =>
      own.every((source) => !source.notes.rows.has(pending.note_id)) &&
      !sources.some((source) => hasSame(source, pending)),
  );
  for (const pending of lost) {
    const sent = noteFromAttempt(pending, notes.get(pending.note_id));
    if (sent === null) continue;
    notes.set(pending.note_id, sent);
    outbox.set(pending.note_id, pending);
  }

  const areDraftsKnown = newest.some(({ drafts }) => isUnderstood(drafts));
  const isUnread = !isOutboxKnown || lost.length > 0 || areEditsLost || !areDraftsKnown;
  const isPastKnown =
    isHistoryKnown && own.every(({ notes: { replaced, others } }) => replaced.size + others.length === 0);
  const queue = inOrder(outbox.values());
  const known = historyOf(sources, notes, isPastKnown, time);
  // Notes whose own rows were read as they were written last.
  const sound = new Set(
    newest.flatMap(({ notes: { rows, replaced } }) => [...rows.keys()].filter((id) => !replaced.has(id))),
  );
  const { drafts, lostBases } = rebaseDrafts(
    joinDrafts(
      // A draft that is not there any more may have become a note that was not read.
      sources.map((source) => ({
        ...source.drafts,
        complete: source.drafts.complete && source.notes.complete,
      })),
      [...notes.values(), ...known].map(contentOf),
    ),
    notes,
    sound,
    known,
  );
  const past = [...known, ...lostBases.map((draft) => pastOfBase(draft, time))];
  const last = Math.max(0, queue.at(-1)?.sequence ?? 0, ...sources.map(lastSequence));
  return {
    rows: {
      notes: [...notes.values()],
      outbox: queue,
      drafts,
      history: past,
      answers: [...union(sources.map((source) => source.answers)).values()],
      notices: [...union(own.map((source) => source.notices)).values()],
      doubts,
      cache: [{ one: 1, loaded: 0, last_sequence: last, confirmed: 0, number: greatestNumber(sources) }],
    },
    isWhole: false,
    unread: isUnread ? '.unread' : isHistoryKnown ? '' : '.incomplete',
  };
}

/** Whether these are all rows, as they were written. */
function isUnderstood({ complete, replaced, others }: Omit<Table<unknown>, 'rows'>): boolean {
  return complete && replaced.size === 0 && others.length === 0;
}

/** The `updateTime` as the table `doubts` has it: empty if it is not known. */
function versionOf({ update_time: version }: NoteRow): UpdateTime | '' {
  return version === null || version === UNVERIFIED ? '' : version;
}

type Found<Row> = Pick<Table<Row>, 'rows' | 'complete'>;

/** Each row comes from the first source that has it. No source after a complete one is used. */
function union<Row>(tables: readonly Found<Row>[]): Map<string, Row> {
  const all = new Map<string, Row>();
  for (const { rows, complete } of tables) {
    for (const [name, row] of rows) if (!all.has(name)) all.set(name, row);
    if (complete) break;
  }
  return all;
}

function firstNotes(sources: readonly Source[]) {
  return union(
    sources.map((source) => ({
      rows: new Map([...source.notes.rows].map(([id, row]) => [id, { row, source }])),
      complete: source.notes.complete,
    })),
  );
}

/**
 * The note's pending change: from the same source, or from one that has the note with the same `updateTime`, because the
 * change was made on that version. Null if there is none.
 */
function pendingOf(note: NoteRow, source: Source, sources: readonly Source[]): PendingRow | null {
  for (const other of sources) {
    const pending = other.outbox.rows.get(note.id);
    const isSame = other === source || other.notes.rows.get(note.id)?.update_time === note.update_time;
    if (pending !== undefined && isSame) return pending;
    if (pending === undefined && other.kind === 'newest' && other.outbox.complete) return null;
  }
  return null;
}

/** Whether the source has the note with exactly this pending change, so that the note was not changed since. */
function hasSame({ notes, outbox }: Source, { note_id: id, sequence, revision }: PendingRow): boolean {
  const there = outbox.rows.get(id);
  return notes.rows.has(id) && there?.sequence === sequence && there.revision === revision;
}

/** A note that the cloud is not known to have is pending whatever the outbox says. */
function neverPushed({ id, update_time, is_gone }: NoteRow): PendingRow | null {
  if (update_time !== null || is_gone === 1) return null;
  return { note_id: id, sequence: 1, revision: 1, remote: null, attempts: '[]', refused: null };
}

/**
 * Unreadable columns of a note with a pending change do not count as edited: they get what was sent last, or what the cloud
 * had before.
 * @param replaced columns of its row that cannot be read
 */
function withSentColumns(
  row: NoteRow,
  replaced: readonly string[],
  { attempts, remote }: PendingRow,
): NoteRow {
  const fields = parseAttempts(attempts).at(-1) ?? parseRemote(remote);
  if (fields === null) return row;
  const unread: FieldName[] = [];
  const columns = mapColumns((name, column) => {
    const sent = columnOf(name, fields);
    const isReplaced = replaced.includes(column);
    // An unknown value is stored in the extra fields. Without them nobody knows whether this column stands for one.
    if (isReplaced || (replaced.includes('extra') && row[column] === sent)) unread.push(name);
    return isReplaced ? sent : row[column];
  });
  return { ...row, ...columns, extra: extraAsSent(row.extra, fields, unread) };
}

/** The stored extra fields, in which the unknown values that were sent replace those of the named fields. */
function extraAsSent(extra: string, fields: NoteFields, names: readonly string[]): string {
  if (names.length === 0) return extra;
  const before: ExtraFields = JSON.parse(extra);
  const others = Object.entries(before).filter(([name]) => !names.includes(name));
  const sent = Object.entries(toStored({ fields, extra: {} }).extra).filter(([name]) => names.includes(name));
  return JSON.stringify(Object.fromEntries([...others, ...sent]));
}

/**
 * Restores a note whose own row is lost but which was on its way to the cloud: it held what was sent last.
 * @param before the note as a backup has it
 * @returns null if what was sent is not known, or was a deletion
 */
function noteFromAttempt(pending: PendingRow, before: NoteRow | undefined): NoteRow | null {
  const sent = parseAttempts(pending.attempts).at(-1) ?? null;
  if (sent === null) return null;
  return {
    key: before?.key ?? 1,
    id: pending.note_id,
    ...mapColumns((name) => columnOf(name, sent)),
    is_gone: 0,
    created: before?.created ?? 1,
    update_time: pending.remote === null ? null : UNVERIFIED,
    extra: extraAsSent(before?.extra ?? '{}', sent, MARK_NAMES),
  };
}

/** Makes the places in the queue unique, because several sources may have the same place. */
function inOrder(outbox: Iterable<PendingRow>): PendingRow[] {
  const queue: PendingRow[] = [];
  for (const row of [...outbox].toSorted((one, other) => one.sequence - other.sequence)) {
    queue.push({ ...row, sequence: Math.max((queue.at(-1)?.sequence ?? 0) + 1, row.sequence) });
  }
  return queue;
}

function lastSequence({ cache }: Tables): number {
  return cache.rows.get('1')?.last_sequence ?? 0;
}

/** No source is later than the new database, so that none is taken for a later copy of it. */
function greatestNumber(sources: readonly Source[]): number {
  return Math.max(0, ...sources.map(({ cache }) => cache.rows.get('1')?.number ?? 0));
}

/**
 * Salvage writes the history itself (S12). If not everything could be read, it adds the words of all sources that are neither
 * in the history nor in the new notes.
 */
function historyOf(
  sources: readonly Source[],
  notes: ReadonlyMap<string, NoteRow>,
  isKnown: boolean,
  time: number,
): PastRow[] {
  const past = [...union(sources.map(pastOf)).values()];
  if (isKnown) return past;
  const kept = new Set(past.map((row) => wordsOf(row.note_id, row)));
  for (const source of sources) {
    const rows = [...source.notes.rows.values(), ...source.notes.others];
    for (const { key: _key, is_gone: isGone, update_time: _version, id, ...content } of rows) {
      const now = notes.get(id);
      const words = wordsOf(id, content);
      if (
        isGone === 1 ||
        isEmpty(content) ||
        kept.has(words) ||
        (now !== undefined && wordsOf(id, now) === words)
      )
        continue;
      kept.add(words);
      const removed = now === undefined ? 1 : 0;
      const unknown = { version: null, known_at: null, by_cloud: 0 } as const;
      past.push({ ...unknown, note_id: id, ...content, removed, stored_at: time });
    }
  }
  return past;
}

/** The versions of a source by their words, because two sources may have given one number to different words. */
function pastOf({ history }: Tables): Found<PastRow> {
  const all = [...history.rows.values(), ...history.others];
  return {
    rows: new Map(all.map((row) => [wordsOf(row.note_id, row), row])),
    complete: isUnderstood(history),
  };
}

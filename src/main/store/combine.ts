/**
 * One account's notes out of several incomplete sources: copies of the damaged database, best first, and then the
 * newest backup. Pure. Where a source certainly is complete, what it lacks was not there, and an older source is not
 * asked; everywhere else the words of the older one are better than none.
 */
import type { Draft } from '#shared/draft.ts';
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import type { RemovedNote } from '../sync/ports.ts';
import {
  type DamagedDraft,
  type DamagedNote,
  type DamagedPending,
  type DamagedRemoved,
  UNVERIFIED,
} from './damaged-rows.ts';
import type { Remains, Remnant } from './remains.ts';

export interface Rescued {
  readonly records: readonly NoteRecord[];
  readonly drafts: readonly Draft[];
  readonly removed: readonly RemovedNote[];
  readonly lastSequence: number;
}

/**
 * @param damaged what could be read of the damaged database, best reading first
 * @param backup what the newest backup that opens holds
 */
export function combine(damaged: readonly Remains[], backup: Remains | null): Rescued {
  const sources = backup === null ? damaged : [...damaged, backup];
  const notes = union(sources.map((source) => source.notes));
  const outbox = union(sources.map((source) => source.outbox));
  const outboxKnown = damaged.some((source) => source.outbox.complete);
  const records: NoteRecord[] = [];
  for (const [id, note] of notes) {
    const pending = outbox.get(id) ?? suspected(note, outboxKnown ? null : backup);
    records.push(pending === null ? settled(note) : unpushed(note, pending));
  }
  for (const [id, pending] of outbox) if (!notes.has(id)) records.push(...onlySent(id, pending));
  const { queue, last } = queued(records, Math.max(0, ...sources.map((source) => source.lastSequence)));
  return {
    records: queue,
    drafts: [...union(sources.map((source) => source.drafts)).values()].map(toDraft),
    removed: [...union(sources.map((source) => source.removed)).values()].map(toRemoved),
    lastSequence: last,
  };
}

/** The first source that has a row is believed, until one is complete. */
function union<Key, Row>(sources: readonly Remnant<Key, Row>[]): Map<Key, Row> {
  const all = new Map<Key, Row>();
  for (const { rows, complete } of sources) {
    for (const [key, row] of rows) if (!all.has(key)) all.set(key, row);
    if (complete) break;
  }
  return all;
}

/**
 * A note that the cloud is not known to have is pending whatever the outbox says. Where that does not say all, so is
 * one that differs from its backup: as a change of that, which the cloud then takes, merges, or has already.
 * @param backup null where the outbox says all
 */
function suspected(note: DamagedNote, backup: Remains | null): DamagedPending | null {
  const pending = { note_id: note.id, sequence: 1, version: 1, remote: null, attempts: [], refused: null };
  if (note.update_time === null) return pending;
  const before = backup?.notes.rows.get(note.id);
  if (before === undefined || before.update_time === null) return null;
  const same =
    before.title === note.title &&
    before.text === note.text &&
    before.is_archived === note.is_archived &&
    before.is_deleted === note.is_deleted &&
    before.is_gone === note.is_gone;
  return same ? null : { ...pending, remote: fieldsOf(before) };
}

/** Nothing is pending: shown until the cloud has said how it is. */
function settled(note: DamagedNote): NoteRecord {
  const fields = fieldsOf(note);
  return { ...base(note), local: fields, remote: { fields, updateTime: UNVERIFIED }, pending: null };
}

function unpushed(note: DamagedNote, pending: DamagedPending): NoteRecord {
  const { sequence, version, attempts, refused, remote } = pending;
  return {
    ...base(note),
    local: note.is_gone ? null : fieldsOf(note),
    remote: remote === null ? null : { fields: remote, updateTime: note.update_time ?? UNVERIFIED },
    pending: { sequence, version, attempts, refused },
  };
}

/** The note is lost, but it was on its way to the cloud: what was sent last is what it held. */
function onlySent(
  id: NoteId,
  { sequence, version, attempts, refused, remote }: DamagedPending,
): NoteRecord[] {
  const sent = attempts.at(-1) ?? null;
  if (sent === null) return [];
  const known = remote === null ? null : { fields: remote, updateTime: UNVERIFIED };
  const pending = { sequence, version, attempts, refused };
  return [{ id, local: sent, remote: known, extra: {}, created: 1, pending }];
}

/** Places in the queue are unique; sources that are merged may have given one twice. */
function queued(records: readonly NoteRecord[], lastKnown: number): { queue: NoteRecord[]; last: number } {
  const queue: NoteRecord[] = [];
  let last = 0;
  for (const record of records.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    if (record.pending !== null) last = Math.max(last + 1, record.pending.sequence);
    queue.push(
      record.pending === null ? record : { ...record, pending: { ...record.pending, sequence: last } },
    );
  }
  return { queue, last: Math.max(last, lastKnown) };
}

function placeOf({ pending }: NoteRecord): number {
  return pending?.sequence ?? 0;
}

function base({ id, extra, created }: DamagedNote): Pick<NoteRecord, 'id' | 'extra' | 'created'> {
  return { id, extra, created };
}

function fieldsOf(note: DamagedNote | DamagedRemoved): NoteFields {
  return { title: note.title, text: note.text, isArchived: note.is_archived, isDeleted: note.is_deleted };
}

function toDraft(row: DamagedDraft): Draft {
  const content = { title: row.title, text: row.text };
  if (row.place !== 'edit') return { place: row.place, content };
  return { place: row.place, id: row.note_id, content, base: { title: row.base_title, text: row.base_text } };
}

function toRemoved(row: DamagedRemoved): RemovedNote {
  const { id, extra, created, removed_at: removedAt } = row;
  return { id, fields: fieldsOf(row), extra, created, removedAt };
}

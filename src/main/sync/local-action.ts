/** What a person does to a note, as pure steps from one record to the next (S1, S3). */
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { ExtraFields } from './extra-fields.ts';
import { type NoteRecord, sameFields, tidied } from './note-record.ts';
import type { Micros } from './ports.ts';

export function created(
  id: NoteId,
  fields: NoteFields,
  extra: ExtraFields,
  at: { created: Micros; sequence: number },
): NoteRecord {
  const pending = { sequence: at.sequence, version: 1, attempts: [], refused: null };
  return { id, local: fields, remote: null, extra, created: at.created, pending };
}

/**
 * The record after its shown fields became `local` (null: deleted for ever). A change that undoes a pending one
 * leaves nothing to push; one to a refused note gives it another chance.
 */
export function changed(record: NoteRecord, local: NoteFields | null, sequence: number): NoteRecord {
  const before = record.pending;
  const pending = {
    sequence: before?.sequence ?? sequence,
    version: (before?.version ?? 0) + 1,
    attempts: before?.attempts ?? [],
    refused: null,
  };
  return tidied({ ...record, local, pending });
}

/**
 * Unanswered pushes that are remembered of a note. Beyond, those in the middle are forgotten: the first ones may have
 * reached the cloud before the connection was lost, the last ones may be on their way.
 */
const MOST_ATTEMPTS = 16;

/** The record while a push that leaves these fields is under way; itself where such a push has no answer already. */
export function attempted(record: NoteRecord, leaves: NoteFields | null): NoteRecord {
  const { pending } = record;
  if (pending === null || pending.attempts.some((sent) => sameOutcome(sent, leaves))) return record;
  const first = pending.attempts.slice(0, MOST_ATTEMPTS / 2);
  const last = pending.attempts.slice(first.length).slice(1 - MOST_ATTEMPTS / 2);
  return { ...record, pending: { ...pending, attempts: [...first, ...last, leaves] } };
}

function sameOutcome(one: NoteFields | null, other: NoteFields | null): boolean {
  return one === null || other === null ? one === other : sameFields(one, other);
}

/** The record after the cloud certainly did not take the last push, which `attempted` had noted down. */
export function declined(record: NoteRecord): NoteRecord {
  if (record.pending === null) return record;
  const attempts = record.pending.attempts.slice(0, -1);
  return tidied({ ...record, pending: { ...record.pending, attempts } });
}

/** The record set aside until it is changed (S8). */
export function refused(record: NoteRecord, reason: string): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused: reason } };
}

/**
 * The refused record with another chance. A note that the cloud never had gets another name: it may be that
 * somebody else's note has this one.
 */
export function accepted(record: NoteRecord, makeId: () => NoteId): NoteRecord {
  if (record.pending === null) return record;
  const isUnknown = record.remote === null && record.pending.attempts.length === 0;
  const id = isUnknown ? makeId() : record.id;
  return { ...record, id, pending: { ...record.pending, refused: null } };
}

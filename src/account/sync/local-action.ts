/**
 * Pure steps from one record to the next: the user's actions on a note, and the outcome
 * of its push (S1, S3, S8).
 */
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { sameFields } from '#shared/note/note-fields.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import type { Refusal } from '#shared/base/reasons.ts';
import { type NoteRecord, unansweredCreation, withoutDonePending } from './note-record.ts';

/** A new note under an id that the cloud may know: one derived from its content, or of a removed note. */
export function newRecord(
  id: NoteId,
  fields: NoteFields,
  extra: ExtraFields,
  at: { created: Micros; sequence: number },
): NoteRecord {
  const pending = { sequence: at.sequence, revision: 1, attempts: [], refused: null };
  return { id, local: fields, remote: null, extra, created: at.created, pending };
}

/** A new note under an id that was drawn at random on this device. */
export function ownRecord(...parts: Parameters<typeof newRecord>): NoteRecord {
  return asOwnCreation(newRecord(...parts));
}

/** The record of a new note whose id was drawn at random on this device (S7.7). */
export function asOwnCreation(record: NoteRecord): NoteRecord {
  if (record.pending === null) return record;
  return { ...record, pending: { ...record.pending, isOwnCreation: true } };
}

/** Derives the id of a note from these parts: the same parts give the same id on every device. */
export type DeriveId = (parts: readonly (string | null)[]) => NoteId;

/**
 * Identifies a conflict (S5.10): the note, the words that could not be merged into it, and the state
 * of the note that they met.
 */
export function conflictParts(
  original: NoteRecord,
  { title, text }: Pick<NoteFields, 'title' | 'text'>,
): readonly (string | null)[] {
  return [original.id, title, text, original.remote?.updateTime ?? null];
}

/** A new note for words that could not be merged into the original (S5). */
export function conflictCopy(
  original: NoteRecord,
  fields: NoteFields,
  id: NoteId,
  sequence: number,
): NoteRecord {
  // Just above the original, so that the two are side by side in the list.
  const above = original.created + 1;
  const at = { created: Number.isSafeInteger(above) ? above : original.created, sequence };
  return newRecord(id, { ...fields, conflictOf: original.id }, original.extra, at);
}

/**
 * The record with `local` as its shown fields (null: deleted for ever). A change that reverts a pending one
 * leaves nothing to push; a change of a refused note gives it another chance.
 */
export function withChange(record: NoteRecord, local: NoteFields | null, sequence: number): NoteRecord {
  const before = record.pending;
  const pending = {
    sequence: before?.sequence ?? sequence,
    revision: (before?.revision ?? 0) + 1,
    attempts: before?.attempts ?? [],
    refused: null,
    isOwnCreation: before?.isOwnCreation,
  };
  return withoutDonePending({ ...record, local, pending });
}

/**
 * Maximum number of unanswered attempts that are recorded of a note. Beyond it, those in the middle
 * are dropped: the first ones may have reached the cloud before the connection was lost, the last
 * ones may still be in flight.
 */
const MOST_ATTEMPTS = 16;

/**
 * The record with an attempt that leaves these fields; the same record if an equal
 * attempt is already recorded.
 */
export function withAttempt(record: NoteRecord, leaves: NoteFields | null): NoteRecord {
  const { pending } = record;
  if (pending === null || pending.attempts.some((sent) => sameOutcome(sent, leaves))) return record;
  const first = pending.attempts.slice(0, MOST_ATTEMPTS / 2);
  const last = pending.attempts.slice(first.length).slice(1 - MOST_ATTEMPTS / 2);
  return { ...record, pending: { ...pending, attempts: [...first, ...last, leaves] } };
}

function sameOutcome(first: NoteFields | null, second: NoteFields | null): boolean {
  return first === null || second === null ? first === second : sameFields(first, second);
}

/** The record without its last attempt, which the cloud certainly did not apply. */
export function withoutLastAttempt(record: NoteRecord): NoteRecord {
  if (record.pending === null) return record;
  const attempts = record.pending.attempts.slice(0, -1);
  return withoutDonePending({ ...record, pending: { ...record.pending, attempts } });
}

/**
 * The record after the cloud has refused its creation, and did not return the note when it was asked for it.
 * What is sent next may be something else, such as what the user has made of the note since.
 * @param isFirst whether the creation was sent for the first time; an earlier try may still arrive
 */
export function withoutRefusedCreation(record: NoteRecord, isFirst: boolean): NoteRecord {
  if (unansweredCreation(record) === null || record.pending === null) return record;
  const { isOwnCreation: _isOwnCreation, ...pending } = record.pending;
  return isFirst ? { ...record, pending: { ...record.pending, attempts: [] } } : { ...record, pending };
}

/** The record set aside until it changes (S8). */
export function withRefusal(record: NoteRecord, refused: Refusal): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused } };
}

/** The record without its refusal, so that it has another chance. */
export function withoutRefusal(record: NoteRecord): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused: null } };
}

/**
 * Whether the cloud never had the refused note. Another account's note may have its
 * id, so it needs a new one.
 */
export function needsAnotherId({ remote, pending }: NoteRecord): boolean {
  return remote === null && pending !== null && pending.attempts.length === 0;
}

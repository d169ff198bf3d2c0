/** What a person does to a note, as pure steps from one record to the next (S1, S3). */
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { ExtraFields } from './extra-fields.ts';
import { type NoteRecord, tidied } from './note-record.ts';
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

/** The record while a push that leaves these fields is under way. */
export function attempted(record: NoteRecord, leaves: NoteFields | null): NoteRecord {
  if (record.pending === null) return record;
  const attempts = [...record.pending.attempts, leaves];
  return { ...record, pending: { ...record.pending, attempts } };
}

/** The record after the cloud certainly did not take the last push. */
export function declined(record: NoteRecord): NoteRecord {
  if (record.pending === null) return record;
  const attempts = record.pending.attempts.slice(0, -1);
  return { ...record, pending: { ...record.pending, attempts } };
}

/** The record set aside until it is changed (S8). */
export function refused(record: NoteRecord, reason: string): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused: reason } };
}

/** The refused record with another chance. */
export function accepted(record: NoteRecord): NoteRecord {
  return record.pending === null ? record : { ...record, pending: { ...record.pending, refused: null } };
}

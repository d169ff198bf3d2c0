/** A note from a file, on its way into the account, whatever wrote the file. */
import type { NoteId } from '#shared/note.ts';
import type { ExtraFields, FieldValue } from '#shared/extra-fields.ts';
import type { ImportedNote } from '../sync/local-notes.ts';
import type { Micros } from '#shared/remote-store.ts';
import { toTimestamp } from './times.ts';

export interface IncomingNote extends Omit<ImportedNote, 'knownAs'> {
  /** Names under which the account may have it, too. */
  readonly aliases: readonly NoteId[];
}

/** Where an imported note says what it was before. */
export const ORIGIN_FIELDS = {
  /** `google-keep` or `inkling`. */
  source: 'importedFrom',
  /** Tells it from other notes of that source. */
  id: 'importedId',
  created: 'originalCreatedAt',
  edited: 'originalEditedAt',
} as const;

export interface Origin {
  readonly source: 'google-keep' | 'inkling';
  readonly id: string;
  readonly created: Micros | null;
  readonly edited: Micros | null;
}

/** When the note was first written, as far as anybody knows. */
export function writtenAt({ created, edited }: Pick<Origin, 'created' | 'edited'>): Micros | null {
  return created ?? edited;
}

export function originFields({ source, id, created, edited }: Origin): ExtraFields {
  const fields: Record<string, FieldValue> = {
    [ORIGIN_FIELDS.source]: { stringValue: source },
    [ORIGIN_FIELDS.id]: { stringValue: id },
  };
  if (created !== null) fields[ORIGIN_FIELDS.created] = { timestampValue: toTimestamp(created) };
  if (edited !== null) fields[ORIGIN_FIELDS.edited] = { timestampValue: toTimestamp(edited) };
  return fields;
}

/** Notes are ordered by their names, oldest first; see `import-id.ts`. */
export function byName(one: { readonly id: NoteId }, other: { readonly id: NoteId }): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

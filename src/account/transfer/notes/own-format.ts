/**
 * A note as an export has it:
 *
 * - `id`: the document's id
 * - `list`: `active`, `archived` or `trashed`, as follows from the flags; not read back
 * - the note's own fields (`#shared/note-fields.ts`): `title` and `text` are strings, null where the document
 *   lacks the field; `isArchived` and `isDeleted` are booleans
 * - `createdAt`: when the note was created, RFC 3339 in UTC
 * - `extra`: all other fields of the document in the JSON form of Firestore's REST API, `{"tags":
 *   {"arrayValue": []}}` with the array itself, and a map's fields, directly under `arrayValue` and
 *   `mapValue`; also `isPinned`, `color` and `labels` where they have a value that this version does not
 *   know, of which the note's own field has only what is shown
 *
 * `own-markdown.ts` has the file that an export writes of it. A later version of Inkling may add fields,
 * which this one leaves out.
 */
import * as v from 'valibot';
import { LISTS, listOf, type NoteFields } from '#shared/note/note.ts';
import { toStored } from '#shared/note/note-fields.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { extraFields, timestamp } from '#shared/note/extra-field-schemas.ts';
import type { NoteRecord } from '../../sync/note-record.ts';
import { toTimestamp } from '#shared/note/times.ts';

export const noteSchema = v.object({
  id: v.pipe(v.string(), v.guard(isNoteId)),
  list: v.fallback(v.picklist(LISTS), 'active'),
  createdAt: timestamp,
  extra: v.optional(extraFields, {}),
});

/** The note's own fields stand beside those of the schema. */
export type ExportedNote = v.InferOutput<typeof noteSchema> & NoteFields;

/** Null for a note that was deleted for ever here. */
export function toExported({ id, local, created, extra }: NoteRecord): ExportedNote | null {
  if (local === null) return null;
  const { fields, extra: others } = toStored({ fields: local, extra });
  return { id, list: listOf(local), ...fields, createdAt: toTimestamp(created), extra: others };
}

/** A note's fields, in short. */
import { NO_FIELDS } from '#shared/note-fields.ts';
import type { NoteFields } from '#shared/note.ts';

export function fields(title: string, text: string, others: Partial<NoteFields> = {}): NoteFields {
  return { ...NO_FIELDS, title, text, ...others };
}

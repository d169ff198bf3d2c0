/** A note's fields, in short. */
import type { NoteFields } from '#shared/note.ts';

export function fields(title: string, text: string, flags: Partial<NoteFields> = {}): NoteFields {
  return { title, text, isArchived: false, isDeleted: false, ...flags };
}

/** A note's fields, in short form and as in a row. */
import { mapFields, NO_FIELDS, NOTE_FIELDS } from '#shared/note/note-fields.ts';
import type { ColumnValue } from '#shared/note/note-kinds.ts';
import type { NoteFields } from '#shared/note/note.ts';

export function fields(title: string, text: string, others: Partial<NoteFields> = {}): NoteFields {
  return { ...NO_FIELDS, title, text, ...others };
}

/** The fields of a row. For a value that another client put in place of a mark, only its visible form. */
export function fieldsOfRow(row: object): NoteFields {
  const columns: Readonly<Record<string, ColumnValue>> = { ...row };
  return mapFields<NoteFields>((name) => {
    const { kind, column } = NOTE_FIELDS[name];
    return kind.fromColumn(columns[column] ?? null);
  });
}

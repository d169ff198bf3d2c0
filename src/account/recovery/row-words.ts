/** The words of rows of notes and of the history. */
import type { NoteContent } from '#shared/note.ts';
import type { NoteRow } from './damaged-rows.ts';

type Words = Pick<NoteRow, 'title' | 'text'>;

export function contentOf({ title, text }: Words): NoteContent {
  return { title: String(title ?? ''), text: String(text ?? '') };
}

export function isEmpty({ title, text }: Words): boolean {
  return (title ?? '') === '' && (text ?? '') === '';
}

/** The same for two rows of one note with the same words. */
export function wordsOf(id: string, { title, text }: Words): string {
  return JSON.stringify([id, title, text]);
}

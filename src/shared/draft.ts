/** What is being typed and not yet kept as a note; it survives a crash of the app. */
import { hasContent, type NoteContent, type NoteId, sameContent } from './note.ts';

/** Where something is being typed: the creation box, the quick note, or the edit dialog of a note. */
export type DraftKey =
  | { readonly place: 'new' }
  | { readonly place: 'quick' }
  | { readonly place: 'edit'; readonly id: NoteId };

/** The places whose words become a new note. */
export type NewNotePlace = 'new' | 'quick';

export type Draft =
  | { readonly place: NewNotePlace; readonly content: NoteContent }
  | {
      readonly place: 'edit';
      readonly id: NoteId;
      readonly content: NoteContent;
      /** What the note held when the dialog opened; the edit is a change of this. */
      readonly base: NoteContent;
    };

/**
 * Both contents in one, none of their words lost: what was `added` stands below what was there. Words that are there already
 * are not doubled.
 */
export function joinedContent(before: NoteContent | null, added: NoteContent): NoteContent {
  if (before === null || !hasContent(before)) return added;
  if (sameContent(before, added)) return before;
  const below = [added.title, added.text].filter((part) => part !== '').join('\n\n');
  if (before.text === below || before.text.endsWith(`\n\n${below}`)) return before;
  return { title: before.title, text: before.text === '' ? below : `${before.text}\n\n${below}` };
}

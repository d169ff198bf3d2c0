/** What is being typed and not yet kept as a note; it survives a crash of the app. */
import type { NoteContent, NoteId } from './note.ts';

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

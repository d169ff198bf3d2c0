/** A conflict copy beside the note that it could not be merged into (S5.4), and how a person settles the conflict. */
import type { DifferencePart } from './history.ts';
import type { NotesChange } from './note-change.ts';
import type { NoteContent, NoteId } from './note.ts';

export interface Conflict {
  readonly copy: NoteId;
  readonly original: NoteId;
  /** The words of the copy, from the device that could not merge them. */
  readonly mine: NoteContent;
  readonly theirs: NoteContent;
  /** `then` is in mine alone, `now` in theirs. */
  readonly title: readonly DifferencePart[];
  readonly text: readonly DifferencePart[];
}

export const CHOICES = ['mine', 'theirs', 'both'] as const;
export type Choice = (typeof CHOICES)[number];

/** What a person chose, after having seen both. */
export interface Settlement extends Pick<Conflict, 'copy' | 'original' | 'mine' | 'theirs'> {
  readonly keep: Choice;
}

/** What a settlement changes. @param isArchived whether the copy is in the archive */
export function settlementChanges(
  { copy, original, mine, theirs, keep }: Settlement,
  isArchived: boolean,
): readonly NotesChange[] {
  const [before, after] =
    keep === 'both'
      ? [{}, {}]
      : [
          { isArchived, isDeleted: false },
          { isArchived: false, isDeleted: true },
        ];
  return [
    { ids: [copy], from: { ...before, conflictOf: original }, to: { ...after, conflictOf: '' } },
    ...(keep === 'mine' ? [{ ids: [original], from: { words: theirs }, to: { words: mine } }] : []),
  ];
}

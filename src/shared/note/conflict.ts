/** A conflict copy beside the note that it could not be merged into (S5.4), and the user's settlement. */
import type { DifferencePart, Written } from './history.ts';
import type { Choice, Hunk, SameLines } from '../text/hunks.ts';
import type { NotesChange } from './note-change.ts';
import { type NoteContent, type NoteId, sameContent } from './note.ts';

/**
 * The lines and words that differ: `then` marks words that only mine has, `now` those that only theirs has.
 */
export type ComparedStretch = SameLines | (Hunk & { readonly parts: readonly DifferencePart[] });

/** When and where the words of one side were written; null if this device does not know. */
export type SideWritten = { readonly [Key in keyof Written]: Written[Key] | null };

export interface Conflict {
  readonly copy: NoteId;
  readonly original: NoteId;
  /** The words of the copy, from the device that could not merge them. */
  readonly mine: NoteContent;
  readonly theirs: NoteContent;
  readonly written: { readonly mine: SideWritten; readonly theirs: SideWritten };
  /** As the parts of a stretch. A title is one line, so it is taken from one side whole. */
  readonly title: readonly DifferencePart[];
  readonly text: readonly ComparedStretch[];
}

/** A conflict copy that has not been announced yet. */
export interface NewCopy {
  readonly id: NoteId;
  /** The beginning of its title or, without one, of its text. */
  readonly name: string;
}

/** How the user settles a conflict after seeing both sides. */
export interface Settlement {
  readonly copy: NoteId;
  readonly original: NoteId;
  /** The words of the original that the user has seen. */
  readonly from: NoteContent;
  /** The words that the original gets. */
  readonly to: NoteContent;
  /** Whether the copy stays as a separate note. Otherwise it goes to the trash. */
  readonly keepsCopy: boolean;
}

/** @param decision one side, both, or words combined from both sides */
export function settlementOf(
  { copy, original, mine, theirs }: Pick<Conflict, 'copy' | 'original' | 'mine' | 'theirs'>,
  decision: Choice | NoteContent,
): Settlement {
  const settlement = { copy, original, from: theirs };
  if (decision === 'both') return { ...settlement, to: theirs, keepsCopy: true };
  if (decision === 'mine') return { ...settlement, to: mine, keepsCopy: false };
  return { ...settlement, to: decision === 'theirs' ? theirs : decision, keepsCopy: false };
}

/** @param isArchived whether the copy is in the archive */
export function settlementChanges(
  { copy, original, from, to, keepsCopy }: Settlement,
  isArchived: boolean,
): readonly Required<NotesChange>[] {
  const [before, after] = keepsCopy
    ? [{}, {}]
    : [
        { isArchived, isDeleted: false },
        { isArchived: false, isDeleted: true },
      ];
  return [
    { ids: [copy], from: { ...before, conflictOf: original }, to: { ...after, conflictOf: '' } },
    ...(sameContent(from, to) ? [] : [{ ids: [original], from: { words: from }, to: { words: to } }]),
  ];
}

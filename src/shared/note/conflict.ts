/**
 * A conflict copy beside the note that it could not be merged into (S5.4), and how a person settles the
 * conflict.
 */
import type { DifferencePart, Written } from './history.ts';
import type { Choice, Hunk, SameLines } from '../text/hunks.ts';
import type { NotesChange } from './note-change.ts';
import { type NoteContent, type NoteId, sameContent } from './note.ts';

/** Which lines differ, and in them which words: `then` is in mine alone, `now` in theirs. */
export type ComparedStretch = SameLines | (Hunk & { readonly parts: readonly DifferencePart[] });

/** When and where the words of one side were written; null for what this device does not know. */
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

/** A conflict copy of which the person has not been told yet. */
export interface NewCopy {
  readonly id: NoteId;
  /** The beginning of its title or, without one, of its text. */
  readonly name: string;
}

/** How a person settles a conflict, after having seen both sides. */
export interface Settlement {
  readonly copy: NoteId;
  readonly original: NoteId;
  /** What the original has, as the person has seen it. */
  readonly from: NoteContent;
  /** What it is to have. */
  readonly to: NoteContent;
  /** Whether the copy stays as a note of its own. Otherwise it goes to the trash. */
  readonly keepsCopy: boolean;
}

/** @param decision one side, both, or words that were taken from both sides */
export function settlementOf(
  { copy, original, mine, theirs }: Pick<Conflict, 'copy' | 'original' | 'mine' | 'theirs'>,
  decision: Choice | NoteContent,
): Settlement {
  const settlement = { copy, original, from: theirs };
  if (decision === 'both') return { ...settlement, to: theirs, keepsCopy: true };
  if (decision === 'mine') return { ...settlement, to: mine, keepsCopy: false };
  return { ...settlement, to: decision === 'theirs' ? theirs : decision, keepsCopy: false };
}

/** What a settlement changes. @param isArchived whether the copy is in the archive */
export function settlementChanges(
  { copy, original, from, to, keepsCopy }: Settlement,
  isArchived: boolean,
): readonly NotesChange[] {
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

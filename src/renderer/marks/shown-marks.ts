/** The marks of a note as the screens show them: its pin, colour and labels. */
import { colorOf } from '#shared/note/colors.ts';
import { areLabelsFixed, shownLabels } from '#shared/note/labels.ts';
import { type Marks, withMarks } from '#shared/note/marks.ts';
import type { Note } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

export interface ShownMarks extends Pick<NoteRow, 'pinned' | 'color' | 'labels'> {
  /**
   * Whether the labels cannot be changed here (`areLabelsFixed`). Unknown for a card, and never true for a
   * new note.
   */
  readonly labelsFixed?: true;
}

export const NO_MARKS: ShownMarks = { pinned: false, color: null, labels: [] };

export function shownMarksOf({
  isPinned,
  color,
  labels,
}: Pick<Note, 'isPinned' | 'color' | 'labels'>): ShownMarks {
  return {
    pinned: isPinned === true,
    color: colorOf(color),
    labels: shownLabels(labels),
    ...(areLabelsFixed(labels) && { labelsFixed: true }),
  };
}

export function shownMarksWith({ pinned: isPinned, color, labels }: ShownMarks, marks: Marks): ShownMarks {
  return shownMarksOf(withMarks({ isPinned, color, labels }, marks));
}

/** The marks of a new note; an empty object if it has none. */
export function marksOf({ pinned, color, labels }: ShownMarks): Marks {
  return {
    ...(pinned && { isPinned: true }),
    ...(color !== null && { color }),
    ...(labels.length > 0 && { addLabels: labels }),
  };
}

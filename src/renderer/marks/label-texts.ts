/** The messages about labels that cannot be changed (`#shared/labels.ts`). */
import { countOf } from '#shared/base/count.ts';
import { MAX_LABEL, MOST_LABELS } from '#shared/note/labels.ts';

export const FIXED_LABELS_TEXT = `This note’s labels cannot be changed here: another app gave it more than ${MOST_LABELS} labels, or labels longer than ${MAX_LABEL} characters.`;

export const MOST_LABELS_TEXT = `A note can have at most ${MOST_LABELS} labels`;

/** @param count number of notes whose labels did not change */
export function unchangedLabelsText(count: number): string {
  const notes = count === 1 ? 'The labels of one note' : `The labels of ${countOf(count, 'note')}`;
  return `${notes} stay as they are: a note can have ${MOST_LABELS} labels of ${MAX_LABEL} characters`;
}

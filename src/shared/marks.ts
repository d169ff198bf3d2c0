/** What a person does to notes besides moving them, to many at once or as one is made: pin, colour, label. */
import { NO_COLOR } from './colors.ts';
import { withLabels, withoutLabels } from './labels.ts';
import type { NoteContent, NoteFields, NoteId } from './note.ts';

/** What is left out stays as it is. */
export interface Marks {
  readonly isPinned?: boolean;
  /** As `NoteFields` has it: what another client gave comes back, too. */
  readonly color?: string;
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
}

/** A note as it is added. */
export interface NewNote extends NoteContent {
  readonly marks?: Marks;
}

/** Notes that were marked, and the marks that take it back. */
export interface Unmarked {
  readonly ids: readonly NoteId[];
  readonly back: Marks;
}

/** Labels that one request may add or remove. */
export const MOST_LABELS = 100;

export function withMarks<Fields extends Pick<NoteFields, 'isPinned' | 'color' | 'labels'>>(
  fields: Fields,
  marks: Marks,
): Fields {
  const { isPinned = fields.isPinned, addLabels = [], removeLabels = [] } = marks;
  const color = marks.color?.toWellFormed() ?? fields.color;
  const before = fields.labels ?? [];
  const labels = withLabels(withoutLabels(before, removeLabels), addLabels);
  return { ...fields, isPinned, color, labels: labels === before ? fields.labels : labels };
}

/** The marks that lead from one state to another. A field that a document has is never taken from it: unpinned is a note that says so. */
export function marksBetween(from: NoteFields, to: NoteFields): Marks {
  const addLabels = withoutLabels(to.labels ?? [], from.labels ?? []);
  const removeLabels = withoutLabels(from.labels ?? [], to.labels ?? []);
  return {
    ...(from.isPinned !== to.isPinned && { isPinned: to.isPinned === true }),
    ...(from.color !== to.color && { color: to.color ?? NO_COLOR }),
    ...(addLabels.length > 0 && { addLabels }),
    ...(removeLabels.length > 0 && { removeLabels }),
  };
}

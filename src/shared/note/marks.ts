/** Marks that the user gives to notes, to many at once or to a new one: pin, colour, label. */
import { NO_COLOR } from './colors.ts';
import { areLabelsFixed, labelKey, MOST_LABELS, shownLabels, withLabels, withoutLabels } from './labels.ts';
import type { NoteContent, NoteFields } from './note.ts';
import { isSameUnknown, isUnknownValue, type UnknownValue } from './unknown-value.ts';

/** A change of marks. A mark that is left out stays as it is. */
export interface Marks {
  readonly isPinned?: boolean | UnknownValue;
  /** As in `NoteFields`, so that Undo can also restore a colour of another client. */
  readonly color?: string | UnknownValue;
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
  /** Replaces the current labels of the note if both show the same names. */
  readonly labels?: UnknownValue;
}

/** A note as it is added. */
export interface NewNote extends NoteContent {
  readonly marks?: Marks;
}

export function withMarks<Fields extends Pick<NoteFields, 'isPinned' | 'color' | 'labels'>>(
  fields: Fields,
  marks: Marks,
): Fields {
  const { isPinned = fields.isPinned, color = fields.color } = marks;
  return {
    ...fields,
    isPinned,
    color: typeof color === 'string' ? color.toWellFormed() : color,
    labels: markedLabels(fields.labels, marks),
  };
}

function markedLabels(labels: NoteFields['labels'], marks: Marks): NoteFields['labels'] {
  if (areLabelsFixed(labels) || refusesLabels(labels, marks)) return labels;
  const before = shownLabels(labels);
  const after = changedLabels(before, marks);
  const { labels: unknown } = marks;
  if (unknown !== undefined && !areLabelsFixed(unknown) && areSameNames(after, shownLabels(unknown)))
    return unknown;
  return after === before ? labels : after;
}

/** Whether the labels stay as they are, because they are fixed or the change would make them too many. */
export function refusesLabels(labels: NoteFields['labels'], marks: Marks): boolean {
  const before = shownLabels(labels);
  const after = changedLabels(before, marks);
  return after !== before && (areLabelsFixed(labels) || after.length > MOST_LABELS);
}

function changedLabels(
  labels: readonly string[],
  { addLabels = [], removeLabels = [] }: Marks,
): readonly string[] {
  return withLabels(withoutLabels(labels, removeLabels), addLabels);
}

function areSameNames(names: readonly string[], otherNames: readonly string[]): boolean {
  const [first, second] = [names, otherNames].map((list) => JSON.stringify(list.map(labelKey).toSorted()));
  return first === second;
}

/**
 * The marks that turn one state into another. A different spelling counts as a different label here. A field
 * is never removed from a document, so unpinning writes false.
 */
export function marksBetween(from: NoteFields, to: NoteFields): Marks {
  const [before, after] = [shownLabels(from.labels), shownLabels(to.labels)];
  const addLabels = after.filter((name) => !before.includes(name));
  const removeLabels = before.filter((name) => !after.includes(name));
  return {
    ...(!isSame(from.isPinned, to.isPinned) && { isPinned: to.isPinned ?? false }),
    ...(!isSame(from.color, to.color) && { color: to.color ?? NO_COLOR }),
    ...(addLabels.length > 0 && { addLabels }),
    ...(removeLabels.length > 0 && { removeLabels }),
    ...(isUnknownValue(to.labels) && !isSame(from.labels, to.labels) && { labels: to.labels }),
  };
}

function isSame(first: unknown, second: unknown): boolean {
  return first === second || (isUnknownValue(first) && isSameUnknown(first, second));
}

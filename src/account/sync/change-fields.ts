/**
 * Changes a note's fields as an action, its Undo or its Redo does. Pure. A field that has another value than
 * the change expects stays as it is (S5.12). Words are merged, so that words written since stay.
 */
import { NO_COLOR } from '#shared/note/colors.ts';
import { marksBetween, refusesLabels, withMarks } from '#shared/note/marks.ts';
import type { FieldsChange, FieldValues } from '#shared/note/note-change.ts';
import { contentOf, type NoteContent, type NoteFields, type NoteId, sameContent } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { isSameUnknown, isUnknownValue } from '#shared/note/unknown-value.ts';
import { mergeEdit } from './rebase.ts';

export interface ChangedFields {
  readonly fields: NoteFields;
  /** The change that reverts this one; null if nothing changed. */
  readonly reverse: FieldsChange | null;
  /** Whether a field has another value than the change expects, or refuses the labels. */
  readonly hasSkipped: boolean;
}

type SingleValue = 'isArchived' | 'isDeleted' | 'conflictOf' | 'isPinned' | 'color';
const SINGLE_VALUES: readonly SingleValue[] = ['isArchived', 'isDeleted', 'conflictOf', 'isPinned', 'color'];

export function changeFields(now: NoteFields, { from = {}, to }: FieldsChange): ChangedFields {
  const named = SINGLE_VALUES.filter((name) => to[name] !== undefined);
  const free = new Set(named.filter((name) => from[name] === undefined || isSame(name, now, from)));
  const { isArchived, isDeleted, conflictOf, isPinned, color, addLabels, removeLabels, labels } = to;
  const changed: NoteFields = {
    ...now,
    ...(free.has('isArchived') && { isArchived: isArchived ?? now.isArchived }),
    ...(free.has('isDeleted') && { isDeleted: isDeleted ?? now.isDeleted }),
    ...(free.has('conflictOf') && { conflictOf: conflictOf ?? '' }),
  };
  const marks = {
    ...(free.has('isPinned') && { isPinned: isPinned ?? false }),
    ...(free.has('color') && { color: color ?? NO_COLOR }),
    ...(addLabels && { addLabels }),
    ...(removeLabels && { removeLabels }),
    ...(labels && { labels }),
  };
  const marked = withMarks(changed, marks);
  const words = changeWords(marked, from.words, to.words);
  const fields = words.fields;
  const written = valuesBetween(now, fields);
  return {
    fields,
    reverse: Object.keys(written).length === 0 ? null : { from: written, to: valuesBetween(fields, now) },
    hasSkipped:
      named.some((name) => !free.has(name) && !isSame(name, now, to)) ||
      words.isSkipped ||
      refusesLabels(now.labels, marks),
  };
}

function changeWords(
  now: NoteFields,
  from: NoteContent | undefined,
  to: NoteContent | undefined,
): { fields: NoteFields; isSkipped: boolean } {
  if (from === undefined || to === undefined || sameContent(contentOf(now), to))
    return { fields: now, isSkipped: false };
  const { fields, lost } = mergeEdit(from, to, now);
  return { fields: lost ? now : fields, isSkipped: !sameContent(contentOf(now), from) };
}

/** The values that turn one state into the other. */
function valuesBetween(before: NoteFields, after: NoteFields): FieldValues {
  const [wordsBefore, wordsAfter] = [contentOf(before), contentOf(after)];
  return {
    ...(before.isArchived !== after.isArchived && { isArchived: after.isArchived }),
    ...(before.isDeleted !== after.isDeleted && { isDeleted: after.isDeleted }),
    ...((before.conflictOf ?? '') !== (after.conflictOf ?? '') && { conflictOf: originalOf(after) }),
    ...marksBetween(before, after),
    ...(!sameContent(wordsBefore, wordsAfter) && { words: wordsAfter }),
  };
}

/** Another client may have written what no note can have as its id. */
function originalOf({ conflictOf }: NoteFields): NoteId | '' {
  return conflictOf !== null && isNoteId(conflictOf) ? conflictOf : '';
}

/** A note without a pin, a colour or a conflict may lack the field. */
const NONE = { isArchived: false, isDeleted: false, conflictOf: '', isPinned: false, color: NO_COLOR };

function isSame(
  name: SingleValue,
  first: FieldValues | NoteFields,
  second: FieldValues | NoteFields,
): boolean {
  const [firstValue, secondValue] = [first[name] ?? NONE[name], second[name] ?? NONE[name]];
  return firstValue === secondValue || (isUnknownValue(firstValue) && isSameUnknown(firstValue, secondValue));
}

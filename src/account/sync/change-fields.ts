/**
 * Changes a note's fields from the values that they are known to have had to others, as Undo and
 * Redo do (S5.12). Pure. A field that was changed since stays as it is. Words are merged, so that
 * words written since stay.
 */
import { NO_COLOR } from '#shared/note/colors.ts';
import { marksBetween, refusesLabels, withMarks } from '#shared/note/marks.ts';
import type { FieldsChange, FieldValues } from '#shared/note/note-change.ts';
import { contentOf, type NoteContent, type NoteFields, sameContent } from '#shared/note/note.ts';
import { isSameUnknown, isUnknownValue } from '#shared/note/unknown-value.ts';
import { mergeEdit } from './rebase.ts';

export interface ChangedFields {
  readonly fields: NoteFields;
  /** The change that reverts this one; null if nothing changed. */
  readonly reverse: FieldsChange | null;
  /** Whether somebody has changed something of it since. */
  readonly isLeft: boolean;
}

type SingleValue = 'isArchived' | 'isDeleted' | 'conflictOf' | 'isPinned' | 'color';
const SINGLE_VALUES: readonly SingleValue[] = ['isArchived', 'isDeleted', 'conflictOf', 'isPinned', 'color'];

export function changeFields(now: NoteFields, { from, to }: FieldsChange): ChangedFields {
  const toChange = SINGLE_VALUES.filter((name) => to[name] !== undefined && !isSame(name, now, to));
  const free = new Set(toChange.filter((name) => isSame(name, now, from)));
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
  const isSettled = free.has('conflictOf');
  const written = { ...valuesBetween(now, fields), ...(isSettled && { conflictOf: to.conflictOf ?? '' }) };
  const before = { ...valuesBetween(fields, now), ...(isSettled && { conflictOf: from.conflictOf ?? '' }) };
  return {
    fields,
    reverse: Object.keys(written).length === 0 ? null : { from: written, to: before },
    isLeft: free.size < toChange.length || words.isLeft || refusesLabels(now.labels, marks),
  };
}

function changeWords(
  now: NoteFields,
  from: NoteContent | undefined,
  to: NoteContent | undefined,
): { fields: NoteFields; isLeft: boolean } {
  if (from === undefined || to === undefined || sameContent(contentOf(now), to))
    return { fields: now, isLeft: false };
  const { fields, lost } = mergeEdit(from, to, now);
  return { fields: lost ? now : fields, isLeft: !sameContent(contentOf(now), from) };
}

/** The values that turn one state into the other, without `conflictOf`. */
function valuesBetween(before: NoteFields, after: NoteFields): FieldValues {
  const [wordsBefore, wordsAfter] = [contentOf(before), contentOf(after)];
  return {
    ...(before.isArchived !== after.isArchived && { isArchived: after.isArchived }),
    ...(before.isDeleted !== after.isDeleted && { isDeleted: after.isDeleted }),
    ...marksBetween(before, after),
    ...(!sameContent(wordsBefore, wordsAfter) && { words: wordsAfter }),
  };
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

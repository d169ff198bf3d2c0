import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { COLORS, colorOf, NO_COLOR } from '#shared/note/colors.ts';
import { labelKey, MOST_LABELS, readLabels, shownLabels } from '#shared/note/labels.ts';
import { type Marks, marksBetween, refusesLabels, withMarks } from '#shared/note/marks.ts';
import { changedFields, MARK_NAMES, NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteFields } from '#shared/note/note.ts';
import { isUnknownValue } from '#shared/note/unknown-value.ts';
import { anyFields } from '#tests/support/any-fields.ts';

const names = fc.array(fc.constantFrom('Work', 'work', 'Home', 'x'), { maxLength: 3 });
const anyMarks: fc.Arbitrary<Marks> = fc.record(
  {
    isPinned: fc.boolean(),
    color: fc.constantFrom(...COLORS, NO_COLOR),
    addLabels: names,
    removeLabels: names,
  },
  { requiredKeys: [] },
);

/** The visible part of the marks. */
function shown({ isPinned, color, labels }: NoteFields): unknown {
  return [isPinned === true, colorOf(color), shownLabels(labels).map(labelKey).toSorted()];
}

test('a change of marks changes no other field, and its reverse restores what the user saw', () => {
  fc.assert(
    fc.property(anyFields, names.map(readLabels), anyMarks, (fields, labels, marks) => {
      const before = { ...fields, labels: isUnknownValue(fields.labels) ? fields.labels : labels };
      const marked = withMarks(before, marks);
      expect(['isPinned', 'color', 'labels']).toEqual(
        expect.arrayContaining(Object.keys(changedFields(before, marked))),
      );
      const back = withMarks(marked, marksBetween(marked, before));
      expect(shown(back)).toEqual(shown(before));
      // This also holds for the name of a colour that only another client knows.
      expect(back.color ?? NO_COLOR).toEqual(before.color ?? NO_COLOR);
      // An unknown value comes back unchanged.
      for (const name of MARK_NAMES)
        if (isUnknownValue(before[name])) expect(back[name]).toEqual(before[name]);
    }),
  );
});

test('labels beyond the bounds are not added, and a list already beyond them is not changed', () => {
  const most = Array.from({ length: MOST_LABELS }, (_, at) => `Label ${at}`);
  const marks: Marks = { isPinned: true, addLabels: ['one more'] };
  expect(withMarks({ ...NO_FIELDS, labels: most }, marks)).toEqual({
    ...NO_FIELDS,
    isPinned: true,
    labels: most,
  });
  expect(refusesLabels(most, marks)).toBe(true);
  expect(refusesLabels(most, { removeLabels: ['Label 0'], addLabels: ['one more'] })).toBe(false);
  const many = { unknown: { arrayValue: [...most, 'x'].map((stringValue) => ({ stringValue })) } };
  expect(withMarks({ ...NO_FIELDS, labels: many }, { removeLabels: ['Label 0'] }).labels).toBe(many);
  expect(refusesLabels(many, { removeLabels: ['Label 0'] })).toBe(true);
  expect(refusesLabels(many, { isPinned: true })).toBe(false);
  // A page cannot write such a list either.
  const back = withMarks({ ...NO_FIELDS, labels: shownLabels(many) }, { labels: many });
  expect(back.labels).toEqual(most);
});

test('adding marks that a note has, or removing labels that it lacks, changes nothing', () => {
  const note = { ...NO_FIELDS, isPinned: true, color: 'RED', labels: ['Work'] };
  const same = { isPinned: true, color: 'RED', addLabels: ['WORK'], removeLabels: ['other'] } as const;
  expect(changedFields(note, withMarks(note, same))).toEqual({});
  expect(changedFields(NO_FIELDS, withMarks(NO_FIELDS, { removeLabels: ['Work'] }))).toEqual({});
});

test('a label that is removed and added in another spelling gets that spelling', () => {
  const note = { ...NO_FIELDS, labels: ['work'] };
  expect(withMarks(note, { removeLabels: ['work'], addLabels: ['Work'] }).labels).toEqual(['Work']);
});

test('Undo retains labels that were added meanwhile instead of restoring an unknown value', () => {
  const before = {
    ...NO_FIELDS,
    labels: { unknown: { arrayValue: [{ stringValue: 'a' }, { integerValue: '7' }] } },
  };
  const marked = withMarks(before, { addLabels: ['b'] });
  expect(marked.labels).toEqual(['a', 'b']);
  const back = marksBetween(marked, before);
  const meanwhile = withMarks(marked, { addLabels: ['theirs'] });
  expect(withMarks(meanwhile, back).labels).toEqual(['a', 'theirs']);
});

test('Undo restores an unknown value of labels after one label got another spelling', () => {
  const before = {
    ...NO_FIELDS,
    labels: { unknown: { arrayValue: [{ stringValue: 'a' }, { integerValue: '7' }] } },
  };
  const marked = withMarks(before, { removeLabels: ['a'], addLabels: ['A'] });
  expect(marked.labels).toEqual(['A']);
  expect(withMarks(marked, marksBetween(marked, before))).toEqual(before);
});

import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  changedFields,
  columnOf,
  FIELD_NAMES,
  fromStored,
  hasFields,
  isOwnField,
  mapColumns,
  mapFields,
  NO_FIELDS,
  NOTE_FIELDS,
  readFields,
  sameFields,
  toStored,
} from '#shared/note/note-fields.ts';
import type { FieldValue } from '#shared/note/extra-fields.ts';
import { areLabelsFixed } from '#shared/note/labels.ts';
import { COLOR, LABELS } from '#shared/note/note-kinds.ts';
import type { NoteFields } from '#shared/note/note.ts';
import { isSameUnknown, isUnknownValue } from '#shared/note/unknown-value.ts';
import { anyFields } from '#tests/support/any-fields.ts';

/** Any value that a document, a damaged column or an imported file may have in place of a field. */
const anything = fc.oneof(fc.anything(), fc.string(), fc.boolean(), fc.constantFrom(0, 1, null, undefined));

test('FIELD_NAMES and the columns are those of the table NOTE_FIELDS, in its order', () => {
  expect(FIELD_NAMES).toEqual(Object.keys(NOTE_FIELDS));
  expect(Object.keys(mapColumns((name) => name))).toEqual(
    FIELD_NAMES.map((name) => NOTE_FIELDS[name].column),
  );
});

test('any fields of a note are the same after a document, JSON and columns', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const json: unknown = JSON.parse(JSON.stringify(fields));
      expect(hasFields(json)).toBe(true);
      expect(readFields({ ...fields, fieldOfAnotherClient: 'x' })).toEqual(fields);
      const extra = { fieldOfAnotherClient: { stringValue: 'x' } };
      const stored = toStored({ fields, extra });
      const columns = mapFields<NoteFields>((name) =>
        NOTE_FIELDS[name].kind.fromColumn(columnOf(name, stored.fields)),
      );
      expect(columns).toEqual(stored.fields);
      expect(FIELD_NAMES.filter((name) => isUnknownValue(columns[name]))).toEqual([]);
      expect(fromStored({ fields: columns, extra: stored.extra })).toEqual({ fields, extra });
    }),
  );
});

test('any value in place of a field is read as a value of its kind that can be stored', () => {
  fc.assert(
    fc.property(anything, (stored) => {
      const read = mapFields<NoteFields>((name) => NOTE_FIELDS[name].kind.read(stored));
      expect(hasFields(read)).toBe(true);
      const salvaged = mapFields<NoteFields>((name) => {
        const { kind } = NOTE_FIELDS[name];
        return kind.fromColumn(kind.salvage(stored));
      });
      expect(hasFields(salvaged)).toBe(true);
    }),
  );
});

test('the difference of two notes’ fields has every value of the second, except missing and constant ones', () => {
  fc.assert(
    fc.property(anyFields, anyFields, (a, b) => {
      const changed = changedFields(a, b);
      const after = { ...a, ...changed };
      const written = FIELD_NAMES.filter(
        (name) => b[name] !== null && (name !== 'labels' || ![a.labels, b.labels].some(areLabelsFixed)),
      );
      const has = Object.fromEntries(written.map((name) => [name, b[name]]));
      expect(after).toEqual({ ...a, ...has });
      expect(Object.keys(changed).length === 0).toBe(sameFields(a, after));
    }),
  );
});

describe('JSON that this app wrote', () => {
  const whole = { title: 'a', text: null, isArchived: true, isDeleted: false };

  test('JSON of a note that the app wrote may lack a field that was introduced later, but no words', () => {
    const { isDeleted: _later, ...before } = whole;
    expect(hasFields(before)).toBe(true);
    expect(readFields(before)).toMatchObject({ ...whole, isDeleted: false });
    const { text: _words, ...without } = whole;
    expect(hasFields(without)).toBe(false);
  });

  test.each([null, undefined, 'text', 7, [], { ...whole, text: 7 }, { ...whole, isArchived: 1 }])(
    'the JSON %j does not have the fields of a note',
    (json) => {
      expect(hasFields(json)).toBe(false);
    },
  );
});

test('a note without any field has no words and no flags', () => {
  expect(NO_FIELDS).toMatchObject({ title: null, text: null, isArchived: false, isDeleted: false });
  expect(readFields({})).toEqual(NO_FIELDS);
});

test('isOwnField distinguishes the fields that the app reads or writes from extra fields', () => {
  expect([...FIELD_NAMES, 'createdAt', 'uid'].every(isOwnField)).toBe(true);
  expect(['fieldOfAnotherClient', 'constructor', 'Title'].some(isOwnField)).toBe(false);
});

test('two unknown values are the same exactly if they have the same parts, in lists in the same order', () => {
  const values: fc.Arbitrary<FieldValue> = fc.letrec<{ value: FieldValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<FieldValue>(
        { nullValue: null },
        { stringValue: 'a' },
        { doubleValue: 0 },
        { doubleValue: '-0' },
      ),
      fc.record({ arrayValue: fc.array(tie('value'), { maxLength: 2 }) }),
      fc.record({ mapValue: fc.dictionary(fc.constantFrom('a', 'b'), tie('value')) }),
    ),
  })).value;
  const ordered = (part: unknown): unknown =>
    Array.isArray(part)
      ? part.map(ordered)
      : typeof part === 'object' && part !== null
        ? Object.entries(part)
            .toSorted(([x], [y]) => (x < y ? -1 : 1))
            .map(([name, value]) => [name, ordered(value)])
        : part;
  fc.assert(
    fc.property(values, values, (a, b) => {
      const isSame = JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
      expect(isSameUnknown({ unknown: a }, { unknown: b })).toBe(isSame);
      expect(isSameUnknown({ unknown: a }, { unknown: structuredClone(a) })).toBe(true);
      expect(isSameUnknown({ unknown: a }, null)).toBe(false);
    }),
  );
});

test('two unknown values that differ only in the order of a map are the same', () => {
  const [one, other] = [
    { a: { integerValue: '1' }, b: { nullValue: null } },
    { b: { nullValue: null }, a: { integerValue: '1' } },
  ].map((mapValue) => ({ ...NO_FIELDS, color: { unknown: { mapValue } } }));
  expect(one !== undefined && other !== undefined && sameFields(one, other)).toBe(true);
});

test.each<[FieldValue, readonly string[] | undefined]>([
  [{ arrayValue: [{ stringValue: 'Work' }, { stringValue: 'two words' }] }, ['Work', 'two words']],
  [{ arrayValue: [] }, []],
  [{ arrayValue: [{ stringValue: 'Work' }, { stringValue: 'WORK' }] }, undefined],
  [{ arrayValue: [{ stringValue: ' Work' }] }, undefined],
  [{ arrayValue: [{ stringValue: 'Work' }, { nullValue: null }] }, undefined],
  [{ stringValue: 'Work' }, undefined],
])('the stored labels %j are known as %j', (value, labels) => {
  expect(LABELS.fromFieldValue?.(value)).toEqual(labels);
});

test('if both sides changed labels, an unknown value stays if it has the merged labels', () => {
  const unknown = { unknown: { arrayValue: [{ stringValue: 'a' }, { integerValue: '7' }] } };
  expect(LABELS.merge(['x'], ['a'], unknown)).toBe(unknown);
  expect(LABELS.merge(['x'], unknown, ['a', 'x'])).toBe(unknown);
  expect(LABELS.merge([], ['b'], unknown)).toEqual(['b', 'a']);
  expect(COLOR.merge('RED', unknown, 'BLUE')).toBe(unknown);
  expect(COLOR.merge('RED', 'BLUE', unknown)).toBe('BLUE');
});

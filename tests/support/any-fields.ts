/** Arbitrary fields of a note, of every kind. */
import * as fc from '#tests/support/fast-check.ts';
import { MAX_LABEL, MOST_LABELS, readLabels } from '#shared/note/labels.ts';
import { type FieldName, mapFields, NOTE_FIELDS } from '#shared/note/note-fields.ts';
import { COLOR, FLAG, LABELS, NAME, OPTIONAL_FLAG, TEXT } from '#shared/note/note-kinds.ts';
import type { NoteFields } from '#shared/note/note.ts';
import type { FieldValue } from '#shared/note/extra-fields.ts';
import type { UnknownValue } from '#shared/note/unknown-value.ts';

/** Any value that another client may have put in place of a mark. */
const anyUnknown: fc.Arbitrary<UnknownValue> = fc
  .constantFrom<FieldValue>(
    { nullValue: null },
    { integerValue: '7' },
    { doubleValue: 'NaN' },
    { timestampValue: '2026-01-02T03:04:05.678901234Z' },
    { mapValue: { b: { stringValue: 'x' }, a: { arrayValue: [] } } },
    { arrayValue: [{ stringValue: 'Work' }, { integerValue: '7' }, { stringValue: ' work ' }] },
    { arrayValue: Array.from({ length: MOST_LABELS + 1 }, (_, at) => ({ stringValue: `Label ${at}` })) },
    { arrayValue: [{ stringValue: 'Work' }, { stringValue: 'x'.repeat(MAX_LABEL + 1) }] },
  )
  .map((unknown) => ({ unknown }));

const VALUES = new Map<unknown, fc.Arbitrary<unknown>>([
  [TEXT, fc.option(fc.string({ unit: 'grapheme', maxLength: 50 }))],
  [FLAG, fc.boolean()],
  [NAME, fc.option(fc.constantFrom('', 'a', 'another-note'))],
  [OPTIONAL_FLAG, fc.option(fc.oneof(fc.boolean(), anyUnknown))],
  [COLOR, fc.option(fc.oneof(fc.constantFrom('RED', 'DEFAULT', 'a colour of tomorrow'), anyUnknown))],
  [
    LABELS,
    fc.option(
      fc.oneof(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 4 }).map(readLabels),
        anyUnknown,
      ),
    ),
  ],
]);

function valuesOf(name: FieldName): fc.Arbitrary<unknown> {
  const values = VALUES.get(NOTE_FIELDS[name].kind);
  if (values === undefined) throw new Error(`No values for the field ${name}`);
  return values;
}

export const anyFields = fc.record(
  mapFields<Record<FieldName, fc.Arbitrary<unknown>>>(valuesOf),
) as fc.Arbitrary<NoteFields>;

/** Arbitrary fields of a note, of whatever kinds they are. */
import * as fc from 'fast-check';
import { readLabels } from '#shared/labels.ts';
import { type FieldName, mapFields, NOTE_FIELDS } from '#shared/note-fields.ts';
import { FLAG, LABELS, NAME, OPTIONAL_FLAG, TEXT } from '#shared/note-kinds.ts';
import type { NoteFields } from '#shared/note.ts';

const VALUES = new Map<unknown, fc.Arbitrary<unknown>>([
  [TEXT, fc.option(fc.string({ unit: 'grapheme', maxLength: 50 }))],
  [FLAG, fc.boolean()],
  [NAME, fc.option(fc.constantFrom('', 'a', 'another-note'))],
  [OPTIONAL_FLAG, fc.option(fc.boolean())],
  [
    LABELS,
    fc.option(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 4 }).map(readLabels)),
  ],
]);

function valuesOf(name: FieldName): fc.Arbitrary<unknown> {
  const values = VALUES.get(NOTE_FIELDS[name].kind);
  if (values === undefined) throw new Error(`Of what kind is ${name}?`);
  return values;
}

export const anyFields = fc.record(
  mapFields<Record<FieldName, fc.Arbitrary<unknown>>>(valuesOf),
) as fc.Arbitrary<NoteFields>;

/**
 * `notes.json`, the file in which an export holds every note whole. UTF-8, one JSON object, each note on a line of its
 * own:
 *
 *   {
 *   "format": "inkling-notes",
 *   "version": 1,
 *   "exportedAt": "2026-01-02T03:04:05.678000000Z",
 *   "notes": [
 *   {"id": …, "list": …, "title": …, "text": …, "isArchived": …, …, "createdAt": …, "extra": …},
 *   …
 *   ]
 *   }
 *
 * - `id`: the document's id
 * - `list`: `active`, `archived` or `trashed`, as follows from the flags; not read back
 * - the note's own fields (`#shared/note-fields.ts`): `title` and `text` are strings, null where the document lacks the field;
 *   `isArchived` and `isDeleted` are booleans
 * - `createdAt`: when the note was created, RFC 3339 in UTC
 * - `extra`: all other fields of the document in the JSON form of Firestore's REST API, `{"labels": {"arrayValue": []}}`
 *   with the array itself, and a map's fields, directly under `arrayValue` and `mapValue`
 *
 * A later version may add fields, which this one leaves out; it counts `version` up where an old reader would
 * misunderstand it.
 */
import * as v from 'valibot';
import { LISTS, listOf, type NoteFields } from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import type { ExtraFields, FieldValue } from '#shared/extra-fields.ts';
import type { NoteRecord } from '../sync/note-record.ts';
import { fromTimestamp, toTimestamp } from './times.ts';

export const FORMAT = 'inkling-notes';
export const VERSION = 1;

export const rootSchema = v.object({ format: v.literal(FORMAT), version: v.number() });

/** Of a whole number of 64 bits; a longer text is not even read as a number. */
const MOST_DIGITS = 19;

const timestamp = v.pipe(
  v.string(),
  v.check((text) => fromTimestamp(text) !== null),
  // With nine digits, as the cloud's client takes them.
  v.transform((text) =>
    text.length === '2026-01-02T03:04:05.678901234Z'.length ? text : withNineDigits(text),
  ),
);

const fieldValue: v.GenericSchema<unknown, FieldValue> = v.union([
  v.strictObject({ nullValue: v.null() }),
  v.strictObject({ booleanValue: v.boolean() }),
  v.strictObject({ integerValue: v.pipe(v.string(), v.check(isInteger64)) }),
  v.strictObject({
    doubleValue: v.union([v.number(), v.picklist(['NaN', 'Infinity', '-Infinity', '-0'])]),
  }),
  v.strictObject({ stringValue: v.string() }),
  v.strictObject({ timestampValue: timestamp }),
  v.strictObject({ bytesValue: v.union([v.literal(''), v.pipe(v.string(), v.base64())]) }),
  v.strictObject({ referenceValue: v.pipe(v.string(), v.check(isDocumentPath)) }),
  v.strictObject({
    geoPointValue: v.strictObject({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    }),
  }),
  v.strictObject({ vectorValue: v.array(v.number()) }),
  v.strictObject({ arrayValue: v.array(v.lazy(() => fieldValue)) }),
  v.strictObject({ mapValue: v.lazy(() => extraFields) }),
]);

/** As pairs, because `v.record` leaves out what JavaScript has a meaning for, such as `constructor`. */
const extraFields: v.GenericSchema<unknown, ExtraFields> = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.transform((fields) => Object.entries(fields)),
  v.array(v.tuple([v.pipe(v.string(), v.check(isFieldName)), fieldValue])),
  v.transform((pairs) => Object.fromEntries(pairs)),
);

export const noteSchema = v.object({
  id: v.pipe(v.string(), v.guard(isNoteId)),
  list: v.fallback(v.picklist(LISTS), 'active'),
  createdAt: timestamp,
  extra: v.optional(extraFields, {}),
});

/** Its own fields stand beside these. */
export type ExportedNote = v.InferOutput<typeof noteSchema> & NoteFields;

/** Null for a note that was deleted for ever here. */
export function toExported({ id, local, created, extra }: NoteRecord): ExportedNote | null {
  if (local === null) return null;
  return { id, list: listOf(local), ...local, createdAt: toTimestamp(created), extra };
}

function withNineDigits(text: string): string {
  return toTimestamp(fromTimestamp(text) ?? 0);
}

function isInteger64(text: string): boolean {
  if (!/^-?\d+$/.test(text) || text.length > MOST_DIGITS + 1) return false;
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Pairs of a collection and a document, none of them empty. */
function isDocumentPath(path: string): boolean {
  const segments = path.split('/');
  return segments.length % 2 === 0 && segments.every((segment) => segment !== '' && !/^\.\.?$/.test(segment));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * https://firebase.google.com/docs/firestore/quotas, "Constraints on field names". But a note is not refused for `__proto__`:
 * the cloud's client leaves it out of what it sends.
 */
function isFieldName(name: string): boolean {
  return name === '__proto__' || (name !== '' && !/^__.*__$/s.test(name) && name.isWellFormed());
}

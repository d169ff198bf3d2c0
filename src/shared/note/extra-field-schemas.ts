/** Parsers of extra fields and their values, for files and for data from pages. */
import * as v from 'valibot';
import type { ExtraFields, FieldValue } from './extra-fields.ts';
import { fromTimestamp, toTimestamp } from './times.ts';

/** The most digits of a 64-bit integer. A longer text is not parsed as a number. */
const MOST_DIGITS = 19;

/** RFC 3339. */
export const timestamp = v.pipe(
  v.string(),
  v.check((text) => fromTimestamp(text) !== null),
  // The cloud's client requires nine digits.
  v.transform((text) =>
    text.length === '2026-01-02T03:04:05.678901234Z'.length ? text : withNineDigits(text),
  ),
);

/** Chosen by the value's name: trying each in turn takes seconds for a list of 50,000 values. */
export const fieldValue: v.GenericSchema<unknown, FieldValue> = v.lazy((value) => {
  const [name = ''] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return FIELD_VALUES.get(name) ?? v.never();
});

/**
 * Parsed as pairs, because `v.record` skips keys that have a meaning in JavaScript, such as `constructor`.
 */
export const extraFields: v.GenericSchema<unknown, ExtraFields> = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.transform((fields) => Object.entries(fields)),
  v.array(v.tuple([v.pipe(v.string(), v.check(isFieldName)), fieldValue])),
  v.transform((pairs) => Object.fromEntries(pairs)),
);

const FIELD_VALUES = new Map<string, v.GenericSchema<unknown, FieldValue>>([
  ['nullValue', v.strictObject({ nullValue: v.null() })],
  ['booleanValue', v.strictObject({ booleanValue: v.boolean() })],
  ['integerValue', v.strictObject({ integerValue: v.pipe(v.string(), v.check(isInteger64)) })],
  [
    'doubleValue',
    v.strictObject({
      doubleValue: v.union([v.number(), v.picklist(['NaN', 'Infinity', '-Infinity', '-0'])]),
    }),
  ],
  ['stringValue', v.strictObject({ stringValue: v.string() })],
  ['timestampValue', v.strictObject({ timestampValue: timestamp })],
  ['bytesValue', v.strictObject({ bytesValue: v.union([v.literal(''), v.pipe(v.string(), v.base64())]) })],
  ['referenceValue', v.strictObject({ referenceValue: v.pipe(v.string(), v.check(isDocumentPath)) })],
  [
    'geoPointValue',
    v.strictObject({
      geoPointValue: v.strictObject({
        latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
        longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
      }),
    }),
  ],
  ['vectorValue', v.strictObject({ vectorValue: v.array(v.number()) })],
  ['arrayValue', v.strictObject({ arrayValue: v.array(fieldValue) })],
  ['mapValue', v.strictObject({ mapValue: extraFields })],
]);

function withNineDigits(text: string): string {
  return toTimestamp(fromTimestamp(text) ?? 0);
}

function isInteger64(text: string): boolean {
  if (!/^-?\d+$/.test(text) || text.length > MOST_DIGITS + 1) return false;
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Pairs of a collection and a document, none of them empty; in another database, after its name. */
function isDocumentPath(path: string): boolean {
  const segments = path.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '').split('/');
  return segments.length % 2 === 0 && segments.every((segment) => segment !== '' && !/^\.\.?$/.test(segment));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * https://firebase.google.com/docs/firestore/quotas, "Constraints on field names". A field `__proto__` is
 * accepted, because the cloud's client does not send it.
 */
function isFieldName(name: string): boolean {
  return name === '__proto__' || (name !== '' && !/^__.*__$/s.test(name) && name.isWellFormed());
}

/**
 * Documents as plain JSON and back, for the control endpoint. Timestamps are ISO strings, 64-bit integers
 * numbers, bytes base64, references paths, and geographical points `{latitude, longitude}`.
 */
import * as v from 'valibot';
import type { Fields, Timestamp, Value } from './protocol.ts';
import { fromIso, toIso } from './time.ts';

function toJson(value: Value): unknown {
  if ('nullValue' in value) return null;
  if ('booleanValue' in value) return value.booleanValue;
  if ('integerValue' in value) return Number(value.integerValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('timestampValue' in value) return toIso(value.timestampValue);
  if ('stringValue' in value) return value.stringValue;
  if ('bytesValue' in value) return Buffer.from(value.bytesValue).toString('base64');
  if ('referenceValue' in value) return value.referenceValue;
  if ('geoPointValue' in value) return value.geoPointValue;
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map((element) => toJson(element));
  return fieldsToJson(value.mapValue.fields ?? {});
}

export function fieldsToJson(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJson(value)]));
}

/** `{"timestamp": "2026-01-31T12:00:00Z"}`: a timestamp in any field. */
const TimestampSchema = v.strictObject({ timestamp: v.string() });
const ObjectSchema = v.record(v.string(), v.unknown());

/** JSON as Firestore would store it: whole numbers are integers, `{"timestamp": ISO}` a timestamp. */
function fromJson(json: unknown): Value {
  if (json === null || json === undefined) return { nullValue: 'NULL_VALUE' };
  if (typeof json === 'boolean') return { booleanValue: json };
  if (typeof json === 'string') return { stringValue: json };
  if (typeof json === 'number') {
    return Number.isSafeInteger(json) ? { integerValue: String(json) } : { doubleValue: json };
  }
  if (Array.isArray(json)) return { arrayValue: { values: json.map((element) => fromJson(element)) } };
  if (v.is(TimestampSchema, json)) {
    const timestamp = fromIso(json.timestamp);
    if (timestamp !== null) return { timestampValue: timestamp };
  }
  return { mapValue: { fields: fieldsFromJson(v.parse(ObjectSchema, json)) } };
}

function fieldsFromJson(json: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, fromJson(value)]));
}

/**
 * A whole document's fields from plain JSON. `createdAt` becomes a timestamp if it is an ISO string, and
 * `now` by default.
 */
export function documentFromJson(json: Readonly<Record<string, unknown>>, now: Timestamp): Fields {
  const createdAt = json['createdAt'];
  const parsed = typeof createdAt === 'string' ? fromIso(createdAt) : null;
  const fields = fieldsFromJson(json);
  if (createdAt === undefined) return { ...fields, createdAt: { timestampValue: now } };
  return parsed === null ? fields : { ...fields, createdAt: { timestampValue: parsed } };
}

/**
 * A value in Firestore's REST form: https://firebase.google.com/docs/firestore/reference/rest/v1/Value
 * @throws ValiError
 */
function fromRest(json: unknown): Value {
  return v.parse(RestValueSchema, json);
}

/** @throws ValiError */
export function fieldsFromRest(json: unknown): Fields {
  return Object.fromEntries(
    Object.entries(v.parse(ObjectSchema, json)).map(([name, value]) => [name, fromRest(value)]),
  );
}

const RestTimestamp = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Timestamp => {
    const timestamp = fromIso(dataset.value);
    if (timestamp !== null) return timestamp;
    addIssue({ message: `"${dataset.value}" is no ISO 8601 time with a zone.` });
    return NEVER;
  }),
);
const RestNumber = v.pipe(
  v.union([v.number(), v.picklist(['NaN', 'Infinity', '-Infinity'])]),
  v.transform(Number),
);
const RestValueSchema: v.GenericSchema<unknown, Value> = v.union([
  v.pipe(
    v.strictObject({ nullValue: v.nullable(v.literal('NULL_VALUE')) }),
    v.transform((): Value => ({ nullValue: 'NULL_VALUE' })),
  ),
  v.strictObject({ booleanValue: v.boolean() }),
  v.strictObject({
    integerValue: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^-?\d+$/)),
  }),
  v.strictObject({ doubleValue: RestNumber }),
  v.strictObject({ timestampValue: RestTimestamp }),
  v.strictObject({ stringValue: v.string() }),
  v.strictObject({
    bytesValue: v.pipe(
      v.string(),
      v.transform((text) => Buffer.from(text, 'base64')),
    ),
  }),
  v.strictObject({ referenceValue: v.string() }),
  v.strictObject({
    geoPointValue: v.object({ latitude: v.optional(v.number(), 0), longitude: v.optional(v.number(), 0) }),
  }),
  v.strictObject({
    arrayValue: v.object({ values: v.optional(v.array(v.lazy(() => RestValueSchema)), []) }),
  }),
  v.strictObject({
    mapValue: v.object({
      fields: v.optional(
        v.record(
          v.string(),
          v.lazy(() => RestValueSchema),
        ),
        {},
      ),
    }),
  }),
]);

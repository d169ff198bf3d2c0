/**
 * Converts the SDK's values to the JSON form in which unknown fields are stored, and back. Integers come as
 * bigint (`useBigInt`), which distinguishes them from doubles and loses no digit.
 */
import type * as Sdk from 'firebase-admin/firestore';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { ExtraFields, FieldValue } from '#shared/note/extra-fields.ts';

/** The SDK's classes, passed as a parameter because the SDK is loaded late. */
export type ValueClasses = Pick<
  typeof Sdk,
  'Timestamp' | 'GeoPoint' | 'DocumentReference' | 'FieldValue' | 'Firestore'
>;

/** @param raw the same fields as the server sent them; undefined if they are not known */
export function toExtra(
  fields: Readonly<Record<string, unknown>>,
  classes: ValueClasses,
  raw: unknown,
): ExtraFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, toFieldValue(value, classes, memberOf(raw, name))]),
  );
}

/** @param raw the same value as the server sent it; undefined if it is not known */
function toFieldValue(value: unknown, classes: ValueClasses, raw: unknown): FieldValue {
  if (value === null || value === undefined) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'bigint') return { integerValue: value.toString() };
  if (typeof value === 'number') return { doubleValue: jsonDouble(value) };
  if (typeof value === 'string') return { stringValue: value };
  if (value instanceof classes.Timestamp) return { timestampValue: rfc3339(value) };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (value instanceof classes.DocumentReference) return { referenceValue: referenceOf(value, raw) };
  if (value instanceof classes.GeoPoint) {
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  }
  if (Array.isArray(value)) {
    const items = memberOf(memberOf(raw, 'arrayValue'), 'values');
    return {
      arrayValue: value.map((item, index) => toFieldValue(item, classes, memberOf(items, String(index)))),
    };
  }
  if (isVector(value)) return { vectorValue: value.toArray() };
  const entries = memberOf(memberOf(raw, 'mapValue'), 'fields');
  return { mapValue: toExtra(Object.fromEntries(Object.entries(value)), classes, entries) };
}

/** The name of a document with its project and database. */
const WHOLE_NAME = /^projects\/([^/]+)\/databases\/([^/]+)\/documents\/(.+)$/;

/**
 * The path of the document or, in another database, its whole name. The SDK takes every reference for one into
 * its own database, so only the value as it was sent says which one is meant.
 */
function referenceOf({ path, firestore }: Sdk.DocumentReference, raw: unknown): string {
  const name = memberOf(raw, 'referenceValue');
  if (typeof name !== 'string') return path;
  const [, project, database] = WHOLE_NAME.exec(name) ?? [];
  const isOwn = project === memberOf(firestore, 'projectId') && database === firestore.databaseId;
  return isOwn ? path : name;
}

/** The reverse of `referenceOf`. */
function referenceTo(text: string, database: Firestore, classes: ValueClasses): Sdk.DocumentReference {
  const [, projectId, databaseId, path] = WHOLE_NAME.exec(text) ?? [];
  if (projectId === undefined || databaseId === undefined || path === undefined) return database.doc(text);
  // Never used for a call.
  return new classes.Firestore({ projectId, databaseId }).doc(path);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function fromExtra(
  fields: ExtraFields,
  database: Firestore,
  classes: ValueClasses,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fromFieldValue(value, database, classes)]),
  );
}

export function fromFieldValue(value: FieldValue, database: Firestore, classes: ValueClasses): unknown {
  if ('booleanValue' in value) return value.booleanValue;
  if ('integerValue' in value) return BigInt(value.integerValue);
  if ('doubleValue' in value) return Number(value.doubleValue);
  if ('stringValue' in value) return value.stringValue;
  if ('timestampValue' in value) return timestampFrom(value.timestampValue, classes);
  if ('bytesValue' in value) return Buffer.from(value.bytesValue, 'base64');
  if ('referenceValue' in value) return referenceTo(value.referenceValue, database, classes);
  if ('geoPointValue' in value) {
    return new classes.GeoPoint(value.geoPointValue.latitude, value.geoPointValue.longitude);
  }
  if ('vectorValue' in value) return classes.FieldValue.vector([...value.vectorValue]);
  if ('arrayValue' in value) return value.arrayValue.map((item) => fromFieldValue(item, database, classes));
  if ('mapValue' in value) return fromExtra(value.mapValue, database, classes);
  return null;
}

function jsonDouble(value: number): number | 'NaN' | 'Infinity' | '-Infinity' | '-0' {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return 'Infinity';
  if (value === -Infinity) return '-Infinity';
  return Object.is(value, -0) ? '-0' : value;
}

function rfc3339(time: Timestamp): string {
  const seconds = new Date(time.seconds * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return `${seconds}.${String(time.nanoseconds).padStart(9, '0')}Z`;
}

function timestampFrom(text: string, classes: ValueClasses): Timestamp {
  const seconds = Date.parse(`${text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`) / 1000;
  return new classes.Timestamp(seconds, Number(text.slice(-10, -1)));
}

function isVector(value: object): value is { toArray: () => number[] } {
  return 'toArray' in value && typeof value.toArray === 'function';
}

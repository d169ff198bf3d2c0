/**
 * The values of expressions in rules: Firestore's own values, and the known facts about an unread document.
 *
 * A list request is allowed only if its rule holds for every document that the query can return, whatever the
 * database holds (https://firebase.google.com/docs/firestore/security/rules-query). Therefore a rule is also
 * evaluated on a document with only some known fields, and each operation on the others gives `UNKNOWN`.
 */
import type { Fields, Value } from '../firestore/protocol.ts';
import { compareValues, equalValues } from '../firestore/values.ts';

export const UNKNOWN: unique symbol = Symbol('unknown');

export type RuleValue =
  | Value
  | typeof UNKNOWN
  /** `request`, `resource` and their parts. Anything else does not exist, or is unknown. */
  | { readonly members: Members; readonly rest: 'none' | 'unknown' }
  /** The result of `Map.diff`: the fields now and before. */
  | { readonly now: Fields; readonly before: Fields };

export type Members = Readonly<Record<string, RuleValue>>;

/**
 * An expression has no value, such as a field that a document lacks. Its rule allows nothing.
 */
export class EvaluationError extends Error {}

export const NULL: Value = { nullValue: 'NULL_VALUE' };

export function bool(value: boolean): { readonly booleanValue: boolean } {
  return { booleanValue: value };
}

export function map(fields: Fields): Value {
  return { mapValue: { fields } };
}

export function objectOf(members: Members): RuleValue {
  return { members, rest: 'none' };
}

export function list(values: readonly Value[]): Value {
  return { arrayValue: { values } };
}

/** @returns null if unknown @throws EvaluationError for a value that is neither true nor false */
export function truthOf(value: RuleValue): boolean | null {
  if (value === UNKNOWN) return null;
  if ('booleanValue' in value) return value.booleanValue;
  throw new EvaluationError('it is neither true nor false');
}

export function member(object: RuleValue, name: string): RuleValue {
  if (object === UNKNOWN) return UNKNOWN;
  const found = ownField('members' in object ? object.members : fieldsOf(object), name);
  if (found === undefined && 'members' in object && object.rest === 'unknown') return UNKNOWN;
  if (found === undefined) throw new EvaluationError(`there is no ${name}`);
  return found;
}

export function isEqual(a: RuleValue, b: RuleValue): RuleValue {
  if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
  // Parts of a request are compared only with null, to learn whether they exist.
  if ('members' in a ? 'nullValue' in b : 'members' in b && 'nullValue' in a) return bool(false);
  return bool(equalValues(plain(a), plain(b)));
}

/** `item in collection`: a key of a map, or an item of a list. */
export function isIn(item: RuleValue, collection: RuleValue): RuleValue {
  if (item === UNKNOWN || collection === UNKNOWN) return UNKNOWN;
  const wanted = plain(item);
  if ('arrayValue' in collection) return bool(itemsOf(collection).some((one) => equalValues(one, wanted)));
  const key = textOf(wanted);
  if (!('members' in collection)) return bool(Object.hasOwn(fieldsOf(collection), key));
  if (Object.hasOwn(collection.members, key)) return bool(true);
  return collection.rest === 'unknown' ? UNKNOWN : bool(false);
}

export function isAtMost(a: RuleValue, b: RuleValue): RuleValue {
  if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
  const [x, y] = [plain(a), plain(b)];
  const comparable = (isNumber(x) && isNumber(y)) || ('stringValue' in x && 'stringValue' in y);
  if (!comparable) throw new EvaluationError('only two numbers or two texts are compared');
  return bool(compareValues(x, y) <= 0);
}

/** The types allowed after `is`. */
export const TYPES: ReadonlyMap<string, keyof AllKinds> = new Map([
  ['string', 'stringValue'],
  ['bool', 'booleanValue'],
]);

type AllKinds = { stringValue: string; booleanValue: boolean };

export function isOfKind(value: RuleValue, kind: keyof AllKinds): RuleValue {
  return value === UNKNOWN ? UNKNOWN : bool(kind in value);
}

/**
 * The methods of values, each with the number of its arguments. Google's emulator counts the size of a text
 * in UTF-16 units.
 */
export const METHODS: ReadonlyMap<
  string,
  { readonly arity: number; readonly apply: (object: KnownValue, argument: KnownValue) => RuleValue }
> = new Map([
  ['size', { arity: 0, apply: (text) => ({ integerValue: String(textOf(text).length) }) }],
  ['diff', { arity: 1, apply: (now, before) => ({ now: fieldsOf(now), before: fieldsOf(before) }) }],
  [
    'affectedKeys',
    { arity: 0, apply: (diff) => list(affectedKeys(diff).map((key) => ({ stringValue: key }))) },
  ],
  ['hasAny', { arity: 1, apply: (set, wanted) => bool(hasAny(itemsOf(set), itemsOf(wanted))) }],
]);

type KnownValue = Exclude<RuleValue, typeof UNKNOWN>;

/** The fields that were added, removed or changed. */
function affectedKeys(diff: KnownValue): string[] {
  if (!('before' in diff)) throw new EvaluationError('it is not a difference of maps');
  const { now, before } = diff;
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].filter(
    (key) => !equalValues(ownField(now, key), ownField(before, key)),
  );
}

function hasAny(values: readonly Value[], wanted: readonly Value[]): boolean {
  return wanted.some((one) => values.some((value) => equalValues(value, one)));
}

function ownField<Field>(fields: Readonly<Record<string, Field>>, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isNumber(value: Value): boolean {
  return 'integerValue' in value || 'doubleValue' in value;
}

/** A value that a document can hold. @throws EvaluationError for a part of a request */
export function plain(value: KnownValue): Value {
  if ('members' in value || 'before' in value) throw new EvaluationError('it cannot be compared');
  return value;
}

function textOf(value: KnownValue): string {
  if (!('stringValue' in value)) throw new EvaluationError('it is not a string');
  return value.stringValue;
}

function fieldsOf(value: KnownValue): Fields {
  if (!('mapValue' in value)) throw new EvaluationError('it is not a map');
  return value.mapValue.fields ?? {};
}

function itemsOf(value: KnownValue): readonly Value[] {
  if (!('arrayValue' in value)) throw new EvaluationError('it is not a list');
  return value.arrayValue.values ?? [];
}

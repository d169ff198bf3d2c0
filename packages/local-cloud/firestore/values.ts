/**
 * Firestore values: their kinds, their order in queries, and their storage size.
 * https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering and
 * https://firebase.google.com/docs/firestore/storage-size
 */
import type { Fields, Timestamp, Value } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';

/** Kinds in Firestore's order; integers and doubles are one kind. */
const RANKS = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 9,
} as const;
type Kind = keyof typeof RANKS;

function isKind(name: string): name is Kind {
  return name in RANKS;
}

/** @throws RpcError INVALID_ARGUMENT for a value without exactly one kind that a document can hold */
function kindOf(value: Value): Kind {
  const [kind, ...more] = Object.keys(value);
  if (kind === undefined || more.length > 0 || !isKind(kind)) {
    throw invalidArgument(`Cannot store a value of the kind "${kind ?? 'none'}".`);
  }
  return kind;
}

function rankOf(value: Value): number {
  return RANKS[kindOf(value)];
}

/** Compares by UTF-8 bytes. This differs from UTF-16 only between a surrogate and U+E000 or above. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) {
      const xSurrogate = x >= 0xd800 && x <= 0xdfff;
      const ySurrogate = y >= 0xd800 && y <= 0xdfff;
      return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/** Resource names segment by segment, as Firestore orders references and `__name__`. */
function compareNames(a: string, b: string): number {
  return compareLists(a.split('/'), b.split('/'), compareStrings);
}

function compareLists<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
): number {
  for (const [index, item] of a.entries()) {
    const itemOfB = b[index];
    if (itemOfB === undefined) return 1;
    const order = compare(item, itemOfB);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** NaN comes before every number and equals itself. */
function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: Value, b: Value): number {
  if ('integerValue' in a && 'integerValue' in b) {
    const difference = BigInt(a.integerValue) - BigInt(b.integerValue);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return compareDoubles(numberOf(a) ?? Number.NaN, numberOf(b) ?? Number.NaN);
}

/** The number of an integer or double; null for other kinds. */
function numberOf(value: Value): number | null {
  if ('integerValue' in value) return Number(value.integerValue);
  return 'doubleValue' in value ? value.doubleValue : null;
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return Number(a.seconds ?? 0) - Number(b.seconds ?? 0) || (a.nanos ?? 0) - (b.nanos ?? 0);
}

function compareFields(a: Fields, b: Fields): number {
  const entries = (fields: Fields): [string, Value][] =>
    Object.entries(fields).toSorted(([x], [y]) => compareStrings(x, y));
  return compareLists(
    entries(a),
    entries(b),
    ([x, xValue], [y, yValue]) => compareStrings(x, y) || compareValues(xValue, yValue),
  );
}

/** Total order over all values, negative if `a` sorts first. */
export function compareValues(a: Value, b: Value): number {
  const byRank = rankOf(a) - rankOf(b);
  if (byRank !== 0) return byRank;
  if ('stringValue' in a && 'stringValue' in b) return compareStrings(a.stringValue, b.stringValue);
  if ('timestampValue' in a && 'timestampValue' in b) {
    return compareTimestamps(a.timestampValue, b.timestampValue);
  }
  if ('booleanValue' in a && 'booleanValue' in b) return Number(a.booleanValue) - Number(b.booleanValue);
  if ('bytesValue' in a && 'bytesValue' in b) return Buffer.compare(a.bytesValue, b.bytesValue);
  if ('referenceValue' in a && 'referenceValue' in b) return compareNames(a.referenceValue, b.referenceValue);
  if ('geoPointValue' in a && 'geoPointValue' in b) {
    const [x, y] = [a.geoPointValue, b.geoPointValue];
    return (
      compareDoubles(x.latitude ?? 0, y.latitude ?? 0) || compareDoubles(x.longitude ?? 0, y.longitude ?? 0)
    );
  }
  if ('arrayValue' in a && 'arrayValue' in b) {
    return compareLists(a.arrayValue.values ?? [], b.arrayValue.values ?? [], compareValues);
  }
  if ('mapValue' in a && 'mapValue' in b) {
    return compareFields(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  }
  return rankOf(a) === RANKS.integerValue ? compareNumbers(a, b) : 0;
}

export function equalValues(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return compareValues(a, b) === 0;
}

/** Equal and of the same kinds throughout: `1` and `1.0` differ, because they are stored differently. */
export function sameFields(a: Fields, b: Fields): boolean {
  return compareFields(a, b) === 0 && fieldsSize(a) === fieldsSize(b);
}

const stringSize = (text: string): number => Buffer.byteLength(text) + 1;

function fieldsSize(fields: Fields): number {
  let size = 0;
  for (const [name, value] of Object.entries(fields)) size += stringSize(name) + valueSize(value);
  return size;
}

/** Bytes that Firestore counts for a value. */
export function valueSize(value: Value): number {
  if ('stringValue' in value) return stringSize(value.stringValue);
  if ('bytesValue' in value) return value.bytesValue.length;
  if ('referenceValue' in value) return nameSize(value.referenceValue);
  if ('geoPointValue' in value) return 16;
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).reduce((sum, v) => sum + valueSize(v), 0);
  if ('mapValue' in value) return fieldsSize(value.mapValue.fields ?? {});
  const kind = kindOf(value);
  return kind === 'nullValue' || kind === 'booleanValue' ? 1 : 8;
}

function nameSize(name: string): number {
  const [, , , , , ...path] = name.split('/');
  return path.reduce((sum, segment) => sum + stringSize(segment), 16);
}

/** Bytes that Firestore counts for a whole document. */
export function documentSize(name: string, fields: Fields): number {
  return nameSize(name) + fieldsSize(fields) + 32;
}

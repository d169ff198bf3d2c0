/**
 * A compiled structured query: the documents that it matches, and their order. It supports what the app's
 * query and the rules' cases need, and refuses the rest of Firestore's query language by name.
 */
import type { Documents, StoredDocument } from './documents.ts';
import { getField, parseFieldPath } from './field-path.ts';
import { collectionOf } from './names.ts';
import type { Filter, StructuredQuery, Value } from './protocol.ts';
import { invalidArgument, unimplemented } from './rpc-error.ts';
import { compareValues, equalValues } from './values.ts';

export interface Query {
  /** Full path of the collection. */
  readonly parent: string;
  readonly where: Filter | undefined;
  readonly limit: number;
  /** Whether the document is in the result, as far as that depends on the document alone. */
  readonly matches: Predicate;
  readonly compare: (a: StoredDocument, b: StoredDocument) => number;
}

type Predicate = (document: StoredDocument) => boolean;
type FieldReader = (document: StoredDocument) => Value | undefined;

interface Order {
  readonly field: string;
  readonly read: FieldReader;
  readonly sign: 1 | -1;
}

/**
 * @throws RpcError INVALID_ARGUMENT if the query is malformed, UNIMPLEMENTED if it needs an unsupported
 *   feature
 */
export function compileQuery(parent: string | undefined, query: StructuredQuery | undefined): Query {
  const [from, ...more] = query?.from ?? [];
  if (parent === undefined || query === undefined || from?.collectionId === undefined || more.length > 0) {
    throw invalidArgument('A query must name its parent and exactly one collection.');
  }
  for (const name of ['select', 'startAt', 'endAt', 'offset', 'findNearest'] as const) {
    if (query[name] !== undefined) throw unimplemented(`"${name}" in a query`);
  }
  if (from.allDescendants === true) throw unimplemented('a query of a collection group');
  const limit = query.limit?.value ?? Number.POSITIVE_INFINITY;
  if (limit < 0) throw invalidArgument('A limit may not be negative.');
  const orders = ordersOf(query);
  const passes = compileFilter(query.where);
  const path = `${parent}/${from.collectionId}`;
  return {
    parent: path,
    where: query.where,
    limit,
    matches: (document) =>
      collectionOf(document.name) === path &&
      passes(document) &&
      orders.every((order) => order.read(document) !== undefined),
    compare: (a, b) => compareBy(orders, a, b),
  };
}

/** The query's whole result, in its order. */
export function runQuery(documents: Documents, query: Query): StoredDocument[] {
  const found = [...documents.collection(query.parent).values()].filter((document) =>
    query.matches(document),
  );
  return found.toSorted(query.compare).slice(0, query.limit);
}

/** Reads a field of a document; `__name__` is the document's own name as a reference. */
function fieldReader(fieldPath = ''): FieldReader {
  if (fieldPath === '__name__') return (document) => ({ referenceValue: document.name });
  const path = parseFieldPath(fieldPath);
  return (document) => getField(document.fields, path);
}

function compileFilter(filter: Filter | undefined): Predicate {
  if (filter === undefined) return () => true;
  const { compositeFilter, fieldFilter } = filter;
  if (compositeFilter !== undefined) {
    const parts = (compositeFilter.filters ?? []).map((part) => compileFilter(part));
    if (compositeFilter.op === 'AND') return (document) => parts.every((part) => part(document));
    if (compositeFilter.op === 'OR') return (document) => parts.some((part) => part(document));
    throw invalidArgument(`Unknown composite filter "${compositeFilter.op ?? ''}".`);
  }
  if (fieldFilter === undefined) throw unimplemented('a filter of this kind');
  const { field, op, value: operand } = fieldFilter;
  if (operand === undefined) throw invalidArgument(`The filter "${op ?? ''}" needs a value.`);
  const wanted = wantedValues(op, operand);
  const read = fieldReader(field?.fieldPath);
  return (document) => {
    const value = read(document);
    return value !== undefined && wanted.some((want) => equalValues(value, want));
  };
}

function wantedValues(op: string | undefined, operand: Value): readonly Value[] {
  if (op === 'EQUAL') return [operand];
  if (op !== 'IN') throw unimplemented(`the filter "${op ?? ''}"`);
  const values = 'arrayValue' in operand ? (operand.arrayValue.values ?? []) : [];
  if (values.length === 0) throw invalidArgument('"IN" requires a non-empty array value.');
  return values;
}

/**
 * If nothing else decides the order, documents are ordered by name, in the direction of the last order.
 */
function ordersOf(query: StructuredQuery): Order[] {
  const orders = (query.orderBy ?? []).map(({ field, direction }): Order => {
    const fieldPath = field?.fieldPath ?? '';
    return { field: fieldPath, read: fieldReader(fieldPath), sign: direction === 'DESCENDING' ? -1 : 1 };
  });
  if (orders.some(({ field }) => field === '__name__')) return orders;
  return [...orders, { field: '__name__', read: fieldReader('__name__'), sign: orders.at(-1)?.sign ?? 1 }];
}

function compareBy(orders: readonly Order[], a: StoredDocument, b: StoredDocument): number {
  for (const { read, sign } of orders) {
    const [x, y] = [read(a), read(b)];
    const order = x === undefined || y === undefined ? 0 : compareValues(x, y) * sign;
    if (order !== 0) return order;
  }
  return 0;
}

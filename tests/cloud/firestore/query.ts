/**
 * A structured query made ready to run: which documents it matches, in which order, and which part of them it
 * gives. Unlike real Firestore it needs no indexes.
 */
import type { Documents, StoredDocument } from './documents.ts';
import { getField, parseFieldPath, withField } from './field-path.ts';
import { compileFilter, fieldReader, inequalityFields } from './filter.ts';
import type { FieldReader, Predicate } from './filter.ts';
import { collectionOf, lastSegment } from './names.ts';
import type { Cursor, Fields, Filter, StructuredQuery } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';
import { compareValues } from './values.ts';

export interface Query {
  /** Full path of the collection; with `group`, of the document that all results are below. */
  readonly parent: string;
  readonly collectionId: string;
  /** Collection group query. */
  readonly group: boolean;
  readonly where: Filter | undefined;
  /** Whether the result of one document depends on the others. */
  readonly windowed: boolean;
  /** Whether the document is in the result, as far as that depends on itself alone. */
  readonly matches: Predicate;
  readonly compare: (a: StoredDocument, b: StoredDocument) => number;
  readonly offset: number;
  readonly limit: number;
  readonly project: (fields: Fields) => Fields;
}

interface Order {
  readonly field: string;
  readonly read: FieldReader;
  readonly sign: 1 | -1;
}

/** @throws RpcError INVALID_ARGUMENT where the query is not well formed */
export function compileQuery(parent: string | undefined, query: StructuredQuery | undefined): Query {
  const [from, ...more] = query?.from ?? [];
  if (parent === undefined || query === undefined || from?.collectionId === undefined || more.length > 0) {
    throw invalidArgument('A query must name its parent and exactly one collection.');
  }
  if (query.findNearest !== undefined) throw invalidArgument('Vector queries are not supported here.');
  const { collectionId, allDescendants: group = false } = from;
  const orders = ordersOf(query);
  const passes = compileFilter(query.where);
  const starts = compileCursor(query.startAt, orders, (order, before) => (before ? order >= 0 : order > 0));
  const ends = compileCursor(query.endAt, orders, (order, before) => (before ? order < 0 : order <= 0));
  const path = `${parent}/${collectionId}`;
  const stands = (name: string): boolean => {
    const collection = collectionOf(name);
    return group
      ? lastSegment(collection) === collectionId && collection.startsWith(`${parent}/`)
      : collection === path;
  };
  const limit = query.limit?.value ?? Number.POSITIVE_INFINITY;
  const offset = query.offset ?? 0;
  if (limit < 0 || offset < 0) throw invalidArgument('Limit and offset may not be negative.');
  return {
    parent: group ? parent : path,
    collectionId,
    group,
    where: query.where,
    windowed: offset > 0 || Number.isFinite(limit),
    matches: (document) =>
      stands(document.name) &&
      passes(document) &&
      orders.every((order) => order.read(document) !== undefined) &&
      starts(document) &&
      ends(document),
    compare: (a, b) => compareBy(orders, a, b),
    offset,
    limit,
    project: projection(query.select && (query.select.fields ?? []).map((field) => field.fieldPath ?? '')),
  };
}

function ordersOf(query: StructuredQuery): Order[] {
  const orders = (query.orderBy ?? []).map(({ field, direction }): Order => {
    const fieldPath = field?.fieldPath ?? '';
    return { field: fieldPath, read: fieldReader(fieldPath), sign: direction === 'DESCENDING' ? -1 : 1 };
  });
  const sign = orders.at(-1)?.sign ?? 1;
  for (const field of [...inequalityFields(query.where), '__name__']) {
    if (!orders.some((order) => order.field === field))
      orders.push({ field, read: fieldReader(field), sign });
  }
  return orders;
}

function compareBy(orders: readonly Order[], a: StoredDocument, b: StoredDocument): number {
  for (const { read, sign } of orders) {
    const [x, y] = [read(a), read(b)];
    const order = x === undefined || y === undefined ? 0 : compareValues(x, y) * sign;
    if (order !== 0) return order;
  }
  return 0;
}

function compileCursor(
  cursor: Cursor | undefined,
  orders: readonly Order[],
  holds: (order: number, before: boolean) => boolean,
): Predicate {
  const values = cursor?.values ?? [];
  if (cursor === undefined || values.length === 0) return () => true;
  if (values.length > orders.length)
    throw invalidArgument('A cursor has more values than the query has orders.');
  return (document) => {
    let result = 0;
    for (const [index, bound] of values.entries()) {
      const order = orders[index];
      const value = order?.read(document);
      if (order === undefined || value === undefined) return false;
      result = compareValues(value, bound) * order.sign;
      if (result !== 0) break;
    }
    return holds(result, cursor.before ?? false);
  };
}

/** Keeps the named fields only, everything where none are given; `__name__` stands for no field at all. */
export function projection(fieldPaths: readonly string[] | undefined): (fields: Fields) => Fields {
  if (fieldPaths === undefined) return (fields) => fields;
  const paths = fieldPaths.filter((name) => name !== '__name__').map((name) => parseFieldPath(name));
  return (fields) => {
    let kept: Fields = {};
    for (const path of paths) {
      const value = getField(fields, path);
      if (value !== undefined) kept = withField(kept, path, value);
    }
    return kept;
  };
}

/** The query's whole result, in its order. */
export function runQuery(documents: Documents, query: Query): StoredDocument[] {
  const candidates = query.group ? documents.all() : documents.collection(query.parent).values();
  const found: StoredDocument[] = [];
  for (const document of candidates) if (query.matches(document)) found.push(document);
  return found.toSorted(query.compare).slice(query.offset, query.offset + query.limit);
}

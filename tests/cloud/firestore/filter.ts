/** The `where` of a query as a predicate over documents. */
import type { StoredDocument } from './documents.ts';
import { getField, parseFieldPath } from './field-path.ts';
import type { Filter, Value } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';
import { compareValues, equalValues, rankOf } from './values.ts';

export type Predicate = (document: StoredDocument) => boolean;
export type FieldReader = (document: StoredDocument) => Value | undefined;

/** Reads a field of a document; `__name__` is the document's own name as a reference. */
export function fieldReader(fieldPath: string | undefined): FieldReader {
  if (fieldPath === '__name__') return (document) => ({ referenceValue: document.name });
  const path = parseFieldPath(fieldPath ?? '');
  return (document) => getField(document.fields, path);
}

/** @throws RpcError INVALID_ARGUMENT where the filter is not well formed */
export function compileFilter(filter: Filter | undefined): Predicate {
  if (filter === undefined) return () => true;
  const { compositeFilter, fieldFilter, unaryFilter } = filter;
  if (compositeFilter !== undefined) {
    const parts = (compositeFilter.filters ?? []).map((part) => compileFilter(part));
    if (compositeFilter.op === 'AND') return (document) => parts.every((part) => part(document));
    if (compositeFilter.op === 'OR') return (document) => parts.some((part) => part(document));
    throw invalidArgument(`Unknown composite filter "${compositeFilter.op ?? ''}".`);
  }
  if (fieldFilter !== undefined) {
    const read = fieldReader(fieldFilter.field?.fieldPath);
    const test = compileTest(fieldFilter.op ?? '', fieldFilter.value);
    return (document) => {
      const value = read(document);
      return value !== undefined && test(value);
    };
  }
  if (unaryFilter !== undefined) {
    const read = fieldReader(unaryFilter.field?.fieldPath);
    const test = compileUnary(unaryFilter.op ?? '');
    return (document) => {
      const value = read(document);
      return value !== undefined && test(value);
    };
  }
  throw invalidArgument('A filter must be a composite, field or unary filter.');
}

const isNull = (value: Value): boolean => 'nullValue' in value;
const isNan = (value: Value): boolean => 'doubleValue' in value && Number.isNaN(value.doubleValue);

function compileUnary(op: string): (value: Value) => boolean {
  switch (op) {
    case 'IS_NULL':
      return isNull;
    case 'IS_NOT_NULL':
      return (value) => !isNull(value);
    case 'IS_NAN':
      return isNan;
    case 'IS_NOT_NAN':
      return (value) => !isNan(value) && !isNull(value);
    default:
      throw invalidArgument(`Unknown unary filter "${op}".`);
  }
}

function compileTest(op: string, operand: Value | undefined): (value: Value) => boolean {
  if (operand === undefined) throw invalidArgument(`The filter "${op}" needs a value.`);
  const range =
    (holds: (order: number) => boolean) =>
    (value: Value): boolean =>
      rankOf(value) === rankOf(operand) && holds(compareValues(value, operand));
  switch (op) {
    case 'EQUAL':
      return (value) => equalValues(value, operand);
    case 'NOT_EQUAL':
      return (value) => !isNull(value) && !equalValues(value, operand);
    case 'LESS_THAN':
      return range((order) => order < 0);
    case 'LESS_THAN_OR_EQUAL':
      return range((order) => order <= 0);
    case 'GREATER_THAN':
      return range((order) => order > 0);
    case 'GREATER_THAN_OR_EQUAL':
      return range((order) => order >= 0);
    case 'ARRAY_CONTAINS':
      return (value) => elementsOf(value).some((element) => equalValues(element, operand));
    case 'ARRAY_CONTAINS_ANY': {
      const wanted = listOf(op, operand);
      return (value) =>
        elementsOf(value).some((element) => wanted.some((want) => equalValues(element, want)));
    }
    case 'IN': {
      const wanted = listOf(op, operand);
      return (value) => wanted.some((want) => equalValues(value, want));
    }
    case 'NOT_IN': {
      const unwanted = listOf(op, operand);
      return (value) => !isNull(value) && !unwanted.some((want) => equalValues(value, want));
    }
    default:
      throw invalidArgument(`Unknown field filter "${op}".`);
  }
}

function elementsOf(value: Value): readonly Value[] {
  return 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
}

function listOf(op: string, operand: Value): readonly Value[] {
  const values = elementsOf(operand);
  if (values.length === 0) throw invalidArgument(`"${op}" requires a non-empty array value.`);
  return values;
}

/** Fields that inequalities are on, in the order in which Firestore sorts by them where nothing else is asked. */
export function inequalityFields(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  const { compositeFilter, fieldFilter } = filter;
  if (compositeFilter !== undefined) {
    return [...new Set((compositeFilter.filters ?? []).flatMap((part) => inequalityFields(part)))].toSorted();
  }
  const field = fieldFilter?.field?.fieldPath ?? '';
  return INEQUALITIES.has(fieldFilter?.op ?? '') ? [field] : [];
}

const INEQUALITIES = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
]);

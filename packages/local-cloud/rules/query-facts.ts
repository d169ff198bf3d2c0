/** What a query's filter implies for every document that it can return. */
import type { Fields, Filter } from '../firestore/protocol.ts';
import { equalValues } from '../firestore/values.ts';

/**
 * The known fields of each document, as alternatives: every document that passes the filter has all fields of
 * one of them. A filter of another kind implies nothing.
 */
export function factsOf(filter: Filter | undefined): readonly Fields[] {
  const parts = filter?.compositeFilter?.filters?.map((part) => factsOf(part)) ?? [];
  if (filter?.compositeFilter?.op === 'OR') return parts.flat();
  if (filter?.compositeFilter?.op === 'AND') return parts.reduce(together, [{}]);
  const name = filter?.fieldFilter?.field?.fieldPath ?? '';
  const operand = filter?.fieldFilter?.value;
  // Only a plain field name: others are quoted, or name a part of a field.
  if (operand === undefined || !/^[A-Za-z]\w*$/.test(name)) return [{}];
  if (filter?.fieldFilter?.op === 'EQUAL') return [{ [name]: operand }];
  if (filter?.fieldFilter?.op !== 'IN' || !('arrayValue' in operand)) return [{}];
  return (operand.arrayValue.values ?? []).map((value) => ({ [name]: value }));
}

/** The facts if one alternative of each side holds. Two that contradict each other fit no document. */
function together(one: readonly Fields[], other: readonly Fields[]): readonly Fields[] {
  return one.flatMap((a) =>
    other.flatMap((b) =>
      Object.entries(b).every(([name, value]) => a[name] === undefined || equalValues(a[name], value))
        ? [{ ...a, ...b }]
        : [],
    ),
  );
}

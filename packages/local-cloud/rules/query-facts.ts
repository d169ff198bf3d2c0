/** What a query's filter says of every document that it can return. */
import type { Fields, Filter } from '../firestore/protocol.ts';
import { equalValues } from '../firestore/values.ts';

/**
 * The fields that are known of each document, as alternatives: every document that passes the filter has all
 * fields of one of them. A filter of another kind says nothing.
 */
export function factsOf(filter: Filter | undefined): readonly Fields[] {
  const parts = filter?.compositeFilter?.filters?.map((part) => factsOf(part)) ?? [];
  if (filter?.compositeFilter?.op === 'OR') return parts.flat();
  if (filter?.compositeFilter?.op === 'AND') return parts.reduce(together, [{}]);
  const name = filter?.fieldFilter?.field?.fieldPath ?? '';
  const operand = filter?.fieldFilter?.value;
  // Only a name that stands for a field itself: others are quoted, or name a part of a field.
  if (operand === undefined || !/^[A-Za-z]\w*$/.test(name)) return [{}];
  if (filter?.fieldFilter?.op === 'EQUAL') return [{ [name]: operand }];
  if (filter?.fieldFilter?.op !== 'IN' || !('arrayValue' in operand)) return [{}];
  return (operand.arrayValue.values ?? []).map((value) => ({ [name]: value }));
}

/** What holds if one alternative of each side does. Two that contradict each other fit no document. */
function together(one: readonly Fields[], other: readonly Fields[]): readonly Fields[] {
  return one.flatMap((a) =>
    other.flatMap((b) =>
      Object.entries(b).every(([name, value]) => a[name] === undefined || equalValues(a[name], value))
        ? [{ ...a, ...b }]
        : [],
    ),
  );
}

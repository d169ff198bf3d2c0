/**
 * Whether a query can only return its caller's own documents, whatever the database holds. Security rules demand
 * such a proof and do not filter: https://firebase.google.com/docs/firestore/security/rules-query
 */
import type { Filter } from './protocol.ts';
import { equalValues } from './values.ts';

/** True if every document that passes the filter has this `uid`. */
export function checkFilter(filter: Filter, uid: string): boolean {
  const { fieldFilter, compositeFilter } = filter;
  const owner = { stringValue: uid };
  if (fieldFilter !== undefined) {
    if (fieldFilter.field?.fieldPath !== 'uid' || fieldFilter.value === undefined) return false;
    if (fieldFilter.op === 'EQUAL') return equalValues(fieldFilter.value, owner);
    if (fieldFilter.op !== 'IN' || !('arrayValue' in fieldFilter.value)) return false;
    const values = fieldFilter.value.arrayValue.values ?? [];
    return values.length > 0 && values.every((value) => equalValues(value, owner));
  }
  const filters = compositeFilter?.filters ?? [];
  if (compositeFilter?.op === 'AND') return filters.some((part) => checkFilter(part, uid));
  return compositeFilter?.op === 'OR' && filters.length > 0 && filters.every((p) => checkFilter(p, uid));
}

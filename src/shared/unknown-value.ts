/**
 * The value that another client has stored for a mark, in a form that this version does not know. What can be read of the value
 * is shown, mostly nothing. The value stays as it is until a person changes the mark; Undo brings it back.
 */
import { type FieldValue, isFieldValue } from './extra-fields.ts';

export interface UnknownValue {
  readonly unknown: FieldValue;
}

export function isUnknownValue(value: unknown): value is UnknownValue {
  return typeof value === 'object' && value !== null && 'unknown' in value && isFieldValue(value.unknown);
}

/** Null if the value is not an unknown one. Two values that are the same have the same text. */
export function unknownJson(value: unknown): string | null {
  return isUnknownValue(value) ? JSON.stringify(value.unknown, inOrder) : null;
}

/** A document's maps have no order. */
function inOrder(_key: string, part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

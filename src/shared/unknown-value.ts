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

/** Whether both are the same unknown value, or neither is an unknown one. Another client may have stored a million parts. */
export function isSameUnknown(one: unknown, other: unknown): boolean {
  if (!isUnknownValue(one) || !isUnknownValue(other)) return isUnknownValue(one) === isUnknownValue(other);
  return isSameJson(one.unknown, other.unknown);
}

/** A document's maps have no order. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, index) => isSameJson(part, other[index]));
  if (Array.isArray(one) || Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The value that another client has stored for a mark, in a form that this version does not know. The
 * readable part of the value, mostly none, is shown. The value stays as it is until the user changes the
 * mark; Undo brings it back.
 */
import { type FieldValue, isFieldValue } from './extra-fields.ts';

export interface UnknownValue {
  readonly unknown: FieldValue;
}

export function isUnknownValue(value: unknown): value is UnknownValue {
  return typeof value === 'object' && value !== null && 'unknown' in value && isFieldValue(value.unknown);
}

/** Whether both are the same unknown value, or neither is unknown. A value may have a million parts. */
export function isSameUnknown(first: unknown, second: unknown): boolean {
  if (!isUnknownValue(first) || !isUnknownValue(second))
    return isUnknownValue(first) === isUnknownValue(second);
  return isSameJson(first.unknown, second.unknown);
}

/** A document's maps have no order. */
function isSameJson(first: unknown, second: unknown): boolean {
  if (!isObject(first) || !isObject(second)) return first === second;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((part, index) => isSameJson(part, second[index]));
  if (Array.isArray(first) || Array.isArray(second)) return false;
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && isSameJson(first[name], second[name]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

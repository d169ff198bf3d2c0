/** Field transforms: what a server makes of a field itself, from its value before and the request's time. */
import type { FieldTransform, Value } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';
import { compareValues, equalValues, numberOf } from './values.ts';

export interface Transformed {
  /** What the field becomes. */
  readonly value: Value;
  /** What the client is told; null for the array transforms. */
  readonly result: Value;
}

const NULL: Value = { nullValue: 'NULL_VALUE' };
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

/**
 * @param requestTime value of `REQUEST_TIME`
 * @throws RpcError INVALID_ARGUMENT for an unknown transform or a wrong operand
 */
export function applyTransform(
  transform: FieldTransform,
  before: Value | undefined,
  requestTime: Value,
): Transformed {
  const elements = before !== undefined && 'arrayValue' in before ? (before.arrayValue.values ?? []) : [];
  if (transform.setToServerValue === 'REQUEST_TIME') return { value: requestTime, result: requestTime };
  if (transform.increment !== undefined) return both(increment(before, transform.increment));
  if (transform.maximum !== undefined) return both(pick(before, transform.maximum, 1));
  if (transform.minimum !== undefined) return both(pick(before, transform.minimum, -1));
  if (transform.appendMissingElements !== undefined) {
    const values = [...elements];
    for (const value of transform.appendMissingElements.values ?? []) {
      if (!values.some((known) => equalValues(known, value))) values.push(value);
    }
    return { value: { arrayValue: { values } }, result: NULL };
  }
  if (transform.removeAllFromArray !== undefined) {
    const unwanted = transform.removeAllFromArray.values ?? [];
    const values = elements.filter((value) => !unwanted.some((other) => equalValues(other, value)));
    return { value: { arrayValue: { values } }, result: NULL };
  }
  throw invalidArgument(`Unknown transform of the property "${transform.fieldPath ?? ''}".`);
}

function both(value: Value): Transformed {
  return { value, result: value };
}

function checkNumber(operand: Value): number {
  const number = numberOf(operand);
  if (number === null) throw invalidArgument('A numeric transform needs an integer or a double.');
  return number;
}

function increment(before: Value | undefined, by: Value): Value {
  const amount = checkNumber(by);
  const start = before === undefined ? null : numberOf(before);
  if (before === undefined || start === null) return by;
  if ('integerValue' in before && 'integerValue' in by) {
    const sum = BigInt(before.integerValue) + BigInt(by.integerValue);
    return { integerValue: String(sum > MAX_INTEGER ? MAX_INTEGER : sum < MIN_INTEGER ? MIN_INTEGER : sum) };
  }
  return { doubleValue: start + amount };
}

function pick(before: Value | undefined, operand: Value, sign: 1 | -1): Value {
  checkNumber(operand);
  if (before === undefined || numberOf(before) === null) return operand;
  return compareValues(operand, before) * sign > 0 ? operand : before;
}

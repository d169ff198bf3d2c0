/**
 * Checks that a value from the bridge is plain data: strings, numbers, booleans, null, and lists and objects
 * of these. Structured cloning carries more, and some of it passes for something else: to a parser, a `Date`
 * is an object without fields, and a list with four billion empty places is a list. A value may also contain
 * itself, or one part so often that reading it never ends.
 */

/** The most values within one value. A value that occurs several times is counted each time. */
const MOST_VALUES = 100_000;
/**
 * How deep lists and objects may be nested. A Firestore document has at most 20 levels, and each takes two or
 * three here.
 */
const MOST_LEVELS = 100;

export function isPlainData(root: unknown): boolean {
  let values = 0;

  function isPlain(value: unknown, level: number): boolean {
    values += 1;
    if (values > MOST_VALUES || level > MOST_LEVELS) return false;
    if (typeof value !== 'object' || value === null)
      return value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (!isDenseList(value) && !isRecord(value)) return false;
    return Object.values(value).every((part) => isPlain(part, level + 1));
  }

  return isPlain(root, 0);
}

/** A list without empty places or further properties. */
function isDenseList(value: object): boolean {
  if (!Array.isArray(value) || value.length > MOST_VALUES) return false;
  const names = Object.keys(value);
  // The places come first, in their order. A property with another name must not make up for an empty place.
  return names.length === value.length && names.every((name, place) => name === String(place));
}

/** An object of no class. `Object.prototype` differs between contexts, but never has a prototype itself. */
function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (!Array.isArray(value) && Object.getPrototypeOf(prototype) === null);
}

/**
 * Messages for fuzzing, derived from the schemas that guard the channels: valid ones, and ones with a single
 * error. A new channel is therefore fuzzed without further work.
 */
import * as fc from '#tests/support/fast-check.ts';
import type * as v from 'valibot';
import { anyCodePoint } from '#tests/support/arbitraries.ts';

/** The properties by which valibot's schemas describe themselves. */
interface Description {
  readonly type: string;
  readonly kind?: string;
  readonly pipe?: readonly Description[];
  readonly items?: readonly Description[];
  readonly item?: Description;
  readonly entries?: Readonly<Record<string, Description>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly wrapped?: Description;
}

/** Texts that often break programs: SQL, paths, markup, prototypes, limits of Unicode. */
const HOSTILE = [
  '',
  "'; DROP TABLE notes; --",
  '" OR 1=1',
  '%_\\',
  '../../etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  'https://example.org/',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\ud800',
  '\ufeff',
  'x'.repeat(70_000),
];

/** Few ids, so that messages often name existing notes. */
const IDS = ['ada', 'a', 'b', 'aaaaaaaaaaaaaaaaaaaa', 'ZZZZZZZZZZZZZZZZZZZZ'];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string(),
  fc.array(anyCodePoint, { maxLength: 20 }).map((points) => points.join('')),
);

/** Anything that a structured clone can carry, including objects that contain themselves. */
export const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  {
    weight: 8,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      key: fc.oneof(
        fc.string(),
        fc.constantFrom('__proto__', 'title', 'text', 'place', 'id', 'length', 'then'),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant(null).map(ownContainer) },
);

function ownContainer(): object {
  const object: Record<string, unknown> = { title: 'a' };
  object['text'] = object;
  return object;
}

/** Arguments that fit the schema, as far as the schema describes itself. */
export function validFor(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return fromDescription(schema);
}

function fromDescription(described: Description): fc.Arbitrary<unknown> {
  // A value that passes several schemas must fit the last one.
  const schema = described.pipe?.findLast(({ kind }) => kind === 'schema') ?? described;
  switch (schema.type) {
    case 'strict_tuple':
      return fc.tuple(...(schema.items ?? []).map(fromDescription));
    case 'array':
      return fc.array(schema.item === undefined ? anything : fromDescription(schema.item), { maxLength: 4 });
    case 'strict_object': {
      const entries = Object.entries(schema.entries ?? {});
      const required = entries.filter(([, { type }]) => type !== 'exact_optional' && type !== 'optional');
      return fc.record(Object.fromEntries(entries.map(([key, entry]) => [key, fromDescription(entry)])), {
        requiredKeys: required.map(([key]) => key),
      });
    }
    case 'variant':
    case 'union':
      return fc.oneof(...(schema.options ?? []).map((option) => fromDescription(option as Description)));
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'literal':
      return fc.constant(schema.literal);
    case 'null':
      return fc.constant(null);
    case 'lazy':
      // Only the schema of a document's values contains itself.
      return fc.constantFrom<unknown>(
        { nullValue: null },
        { doubleValue: 'NaN' },
        { stringValue: '__proto__' },
        { mapValue: { a: { arrayValue: [{ booleanValue: true }] } } },
      );
    case 'nullable':
      return fc.option(wrapped(schema));
    case 'optional':
    case 'exact_optional':
      return wrapped(schema);
    case 'string':
      return text;
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.maxSafeInteger(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'custom':
      return fc.constantFrom(...IDS);
    default:
      throw new Error(`No messages are made of a schema of the type ${schema.type} yet: add it here`);
  }
}

function wrapped({ wrapped: inner }: Description): fc.Arbitrary<unknown> {
  return inner === undefined ? anything : fromDescription(inner);
}

/** Valid arguments with one value replaced, removed or added. */
export function nearlyValid(schema: v.GenericSchema): fc.Arbitrary<unknown[]> {
  return fc
    .tuple(validFor(schema), fc.nat(), anything, fc.constantFrom('replace', 'remove', 'add'))
    .map(([args, where, what, how]) => {
      const changed = structuredClone(args) as unknown[];
      const places = placesIn(changed);
      const place = places[where % places.length];
      if (place === undefined || how === 'add') changed.push(what);
      else if (how === 'remove') Reflect.deleteProperty(place.of, place.key);
      else Reflect.set(place.of, place.key, what);
      return changed;
    });
}

/**
 * Values that a structured clone carries but no request accepts. `fields` are those of the replaced value.
 */
const WRONG_KINDS: readonly ((fields: object) => unknown)[] = [
  // A list of lists, because an empty list is valid wherever a list is.
  (fields) => (Array.isArray(fields) ? {} : [[]]),
  (fields) => Object.assign([], fields, { more: 1 }),
  (fields) => Object.assign(new Date(0), fields),
  (fields) => new Map(Object.entries(fields)),
  (fields) => new Set(Object.values(fields)),
  (fields) => Object.assign(new Error('an error'), fields),
  (fields) => Object.assign(/a/, fields),
  (fields) => Object.assign(Object(''), fields),
  (fields) => Object.assign(Object(true), fields),
  (fields) => new Uint8Array(Object.keys(fields).length),
  () => new ArrayBuffer(2),
  () => 7n,
  () => undefined,
];

/**
 * Valid arguments in which one value, or an additional one at the end, is of a kind that no request accepts.
 */
export function withWrongKind(schema: v.GenericSchema): fc.Arbitrary<unknown[]> {
  return fc
    .tuple(validFor(schema), fc.nat(), fc.constantFrom(...WRONG_KINDS))
    .map(([args, where, makeWrong]) => {
      const changed = structuredClone(args) as unknown[];
      const places = [...placesIn(changed), { of: changed, key: String(changed.length) }];
      const { of, key } = places[where % places.length] ?? { of: changed, key: '0' };
      const before: unknown = Reflect.get(of, key);
      Reflect.set(of, key, makeWrong(typeof before === 'object' && before !== null ? before : {}));
      return changed;
    });
}

interface Place {
  readonly of: object;
  readonly key: string;
}

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => [{ of: value, key }, ...placesIn(inside)]);
}

/** Field paths in the syntax of masks, transforms and queries: ``a.b.`odd name` ``. */
import type { Fields, Value } from './protocol.ts';
import { invalidArgument } from './rpc-error.ts';

export type FieldPath = readonly string[];

const SEGMENT = /(?:([A-Za-z_][A-Za-z_0-9]*)|`((?:[^`\\]|\\.)+)`)(\.|$)/y;

/** @throws RpcError INVALID_ARGUMENT if the text is not a field path */
export function parseFieldPath(text: string): FieldPath {
  const path: string[] = [];
  SEGMENT.lastIndex = 0;
  for (;;) {
    const match = SEGMENT.exec(text);
    if (match === null) throw invalidArgument(`Invalid property path "${text}".`);
    path.push(match[1] ?? (match[2] ?? '').replaceAll(/\\(.)/gs, '$1'));
    if (match[3] === '') return path;
  }
}

export function getField(fields: Fields, path: FieldPath): Value | undefined {
  const [name, ...rest] = path;
  if (name === undefined || !Object.hasOwn(fields, name)) return undefined;
  const value = fields[name];
  if (value === undefined || rest.length === 0) return value;
  return 'mapValue' in value ? getField(value.mapValue.fields ?? {}, rest) : undefined;
}

/** A copy with the field set, or removed if `value` is undefined; parents become maps as needed. */
export function withField(fields: Fields, path: FieldPath, value: Value | undefined): Fields {
  const [name, ...rest] = path;
  if (name === undefined) return fields;
  if (rest.length === 0) {
    if (value !== undefined) return { ...fields, [name]: value };
    return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  }
  const parent = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isMap = parent !== undefined && 'mapValue' in parent;
  if (!isMap && value === undefined) return fields;
  const inner = isMap ? (parent.mapValue.fields ?? {}) : {};
  return { ...fields, [name]: { mapValue: { fields: withField(inner, rest, value) } } };
}

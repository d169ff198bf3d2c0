/**
 * Encodes values as text for messages between the main process and pages, by the rules of structured clone:
 * cycles, shared references, dates, maps, sets, errors, bigints and binary data are preserved; functions,
 * promises, DOM nodes and the like are refused.
 *
 * Limits: instances of the app's classes lose their prototype (as in Electron); Blob, File, ImageData and
 * message ports are not built.
 */

export interface Codec {
  /** Throws Electron's `An object could not be cloned.` */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/** Runs in Node, and as source text in pages, so it must not use anything defined outside of it. */
export function makeCodec(): Codec {
  type Packed = null | string | boolean | number | PackedList;
  interface PackedList extends Array<Packed> {}
  const UNCLONEABLE = new Set([
    'Promise',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'Generator',
    'AsyncGenerator',
    'Window',
  ]);
  const UNSUPPORTED = new Set(['Blob', 'File', 'FileList', 'ImageData', 'ImageBitmap', 'MessagePort']);
  const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };

  const toBase64 = (bytes: Uint8Array): string => {
    let binary = '';
    for (let at = 0; at < bytes.length; at += 0x8000) {
      binary += String.fromCodePoint(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(binary);
  };
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

  function encode(root: unknown): string {
    const nodes: Packed[] = [];
    const indexes = new Map<object, number>();

    function packObject(value: object): Packed {
      const tag = tagOf(value);
      if (UNSUPPORTED.has(tag)) throw new Error(`Electron stand-in: ${tag} over ipc is not built`);
      if (UNCLONEABLE.has(tag)) return refuse();
      if (typeof EventTarget !== 'undefined' && value instanceof EventTarget) return refuse();
      if (Array.isArray(value)) return ['array', ...Array.from(value, pack)];
      if (value instanceof Error || tag === 'Error') {
        const error = value as Error;
        return ['error', error.name, error.message, error.stack ?? '', pack(error.cause)];
      }
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        return ['view', tag, toBase64(bytes)];
      }
      switch (tag) {
        case 'Date':
          return ['date', pack((value as Date).getTime())];
        case 'RegExp':
          return ['regexp', (value as RegExp).source, (value as RegExp).flags];
        case 'Map':
          return ['map', ...[...(value as Map<unknown, unknown>)].flat().map(pack)];
        case 'Set':
          return ['set', ...Array.from(value as Set<unknown>, pack)];
        case 'ArrayBuffer':
          return ['buffer', toBase64(new Uint8Array(value as ArrayBuffer))];
        default:
          return ['object', ...Object.entries(value).flatMap(([key, item]): Packed[] => [key, pack(item)])];
      }
    }

    function pack(value: unknown): Packed {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value;
        case 'undefined':
          return ['undefined'];
        case 'number':
          if (Object.is(value, -0)) return ['number', '-0'];
          return Number.isFinite(value) ? value : ['number', String(value)];
        case 'bigint':
          return ['bigint', String(value)];
        case 'function':
        case 'symbol':
          return refuse();
        case 'object':
          break;
      }
      if (value === null) return null;
      let index = indexes.get(value);
      if (index === undefined) {
        index = nodes.push(null) - 1;
        indexes.set(value, index);
        nodes[index] = packObject(value);
      }
      return ['ref', index];
    }

    const top = pack(root);
    return JSON.stringify([top, nodes]);
  }

  function decode(text: string): unknown {
    const [root, nodes] = JSON.parse(text) as [Packed, PackedList[]];
    const decoded = new Map<number, unknown>();

    function decodeNode(index: number): unknown {
      if (decoded.has(index)) return decoded.get(index);
      const [tag, ...parts] = nodes[index] ?? ['object'];
      const remember = <Value>(value: Value): Value => {
        decoded.set(index, value);
        return value;
      };
      switch (tag) {
        case 'array': {
          const array = remember<unknown[]>([]);
          for (const part of parts) array.push(unpack(part));
          return array;
        }
        case 'map': {
          const map = remember(new Map());
          for (let at = 0; at < parts.length; at += 2) map.set(unpack(parts[at]), unpack(parts[at + 1]));
          return map;
        }
        case 'set': {
          const set = remember(new Set());
          for (const part of parts) set.add(unpack(part));
          return set;
        }
        case 'error': {
          const error = remember(new Error(String(parts[1])));
          error.name = String(parts[0]);
          error.stack = String(parts[2]);
          const cause = unpack(parts[3]);
          if (cause !== undefined) error.cause = cause;
          return error;
        }
        case 'date':
          return remember(new Date(Number(unpack(parts[0]))));
        case 'regexp':
          return remember(new RegExp(String(parts[0]), String(parts[1])));
        case 'buffer':
          return remember(fromBase64(String(parts[0])).buffer);
        case 'view': {
          const { buffer } = fromBase64(String(parts[1]));
          const View = Reflect.get(globalThis, String(parts[0])) as new (
            data: ArrayBuffer,
          ) => ArrayBufferView;
          return remember(new View(buffer));
        }
        default: {
          const object = remember<Record<string, unknown>>({});
          for (let at = 0; at < parts.length; at += 2) {
            Object.defineProperty(object, String(parts[at]), {
              value: unpack(parts[at + 1]),
              configurable: true,
              enumerable: true,
              writable: true,
            });
          }
          return object;
        }
      }
    }

    function unpack(packed: Packed | undefined): unknown {
      if (!Array.isArray(packed)) return packed;
      switch (packed[0]) {
        case 'ref':
          return decodeNode(Number(packed[1]));
        case 'number':
          return Number(packed[1]);
        case 'bigint':
          return BigInt(String(packed[1]));
        default:
          return undefined;
      }
    }

    return unpack(root);
  }

  return { encode, decode };
}

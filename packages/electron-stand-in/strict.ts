/**
 * Wraps the modules and objects that the stand-in gives to the app. Reading a property that the stand-in
 * lacks throws an error with its name, instead of returning `undefined`, a possible answer of Electron's.
 *
 * Limit: listening to an event that the stand-in never emits goes unnoticed.
 */
import { EventEmitter } from 'node:events';

/** Properties that promises, JSON, test runners and Playwright look for on any object. */
const PROBED_NAMES = new Set([
  'then',
  'toJSON',
  'inspect',
  'nodeType',
  '$$typeof',
  'asymmetricMatch',
  'domain',
  'prototype',
]);

const destroyed = new WeakSet<object>();

/** The error for a part of Electron that the stand-in lacks. */
export function notBuiltError(name: string): Error {
  return new Error(`Electron stand-in: ${name} is not built`);
}

/** From now on, using the API of `object` throws the error that Electron throws for a destroyed object. */
export function markDestroyed(object: object): void {
  destroyed.add(object);
}

function worksAfterDestruction(target: object, key: string): boolean {
  return Object.hasOwn(target, key) || key in EventEmitter.prototype || key === 'isDestroyed';
}

/**
 * A proxy of `target`. Reading a missing property throws `Electron stand-in: <name>.<key> is not built`.
 */
export function strictProxy<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (typeof key === 'symbol') return Reflect.get(object, key, receiver);
      if (!(key in object)) {
        if (PROBED_NAMES.has(key)) return undefined;
        throw notBuiltError(`${name}.${key}`);
      }
      if (destroyed.has(receiver as object) && !worksAfterDestruction(object, key)) {
        throw new TypeError('Object has been destroyed');
      }
      return Reflect.get(object, key, receiver);
    },
  });
}

/**
 * An event emitter that is wrapped during construction. `super()` returns the proxy, so private fields of
 * subclasses are on the proxy, and their methods can be called on it.
 */
export class StrictEmitter extends EventEmitter {
  constructor(name: string) {
    super();
    // oxlint-disable-next-line no-constructor-return -- the proxy is the object
    return strictProxy(name, this);
  }
}

/** An event whose listeners may prevent what it announces. */
export interface CancelableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** A new event that also has `fields`. */
export function cancelableEvent<Fields extends object>(fields: Fields): CancelableEvent & Fields {
  let prevented = false;
  return Object.defineProperties(
    { ...fields, preventDefault: () => void (prevented = true) },
    { defaultPrevented: { get: () => prevented, enumerable: true } },
  ) as CancelableEvent & Fields;
}

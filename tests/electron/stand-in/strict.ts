/**
 * Makes a gap in the stand-in loud. Whatever is handed to the app is wrapped, so that an API that Electron has and
 * the stand-in lacks throws its own name where Electron would have answered, and can never pass for `undefined`.
 *
 * Limit: an event that the stand-in never emits cannot be told from one that has not happened yet.
 */
import { EventEmitter } from 'node:events';

/** Names that languages and tools probe on any object: promises, JSON, test runners' and Playwright's serialisers. */
const PROBED = new Set([
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

/** Says that `name` is missing. */
export function notBuilt(name: string): Error {
  return new Error(`Electron stand-in: ${name} is not built`);
}

/** From now on every use of `object`'s own API throws what Electron throws for a destroyed one. */
export function markDestroyed(object: object): void {
  destroyed.add(object);
}

function outlivesDestruction(target: object, key: string): boolean {
  return Object.hasOwn(target, key) || key in EventEmitter.prototype || key === 'isDestroyed';
}

/** `target`, except that reading a property that it does not have throws `Electron stand-in: <name>.<key> is not built`. */
export function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key, receiver): unknown {
      if (typeof key === 'symbol') return Reflect.get(object, key, receiver);
      if (!(key in object)) {
        if (PROBED.has(key)) return undefined;
        throw notBuilt(`${name}.${key}`);
      }
      if (destroyed.has(receiver as object) && !outlivesDestruction(object, key)) {
        throw new TypeError('Object has been destroyed');
      }
      return Reflect.get(object, key, receiver);
    },
  });
}

/**
 * An event emitter whose `this` is the strict proxy from its first moment on. As `super()` answers with the proxy,
 * private fields of subclasses live on it and their methods work when they are called on it.
 */
export class StrictEmitter extends EventEmitter {
  constructor(name: string) {
    super();
    // oxlint-disable-next-line no-constructor-return -- the proxy is the object
    return strict(name, this);
  }
}

/** An event as listeners get it: they may prevent what it announces. */
export interface CancelableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** A fresh event with `fields`. */
export function cancelable<Fields extends object>(fields: Fields): CancelableEvent & Fields {
  let prevented = false;
  return Object.defineProperties(
    { ...fields, preventDefault: () => void (prevented = true) },
    { defaultPrevented: { get: () => prevented, enumerable: true } },
  ) as CancelableEvent & Fields;
}

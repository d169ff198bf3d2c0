/**
 * An object whose every method runs on whatever object is current at that moment, through one function that may
 * exchange it: so statements of a database can outlive the database.
 */

type Run<Target> = <Result>(work: (current: Target) => Result) => Result;

/**
 * @param first the object that is current now; it says which members there are
 * @param run calls its argument with the current object, possibly twice
 * @returns an object with the same methods; objects in its properties are guarded the same way
 */
export function guarded<Target extends object>(first: Target, run: Run<Target>): Target {
  const members = new Map<string | symbol, unknown>();
  return new Proxy(first, {
    get(_first, name) {
      if (!members.has(name)) members.set(name, guardedMember(memberOf(first, name), name, run));
      return members.get(name);
    },
    set: () => false,
  });
}

function guardedMember(member: unknown, name: string | symbol, run: Run<object>): unknown {
  if (typeof member === 'function') {
    return (...args: unknown[]): unknown => run((current) => call(current, name, args));
  }
  if (typeof member !== 'object' || member === null) return member;
  return guarded(member, (work) => run((current) => work(objectOf(current, name))));
}

function memberOf(current: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(current, name);
  return member;
}

function objectOf(current: object, name: string | symbol): object {
  const member = memberOf(current, name);
  if (typeof member !== 'object' || member === null) throw new TypeError(`${String(name)} is no object`);
  return member;
}

function call(current: object, name: string | symbol, args: unknown[]): unknown {
  const method = memberOf(current, name);
  if (typeof method !== 'function') throw new TypeError(`${String(name)} is no method`);
  const result: unknown = Reflect.apply(method, current, args);
  return result;
}

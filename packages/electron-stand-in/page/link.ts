/**
 * The link between a document's two worlds. The main world (the page) and the preload world share only the
 * DOM. The link sends DOM events, whose `detail` is passed by structured clone. A function is passed as a
 * number with which the other side can call it, a promise as a number with which it is settled later.
 *
 * Limits: a page that replaces built-in objects can break it. It protects against mistakes, not attackers.
 */

export interface Link {
  post(kind: string, detail: unknown): void;
  listen(kind: string, listener: (detail: unknown) => void): void;
  wrap(value: unknown): unknown;
  unwrap(wrapped: unknown): unknown;
  /** Calls the other side's handler of `kind`, and returns its result or throws its error. */
  ask(kind: string, detail: unknown): unknown;
  answer(kind: string, handler: (detail: unknown) => unknown): void;
}

/**
 * Makes one side of the link. Its source text runs in pages, so it must not use anything defined outside of
 * it.
 * @param token part of the events' names; only the two worlds know it
 */
export function makeLink(side: 'main' | 'preload', token: string): Link {
  type Callable = (...args: unknown[]) => unknown;
  type Wrapped =
    | { t: 'value'; value: unknown }
    | { t: 'function'; id: number }
    | { t: 'promise'; id: number }
    | { t: 'error'; message: string }
    | { t: 'array'; items: Wrapped[] }
    | { t: 'object'; entries: [string, Wrapped][] };
  type Settlement = { id: number } & ({ ok: true; value: Wrapped } | { ok: false; message: string });
  type Answer = { ok: true; value: Wrapped } | { ok: false; message: string };

  const otherSide = side === 'main' ? 'preload' : 'main';
  const dispatch = window.dispatchEvent.bind(window);
  const addListener = window.addEventListener.bind(window);
  const Message = CustomEvent;
  const functions = new Map<number, Callable>();
  const ids = new WeakMap<Callable, number>();
  const stubs = new Map<number, Callable>();
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  let lastAnswer: Answer | undefined;

  const post = (kind: string, detail: unknown): void => {
    dispatch(new Message(`${token}:${otherSide}:${kind}`, { detail }));
  };
  const listen = (kind: string, listener: (detail: unknown) => void): void => {
    addListener(`${token}:${side}:${kind}`, (event) => listener((event as CustomEvent<unknown>).detail));
  };
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

  function wrap(value: unknown): Wrapped {
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value === 'function') {
      const callable = value as Callable;
      const id = ids.get(callable) ?? ++lastId;
      ids.set(callable, id);
      functions.set(id, callable);
      return { t: 'function', id };
    }
    if (!isObject(value)) return { t: 'value', value };
    if ('then' in value && typeof value.then === 'function') {
      const id = ++lastId;
      Promise.resolve(value).then(
        (result) => post('settle', { id, ok: true, value: wrap(result) }),
        (error: unknown) => post('settle', { id, ok: false, message: messageOf(error) }),
      );
      return { t: 'promise', id };
    }
    if (value instanceof Error) return { t: 'error', message: value.message };
    if (Array.isArray(value)) return { t: 'array', items: value.map(wrap) };
    if (Object.prototype.toString.call(value) === '[object Object]') {
      return { t: 'object', entries: Object.entries(value).map(([key, item]) => [key, wrap(item)]) };
    }
    return { t: 'value', value };
  }

  function unwrap(wrapped: Wrapped): unknown {
    if (wrapped.t === 'function') {
      const { id } = wrapped;
      const stub = stubs.get(id) ?? ((...args: unknown[]) => ask('call', { id, args: args.map(wrap) }));
      stubs.set(id, stub);
      return stub;
    }
    if (wrapped.t === 'promise') {
      return new Promise((resolve, reject) => {
        pending.set(wrapped.id, { resolve, reject });
      });
    }
    if (wrapped.t === 'error') return new Error(wrapped.message);
    if (wrapped.t === 'array') return wrapped.items.map(unwrap);
    if (wrapped.t === 'object')
      return Object.fromEntries(wrapped.entries.map(([key, item]) => [key, unwrap(item)]));
    return wrapped.value;
  }

  function ask(kind: string, detail: unknown): unknown {
    lastAnswer = undefined;
    // Event listeners run before `dispatchEvent` returns, so the answer has arrived when `post` returns.
    post(kind, detail);
    const received = lastAnswer as Answer | undefined;
    lastAnswer = undefined;
    if (!received) throw new Error('Electron stand-in: the other world did not answer');
    if (!received.ok) throw new Error(received.message);
    return unwrap(received.value);
  }

  function answer(kind: string, handler: (detail: unknown) => unknown): void {
    listen(kind, (detail) => {
      let reply: Answer;
      try {
        // A detail that cannot be cloned arrives as null.
        if (detail === null) throw new Error('An object could not be cloned.');
        reply = { ok: true, value: wrap(handler(detail)) };
      } catch (error) {
        reply = { ok: false, message: messageOf(error) };
      }
      post('answer', reply);
    });
  }

  listen('answer', (detail) => {
    lastAnswer = detail as Answer;
  });
  listen('settle', (detail) => {
    const settlement = detail as Settlement;
    const waiting = pending.get(settlement.id);
    pending.delete(settlement.id);
    if (settlement.ok) waiting?.resolve(unwrap(settlement.value));
    else waiting?.reject(new Error(settlement.message));
  });
  answer('call', (detail) => {
    const { id, args } = detail as { id: number; args: Wrapped[] };
    return functions.get(id)?.(...args.map(unwrap));
  });

  return { post, listen, wrap, unwrap: (wrapped) => unwrap(wrapped as Wrapped), ask, answer };
}

/**
 * The link between a document's two worlds. The main world (the page) and the preload world share the DOM and nothing
 * else; an event's `detail` crosses by structured clone. Functions cross as numbers that the other side calls back by,
 * promises as numbers that are settled later.
 *
 * Limits: a page that replaces built-ins before using the API can disturb it; this isolates mistakes, not attackers.
 */

export interface Link {
  post(kind: string, detail: unknown): void;
  listen(kind: string, listener: (detail: unknown) => void): void;
  wrap(value: unknown): unknown;
  unwrap(wrapped: unknown): unknown;
  /** Calls the other side's handler of `kind` and answers with its result; throws its error. */
  ask(kind: string, detail: unknown): unknown;
  answer(kind: string, handler: (detail: unknown) => unknown): void;
}

/** Runs in pages as source text: it may use nothing from outside of itself. `token` is known to the two worlds only. */
export function makeLink(side: 'main' | 'preload', token: string): Link {
  type Callable = (...args: unknown[]) => unknown;
  type Wrapped =
    | { t: 'value'; value: unknown }
    | { t: 'function'; id: number }
    | { t: 'promise'; id: number }
    | { t: 'error'; message: string }
    | { t: 'array'; items: Wrapped[] }
    | { t: 'object'; entries: [string, Wrapped][] };
  type Settled = { id: number } & ({ ok: true; value: Wrapped } | { ok: false; message: string });
  type Answer = { ok: true; value: Wrapped } | { ok: false; message: string };

  const other = side === 'main' ? 'preload' : 'main';
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
    dispatch(new Message(`${token}:${other}:${kind}`, { detail }));
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
    // Event listeners run before `dispatchEvent` returns, so the answer is there when `post` is done.
    post(kind, detail);
    const answered = lastAnswer as Answer | undefined;
    lastAnswer = undefined;
    if (!answered) throw new Error('Electron stand-in: the other world did not answer');
    if (!answered.ok) throw new Error(answered.message);
    return unwrap(answered.value);
  }

  function answer(kind: string, handler: (detail: unknown) => unknown): void {
    listen(kind, (detail) => {
      let reply: Answer;
      try {
        // A detail that cannot be cloned does not cross.
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
    const settled = detail as Settled;
    const waiting = pending.get(settled.id);
    pending.delete(settled.id);
    if (settled.ok) waiting?.resolve(unwrap(settled.value));
    else waiting?.reject(new Error(settled.message));
  });
  answer('call', (detail) => {
    const { id, args } = detail as { id: number; args: Wrapped[] };
    return functions.get(id)?.(...args.map(unwrap));
  });

  return { post, listen, wrap, unwrap: (wrapped) => unwrap(wrapped as Wrapped), ask, answer };
}

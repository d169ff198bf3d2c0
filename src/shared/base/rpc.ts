/**
 * Calls between two threads. Each end of a port lets the other call its functions by name; arguments and
 * results are plain data, as structured cloning requires. Messages keep their order, and a function runs in
 * the turn in which its call arrives, so functions that do not wait are answered in the order of their calls.
 */
import { AppError, type PlainError, toPlainError } from './error.ts';

/** What Node's `Worker`, `parentPort` and `MessagePort` have in common. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  on(event: 'message', listener: (message: Message<never>) => void): unknown;
}

/** Functions by name. `never[]`, because their parameters differ. */
export type Functions<Service> = { readonly [Name in keyof Service]: (...args: never[]) => unknown };

export interface Rpc<Theirs extends Functions<Theirs>, Ours extends Functions<Ours> = object> {
  /**
   * @returns the result of the other side's function
   * @throws AppError with the code and the reason of the other side's error, or `internal` if that had none;
   *   the reason of `end`
   */
  call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>;
  /** Like `call`, but without an answer. */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void;
  /** Like `tell`, for a function that takes one object, such as a port, which this side gives away. */
  give(name: keyof Theirs & string, thing: object): void;
  /** Lets the other side call these functions. */
  serve(service: Ours): void;
  /** To be called when the other side is gone: rejects all unanswered calls, and sends nothing more. */
  end(reason: AppError): void;
}

/**
 * `Data` is `unknown` in outgoing messages. In incoming ones it is `never`, because only the receiver knows
 * its type.
 */
type Message<Data> =
  | {
      readonly kind: 'call';
      readonly id: number | null;
      readonly name: string;
      readonly args: readonly Data[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly value: Data }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: AppError) => void;
}

/**
 * @param service the functions that the other side may call
 * @param onUnexpected called with each error of these functions that has no code or that no caller waits for
 */
export function createRpc<Theirs extends Functions<Theirs>, Ours extends Functions<Ours>>(
  port: Port,
  service: Ours,
  onUnexpected: (error: unknown) => void,
): Rpc<Theirs, Ours> {
  const waiting = new Map<number, Waiting>();
  let functions = functionsOf(service);
  let lastId = 0;
  let ended: AppError | null = null;

  function send(message: Message<unknown>, transfer?: readonly object[]): void {
    if (ended === null) port.postMessage(message, transfer);
  }

  function answer(id: number | null, name: string, args: readonly never[]): void {
    const sendValue = (value: unknown): void => {
      if (id !== null) send({ kind: 'answer', id, value });
    };
    const sendError = (error: unknown): void => {
      if (id === null || !(error instanceof AppError)) onUnexpected(error);
      if (id !== null) send({ kind: 'error', id, error: toPlainError(error) });
    };
    try {
      const work = functions.get(name);
      if (work === undefined) throw new AppError('internal', 'unknown-function');
      const value = work(...args);
      if (value instanceof Promise) value.then(sendValue).catch(sendError);
      else sendValue(value);
    } catch (error) {
      sendError(error);
    }
  }

  function receive(message: Message<never>): void {
    if (message.kind === 'call') {
      if (ended === null) answer(message.id, message.name, message.args);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') call?.resolve(message.value);
    else call?.reject(new AppError(message.error.code, message.error.reason));
  }

  port.on('message', receive);

  return {
    call(name, ...args) {
      if (ended !== null) return Promise.reject(ended);
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        send({ kind: 'call', id, name, args });
        waiting.set(id, { resolve, reject });
      });
    },
    tell: (name, ...args) => send({ kind: 'call', id: null, name, args }),
    give: (name, thing) => send({ kind: 'call', id: null, name, args: [thing] }, [thing]),
    serve(next) {
      functions = functionsOf(next);
    },
    end(reason) {
      ended ??= reason;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };
}

function functionsOf<Service extends Functions<Service>>(
  service: Service,
): ReadonlyMap<string, (...args: never[]) => unknown> {
  return new Map<string, (...args: never[]) => unknown>(Object.entries(service));
}

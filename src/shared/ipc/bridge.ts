/** What the preload puts on `window.inkling`, and what crosses it. */
import type { ErrorCode } from '../error.ts';
import type { EventChannel, Events } from './events.ts';
import type { RequestChannel, Requests } from './requests.ts';

/** The answer to a request: errors keep their code, which Electron's own rejection would lose. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: { readonly code: ErrorCode; readonly message: string } };

export interface Bridge {
  request<C extends RequestChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<Outcome<ReturnType<Requests[C]>>>;
  /** @returns the function that ends the subscription */
  subscribe<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}

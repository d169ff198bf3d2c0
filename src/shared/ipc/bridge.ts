/** `window.inkling`, which the preload provides, and the data that crosses it. */
import type { PlainError } from '../base/error.ts';
import type { EventChannel, Events } from './events.ts';
import type { Uid } from '../note/note.ts';
import type { RequestChannel, Requests } from './requests.ts';

/** The answer to a request. Errors keep their code and reason, which Electron's own rejection would lose. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PlainError };

/** The requests that a page can make itself; the preload makes the other one. */
export type PageChannel = Exclude<RequestChannel, 'transfer:import-dropped'>;

export interface Bridge {
  request<C extends PageChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<Outcome<ReturnType<Requests[C]>>>;
  /**
   * Imports files that were dropped on the page, without revealing their paths to it.
   * @param files each a `File` of the page; those that are not on a disk are skipped
   */
  importDropped(uid: Uid, files: readonly object[]): Promise<Outcome<void>>;
  /** @returns the function that ends the subscription */
  subscribe<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}

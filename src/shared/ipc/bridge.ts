/** What the preload puts on `window.inkling`, and what crosses it. */
import type { PlainError } from '../base/error.ts';
import type { EventChannel, Events } from './events.ts';
import type { Uid } from '../note/note.ts';
import type { RequestChannel, Requests } from './requests.ts';

/**
 * The answer to a request: errors keep their code and their reason, which Electron's own rejection would
 * lose.
 */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PlainError };

/** What a page may ask for by itself. */
export type PageChannel = Exclude<RequestChannel, 'transfer:import-dropped'>;

export interface Bridge {
  request<C extends PageChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<Outcome<ReturnType<Requests[C]>>>;
  /**
   * Imports what was dropped on the page, which learns no path of it.
   * @param files each a `File` of the page; those that are not on a disk are left out
   */
  importDropped(uid: Uid, files: readonly object[]): Promise<Outcome<void>>;
  /** @returns the function that ends the subscription */
  subscribe<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}

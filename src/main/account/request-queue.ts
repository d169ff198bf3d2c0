/**
 * The requests of pages to an account that have no answer yet, in the order in which they came. If a thread
 * ends, its requests stay here and are sent to the next thread. A request that writes has an id, by which it
 * is done only once (`WriteId`).
 */
import type { AccountService, WriteId } from '#shared/ipc/account-service.ts';
import { AppError } from '#shared/base/error.ts';
import { type AccountRead, type AccountWrite, isAccountWrite, type RequestOn } from '#shared/ipc/requests.ts';
import type { Rpc } from '#shared/base/rpc.ts';

export type QueuedRequest = RequestOn<AccountRead | AccountWrite>;

/** A request, and who waits for its answer. */
export interface WaitingRequest {
  readonly request: QueuedRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface RequestQueue {
  /** @throws AppError what the account answers */
  ask(request: QueuedRequest): Promise<unknown>;
  /** Sends all waiting requests to this thread, and those that come from now on. */
  serve(calls: Rpc<AccountService>): void;
  /** From now on requests wait. */
  pause(): void;
  /**
   * Takes out all requests: first those about drafts, then the others, each in the order in which they came.
   */
  takeAll(): readonly WaitingRequest[];
}

interface Entry extends WaitingRequest {
  readonly id: WriteId;
}

/**
 * The error of calls that are pending when a thread ends. This very object tells them from errors that the
 * thread answered.
 */
export const THREAD_ENDED = new AppError('store-failed', 'notes-reopening');

export function createRequestQueue(makeId: () => WriteId): RequestQueue {
  const waiting = new Set<Entry>();
  let rpc: Rpc<AccountService> | null = null;

  function send(entry: Entry, alone: boolean): void {
    if (rpc === null) return;
    const { channel, args } = entry.request;
    const answer = isAccountWrite(channel)
      ? rpc.call('write', channel, args, entry.id, alone)
      : rpc.call('read', channel, args);
    answer.then(
      (value) => {
        waiting.delete(entry);
        entry.resolve(value);
      },
      (error: unknown) => {
        // The request is sent to the next thread.
        if (error === THREAD_ENDED) return;
        waiting.delete(entry);
        entry.reject(error);
      },
    );
  }

  return {
    ask(request) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Entry = { request, id: makeId(), resolve, reject };
      const alone = ![...waiting].some(({ request: { channel } }) => isAccountWrite(channel));
      waiting.add(entry);
      send(entry, alone);
      return promise;
    },
    serve(calls) {
      rpc = calls;
      for (const entry of waiting) send(entry, false);
    },
    pause() {
      rpc = null;
    },
    takeAll() {
      const entries = [...waiting];
      waiting.clear();
      return [...entries.filter(isAboutDrafts), ...entries.filter((entry) => !isAboutDrafts(entry))];
    },
  };
}

function isAboutDrafts({ request: { channel } }: WaitingRequest): boolean {
  return channel === 'drafts:keep' || channel === 'drafts:drop' || channel === 'drafts:discard';
}

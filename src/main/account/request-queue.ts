/**
 * The unanswered requests of pages to an account, in order. If a thread ends, its requests stay here and are
 * sent to the next thread. A request that writes has an id, so that it is done only once (`WriteId`). Of
 * drafts, few wait here: pages hold back what is typed until earlier words are stored. Once the account takes
 * no requests any more, their words go to the store outside of the database (`words.ts`), from which the next
 * thread takes them before it gets any other request.
 */
import type { AccountService, WriteId } from '#shared/ipc/account-service.ts';
import { AppError } from '#shared/base/error.ts';
import { type AccountRead, type AccountWrite, isAccountWrite, type RequestOn } from '#shared/ipc/requests.ts';
import type { Rpc } from '#shared/base/rpc.ts';

export type QueuedRequest = RequestOn<AccountRead | AccountWrite>;

export interface RequestQueuePorts {
  readonly makeId: () => WriteId;
  /** The thread that gets requests as they come; null while they wait. */
  readonly serving: () => Rpc<AccountService> | null;
  /** Why the account takes no requests; null while it does, or may soon. */
  readonly refusal: () => AppError | null;
  /** Stores the words of a request that the account does not take. @throws `problem` for most requests */
  readonly storeWords: (request: QueuedRequest, problem: AppError) => Promise<unknown>;
}

export interface RequestQueue {
  /** @throws AppError what the account answers, or why it takes no requests */
  ask(request: QueuedRequest): Promise<unknown>;
  /** Sends all waiting requests to the thread that serves from now on. */
  sendAll(): void;
  /**
   * Stores the words of all waiting requests, before any words that come later. Drafts go first, so that words
   * to be saved are put below what was typed after them. Otherwise the later draft, which knows nothing of the
   * refusal, would replace them.
   */
  refuseAll(problem: AppError): void;
}

/** A request, and the callbacks that wait for its answer. */
interface Entry {
  readonly request: QueuedRequest;
  readonly id: WriteId;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The error of calls that are pending when a thread ends. Comparing with this object distinguishes them from
 * errors of the thread.
 */
export const THREAD_ENDED = new AppError('store-failed', 'notes-reopening');

export function createRequestQueue(ports: RequestQueuePorts): RequestQueue {
  const waiting = new Set<Entry>();

  function send(entry: Entry, alone: boolean): void {
    const rpc = ports.serving();
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
      const problem = ports.refusal();
      if (problem !== null) return ports.storeWords(request, problem);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Entry = { request, id: ports.makeId(), resolve, reject };
      const alone = ![...waiting].some(({ request: { channel } }) => isAccountWrite(channel));
      waiting.add(entry);
      send(entry, alone);
      return promise;
    },
    sendAll() {
      for (const entry of waiting) send(entry, false);
    },
    refuseAll(problem) {
      const entries = [...waiting];
      waiting.clear();
      const inOrder = [...entries.filter(isAboutDrafts), ...entries.filter((entry) => !isAboutDrafts(entry))];
      for (const { request, resolve, reject } of inOrder)
        ports.storeWords(request, problem).then(resolve, reject);
    },
  };
}

function isAboutDrafts({ request: { channel } }: Entry): boolean {
  return channel === 'drafts:keep' || channel === 'drafts:drop' || channel === 'drafts:discard';
}

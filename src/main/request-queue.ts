/**
 * What pages have asked of an account and has no answer yet, in the order in which it was asked. A thread that ends leaves its
 * requests here, and the next thread is asked them once more; by its id a request that writes is done once (`WriteId`).
 */
import type { AccountService, WriteId } from '#shared/account-service.ts';
import { type Draft, sameDraftKey } from '#shared/draft.ts';
import { AppError } from '#shared/error.ts';
import { type AccountRead, type AccountWrite, isAccountWrite, type RequestOn } from '#shared/ipc/requests.ts';
import type { Rpc } from '#shared/rpc.ts';

export type QueuedRequest = RequestOn<AccountRead | AccountWrite>;

/** A request, and who waits for its answer. */
export interface Waiting {
  readonly request: QueuedRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface RequestQueue {
  /** @throws AppError what the account answers */
  ask(request: QueuedRequest): Promise<unknown>;
  /** Asks this thread whatever waits, and what comes from now on. */
  serve(calls: Rpc<AccountService>): void;
  /** From now on requests wait. */
  pause(): void;
  /** Whether a request that waits turns the draft into a note, or into an edit of one. */
  willSave(draft: Draft): boolean;
  /** Of each draft that is to be kept, the state that was asked for last, but for those behind a request that saves the draft. */
  latestDrafts(): readonly Draft[];
  /** Takes out what asks for another state of this draft, or for none of it: what comes later counts. */
  takeStates(draft: Draft): readonly Waiting[];
  /** Takes out all requests. Those about drafts come first, each kind in the order in which it was asked. */
  takeAll(): readonly Waiting[];
}

interface Entry extends Waiting {
  readonly id: WriteId;
}

/** Calls that are pending when a thread ends are rejected with this very error, to be told from what the thread answered. */
export const THREAD_ENDED = new AppError('store-failed', 'The notes are being opened again.');

/** @param onAnswer told of what the account has done, before whoever asked for it is */
export function createRequestQueue(
  makeId: () => WriteId,
  onAnswer: (request: QueuedRequest) => void,
): RequestQueue {
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
        onAnswer(entry.request);
        entry.resolve(value);
      },
      (error: unknown) => {
        // The next thread is asked.
        if (error === THREAD_ENDED) return;
        waiting.delete(entry);
        entry.reject(error);
      },
    );
  }

  function take(chosen: readonly Entry[]): readonly Waiting[] {
    for (const entry of chosen) waiting.delete(entry);
    return chosen;
  }

  return {
    ask(request) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Entry = { request, id: makeId(), resolve, reject };
      const alone = ![...waiting].some((other) => isAccountWrite(other.request.channel));
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
    willSave: (draft) => [...waiting].some(({ request }) => savesDraft(request, draft)),
    latestDrafts() {
      const all = [...waiting].map(({ request }) => request);
      return all.flatMap((request, place) => {
        if (request.channel !== 'drafts:keep') return [];
        const [, draft] = request.args;
        const isLatest = !all.slice(place + 1).some((later) => changesDraft(later, draft));
        return isLatest && !all.slice(0, place).some((earlier) => savesDraft(earlier, draft)) ? [draft] : [];
      });
    },
    takeStates: (draft) => take([...waiting].filter(({ request }) => changesDraft(request, draft))),
    takeAll: () =>
      take([...waiting].toSorted((one, other) => Number(isOfDrafts(other)) - Number(isOfDrafts(one)))),
  };
}

function isOfDrafts({ request: { channel } }: Waiting): boolean {
  return channel === 'drafts:keep' || channel === 'drafts:drop';
}

function changesDraft({ channel, args }: QueuedRequest, draft: Draft): boolean {
  return (channel === 'drafts:keep' || channel === 'drafts:drop') && sameDraftKey(args[1], draft);
}

function savesDraft({ channel, args }: QueuedRequest, draft: Draft): boolean {
  if (channel === 'notes:add') return args[2] === draft.place;
  return channel === 'notes:edit' && draft.place === 'edit' && args[1] === draft.id;
}

/**
 * What pages have asked of an account and has no answer yet, in the order in which it was asked. A thread that ends leaves its
 * requests here, and the next thread is asked them once more; by its id a request that writes is done once (`WriteId`).
 */
import type { AccountService, WriteId } from '#shared/account-service.ts';
import type { Draft } from '#shared/draft.ts';
import { AppError } from '#shared/error.ts';
import {
  ACCOUNT_WRITES,
  type AccountRead,
  type AccountWrite,
  type RequestChannel,
} from '#shared/ipc/contract.ts';
import type { Rpc } from '#shared/rpc.ts';
import { isOfKey, parseDraft, parseKey } from '#shared/typed-words.ts';

export interface Request {
  readonly channel: AccountRead | AccountWrite;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface RequestQueue {
  ask(channel: Request['channel'], args: readonly unknown[]): Promise<unknown>;
  /** Asks this thread whatever waits, and what comes from now on. */
  serve(calls: Rpc<AccountService>): void;
  /** From now on requests wait. */
  pause(): void;
  /** Whether a request that waits turns the draft into a note, or into an edit of one. */
  willSave(draft: Draft): boolean;
  /** Of each draft that is to be kept, the state that was asked for last, but for those behind a request that saves the draft. */
  latestDrafts(): readonly Draft[];
  /** Takes out what asks for another state of this draft, or for none of it: what comes later counts. */
  takeStates(draft: Draft): readonly Request[];
  takeAll(): readonly Request[];
}

interface Entry extends Request {
  readonly id: WriteId;
}

/** Calls that are pending when a thread ends are rejected with this very error, to be told from what the thread answered. */
export const GONE = new AppError('store-failed', 'The notes are being opened again.');

/** @param onAnswer told of what the account has done, before whoever asked for it is */
export function createRequestQueue(
  makeId: () => WriteId,
  onAnswer: (channel: Request['channel']) => void,
): RequestQueue {
  const waiting = new Set<Entry>();
  let rpc: Rpc<AccountService> | null = null;

  function send(entry: Entry, alone: boolean): void {
    const calls = rpc;
    if (calls === null) return;
    const { channel, args, id } = entry;
    const answer = isWrite(channel)
      ? calls.call('write', channel, args, id, alone)
      : calls.call('read', channel, args);
    answer.then(
      (value) => {
        waiting.delete(entry);
        onAnswer(channel);
        entry.resolve(value);
      },
      (error: unknown) => {
        // The thread has ended: the next one is asked.
        if (error === GONE) return;
        waiting.delete(entry);
        entry.reject(error);
      },
    );
  }

  function take(chosen: readonly Entry[]): readonly Request[] {
    for (const entry of chosen) waiting.delete(entry);
    return chosen;
  }

  return {
    ask(channel, args) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const entry: Entry = { channel, args, id: makeId(), resolve, reject };
      const alone = ![...waiting].some((other) => isWrite(other.channel));
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
    willSave: (draft) => [...waiting].some((entry) => savesDraft(entry, draft)),
    latestDrafts() {
      const all = [...waiting];
      return all.flatMap(({ channel, args }, place) => {
        const draft = draftOf(channel, args);
        if (draft === null || all.slice(place + 1).some((later) => isStateOf(later, draft))) return [];
        return all.slice(0, place).some((earlier) => savesDraft(earlier, draft)) ? [] : [draft];
      });
    },
    takeStates: (draft) => take([...waiting].filter((entry) => isStateOf(entry, draft))),
    takeAll: () => take([...waiting]),
  };
}

/** The draft that is to be kept; null where something else is asked. */
export function draftOf(channel: RequestChannel, args: readonly unknown[]): Draft | null {
  return channel === 'drafts:keep' ? parseDraft(args[1]) : null;
}

function isStateOf({ channel, args }: Entry, draft: Draft): boolean {
  if (channel !== 'drafts:keep' && channel !== 'drafts:drop') return false;
  const key = parseKey(args[1]);
  return key !== null && isOfKey(draft, key);
}

function savesDraft({ channel, args }: Entry, draft: Draft): boolean {
  if (channel === 'notes:add') return args[2] === draft.place;
  return channel === 'notes:edit' && draft.place === 'edit' && args[1] === draft.id;
}

function isWrite(channel: Request['channel']): channel is AccountWrite {
  return (ACCOUNT_WRITES as readonly string[]).includes(channel);
}

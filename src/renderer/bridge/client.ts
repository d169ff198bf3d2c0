/**
 * The only way to the main process. Requests return a value or throw. Events are pushed. A subscription
 * requests a state once and follows its events.
 */
import { AppError } from '#shared/base/error.ts';
import type { Bridge, Outcome, PageChannel } from '#shared/ipc/bridge.ts';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import type { Requests } from '#shared/ipc/requests.ts';
import type { Uid } from '#shared/note/note.ts';

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly inkling: Bridge;
  }
}

/** @throws AppError with the code that the main process answered. */
export async function call<C extends PageChannel>(
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<ReturnType<Requests[C]>> {
  return valueOf(await window.inkling.request(channel, ...args));
}

/** Imports dropped files. @throws AppError as `call` */
export async function importDropped(uid: Uid, files: readonly File[]): Promise<void> {
  valueOf(await window.inkling.importDropped(uid, files));
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.error.code, outcome.error.reason);
}

/** @returns the function that ends the subscription */
export function listen<C extends EventChannel>(
  channel: C,
  listener: (payload: Events[C]) => void,
): () => void {
  return window.inkling.subscribe(channel, listener);
}

export interface Subscription {
  readonly ask: () => void;
  readonly end: () => void;
}

/**
 * Subscribes to a state of the main process, without requesting it yet. If an event arrives between a request
 * and its answer, the answer is older than the event and is dropped.
 */
export function subscribe<C extends EventChannel>(
  channel: C,
  request: () => Promise<Events[C]>,
  onState: (state: Events[C], isAnswer: boolean) => void,
  onFailure: (error: unknown) => void,
): Subscription {
  let events = 0;
  const end = listen(channel, (state) => {
    events += 1;
    onState(state, false);
  });
  return {
    ask() {
      const before = events;
      request().then((state) => {
        if (events === before) onState(state, true);
      }, onFailure);
    },
    end,
  };
}

/**
 * The one way to the main process: requests of the bridge as values or thrown errors, events, and states, which are asked for
 * once and told of from then on.
 */
import { AppError } from '#shared/error.ts';
import type { Bridge } from '#shared/ipc/bridge.ts';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly inkling: Bridge;
  }
}

/** @throws AppError with the code that the main process answered. */
export async function call<C extends RequestChannel>(
  channel: C,
  ...args: Parameters<Requests[C]>
): Promise<ReturnType<Requests[C]>> {
  const outcome = await window.inkling.request(channel, ...args);
  if (outcome.ok) return outcome.value;
  throw new AppError(outcome.error.code, outcome.error.message);
}

/** @returns the function that ends the subscription */
export function listen<C extends EventChannel>(
  channel: C,
  listener: (payload: Events[C]) => void,
): () => void {
  return window.inkling.subscribe(channel, listener);
}

export interface Subscription {
  /** Asks for the present state. */
  readonly ask: () => void;
  readonly end: () => void;
}

/**
 * Subscribes to a state of the main process; nothing is asked for yet. An answer that arrives after an event is older than
 * it and is dropped.
 */
export function subscribe<C extends EventChannel>(
  channel: C,
  request: () => Promise<Events[C]>,
  onState: (state: Events[C]) => void,
  onFailure: (error: unknown) => void,
): Subscription {
  let events = 0;
  const end = listen(channel, (state) => {
    events += 1;
    onState(state);
  });
  return {
    ask() {
      const before = events;
      request().then((state) => {
        if (events === before) onState(state);
      }, onFailure);
    },
    end,
  };
}

/** Sends the events of the contract to pages. Parts of the main thread may subscribe to the same events. */
import type { WebContents } from 'electron';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import { createListeners } from '#shared/base/listeners.ts';

/** An event with its payload, whose type follows from the channel. */
type EventOn<C extends EventChannel> = {
  readonly [Channel in C]: { readonly channel: Channel; readonly payload: Events[Channel] };
}[C];

function eventOn<C extends EventChannel>(channel: C, payload: Events[C]): EventOn<C> {
  return { channel, payload };
}

export interface EventHub {
  /** Sends an event to every page of the app, then to the subscribers in this thread. */
  readonly broadcast: <C extends EventChannel>(channel: C, payload: Events[C]) => void;
  readonly subscribe: (listener: (event: EventOn<EventChannel>) => void) => void;
}

/** @param onFailure called with errors of subscribers */
export function createEventHub(
  pages: () => readonly WebContents[],
  onFailure: (error: unknown) => void,
): EventHub {
  const listeners = createListeners<EventOn<EventChannel>>(onFailure);
  return {
    broadcast(channel, payload) {
      for (const page of pages()) if (!page.isDestroyed()) page.send(channel, payload);
      listeners.call(eventOn<EventChannel>(channel, payload));
    },
    subscribe: listeners.add,
  };
}

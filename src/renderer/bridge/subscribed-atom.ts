/** An atom with a state of the main process; null until known. Subscribed while a component uses it. */
import { atom, type PrimitiveAtom } from 'jotai';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import { subscribe } from './client.ts';

export function subscribedAtom<C extends EventChannel>(
  channel: C,
  request: () => Promise<Events[C]>,
  onFailure: (error: unknown) => void,
): PrimitiveAtom<Events[C] | null> {
  const state = atom<Events[C] | null>(null);
  state.onMount = (set) => {
    const { ask, end } = subscribe(channel, request, set, onFailure);
    ask();
    return end;
  };
  return state;
}

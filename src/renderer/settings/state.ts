/** The settings and the transfer as the main process has them, followed while something shows them; null until known. */
import { atom, type PrimitiveAtom } from 'jotai';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import type { Settings } from '#shared/settings.ts';
import { call, subscribe } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { tellFailure } from '../toast/notices.ts';

export const settingsAtom = followed('settings:changed', () => call('settings:get'));

export const transferAtom = followed('transfer:changed', () => call('transfer:get'));

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then((state) => store.set(settingsAtom, state), tellFailure);
}

function followed<C extends EventChannel>(
  channel: C,
  request: () => Promise<Events[C]>,
): PrimitiveAtom<Events[C] | null> {
  const state = atom<Events[C] | null>(null);
  state.onMount = (set) => {
    const { ask, end } = subscribe(channel, request, set, tellFailure);
    ask();
    return end;
  };
  return state;
}

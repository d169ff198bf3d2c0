/** The settings and the transfer as the main process has them, followed while something shows them; null until known. */
import { atom, type PrimitiveAtom } from 'jotai';
import type { Settings, SettingsState } from '#shared/settings.ts';
import type { TransferState } from '#shared/transfer.ts';
import { call, listen } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { tellFailure } from '../toast/notices.ts';

export const settingsAtom = followed<SettingsState>(
  (push) => listen('settings:changed', push),
  () => call('settings:get'),
);

export const transferAtom = followed<TransferState>(
  (push) => listen('transfer:changed', push),
  () => call('transfer:get'),
);

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then((state) => store.set(settingsAtom, state), tellFailure);
}

function followed<State>(
  subscribe: (push: (state: State) => void) => () => void,
  ask: () => Promise<State>,
): PrimitiveAtom<State | null> {
  const state = atom<State | null>(null);
  state.onMount = (set) => {
    let told = false;
    const end = subscribe((next) => {
      told = true;
      set(next);
    });
    ask().then((answer) => {
      // What was told meanwhile is newer.
      if (!told) set(answer);
    }, tellFailure);
    return end;
  };
  return state;
}

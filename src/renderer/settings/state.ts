/** The settings of the main process. The first drawing waits for them. */
import { atom } from 'jotai';
import type { Settings, SettingsState } from '#shared/settings.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { showFailure } from '../toast/notices.ts';

/** Null until known. */
export const settingsAtom = atom<SettingsState | null>(null);

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then((state) => store.set(settingsAtom, state), showFailure);
}

/** The settings as the main process has them, which the first drawing waits for. */
import { atom } from 'jotai';
import type { Settings, SettingsState } from '#shared/settings.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { tellFailure } from '../toast/notices.ts';

/** Null until known. */
export const settingsAtom = atom<SettingsState | null>(null);

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then((state) => store.set(settingsAtom, state), tellFailure);
}

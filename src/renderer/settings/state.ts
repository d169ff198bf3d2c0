/** The settings, which the main process owns. The first render waits for them. */
import { atom } from 'jotai';
import type { Uid } from '#shared/note/note.ts';
import type { Settings, SettingsState, TrashDays } from '#shared/ipc/settings.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { showFailure } from '../toast/notices.ts';

export const settingsAtom = atom<SettingsState | null>(null);

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then(showSettings, showFailure);
}

/** @param uid the account that this choice is for */
export function emptyTrashAfter(uid: Uid, days: TrashDays): void {
  call('settings:empty-trash-after', uid, days).then(showSettings, showFailure);
}

function showSettings(state: SettingsState): void {
  store.set(settingsAtom, state);
}

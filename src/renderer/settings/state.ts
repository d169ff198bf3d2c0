/** The settings as the main process has them. */
import type { Settings } from '#shared/settings.ts';
import { call } from '../bridge/client.ts';
import { subscribedAtom } from '../bridge/subscribed-atom.ts';
import { store } from '../state/store.ts';
import { tellFailure } from '../toast/notices.ts';

export const settingsAtom = subscribedAtom('settings:changed', () => call('settings:get'), tellFailure);

export function changeSettings(patch: Partial<Settings>): void {
  call('settings:change', patch).then((state) => store.set(settingsAtom, state), tellFailure);
}

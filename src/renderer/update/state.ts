/** The version that is downloaded and waits for a restart; null if there is none. */
import { call } from '../bridge/client.ts';
import { subscribedAtom } from '../bridge/subscribed-atom.ts';
import { callOrTell, tellFailure } from '../toast/notices.ts';

export const updateAtom = subscribedAtom('update:changed', () => call('update:get'), tellFailure);

/** Asks, in a dialog of the system that says what is new, whether to restart. */
export function askToRestart(): void {
  callOrTell('update:restart');
}

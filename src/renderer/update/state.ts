/** The version that is downloaded and waits for a restart; null where none does. */
import { call } from '../bridge/client.ts';
import { subscribedAtom } from '../bridge/subscribed-atom.ts';
import { callOrTell, tellFailure } from '../toast/notices.ts';

export const updateAtom = subscribedAtom('update:changed', () => call('update:get'), tellFailure);

/** The system asks whether to restart, with what is new. */
export function askToRestart(): void {
  callOrTell('update:restart');
}

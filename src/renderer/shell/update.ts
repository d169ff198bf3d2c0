/** The version that is downloaded and waits for a restart; null if there is none. */
import { call } from '../bridge/client.ts';
import { subscribedAtom } from '../bridge/subscribed-atom.ts';
import { callOrShowFailure, showFailure } from '../toast/notices.ts';

export const updateAtom = subscribedAtom('update:changed', () => call('update:get'), showFailure);

/** Asks in a system dialog, which says what is new, whether to restart. */
export function askToRestart(): void {
  callOrShowFailure('update:restart');
}

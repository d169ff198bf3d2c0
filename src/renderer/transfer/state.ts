/** The export or import under way, or the last one, as the main process has it. */
import { call } from '../bridge/client.ts';
import { subscribedAtom } from '../bridge/subscribed-atom.ts';
import { showFailure } from '../toast/notices.ts';

export const transferAtom = subscribedAtom('transfer:changed', () => call('transfer:get'), showFailure);

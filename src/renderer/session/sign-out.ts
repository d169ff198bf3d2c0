/**
 * Signing out (spec §2, §8, §9): pending changes are pushed at once, and the session ends after the logout
 * delay. Changes that could not be pushed by then stay on this device, and the sign-up screen says so. Words
 * that this device could not store would be lost with the page, so the session goes on until they are stored.
 * A failure is only logged.
 */
import { messageOf } from '#shared/base/error.ts';
import { SPEC } from '#shared/base/spec.ts';
import { call } from '../bridge/client.ts';
import { flushDrafts } from '../drafts/composers.ts';
import { store } from '../state/store.ts';
import { unconfirmedChangesAtom, signingOutAtom } from '../state/session.ts';

const NOT_STORED = 'Not signed out: words that were typed last could not be stored on this device.';

/** Does nothing while another sign-out is under way. */
export async function signOut(): Promise<void> {
  if (store.get(signingOutAtom)) return;
  store.set(signingOutAtom, true);
  // Best effort: the sign-out keeps unpushed changes, so a failure here changes nothing.
  call('sync:now').catch((error: unknown) => console.error(messageOf(error)));
  try {
    await logoutDelay();
    // Words typed during the delay belong to the account that is about to be closed.
    if (!(await flushDrafts())) {
      console.error(NOT_STORED);
      return;
    }
    const { unsynced } = await call('session:sign-out');
    store.set(unconfirmedChangesAtom, unsynced);
  } catch (error) {
    console.error(messageOf(error));
  } finally {
    store.set(signingOutAtom, false);
  }
}

async function logoutDelay(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, SPEC.logoutDelay);
  await promise;
}

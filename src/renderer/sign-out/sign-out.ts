/**
 * Signing out (spec §2, §9): pending changes are pushed at once, and after the logout delay the session ends. Changes that
 * could not be pushed by then stay on this device, and the sign-up screen says so. Words that this device could not store
 * would be lost with the page, so nobody is signed out before they are stored. Any other failure is only logged.
 */
import { atom } from 'jotai';
import { messageOf } from '#shared/base/error.ts';
import { SPEC } from '#shared/base/spec.ts';
import { call } from '../bridge/client.ts';
import { flushDrafts } from '../drafts/composers.ts';
import { store } from '../state/store.ts';
import { showNotice } from '../toast/notices.ts';
import { unconfirmedChangesAtom, signingOutAtom } from '../session/state.ts';

const NOT_STORED =
  'You are still signed in: what you typed last could not be kept on this device, and would be lost.';

/** Set during the logout delay; the person stays signed in if it is called. */
export const stayAtom = atom<{ readonly stay: () => void } | null>(null);

/** Resolves to whether the session has ended. Does nothing while another sign-out is under way. */
export async function signOut(): Promise<boolean> {
  if (store.get(signingOutAtom)) return false;
  store.set(signingOutAtom, true);
  // Best effort: the sign-out keeps what could not be pushed, so a failure here changes nothing.
  call('sync:now').catch((error: unknown) => console.error(messageOf(error)));
  try {
    if (await isStaying()) return false;
    // What was typed during the delay belongs to the account that is about to be closed.
    if (!(await flushDrafts())) {
      showNotice({ text: NOT_STORED, failure: true });
      return false;
    }
    const { unsynced } = await call('session:sign-out');
    store.set(unconfirmedChangesAtom, unsynced);
    return true;
  } catch (error) {
    console.error(messageOf(error));
    return false;
  } finally {
    store.set(signingOutAtom, false);
  }
}

/** Waits for the logout delay, at whose end it is too late to stay. @returns whether the person wants to stay signed in */
async function isStaying(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), SPEC.logoutDelay);
  store.set(stayAtom, { stay: () => resolve(true) });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    store.set(stayAtom, null);
  }
}

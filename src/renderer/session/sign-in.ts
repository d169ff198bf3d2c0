/** Signing in (spec §2, §8): success and failure are logged word for word, and nothing is shown on failure. */
import { hasCode, messageOf } from '#shared/error.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { unconfirmedChangesAtom } from './state.ts';

/** Answers whether this attempt signed the user in. */
export async function signIn(): Promise<boolean> {
  try {
    await call('session:sign-in');
    console.log(LOG_LINES.signedIn);
    store.set(unconfirmedChangesAtom, 0);
    return true;
  } catch (error) {
    // A second click, a sign-out or the end of the app has ended this attempt: nothing has failed.
    if (hasCode(error, 'sign-in-superseded')) return false;
    console.error(LOG_LINES.signInFailed, messageOf(error));
    return false;
  }
}

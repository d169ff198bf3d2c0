/**
 * Signing in (spec §2, §8): success and failure are logged word for word, and a failure is not shown. After a
 * success, the account's address is shown, so that the user notices a wrong account at once.
 */
import { hasCode, messageOf } from '#shared/base/error.ts';
import { confirmedAccount } from '#shared/ipc/session.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { showNotice } from '../toast/notices.ts';
import { addressCopiedAtom, nameOf, sessionAtom, unconfirmedChangesAtom } from '../state/session.ts';

/** @returns whether this attempt signed the user in */
export async function signIn(): Promise<boolean> {
  store.set(addressCopiedAtom, false);
  try {
    await call('session:sign-in');
    console.log(LOG_LINES.signedIn);
    store.set(unconfirmedChangesAtom, 0);
    showAccountOnceSeen();
    return true;
  } catch (error) {
    // A second click, a sign-out or the app's end cancelled this attempt; nothing failed.
    if (hasCode(error, 'sign-in-superseded')) return false;
    console.error(LOG_LINES.signInFailed, messageOf(error));
    return false;
  }
}

/** The notice would be gone before the user is back from the browser. */
function showAccountOnceSeen(): void {
  if (!document.hasFocus()) {
    window.addEventListener('focus', showAccountOnceSeen, { once: true });
    return;
  }
  const session = store.get(sessionAtom);
  // A question shows the account already (`shell/confirm-account.tsx`), or the session has ended meanwhile.
  if (session.status !== 'signed-in' || confirmedAccount(session) === null) return;
  showNotice({ text: `Signed in as ${nameOf(session.user)}` });
}

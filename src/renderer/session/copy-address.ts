/**
 * Offers the address of a sign-in under way for a browser of the user's choice: the system may open none and,
 * on Linux, does not report that.
 */
import { useAtomValue } from 'jotai';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { showFailure } from '../toast/notices.ts';
import { addressCopiedAtom } from '../state/session.ts';

export const COPY_ADDRESS = 'Copy the address';

export function useSignInAdvice(): string {
  return useAtomValue(addressCopiedAtom)
    ? 'Copied. Paste it into a browser on this computer.'
    : 'Continue in your browser. Click again to start over.';
}

export function copyAddress(): void {
  call('session:copy-address').then((isCopied) => store.set(addressCopiedAtom, isCopied), showFailure);
}

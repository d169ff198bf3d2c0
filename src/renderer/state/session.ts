/** Who is signed in; unknown until the main process has said so. */
import { atom } from 'jotai';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState, User } from '#shared/ipc/session.ts';

export const sessionAtom = atom<SessionState>({ status: 'unknown' });

/**
 * True from the beginning of a session on this page until the address is that of the notes: whoever signs in
 * is sent there (spec §2), whichever address the page had meanwhile.
 */
export const isArrivingAtom = atom(false);

export function uidOf(state: SessionState): Uid | null {
  return state.status === 'signed-in' ? state.user.uid : null;
}

/** How the account is named to the person. */
export function nameOf({ email, name }: User): string {
  return email === '' ? name : email;
}

/** Whether the address of the present attempt to sign in was copied. */
export const addressCopiedAtom = atom(false);

/** True from the click on log out until the sign-out has ended. */
export const signingOutAtom = atom(false);

/** How many notes were written while nobody was signed in and belong to no account yet. */
export const unclaimedWordsAtom = atom(0);

/** How many changes the last sign-out left on this device because the cloud had not confirmed them (S11). */
export const unconfirmedChangesAtom = atom(0);

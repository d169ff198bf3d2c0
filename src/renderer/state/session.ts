/** The session; unknown until the main process has reported it. */
import { atom } from 'jotai';
import type { Uid } from '#shared/note/note.ts';
import type { SessionState, User } from '#shared/ipc/session.ts';

export const sessionAtom = atom<SessionState>({ status: 'unknown' });

/**
 * True from the beginning of a session on this page until the address is that of the notes: signing in leads
 * there (spec §2), whichever address the page had meanwhile.
 */
export const isArrivingAtom = atom(false);

export function uidOf(state: SessionState): Uid | null {
  return state.status === 'signed-in' ? state.user.uid : null;
}

/** The name under which the user sees the account. */
export function nameOf({ email, name }: User): string {
  return email === '' ? name : email;
}

export const addressCopiedAtom = atom(false);

/** True from the click on log out until the sign-out has ended. */
export const signingOutAtom = atom(false);

/** How many notes were written without an account and do not belong to one yet. */
export const unclaimedWordsAtom = atom(0);

/** How many changes the last sign-out left on this device because the cloud had not confirmed them (S11). */
export const unconfirmedChangesAtom = atom(0);

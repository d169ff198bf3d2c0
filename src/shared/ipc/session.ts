/** The session as the renderer sees it. Tokens never leave the main process. */
import type { Uid } from '../note/note.ts';

/** Where Google serves account pictures. Other servers of its domain serve content that anyone can upload. */
export const PICTURE_ORIGIN = 'https://lh3.googleusercontent.com';

/** The app serves the signed-in account's picture to its pages under this name. */
export const ACCOUNT_PICTURE = 'account-picture';

/** @param picture see `User`. It only tells pictures apart, so that a page asks again for a new one. */
export function pictureAddress(picture: string): string {
  return `${ACCOUNT_PICTURE}?${encodeURIComponent(picture)}`;
}

export interface User {
  readonly uid: Uid;
  readonly email: string;
  readonly name: string;
  /** Address of the account's picture at `PICTURE_ORIGIN`, or null. */
  readonly picture: string | null;
}

/** Spec §3: `unknown` until the stored session has been read; nothing is rendered before that. */
export type SessionState =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'signed-out';
      /** Whether a sign-in waits for the browser. */
      readonly signingIn: boolean;
    }
  | {
      readonly status: 'signed-in';
      readonly user: User;
      /** Whether the server no longer accepts this session: notes stay, syncing waits for a new sign-in. */
      readonly expired: boolean;
      /** Whether a new sign-in, perhaps with another account, waits for the browser. */
      readonly signingIn: boolean;
      /**
       * Set until the user has confirmed that this is the right account. Until then it gets no words that
       * were typed while signed out (S14.4). Only set if there were such words at the sign-in.
       */
      readonly unconfirmed?: true;
      /**
       * Set if the last sign-out failed because the session's file could be neither removed nor emptied. The
       * session then continues.
       */
      readonly signOutFailed?: true;
    };

/** The account that gets words typed while signed out; null while they have to wait. */
export function confirmedAccount(state: SessionState): Uid | null {
  return state.status === 'signed-in' && state.unconfirmed !== true ? state.user.uid : null;
}

/** Whether words that are typed now, outside of an account's own page, belong to no account yet. */
export function hasNoConfirmedAccount(state: SessionState): boolean {
  return state.status !== 'unknown' && confirmedAccount(state) === null;
}

export interface SignOutResult {
  /** Changes that the cloud has not confirmed. They stay here until this account signs in again (S11). */
  readonly unsynced: number;
}

/**
 * What protects the stored session: a key of the system's key store; a key that every program knows, on Linux
 * without one; or nothing, so that it is not stored.
 */
export type SessionProtection = 'key-store' | 'known-key' | 'none';

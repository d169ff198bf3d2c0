/**
 * Signing in, as the rest of the app sees it: the ports that it needs, and the service that `createAuth`
 * (`auth.ts`) makes.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { Uid } from '#shared/note/note.ts';
import type { SessionProtection, SessionState, User } from '#shared/ipc/session.ts';
import type { Log } from '#shared/base/log.ts';

export interface AuthConfig {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints?: AuthEndpoints | undefined;
}

/**
 * Addresses that replace Google's own. Google's is used for a missing one. `/v1/accounts:signInWithIdp` is
 * appended to `identityToolkit`, `/v1/token` to `secureToken`.
 */
export type AuthEndpoints = {
  readonly [Name in 'authorize' | 'token' | 'certs' | 'issuer' | 'identityToolkit' | 'secureToken']?:
    | string
    | undefined;
};

/**
 * Electron's safeStorage behind a port. Both calls may wait, without limit, until the user unlocks a keyring.
 */
export interface Encryption {
  /** @throws if the system provides no key */
  encrypt(text: string): Promise<Buffer>;
  /**
   * @returns the text, and whether it would now be encrypted by another key
   * @throws if the bytes were not encrypted by this user on this device, or if their key is not available
   */
  decrypt(bytes: Buffer): Promise<{ readonly text: string; readonly outdated: boolean }>;
  /** Whether these bytes were encrypted by a key that every program knows. */
  isByKnownKey(bytes: Buffer): boolean;
}

/** The global `fetch`, or one that uses the system's network settings. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface AuthPorts extends Pick<Clock, 'now' | 'after'> {
  readonly config: AuthConfig;
  /** File of the encrypted session, in the user-data folder. */
  readonly sessionFile: string;
  readonly encryption: Encryption;
  /** Whether to store the session if no key store protects it; null, not chosen yet, means no. */
  readonly storeWithoutKeyStore: () => boolean | null;
  readonly fetch: Fetch;
  readonly openBrowser: (url: string) => Promise<void>;
  readonly log: Log;
}

/** The ports of one attempt to sign in. */
export interface SignInPorts {
  /**
   * Whether words that were typed while signed out are waiting. The user must then confirm the account first.
   */
  readonly hasUnclaimedWords: () => Promise<boolean>;
  /**
   * Called when the address of the sign-in was opened twice, so that the account may not be the user's.
   * @param hasSession whether the attempt has begun a session, which the app must sign out
   */
  readonly onOpenedTwice: (hasSession: boolean) => void;
}

export interface Auth {
  readonly state: SessionState;
  /** The protection of the stored session; null until one has been stored or read. */
  readonly protection: SessionProtection | null;
  /** The address that the browser of the running attempt opens; null until it is known. It works once. */
  readonly signInAddress: string | null;
  onChange(listener: (state: SessionState) => void): void;
  onProtection(listener: (protection: SessionProtection) => void): void;
  /**
   * Reads the stored session, without the network. If a keyring is locked, this resolves after a while
   * without a session, which then begins as soon as the keyring is unlocked.
   */
  restore(): Promise<void>;
  /** Applies the user's current choice: stores the session, or removes the stored one. */
  store(): Promise<void>;
  /**
   * Resolves when the next start would find the session. A keyring that waits for the user's password delays
   * this.
   */
  readonly stored: Promise<void>;
  /**
   * Makes one attempt through the system's browser; a later call ends an earlier one.
   * @throws AppError `sign-in-failed` or `sign-in-superseded`
   */
  signIn(ports: SignInPorts): Promise<User>;
  /** Confirms that this is the right account. Does nothing unless it is signed in. */
  confirm(uid: Uid): Promise<void>;
  /**
   * Forgets the session on this device and ends a running attempt.
   * @throws AppError `internal` if the stored session cannot be removed; the session then continues, also
   *   after a restart
   */
  signOut(): Promise<void>;
  /**
   * A Firebase ID token of this account (S10) that is valid for at least some minutes. All callers share one
   * refresh.
   * @throws AppError `not-signed-in` if this account is not signed in, or no longer once the token arrives;
   *   `session-expired` (ask to sign in again); `network` (try later)
   */
  idToken(uid: Uid): Promise<string>;
  /** The server refused this token before it expired: the next `idToken` refreshes it. */
  rejectToken(token: string): void;
  /** Ends every timer, server and request. */
  dispose(): void;
}

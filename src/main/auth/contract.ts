/** Signing in, as the rest of the app sees it: the ports that it needs, and the service that `createAuth` in `auth.ts` makes. */
import type { Clock } from '#shared/clock.ts';
import type { SessionProtection, SessionState, User } from '#shared/session.ts';

export interface AuthConfig {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints?: AuthEndpoints | undefined;
}

/**
 * Addresses that take the place of Google's own; Google's is used where one is absent. `/v1/accounts:signInWithIdp` is appended to
 * `identityToolkit`, `/v1/token` to `secureToken`.
 */
export type AuthEndpoints = {
  readonly [Name in 'authorize' | 'token' | 'certs' | 'issuer' | 'identityToolkit' | 'secureToken']?:
    | string
    | undefined;
};

/** Electron's safeStorage behind a port. Both calls may wait, without limit, until a person unlocks a keyring. */
export interface Encryption {
  /** @throws where the system gives no key */
  encrypt(text: string): Promise<Buffer>;
  /**
   * @returns the text, and whether it would now be encrypted by another key
   * @throws where the bytes were not made by this user on this device, or their key is out of reach
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
  /** Whether to store the session where no key store protects it; null where nobody has chosen, and then it is not stored. */
  readonly keepWithoutKeyStore: () => boolean | null;
  /** Called when a session was stored or read. */
  readonly onProtection: (protection: SessionProtection) => void;
  /** Sends requests to servers. */
  readonly fetch: Fetch;
  /** Opens the system's browser. */
  readonly openBrowser: (url: string) => Promise<void>;
  readonly log: Pick<Console, 'info' | 'warn' | 'error'>;
}

export interface Auth {
  readonly state: SessionState;
  /** @returns the function that ends the subscription */
  onChange(listener: (state: SessionState) => void): () => void;
  /**
   * Reads the stored session, without the network. Where a keyring has to be unlocked first, this resolves after a while without a
   * session, which then begins as soon as the keyring is unlocked.
   */
  restore(): Promise<void>;
  /** Stores the current session as the person has chosen now, or removes what was stored. */
  store(): Promise<void>;
  /**
   * Makes one attempt through the system's browser; a later call ends an earlier one.
   * @throws AppError `sign-in-failed` or `sign-in-superseded`
   */
  signIn(): Promise<User>;
  /**
   * Forgets the session on this device and ends a running attempt.
   * @throws AppError `internal` where the session cannot be removed; it goes on then, now and at the next start
   */
  signOut(): Promise<void>;
  /**
   * A Firebase ID token that is valid for at least some minutes. Any number of callers share one refresh.
   * @throws AppError `not-signed-in`, `session-expired` (ask to sign in again) or `network` (try later)
   */
  idToken(): Promise<string>;
  /** The server refused this token before it expired: the next `idToken` refreshes it. */
  rejectToken(token: string): void;
  /** Ends every timer, server and request. */
  dispose(): void;
}

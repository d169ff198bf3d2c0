/**
 * What the rest of the app knows of signing in: the ports that auth needs and the service that it gives. The
 * service is made by `createAuth` in `auth.ts`.
 */
import type { Clock } from '#shared/clock.ts';
import type { SessionState, User } from '#shared/session.ts';

export interface AuthConfig {
  readonly apiKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly endpoints?: AuthEndpoints | undefined;
}

/**
 * Stand-ins for Google's own addresses; whatever is absent is Google's. To `identityToolkit` is appended
 * `/v1/accounts:signInWithIdp`, to `secureToken` `/v1/token`.
 */
export type AuthEndpoints = {
  readonly [Name in 'authorize' | 'token' | 'certs' | 'issuer' | 'identityToolkit' | 'secureToken']?:
    | string
    | undefined;
};

/** Electron's safeStorage behind a port. */
export interface Encryption {
  isAvailable(): boolean;
  /** Name of the key store, for one warning where it does not really protect (`basic_text`). */
  backend(): string;
  encrypt(text: string): Buffer;
  /** Throws where the bytes were not made by this user on this device. */
  decrypt(bytes: Buffer): string;
}

export interface AuthPorts extends Pick<Clock, 'now' | 'after'> {
  readonly config: AuthConfig;
  /** File of the encrypted session, in the user-data folder. */
  readonly sessionFile: string;
  readonly encryption: Encryption;
  /** Opens the system's browser. */
  readonly openBrowser: (url: string) => Promise<void>;
  readonly log: Pick<Console, 'info' | 'warn' | 'error'>;
}

export interface Auth {
  readonly state: SessionState;
  /** Tells of every change of `state`; answers with the function that ends it. */
  onChange(listener: (state: SessionState) => void): () => void;
  /** Reads the stored session, without the network. */
  restore(): Promise<void>;
  /**
   * Runs one attempt through the system's browser; a later call ends an earlier one.
   * @throws AppError `sign-in-failed` or `sign-in-superseded`
   */
  signIn(): Promise<User>;
  /**
   * Forgets the session on this device and ends a running attempt.
   * @throws AppError `internal` where it cannot be forgotten; then it goes on, here as at the next start
   */
  signOut(): Promise<void>;
  /**
   * A Firebase ID token that is good for at least some minutes. However many ask, one refresh runs.
   * @throws AppError `not-signed-in`, `session-expired` (ask to sign in again) or `network` (try later)
   */
  idToken(): Promise<string>;
  /** The server refused this token before its time: the next `idToken` refreshes. */
  rejectToken(token: string): void;
  /** Ends every timer, server and request. */
  dispose(): void;
}

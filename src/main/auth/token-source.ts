/**
 * The Firebase ID token of one session, in memory only. Gives a token that is good for at least five minutes
 * wherever that can be had; one refresh runs however many ask. A refusal by Google is final for this session, a
 * network that is away is not.
 */
import { AppError } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import type { AuthPorts } from './contract.ts';
import type { FirebaseTokens, IdentityToolkit, Refusal } from './identity-toolkit.ts';

/** A token with less than this left is refreshed before it is given out. Milliseconds. */
export const REFRESH_MARGIN = 5 * 60_000;

export interface TokenSource {
  /** @throws AppError `session-expired`, `network`, or `not-signed-in` once the session has ended */
  idToken(): Promise<string>;
  /** The server refused this token: it is not given out again. */
  reject(token: string): void;
  /** Ends a running refresh; whatever it still brings is dropped. */
  end(): void;
}

export interface TokenSourceOptions {
  readonly uid: Uid;
  readonly refreshToken: string;
  /** Known right after a sign-in; a restored session has none until its first refresh. */
  readonly tokens: FirebaseTokens | null;
  readonly expired: boolean;
  readonly refresh: IdentityToolkit['refresh'];
  readonly now: AuthPorts['now'];
  /**
   * Google may give another refresh token with any answer, and the old one is then of no use. Both of these are
   * waited for, so that what they store is stored before anyone acts on the answer.
   */
  readonly onRefreshToken: (refreshToken: string) => Promise<void>;
  readonly onExpired: (why: Refusal | 'WRONG_USER') => Promise<void>;
}

interface HeldToken {
  readonly token: string;
  /** Milliseconds since the epoch, by this device's clock at the moment of the answer. */
  readonly from: number;
  readonly until: number;
}

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { uid, now } = options;
  const ended = new AbortController();
  let { refreshToken, expired } = options;
  let held = options.tokens === null ? null : heldToken(options.tokens);
  let refreshing: Promise<string> | null = null;

  function heldToken({ idToken, lifetime }: FirebaseTokens): HeldToken {
    return { token: idToken, from: now(), until: now() + lifetime };
  }

  /** A clock that was set back to before the answer says nothing of the token's age: it counts as old. */
  function tokenWithLeft(margin: number): string | null {
    const time = now();
    return held !== null && time >= held.from && time < held.until - margin ? held.token : null;
  }

  async function refresh(): Promise<string> {
    const answer = await options.refresh(refreshToken, ended.signal);
    ended.signal.throwIfAborted();
    if (answer.kind === 'refused') throw await refuse(answer.refusal);
    // Another account's token must never reach this account's notes, however it came here.
    if (answer.tokens.uid !== uid) throw await refuse('WRONG_USER');
    const next = heldToken(answer.tokens);
    held = next;
    if (answer.tokens.refreshToken !== refreshToken) {
      refreshToken = answer.tokens.refreshToken;
      await options.onRefreshToken(refreshToken);
      ended.signal.throwIfAborted();
    }
    return next.token;
  }

  async function refuse(why: Refusal | 'WRONG_USER'): Promise<AppError> {
    expired = true;
    held = null;
    await options.onExpired(why);
    return sessionExpired();
  }

  return {
    async idToken() {
      ended.signal.throwIfAborted();
      if (expired) throw sessionExpired();
      const fresh = tokenWithLeft(REFRESH_MARGIN);
      if (fresh !== null) return fresh;
      refreshing ??= refresh().finally(() => (refreshing = null));
      try {
        return await refreshing;
      } catch (error) {
        // What is left of the old token still serves while only the refresh cannot be had.
        const rest = tokenWithLeft(0);
        if (error instanceof AppError && error.code === 'network' && rest !== null) return rest;
        throw error;
      }
    },
    reject(token) {
      if (held?.token === token) held = null;
    },
    end() {
      held = null;
      ended.abort(new AppError('not-signed-in', 'The session has ended.'));
    },
  };
}

function sessionExpired(): AppError {
  return new AppError(
    'session-expired',
    'Google no longer accepts this session. Sign in again to go on syncing.',
  );
}

/**
 * The Firebase ID token of one session, in memory only. If possible, it returns a token that is valid for at
 * least five minutes. All callers share one refresh. A refusal by Google ends the session for good; a network
 * failure does not.
 */
import { AppError, hasCode } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import type { AuthPorts } from './contract.ts';
import type { FirebaseTokens, IdentityToolkit, Refusal } from './identity-toolkit.ts';

/** A token that expires in less than this time is refreshed before it is returned. Milliseconds. */
export const REFRESH_MARGIN = 5 * 60_000;

export interface TokenSource {
  /** @throws AppError `session-expired`, `network`, or `not-signed-in` once the session has ended */
  idToken(): Promise<string>;
  /** Marks a token as refused by the server, so that it is not returned again. */
  reject(token: string): void;
  /** Ends a running refresh and drops its answer. */
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
   * Google may send a new refresh token with any answer, and the old one is then invalid. Both functions are
   * awaited, so that the change is stored before the answer is used.
   */
  readonly onRefreshToken: (refreshToken: string) => Promise<void>;
  readonly onExpired: (why: Refusal | 'WRONG_USER') => Promise<void>;
}

interface IdToken {
  readonly token: string;
  /** When the answer arrived by this device's clock, in milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { uid, now } = options;
  const ended = new AbortController();
  let { refreshToken, expired } = options;
  let current = options.tokens === null ? null : toIdToken(options.tokens);
  let refreshing: Promise<string> | null = null;

  function toIdToken({ idToken, lifetime }: FirebaseTokens): IdToken {
    return { token: idToken, from: now(), until: now() + lifetime };
  }

  /** Null if the token expires sooner, or if the clock was set back to before the answer. */
  function tokenValidFor(margin: number): string | null {
    const time = now();
    return current !== null && time >= current.from && time < current.until - margin ? current.token : null;
  }

  async function refresh(): Promise<string> {
    const answer = await options.refresh(refreshToken, ended.signal);
    ended.signal.throwIfAborted();
    if (answer.kind === 'refused') throw await refuse(answer.refusal);
    // A token of another account must never be used with this account's notes.
    if (answer.tokens.uid !== uid) throw await refuse('WRONG_USER');
    const next = toIdToken(answer.tokens);
    current = next;
    if (answer.tokens.refreshToken !== refreshToken) {
      refreshToken = answer.tokens.refreshToken;
      await options.onRefreshToken(refreshToken);
      ended.signal.throwIfAborted();
    }
    return next.token;
  }

  async function refuse(why: Refusal | 'WRONG_USER'): Promise<AppError> {
    expired = true;
    current = null;
    await options.onExpired(why);
    return sessionExpired();
  }

  return {
    async idToken() {
      ended.signal.throwIfAborted();
      if (expired) throw sessionExpired();
      const fresh = tokenValidFor(REFRESH_MARGIN);
      if (fresh !== null) return fresh;
      refreshing ??= refresh().finally(() => (refreshing = null));
      try {
        return await refreshing;
      } catch (error) {
        // If only the network fails, the old token still works until it expires.
        const oldToken = tokenValidFor(0);
        if (hasCode(error, 'network') && oldToken !== null) return oldToken;
        throw error;
      }
    },
    reject(token) {
      if (current?.token === token) current = null;
    },
    end() {
      current = null;
      ended.abort(new AppError('not-signed-in', 'session-ended'));
    },
  };
}

function sessionExpired(): AppError {
  return new AppError('session-expired', 'session-expired');
}

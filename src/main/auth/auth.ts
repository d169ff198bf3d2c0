/**
 * The session, its tokens and the running attempt to sign in, all owned by this module.
 *
 *   unknown ──restore──▶ signed-out ◀──signOut── signed-in ──refused──▶ signed-in, expired
 *                            └───────signIn────────▶ ▲ ◀────────signIn────────┘
 *
 * Only the current attempt and the current session may change the state; late answers for earlier ones are
 * dropped. Tokens leave this layer only through `idToken`, and are never part of a log line or an error.
 */
import { isDeepStrictEqual } from 'node:util';
import { AppError, hasCode } from '#shared/base/error.ts';
import { createListeners } from '#shared/base/listeners.ts';
import type { SessionProtection, SessionState, User } from '#shared/ipc/session.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { Auth, AuthPorts, SignInPorts } from './contract.ts';
import { createHttp } from './http.ts';
import { createIdentityToolkit, type FirebaseTokens } from './identity-toolkit.ts';
import { createSessionFile, type StoredSession } from './session-file.ts';
import { attemptSignIn, type SignInResult } from './sign-in-attempt.ts';
import { createTokenSource, type TokenSource } from './token-source.ts';

/** How long the start waits for a locked keyring before the app is shown without a session. */
const KEYRING_TIMEOUT_MS = 10_000;

interface Session {
  readonly stored: StoredSession;
  readonly tokens: TokenSource;
}

export function createAuth(ports: AuthPorts): Auth {
  const { config, log, now, after, openBrowser } = ports;
  const http = createHttp(ports.fetch, after);
  const toolkit = createIdentityToolkit(config, http);
  let state: SessionState = { status: 'unknown' };
  let session: Session | null = null;
  let attempt: AbortController | null = null;
  /** The address that the browser of the current attempt opens; null until it is known. */
  let address: string | null = null;
  /** The latest attempt, whose server may outlive it. */
  let latest: AbortController | null = null;
  /** The session whose file is being removed. It must not be stored again. */
  let leaving: TokenSource | null = null;
  let restored: Promise<void> | null = null;
  let isLoaded = false;
  let stopWaiting: (() => void) | null = null;
  let disposed = false;
  let signOutFailed = false;
  let protection: SessionProtection | null = null;

  const reportFailure = (error: unknown): void => log.error('session-listener-failed', error);
  const states = createListeners<SessionState>(reportFailure);
  const protections = createListeners<SessionProtection>(reportFailure);
  const file = createSessionFile({
    ...ports,
    onProtection(current) {
      protection = current;
      if (!disposed) protections.call(current);
    },
  });

  function publish(): void {
    const next = describe(isLoaded, session, attempt !== null, signOutFailed);
    if (disposed || isDeepStrictEqual(state, next)) return;
    state = next;
    states.call(next);
  }

  /** Makes this the current session, and ends the previous one together with its running refresh. */
  function begin(stored: StoredSession, tokens: FirebaseTokens | null): void {
    session?.tokens.end();
    signOutFailed = false;
    const change = async (changes: Partial<StoredSession>): Promise<void> => {
      if (session?.tokens !== source) return;
      session = { stored: { ...session.stored, ...changes }, tokens: source };
      const saved = leaving === source ? undefined : file.save(session.stored);
      publish();
      await saved;
    };
    const source = createTokenSource({
      uid: stored.user.uid,
      refreshToken: stored.refreshToken,
      expired: stored.expired,
      tokens,
      refresh: async (refreshToken, signal) => toolkit.refresh(refreshToken, signal),
      now,
      onRefreshToken: async (refreshToken) => change({ refreshToken }),
      onExpired: async (why) => {
        log.warn({ id: 'session-refused', code: why });
        await change({ expired: true });
      },
    });
    session = { stored, tokens: source };
  }

  async function load(): Promise<void> {
    const { promise: waited, resolve } = Promise.withResolvers<void>();
    stopWaiting = after(KEYRING_TIMEOUT_MS, resolve);
    await Promise.race([waited, takeStored()]);
    stopWaiting();
    isLoaded = true;
    publish();
  }

  async function takeStored(): Promise<void> {
    const stored = await file.load();
    // The user may have signed in while a keyring was locked.
    if (disposed || stored === null || session !== null) return;
    begin(stored, null);
    publish();
  }

  async function restore(): Promise<void> {
    restored ??= load();
    return restored;
  }

  function endAttempt(why: Reason): void {
    latest?.abort(new AppError('sign-in-superseded', why));
    latest = null;
    attempt = null;
    address = null;
  }

  async function signIn({ hasUnclaimedWords, onOpenedTwice }: SignInPorts): Promise<User> {
    if (disposed) throw new AppError('sign-in-failed', 'app-closing');
    endAttempt('sign-in-newer');
    const thisAttempt = new AbortController();
    attempt = thisAttempt;
    latest = thisAttempt;
    const { promise: user, resolve } = Promise.withResolvers<User>();
    /**
     * The session that this attempt has begun; null if the same account was signed in before, because then it
     * cannot be another user's account.
     */
    let begun: TokenSource | null = null;
    async function accept(result: SignInResult, signal: AbortSignal): Promise<void> {
      const { user: signedIn, tokens } = result;
      const hasWords = await hasUnclaimedWords().catch(() => true);
      signal.throwIfAborted();
      const isAnother = session?.stored.user.uid !== signedIn.uid;
      const unconfirmed = isAnother ? hasWords : session?.stored.unconfirmed === true;
      const stored = { user: signedIn, refreshToken: tokens.refreshToken, expired: false, unconfirmed };
      attempt = null;
      address = null;
      begin(stored, tokens);
      begun = isAnother ? (session?.tokens ?? null) : null;
      log.info('signed-in');
      const saved = file.save(stored);
      publish();
      resolve(signedIn);
      await saved;
    }
    function handleOpenedTwice(): void {
      if (attempt === thisAttempt) onOpenedTwice(false);
      else if (begun !== null && session?.tokens === begun) {
        log.error('sign-in-error', 'opened-twice');
        onOpenedTwice(true);
      }
    }
    try {
      await restore();
      publish();
      const attemptPorts = {
        config,
        openBrowser,
        now,
        after,
        http,
        toolkit,
        onAddress(opened: string): void {
          if (attempt === thisAttempt) address = opened;
        },
        onNoBrowser: () => log.warn('no-browser'),
      };
      await attemptSignIn(attemptPorts, thisAttempt.signal, accept, handleOpenedTwice);
      return await user;
    } catch (error) {
      const superseded = hasCode(error, 'sign-in-superseded');
      if (!superseded) log.error('sign-in-error', error);
      throw error;
    } finally {
      if (attempt === thisAttempt) {
        attempt = null;
        address = null;
        publish();
      }
    }
  }

  return {
    get state() {
      return state;
    },
    get protection() {
      return protection;
    },
    get signInAddress() {
      return address;
    },
    onChange: states.add,
    onProtection: protections.add,
    restore,
    async store() {
      await restore();
      if (session !== null && leaving === null) await file.save(session.stored);
    },
    get stored() {
      return file.saved;
    },
    signIn,
    async confirm(uid) {
      if (session?.stored.user.uid !== uid || !session.stored.unconfirmed) return;
      if (attempt === null) endAttempt('sign-in-confirmed');
      session = { ...session, stored: { ...session.stored, unconfirmed: false } };
      const saved = leaving === null ? file.save(session.stored) : undefined;
      publish();
      await saved;
    },
    async signOut() {
      endAttempt('sign-in-signed-out');
      await restore();
      const source = session?.tokens ?? null;
      leaving = source;
      try {
        // The file is removed first, so that the page shows the state that the next start will find.
        await file.clear();
        signOutFailed = false;
      } catch (error) {
        signOutFailed = true;
        if (session !== null) await file.save(session.stored);
        throw error;
      } finally {
        leaving = null;
        publish();
      }
      // An account that signed in meanwhile stays signed in.
      if (source === null || session?.tokens !== source) return;
      source.end();
      session = null;
      publish();
    },
    async idToken(uid) {
      if (session?.stored.user.uid !== uid) throw new AppError('not-signed-in', 'not-authenticated');
      return session.tokens.idToken();
    },
    rejectToken(token) {
      session?.tokens.reject(token);
    },
    dispose() {
      disposed = true;
      stopWaiting?.();
      endAttempt('app-closing');
      session?.tokens.end();
      session = null;
    },
  };
}

function describe(
  isLoaded: boolean,
  session: Session | null,
  signingIn: boolean,
  signOutFailed: boolean,
): SessionState {
  if (!isLoaded) return { status: 'unknown' };
  if (session === null) return { status: 'signed-out', signingIn };
  const { user, expired, unconfirmed } = session.stored;
  return {
    status: 'signed-in',
    user,
    expired,
    signingIn,
    ...(unconfirmed && { unconfirmed }),
    ...(signOutFailed && { signOutFailed }),
  };
}

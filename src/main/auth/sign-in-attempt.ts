/**
 * One attempt to sign in, from opening the browser to a Firebase session: loopback server, Google, Identity
 * Toolkit. It ends after five minutes, and at once when its signal is aborted. It then closes its server and
 * its requests, and a browser that waits for an answer shows the outcome.
 *
 * If its address is opened a second time, the attempt fails at once. The server then stays until the five
 * minutes are over, to report the failure to a browser that returns from Google. After a success the server
 * stays for a minute: if another user of this computer was faster than the user's own browser, that browser
 * arrives only now, and the session must end.
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/base/error.ts';
import { PICTURE_ORIGIN, type User } from '#shared/ipc/session.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { AuthPorts } from './contract.ts';
import type { GoogleIdentity } from './google.ts';
import type { Http } from './http.ts';
import type { IdentityToolkit, SignInAnswer } from './identity-toolkit.ts';
import type { Loopback } from './loopback.ts';
import type { Page } from './result-page.ts';

/** From the click to the session. Milliseconds. */
export const SIGN_IN_TIMEOUT = 5 * 60_000;
/**
 * How long after a success the address must not be opened again, because a browser may take this long to
 * start. Milliseconds.
 */
export const WATCH_TIME = 60_000;

export interface SignInPorts extends Pick<AuthPorts, 'config' | 'openBrowser' | 'now' | 'after'> {
  readonly http: Http;
  readonly toolkit: IdentityToolkit;
  /** Called with the address just before the browser opens it. */
  readonly onAddress: (address: string) => void;
  /** Called if the system could not open a browser. The attempt continues: the user can open the address. */
  readonly onNoBrowser: () => void;
}

export interface SignInResult {
  readonly user: User;
  readonly tokens: SignInAnswer;
}

/**
 * @param signal ends the attempt and, after the attempt, its server
 * @param accept takes the result, unless its signal is aborted; the browser shows success only after this has
 *   returned
 * @param onOpenedTwice called if the address was opened a second time, perhaps after the success
 * @throws AppError `sign-in-failed`, or the reason of `signal`
 */
export async function attemptSignIn(
  ports: SignInPorts,
  signal: AbortSignal,
  accept: (result: SignInResult, attemptEnd: AbortSignal) => Promise<void>,
  onOpenedTwice: () => void,
): Promise<void> {
  const timeout = new AbortController();
  let cancelTimer = ports.after(SIGN_IN_TIMEOUT, () => {
    timeout.abort(signInError('sign-in-timeout'));
  });
  const openedTwice = new AbortController();
  const serverEnd = AbortSignal.any([signal, timeout.signal]);
  const attemptEnd = AbortSignal.any([serverEnd, openedTwice.signal]);
  const state = randomBytes(32).toString('base64url');
  let loopback: Loopback | null = null;
  let page: Page = { kind: 'failed', reason: 'unexpected' };
  try {
    attemptEnd.throwIfAborted();
    // Loaded only here: loading Node's HTTP would make every start slower, and few starts sign in.
    const { openLoopback } = await import('./loopback.ts');
    loopback = await openLoopback(state, SIGN_IN_TIMEOUT, ports.after);
    void loopback.openedTwice.then(() => {
      onOpenedTwice();
      openedTwice.abort(signInError('opened-twice'));
    });
    const result = await unlessAborted(attemptEnd, signInBy(ports, loopback, state, attemptEnd));
    attemptEnd.throwIfAborted();
    await accept(result, attemptEnd);
    page = { kind: 'signed-in' };
  } catch (error) {
    const failure = toSignInError(error);
    page = { kind: 'failed', reason: failure.reason };
    throw failure;
  } finally {
    await loopback?.show(page);
    if (page.kind === 'signed-in') {
      cancelTimer();
      cancelTimer = ports.after(WATCH_TIME, () => timeout.abort());
    }
    const close = async (): Promise<void> => {
      cancelTimer();
      await loopback?.close();
    };
    const staysOpen = page.kind === 'signed-in' || openedTwice.signal.aborted;
    if (staysOpen && !serverEnd.aborted)
      serverEnd.addEventListener('abort', () => void close(), { once: true });
    else await close();
  }
}

async function signInBy(
  ports: SignInPorts,
  loopback: Loopback,
  state: string,
  signal: AbortSignal,
): Promise<SignInResult> {
  const { config, http, now, toolkit } = ports;
  const { redirectUri } = loopback;
  const { beginGoogleAttempt } = await import('./google.ts');
  const google = await beginGoogleAttempt({ config, http, now, redirectUri, state, signal });
  signal.throwIfAborted();

  const address = loopback.beginAt(google.authorizeUrl);
  ports.onAddress(address);
  // Not awaited, because on Linux it succeeds even if the browser fails. The error would quote the address.
  ports.openBrowser(address).catch(() => ports.onNoBrowser());
  const answer = await loopback.answer;

  if (answer.kind === 'error') throw signInError(explain(answer.error));
  const identity = await google.exchange(answer.code);
  const tokens = await toolkit.signInWithGoogle(identity.idToken, signal);
  return { user: toUser(tokens, identity), tokens };
}

/**
 * Settles with the work, or rejects with the signal's reason as soon as it is aborted; the result of the work
 * is dropped then.
 */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function toUser(tokens: SignInAnswer, identity: GoogleIdentity): User {
  const email = tokens.email ?? identity.email ?? '';
  const picture = tokens.picture ?? identity.picture ?? '';
  return {
    uid: tokens.uid,
    email,
    name: tokens.name ?? identity.name ?? email,
    picture: URL.parse(picture)?.origin === PICTURE_ORIGIN ? picture : null,
  };
}

/** RFC 6749 §4.1.2.1. The description beside the code is not shown, because anyone could have written it. */
function explain(error: string): Reason {
  return error === 'access_denied' ? 'google-declined' : { id: 'google-refused', oauth: error };
}

function toSignInError(error: unknown): AppError {
  if (!(error instanceof AppError)) return new AppError('sign-in-failed', 'unexpected', { cause: error });
  return error.code === 'sign-in-failed' || error.code === 'sign-in-superseded'
    ? error
    : signInError(error.reason);
}

function signInError(reason: Reason): AppError {
  return new AppError('sign-in-failed', reason);
}

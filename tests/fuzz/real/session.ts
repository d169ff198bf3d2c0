/**
 * One person's session with the local cloud: the app's own token source over HTTP, and a new sign-in if the
 * cloud no longer accepts the session. All devices of a run share it.
 */
import type { Uid } from '#shared/note/note.ts';
import { createHttp } from '#main/auth/http.ts';
import { createIdentityToolkit } from '#main/auth/identity-toolkit.ts';
import { createTokenSource, type TokenSource } from '#main/auth/token-source.ts';
import { systemClock } from '#main/base/clock.ts';
import type { TokenService } from '#shared/ipc/cloud-service.ts';
import { signIn } from '@inkling/local-cloud/client.ts';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';

export interface RealSession {
  readonly uid: Uid;
  readonly tokens: TokenService;
  /**
   * Whether Google no longer accepts the session, so that the app asks the person to sign in again.
   */
  readonly expired: boolean;
  /** Replaces the present token. The cloud's present setting decides how long the new one lives. */
  renewToken(): Promise<void>;
  signInAgain(): Promise<void>;
  end(): void;
}

/** Sign-ins happen one at a time, because the next person to sign in is a setting of the cloud. */
const turns = new WeakMap<Cloud, Promise<unknown>>();

function inTurn<Value>(cloud: Cloud, work: () => Promise<Value>): Promise<Value> {
  const turn = (turns.get(cloud) ?? Promise.resolve()).then(work);
  turns.set(
    cloud,
    turn.catch(() => undefined),
  );
  return turn;
}

export async function openSession(cloud: Cloud, sub: string): Promise<RealSession> {
  const { google, firebase, endpoints } = cloud.config;
  const toolkit = createIdentityToolkit(
    { apiKey: firebase.apiKey, ...google, endpoints },
    createHttp(fetch, systemClock.after),
  );
  const person = { sub, email: `${sub}@example.com` };

  let expired = false;

  async function begin(): Promise<{ uid: Uid; source: TokenSource }> {
    expired = false;
    const { uid, refreshToken } = await inTurn(cloud, () => signIn(cloud, person));
    const source = createTokenSource({
      uid: uid as Uid,
      refreshToken,
      tokens: null,
      expired: false,
      refresh: (token, signal) => toolkit.refresh(token, signal),
      now: systemClock.now,
      onRefreshToken: async () => undefined,
      onExpired: async () => {
        expired = true;
      },
    });
    return { uid: uid as Uid, source };
  }

  const { uid, source: first } = await begin();
  let source = first;
  return {
    uid,
    get expired() {
      return expired;
    },
    tokens: {
      idToken: () => source.idToken(),
      rejectToken: (token) => source.reject(token),
    },
    async renewToken() {
      source.reject(await source.idToken());
      await source.idToken();
    },
    async signInAgain() {
      source.end();
      ({ source } = await begin());
    },
    end: () => source.end(),
  };
}

/**
 * A client of the local cloud for tests without an app: it signs in over HTTP as the browser and the app
 * would, and opens Firestore with the real SDK and the user's own token.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { credentials, Metadata } from '@grpc/grpc-js';
import { Firestore } from 'firebase-admin/firestore';
import { OAuth2Client } from 'google-auth-library';
import * as v from 'valibot';
import { browse, type Submission, type Visit } from './browser.ts';
import type { Cloud } from './cloud.ts';
import type { Person } from './identity/accounts.ts';

const REDIRECT = 'http://127.0.0.1:9/callback';

export interface Session {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
  readonly expiresIn: string;
}

const SessionSchema = v.object({
  localId: v.string(),
  idToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.string(),
});

/** A cloud in this process, or one in another process that is known only by its configuration. */
type Configured = Pick<Cloud, 'config'>;

/** Follows redirects until one leaves the cloud. `url` is then the address of that redirect. */
export async function browseCloud(start: string, submission?: Submission): Promise<Visit> {
  const { origin } = new URL(start);
  const visit = await browse(start, (url) => (new URL(url).origin === origin ? url : null), submission);
  return { ...visit, url: visit.stoppedBefore ?? visit.url };
}

export interface Attempt {
  readonly url: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** The address that the app would open. `extra` parameters replace or extend its own. */
export function startSignIn({ config }: Configured, extra: Readonly<Record<string, string>> = {}): Attempt {
  const verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const parameters = new URLSearchParams({
    client_id: config.google.clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
    access_type: 'offline',
    ...extra,
  });
  return { url: `${config.endpoints.authorize}?${parameters.toString()}`, verifier, nonce };
}

/** Exchanges the code of the redirect. `fields` replace those of a correct request. */
export async function exchangeCode(
  { config }: Configured,
  redirect: string,
  attempt: Attempt,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(config.endpoints.token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(redirect).searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      client_id: config.google.clientId,
      client_secret: config.google.clientSecret,
      code_verifier: attempt.verifier,
      ...fields,
    }),
  });
}

/** Google's ID token of the next person who signs in. */
export async function googleIdToken(cloud: Configured): Promise<string> {
  const attempt = startSignIn(cloud);
  const { url } = await browseCloud(attempt.url);
  const answer = await exchangeCode(cloud, url, attempt);
  return v.parse(v.object({ id_token: v.string() }), await answer.json()).id_token;
}

export async function signInWithIdp(cloud: Configured, body: object, key: string | null = 'local-api-key') {
  const query = key === null ? '' : `?key=${key}`;
  return fetch(`${cloud.config.endpoints.identityToolkit}/v1/accounts:signInWithIdp${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The app's request to sign in with Google's ID token. */
export function idpRequest(idToken: string) {
  const postBody = new URLSearchParams({ id_token: idToken, providerId: 'google.com' }).toString();
  return { postBody, requestUri: 'http://localhost', returnSecureToken: true };
}

export async function refresh(cloud: Cloud, form: Readonly<Record<string, string>>, key = 'local-api-key') {
  return fetch(`${cloud.config.endpoints.secureToken}/v1/token?key=${key}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
}

/** The whole sign-in: with Google, then with Firebase. */
export async function signIn(cloud: Cloud, person: Person): Promise<Session> {
  cloud.controls.signInAs(person);
  const answer = await signInWithIdp(cloud, idpRequest(await googleIdToken(cloud)));
  const { localId: uid, ...tokens } = v.parse(SessionSchema, await answer.json());
  return { uid, ...tokens };
}

/** Firestore through the real SDK, over TLS. `token` is called for every request. */
export function openFirestore(cloud: Cloud, token: () => string | null): Firestore {
  const bearer = credentials.createFromMetadataGenerator((_options, callback) => {
    const metadata = new Metadata();
    const current = token();
    if (current !== null) metadata.set('authorization', `Bearer ${current}`);
    callback(null, metadata);
  });
  const channel = credentials.createSsl(readFileSync(cloud.caFile));
  return new Firestore({
    projectId: cloud.config.firebase.projectId,
    host: cloud.firestoreHost,
    // Never used, because the channel carries the token. Without it the SDK would look for an account.
    authClient: new OAuth2Client(),
    sslCreds: credentials.combineChannelCredentials(channel, bearer),
  });
}

/**
 * Google's addresses on this machine, each of which can give any answer, including answers that a certified
 * provider never gives: malformed, huge, slow, or meant for another app.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SignJWT, type JWTPayload } from 'jose';
import type { AuthEndpoints } from '#main/auth/contract.ts';

const PATHS = ['/authorize', '/token', '/certs', '/v1/accounts:signInWithIdp', '/v1/token'] as const;
export type Path = (typeof PATHS)[number];
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

interface ReceivedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

export interface FakeGoogle {
  readonly endpoints: AuthEndpoints;
  readonly requests: readonly ReceivedRequest[];
  /** Every secret that was issued or received. */
  readonly secrets: ReadonlySet<string>;
  /** Sets the answer of this path from now on; without `answer`, Google's normal one. */
  answer(path: Path, answer?: Answer): void;
  /** Changes the claims of the next Google ID tokens. */
  claims(changes: JWTPayload): void;
  /** Sets who signs in next. */
  account(uid: string): void;
  /** Milliseconds by which this server's clock is ahead of the system's. */
  setClock(ahead: number): void;
  /** From now on its answers have no `Date` header. */
  omitDate(): void;
  requestCount(path: Path): number;
  stop(): Promise<void>;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = publicKey.export({ format: 'pem', type: 'spki' });

export function json(value: unknown, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

export async function startFakeGoogle(): Promise<FakeGoogle> {
  const requests: ReceivedRequest[] = [];
  const secrets = new Set<string>();
  const answers = new Map<string, Answer>();
  let extraClaims: JWTPayload = {};
  let uid = 'alice';
  let ahead = 0;
  let dated = true;
  let serial = 0;
  let origin = '';
  const nonces = new Map<string, string>();
  const secret = (name: string): string => {
    serial += 1;
    const value = `${name}-${serial}-${'s'.repeat(12)}`;
    secrets.add(value);
    return value;
  };
  const now = (): number => Date.now() + ahead;

  const google: Record<Path, Answer> = {
    '/authorize': ({ query }, response) => {
      const code = secret('code');
      const nonce = query.get('nonce') ?? '';
      nonces.set(code, nonce);
      for (const value of [nonce, query.get('state') ?? '']) secrets.add(value);
      const location = new URL(query.get('redirect_uri') ?? '');
      location.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      response.writeHead(302, { location: location.href }).end();
    },
    '/token': async ({ body }, response) => {
      const form = new URLSearchParams(body);
      secrets.add(form.get('code_verifier') ?? '');
      const idToken = await new SignJWT({
        iss: origin,
        aud: form.get('client_id') ?? '',
        sub: uid,
        email: `${uid}@example.com`,
        nonce: nonces.get(form.get('code') ?? '') ?? '',
        iat: Math.floor(now() / 1000),
        exp: Math.floor(now() / 1000) + 3600,
        ...extraClaims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .sign(privateKey);
      secrets.add(idToken);
      response.sendDate = false;
      if (dated) response.setHeader('date', new Date(now()).toUTCString());
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ access_token: secret('access'), id_token: idToken, token_type: 'Bearer' }),
      );
    },
    '/certs': json({ k1: PEM }),
    '/v1/accounts:signInWithIdp': (_request, response) => {
      const tokens = { idToken: secret('id'), refreshToken: secret('refresh'), expiresIn: '3600' };
      const profile = {
        email: `${uid}@example.com`,
        displayName: uid,
        photoUrl: 'https://lh3.googleusercontent.com/a/alice=s96-c',
      };
      void json({ localId: uid, ...profile, ...tokens })({ ...NOTHING }, response);
    },
    '/v1/token': (_request, response) => {
      const tokens = { id_token: secret('id'), refresh_token: secret('refresh'), expires_in: '3600' };
      void json({ user_id: uid, ...tokens })({ ...NOTHING }, response);
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', origin);
    const { headers } = request;
    const entry = { path: url.pathname, query: url.searchParams, body: await text(request), headers };
    requests.push(entry);
    const path = PATHS.find((each) => each === entry.path);
    if (path === undefined) response.writeHead(404).end();
    else await (answers.get(path) ?? google[path])(entry, response);
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  origin = `http://127.0.0.1:${address.port}`;

  return {
    endpoints: {
      authorize: `${origin}/authorize`,
      token: `${origin}/token`,
      certs: `${origin}/certs`,
      issuer: origin,
      identityToolkit: origin,
      secureToken: origin,
    },
    requests,
    secrets,
    answer(path, answer) {
      if (answer === undefined) answers.delete(path);
      else answers.set(path, answer);
    },
    claims(changes) {
      extraClaims = changes;
    },
    account(next) {
      uid = next;
    },
    setClock(value) {
      ahead = value;
    },
    omitDate() {
      dated = false;
    },
    requestCount: (path) => requests.filter((each) => each.path === path).length,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const NOTHING: ReceivedRequest = { path: '', query: new URLSearchParams(), body: '', headers: {} };

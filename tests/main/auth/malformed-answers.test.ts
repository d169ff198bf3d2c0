/** No answer of any server crashes or hangs the app, or ends a session. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { messageOf } from '#shared/base/error.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ANSWER, REQUEST_TIMEOUT } from '#main/auth/http.ts';
import { WATCH_TIME } from '#main/auth/sign-in-attempt.ts';
import { type Answer, type FakeGoogle, json, type Path, startFakeGoogle } from './support/fake-google.ts';
import { createRig } from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

const raw =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const JSON_TYPE = { 'content-type': 'application/json' };

function* spaces(): Generator<Buffer> {
  while (true) yield Buffer.alloc(64 * 1024, ' ');
}

/** Sends endlessly, until the client closes the connection. */
const endless: Answer = async (_request, response) => {
  response.writeHead(200, JSON_TYPE);
  await pipeline(Readable.from(spaces()), response).catch(() => undefined);
};

/** 2 MiB, which compress to 2 kB. */
const BOMB = Buffer.alloc(2 * MAX_ANSWER, ' ');
const whole = {
  user_id: 'alice',
  localId: 'alice',
  idToken: 'a',
  refreshToken: 'a',
  expiresIn: '3600',
  id_token: 'a',
  refresh_token: 'a',
  expires_in: '3600',
};

const ANSWERS: [what: string, answer: Answer][] = [
  ['HTML', raw('<!doctype html><h1>Welcome to the hotel</h1>', { 'content-type': 'text/html' })],
  ['HTML that says it is JSON', raw('<html>', JSON_TYPE)],
  ['an empty body', raw('', JSON_TYPE)],
  ['a status without content', raw('', {}, 204)],
  ['half of a JSON', raw('{"id_token": "', JSON_TYPE)],
  ['null', json(null)],
  ['a list', json([])],
  ['a number', json(7)],
  ['an empty object', json({})],
  [
    'numbers in place of tokens',
    json({ id_token: 1, idToken: 1, localId: 1, user_id: 1, expiresIn: 'soon' }),
  ],
  [
    'tokens without a lifetime',
    json({
      user_id: 'alice',
      localId: 'alice',
      idToken: 'a',
      refreshToken: 'a',
      id_token: 'a',
      refresh_token: 'a',
    }),
  ],
  [
    'a token with a line break',
    json({ user_id: 'alice', id_token: 'a\r\nx: y', refresh_token: 'a', expires_in: '3600' }),
  ],
  ['an error that is only a string', json({ error: 'TOKEN_EXPIRED' }, 400)],
  [
    'an error of another kind',
    json({ error: { message: 'API key not valid. Please pass a valid API key.' } }, 400),
  ],
  ['a refusal with the status of success', json({ error: { message: 'TOKEN_EXPIRED' } })],
  ['a redirect', raw('', { location: 'http://127.0.0.1:1/' }, 307)],
  ['the status of too many requests', raw('', {}, 429)],
  ['the status of a broken server', raw('<h1>502</h1>', {}, 502)],
  ['bytes that are not text', raw(Buffer.from([0xff, 0xfe, 0x00, 0xc3]), JSON_TYPE)],
  ['wrong compression', raw('not gzip', { ...JSON_TYPE, 'content-encoding': 'gzip' })],
  ['a gzip bomb', raw(gzipSync(BOMB), { ...JSON_TYPE, 'content-encoding': 'gzip' })],
  ['a brotli bomb', raw(brotliCompressSync(BOMB), { ...JSON_TYPE, 'content-encoding': 'br' })],
  [
    'compression within compression',
    raw(gzipSync(gzipSync(BOMB)), { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' }),
  ],
  ['half of a compressed answer', raw(gzipSync(BOMB).subarray(0, 500), { 'content-encoding': 'gzip' })],
  ['an invalid content type', raw('{}', { 'content-type': 'not a type; charset=' })],
  ['an unknown charset', raw('{}', { 'content-type': 'application/json; charset=klingon' })],
  ['a picture', raw(Buffer.from('GIF89a'), { 'content-type': 'image/gif' })],
  ['a longer lifetime than any token has', json({ ...whole, expiresIn: '1e99', expires_in: '1e99' })],
  ['a negative lifetime', json({ ...whole, expiresIn: '-1', expires_in: '-1' })],
  ['a user id of 100,000 characters', json({ ...whole, user_id: 'u'.repeat(1e5), localId: 'u'.repeat(1e5) })],
  ['a user id that names a folder', json({ ...whole, user_id: '../ x', localId: '../ x' })],
  ['endless nesting', raw('['.repeat(500_000), JSON_TYPE)],
  ['keys of the prototype', raw('{"__proto__":{"id_token":"a"},"constructor":1}', JSON_TYPE)],
  ['a redirect to the web', raw('', { location: 'https://example.com/' }, 302)],
  ['a redirect to nowhere', raw('', { location: 'http://[' }, 301)],
  [
    'a redirect to itself',
    (request, response) => void raw('', { location: request.path }, 308)(request, response),
  ],
  ['the status of an unmodified document', raw('', {}, 304)],
  [
    'thousands of headers',
    raw('{}', Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x-${index}`, 'y']))),
  ],
  ['a header of a megabyte', raw('{}', { 'x-long': 'y'.repeat(1024 * 1024) })],
  ['bytes that are not HTTP', (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')],
  [
    'two content lengths',
    (_request, response) =>
      void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
  ],
  [
    'chunks of an invalid length',
    (_request, response) =>
      void response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}'),
  ],
  ['a body over the size limit', raw(' '.repeat(MAX_ANSWER + 1), JSON_TYPE)],
  ['an endless body', endless],
  ['a cut connection', (_request, response) => void response.destroy()],
  [
    'a connection cut in the body',
    (_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
      response.write('{', () => response.destroy());
    },
  ],
];
/** Answers that would be no error at the other addresses. */
const KEYS: [what: string, answer: Answer][] = [
  ['invalid keys', json({ k1: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' })],
  ['keys of another kind', json({ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] })],
  ['a key that is not for signing', json({ k1: 'secret' })],
];
const SIGN_IN_PATHS: Path[] = ['/token', '/certs', '/v1/accounts:signInWithIdp'];

describe.each(SIGN_IN_PATHS)('malformed answers of %s at sign-in', (path) => {
  test.each(ANSWERS)(`[C32] sign-in fails if ${path} answers with %s`, async (_what, answer) => {
    google.answer(path, answer);
    const rig = await createRig(google.endpoints);
    await expect(rig.signIn()).rejects.toMatchObject({ name: 'AppError', code: 'sign-in-failed' });
    expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
    expect(rig.clock.waiting).toBe(0);
  });
});

test.each(KEYS)('sign-in has an expected failure if /certs answers with %s', async (_what, answer) => {
  google.answer('/certs', answer);
  const rig = await createRig(google.endpoints);
  await expect(rig.signIn()).rejects.toMatchObject({ name: 'AppError', code: 'sign-in-failed' });
  expect(rig.log.join()).not.toContain('unexpected');
});

describe('malformed answers at a refresh', () => {
  test.each(ANSWERS)(
    '[C32] a refresh fails and ends no session if the answer is %s',
    async (_what, answer) => {
      const rig = await createRig(google.endpoints);
      await rig.signIn();
      rig.auth.rejectToken(await rig.idToken());
      google.answer('/v1/token', answer);
      await expect(rig.idToken()).rejects.toMatchObject({ name: 'AppError', code: 'network' });
      expect(rig.auth.state).toMatchObject({ status: 'signed-in', expired: false });
      google.answer('/v1/token');
      await expect(rig.idToken()).resolves.toMatch(/^id-/);
      rig.clock.advance(WATCH_TIME);
      expect(rig.clock.waiting).toBe(0);
    },
  );
});

describe('limits of an answer', () => {
  async function problemWith(answer: Answer): Promise<string> {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    rig.auth.rejectToken(await rig.idToken());
    google.answer('/v1/token', answer);
    return rig.idToken().then(
      () => 'none',
      (error: unknown) => messageOf(error),
    );
  }

  test('[C32] an answer is not read beyond the size limit', async () => {
    expect(await problemWith(endless)).toContain('answer was too long');
  });

  test('[C32] a redirect is not followed, because its target would get the refresh token', async () => {
    const elsewhere = new URL('/elsewhere', google.endpoints.secureToken).href;
    expect(await problemWith(raw('', { location: elsewhere }, 307))).toContain('could not be reached');
    expect(google.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  });
});

describe('a server that does not answer in time', () => {
  const slow: [what: string, start: Answer][] = [
    ['says nothing', () => undefined],
    [
      'sends headers one by one',
      (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-a: b\r\n'),
    ],
    ['stops after a piece', (_request, response) => void response.writeHead(200, JSON_TYPE).write('{"a":')],
  ];

  test.each(slow)('[C32] a refresh fails at the time limit if the server %s', async (_what, start) => {
    const rig = await createRig(google.endpoints);
    await rig.signIn();
    rig.auth.rejectToken(await rig.idToken());
    const requestArrived = Promise.withResolvers<void>();
    google.answer('/v1/token', (request, response) => {
      void start(request, response);
      requestArrived.resolve();
    });
    const token = rig.idToken();
    token.catch(() => undefined);
    await requestArrived.promise;
    rig.clock.advance(REQUEST_TIMEOUT);
    await expect(token).rejects.toMatchObject({ code: 'network' });
    rig.clock.advance(WATCH_TIME);
    expect(rig.clock.waiting).toBe(0);
  });

  test.each(SIGN_IN_PATHS)('sign-in fails at the time limit if %s does not answer', async (path) => {
    const requestArrived = Promise.withResolvers<void>();
    google.answer(path, () => requestArrived.resolve());
    const rig = await createRig(google.endpoints);
    const attempt = rig.signIn();
    attempt.catch(() => undefined);
    await requestArrived.promise;
    rig.clock.advance(REQUEST_TIMEOUT);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-failed' });
    expect((await rig.visits[0])?.text).toContain('did not answer in time');
  });
});

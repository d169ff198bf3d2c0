/** The error messages when a server cannot be reached. */
import { expect, test } from 'vitest';
import { createHttp } from '#main/auth/http.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

const URL = 'https://securetoken.googleapis.com/v1/token?key=secret';

function ask(fetch: () => Promise<Response>): Promise<unknown> {
  const http = createHttp(fetch, createManualClock().after);
  return http({ url: URL, method: 'GET', signal: new AbortController().signal });
}

function failWith(code: string): Promise<Response> {
  const cause = Object.assign(new Error(`net::${code} ${URL}`), { code });
  return Promise.reject(new TypeError('fetch failed', { cause }));
}

test.each([
  ['ERR_CERT_AUTHORITY_INVALID', /does not trust it/],
  ['ERR_CERT_DATE_INVALID', /clock/],
  ['ERR_TUNNEL_CONNECTION_FAILED', /blocks Inkling/],
  ['ERR_PROXY_AUTH_UNSUPPORTED', /asks for a password/],
  ['ERR_NAME_NOT_RESOLVED', /^The server could not be reached \(ERR_NAME_NOT_RESOLVED\)\.$/],
])('a request that fails with %s has an error message that names the cause', async (code, message) => {
  await expect(ask(() => failWith(code))).rejects.toMatchObject({
    code: 'network',
    message: expect.stringMatching(message),
  });
});

test('a proxy’s own page that asks for a password becomes a network error that says so', async () => {
  const page = new Response('<h1>The company</h1>', { status: 407 });
  await expect(ask(async () => page)).rejects.toMatchObject({
    code: 'network',
    message: expect.stringMatching(/asks for a password/),
  });
});

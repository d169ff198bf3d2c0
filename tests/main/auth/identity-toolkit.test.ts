/** The exact requests to Google's two services: Firebase's Auth emulator and Google accept the same ones. */
import { describe, expect, test } from 'vitest';
import type { AuthEndpoints } from '#main/auth/contract.ts';
import type { Http } from '#main/auth/http.ts';
import { createIdentityToolkit } from '#main/auth/identity-toolkit.ts';
import { CONFIG } from './support/rig.ts';

const { signal } = new AbortController();

/** The two requests as a server at these addresses receives them. */
async function requests(endpoints?: AuthEndpoints, apiKey = CONFIG.apiKey): Promise<Parameters<Http>[0][]> {
  const requestList: Parameters<Http>[0][] = [];
  const toolkit = createIdentityToolkit({ ...CONFIG, apiKey, endpoints }, async (request) => {
    requestList.push(request);
    return { status: 500, headers: new Headers(), body: Buffer.alloc(0), text: '' };
  });
  await toolkit.signInWithGoogle('header.payload.signature', signal).catch(() => undefined);
  await toolkit.refresh('refresh&token', signal).catch(() => undefined);
  return requestList;
}

test('without configured endpoints, requests go to Google’s addresses', async () => {
  const addresses = (await requests()).map(({ url }) => url);
  expect(addresses).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=key',
    'https://securetoken.googleapis.com/v1/token?key=key',
  ]);
});

describe('addresses of requests', () => {
  const emulator = 'http://127.0.0.1:9099';
  test.each([
    ['of the Auth emulator', '/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'],
    [
      'of the Auth emulator, with a slash',
      '/identitytoolkit.googleapis.com/',
      '/securetoken.googleapis.com/',
    ],
    ['without a path', '', ''],
    ['that is the root', '/', '/'],
    ['with more than one slash', '/a/b//', '/c//'],
  ])('the paths of requests are appended to a base address %s', async (_what, identity, secure) => {
    const endpoints = { identityToolkit: emulator + identity, secureToken: emulator + secure };
    const addresses = (await requests(endpoints)).map(({ url }) => url);
    expect(addresses).toEqual([
      `${emulator}${identity.replace(/\/+$/, '')}/v1/accounts:signInWithIdp?key=key`,
      `${emulator}${secure.replace(/\/+$/, '')}/v1/token?key=key`,
    ]);
  });

  test('the API key is escaped in the address of a request', async () => {
    const [signIn] = await requests(undefined, 'a&b=c#d');
    expect(new URL(signIn?.url ?? '').searchParams.get('key')).toBe('a&b=c#d');
  });
});

test('the bodies of sign-in and refresh requests are those that Google documents', async () => {
  const [signIn, refresh] = await requests();
  expect(signIn).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  const json = typeof signIn?.body === 'string' ? signIn.body : '';
  expect(JSON.parse(json)).toEqual({
    postBody: 'id_token=header.payload.signature&providerId=google.com',
    requestUri: 'http://127.0.0.1',
    returnSecureToken: true,
  });
  expect(refresh?.method).toBe('POST');
  // `fetch` sends these parameters as application/x-www-form-urlencoded.
  const form = refresh?.body instanceof URLSearchParams ? refresh.body.toString() : '';
  expect(form).toBe('grant_type=refresh_token&refresh_token=refresh%26token');
});

/**
 * Signing in against `oidc-provider` and the local cloud's two calls, for cases in which a fake Google would
 * only confirm its own assumptions. The other cases are in `sign-in.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuthConfig } from '#main/auth/contract.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { createRig, type Rig } from './support/rig.ts';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(async () => cloud.close());

const ALICE = { sub: '1001', email: 'alice@example.com', name: 'Alice Example' };

function config(): AuthConfig {
  const { firebase, google, endpoints } = cloud.config;
  return { apiKey: firebase.apiKey, ...google, endpoints };
}

async function rigFor(changes: Parameters<typeof createRig>[1] = {}): Promise<Rig> {
  cloud.controls.signInAs(ALICE);
  return createRig({}, { config: config(), ...changes });
}

/** The attempt fails with this message, in the browser and in the log; the user stays signed out. */
async function expectFailure(rig: Rig, message: string): Promise<void> {
  await expect(rig.signIn()).rejects.toMatchObject({ code: 'sign-in-failed', message });
  expect(rig.log).toEqual([`error ${LOG_LINES.signInFailed} ${message}`]);
  expect(rig.auth.state).toEqual({ status: 'signed-out', signingIn: false });
  expect((await rig.visits[0])?.text).toContain(message);
}

test('a sign-in succeeds, and its session gives a token after a restart', async () => {
  const rig = await rigFor();
  await expect(rig.signIn()).resolves.toMatchObject({ email: ALICE.email, name: ALICE.name });
  expect(rig.log).toEqual([`info ${LOG_LINES.signedIn}`]);
  expect((await rig.visits[0])?.text).toContain('You are signed in');
  const again = await rig.restart();
  await expect(again.idToken()).resolves.toMatch(/^eyJ/);
});

test('a sign-in that the user denies fails, and the next one works', async () => {
  const rig = await rigFor();
  cloud.controls.denySignIn();
  await expectFailure(rig, 'Google says that the sign-in was declined.');
  cloud.controls.signInAs(ALICE);
  await expect(rig.signIn()).resolves.toMatchObject({ email: ALICE.email });
});

test('a sign-in with a wrong API key fails with the server’s status', async () => {
  const rig = await rigFor({ config: { ...config(), apiKey: 'wrong' } });
  await expectFailure(rig, 'The account could not be signed in: the server answered with status 400.');
});

test('a sign-in fails and names the host if the provider is down when the code is exchanged', async () => {
  const closedCloud = await startCloud();
  const { endpoints } = closedCloud.config;
  await closedCloud.close();
  const { authorize, certs, issuer, identityToolkit, secureToken } = cloud.config.endpoints;
  const rig = await rigFor({
    config: {
      ...config(),
      endpoints: { authorize, certs, issuer, identityToolkit, secureToken, token: endpoints.token },
    },
  });
  await expectFailure(rig, 'The server could not be reached (ECONNREFUSED).');
});

test('[C31] a sign-in with an ID token of a wrong signature fails', async () => {
  const rig = await rigFor();
  cloud.controls.changeIdTokens({ signature: 'wrong' }, 1);
  await expectFailure(rig, 'Google’s ID token is not valid.');
});

/** No secret is written anywhere: the test searches for every token, code, nonce and key that was issued. */
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageOf } from '#shared/base/error.ts';
import { type FakeGoogle, json, startFakeGoogle } from './support/fake-google.ts';
import { CONFIG, createRig } from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

test('[C11] no token, code, nonce or secret is in a log, an error, a state, a page or a file', async () => {
  const rig = await createRig(google.endpoints);
  const { auth, idToken, signIn } = rig;
  const errors: unknown[] = [];
  const failing = async (work: Promise<unknown>): Promise<void> => {
    await work.then(
      () => expect.unreachable('should have failed'),
      (error: unknown) => errors.push(error),
    );
  };

  await signIn();
  auth.rejectToken(await idToken());
  await idToken();

  google.claims({ nonce: 'other' });
  await failing(signIn());
  google.claims({ aud: 'other' });
  await failing(signIn());
  google.claims({});
  google.answer('/certs', json({}));
  await failing(signIn());
  google.answer('/certs');
  google.answer('/token', ({ body }, response) => {
    void json({ error: 'invalid_grant', error_description: body }, 400)({ ...EMPTY }, response);
  });
  await failing(signIn());
  google.answer('/token');
  // The message quotes the ID token, as Identity Toolkit's do.
  google.answer('/v1/accounts:signInWithIdp', ({ body }, response) => {
    void json({ error: { message: `INVALID_IDP_RESPONSE : ${body}` } }, 400)({ ...EMPTY }, response);
  });
  await failing(signIn());
  google.answer('/v1/token', ({ body }, response) => {
    void json({ error: { message: `TOKEN_EXPIRED : ${body}` } }, 400)({ ...EMPTY }, response);
  });
  auth.rejectToken(await idToken());
  await failing(idToken());

  const pages = await Promise.all(rig.visits);
  const folder = dirname(rig.sessionFile);
  const stored = await Promise.all((await readdir(folder)).map(async (name) => readFile(join(folder, name))));
  expect(stored).toHaveLength(1);
  const places: Record<string, string> = {
    log: rig.log.join('\n'),
    errors: errors.map((error) => deep(error)).join('\n'),
    states: JSON.stringify(rig.states),
    pages: pages.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n'),
    files: stored.map((bytes) => `${bytes.toString('latin1')}\n${bytes.toString('base64')}`).join('\n'),
  };
  const secrets = [...google.secrets, CONFIG.clientSecret].filter((secret) => secret !== '');
  expect(secrets.length).toBeGreaterThan(30);
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100);
    expect(
      secrets.filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
  }
});

/** The switches of Chromium that the app sets: two for pages, the servers of a self-check, the user's key store. */
const SWITCHES = ["'blink-settings'", "'force-webrtc-ip-handling-policy'", "'host-resolver-rules'", 'SWITCH'];

test('[C16] the app starts no crash reporter and no record of the network, and adds only four switches', async () => {
  const source = join(import.meta.dirname, '../../../src');
  const names = await readdir(source, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => each.isFile() && /\.tsx?$/.test(each.name));
  const texts = await Promise.all(
    files.map(async (each) => readFile(join(each.parentPath, each.name), 'utf8')),
  );
  expect(texts.some((text) => text.includes('safeStorage'))).toBe(true);
  expect(texts.filter((text) => /crashReporter|netLog|contentTracing/.test(text))).toEqual([]);
  const added = texts.flatMap((text) => [...text.matchAll(/\.append(?:Switch|Argument)\(([^,)]*)/g)]);
  expect(new Set(added.map(([, name]) => name))).toEqual(new Set(SWITCHES));
  expect(added).toHaveLength(SWITCHES.length);
});

const EMPTY = { path: '', query: new URLSearchParams(), body: '', headers: {} };

/** Everything that a logger could print of an error: message, stack, and the causes below it. */
function deep(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return [messageOf(error), error.stack, JSON.stringify(error), deep(error.cause ?? null)].join('\n');
}

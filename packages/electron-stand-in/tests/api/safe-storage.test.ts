// Electron's `safeStorage` on Linux: the key store in use, and behaviour without one.
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { launchFixture, makeUserData, type RunningFixture, test } from '../support/fixture-app.ts';

let userData: Awaited<ReturnType<typeof makeUserData>>;
beforeEach(async () => {
  userData = await makeUserData();
});
afterEach(async () => {
  await userData.remove();
});

async function withKeyStore<Result>(
  env: Readonly<Record<string, string>>,
  look: (fixture: RunningFixture) => Promise<Result>,
  args: readonly string[] = [],
): Promise<Result> {
  const fixture = await launchFixture(userData.path, { env, args });
  try {
    return await look(fixture);
  } finally {
    await fixture.app.close();
  }
}

const facts = ({ app }: RunningFixture) =>
  app.evaluate(({ safeStorage }) => [
    safeStorage.getSelectedStorageBackend(),
    safeStorage.isEncryptionAvailable(),
  ]);

const encrypt = ({ app }: RunningFixture, text: string) =>
  app.evaluate(({ safeStorage }, plain) => safeStorage.encryptString(plain).toString('base64'), text);

const decrypt = ({ app }: RunningFixture, base64: string) =>
  app.evaluate(({ safeStorage }, text) => {
    try {
      return safeStorage.decryptString(Buffer.from(text, 'base64'));
    } catch (error) {
      return String(error);
    }
  }, base64);

describe('the key store', () => {
  test.each<[string, Record<string, string>, string[], [string, boolean]]>([
    ['that the desktop has', {}, [], ['gnome_libsecret', true]],
    ['of KDE', { STANDIN_KEY_STORE: 'kwallet6' }, [], ['kwallet6', true]],
    [
      'of a desktop that Chromium does not know',
      { STANDIN_KEY_STORE: 'basic_text' },
      [],
      ['basic_text', false],
    ],
    ['that does not answer', { STANDIN_KEY_STORES: '' }, [], ['gnome_libsecret', false]],
  ])('the key store %s is reported with its availability', async (_which, env, args, expected) => {
    expect(await withKeyStore(env, facts, args)).toEqual(expected);
  });

  test('no key store is available before the app is ready', async () => {
    const early = await withKeyStore({}, ({ app }) => app.evaluate(() => globalThis.fixture.early));
    expect(early).toEqual({
      backend: 'unknown',
      available: false,
      encrypted: 'Error: safeStorage cannot be used before app is ready',
    });
  });

  test('a key store named by a switch takes precedence over that of the desktop', async () => {
    const env = {
      STANDIN_KEY_STORE: 'basic_text',
      STANDIN_KEY_STORES: 'gnome_libsecret',
      FIXTURE_PASSWORD_STORE: 'gnome-libsecret',
    };
    expect(await withKeyStore(env, facts)).toEqual(['gnome_libsecret', true]);
    expect(await withKeyStore({ FIXTURE_PASSWORD_STORE: 'basic' }, facts)).toEqual(['basic_text', false]);
    // A name that Chromium does not know is ignored.
    expect(await withKeyStore({ FIXTURE_PASSWORD_STORE: 'mine' }, facts)).toEqual(['gnome_libsecret', true]);
  });
});

test('without a key store secrets are refused until plain text is requested', async () => {
  const basic = { STANDIN_KEY_STORE: 'basic_text' };
  const secret = await withKeyStore(basic, async (fixture) => {
    await expect(encrypt(fixture, 'geheim')).rejects.toThrow('Encryption is not available.');
    expect(await decrypt(fixture, '')).toContain('Decryption is not available.');
    await fixture.app.evaluate(({ safeStorage }) => safeStorage.setUsePlainTextEncryption(true));
    expect(await facts(fixture)).toEqual(['basic_text', true]);
    return encrypt(fixture, 'geheim');
  });
  expect(Buffer.from(secret, 'base64').toString()).toMatch(/^v10/);
  // Such secrets have a publicly known password, so the app can read them with a key store, too.
  expect(await withKeyStore({}, (fixture) => decrypt(fixture, secret))).toBe('geheim');
});

test('requesting plain text changes nothing if the desktop has a key store', async () => {
  const env = { STANDIN_KEY_STORES: '' };
  const after = await withKeyStore(env, async (fixture) => {
    await fixture.app.evaluate(({ safeStorage }) => safeStorage.setUsePlainTextEncryption(true));
    return facts(fixture);
  });
  expect(after).toEqual(['gnome_libsecret', false]);
});

test('a secret that one key store has encrypted cannot be read with another', async () => {
  const secret = await withKeyStore({}, (fixture) => encrypt(fixture, 'geheim'));
  expect(Buffer.from(secret, 'base64').toString('latin1')).toMatch(/^v11/);
  const inKde = await withKeyStore({ STANDIN_KEY_STORE: 'kwallet6' }, (fixture) => decrypt(fixture, secret));
  expect(inKde).toContain('Error while decrypting the ciphertext');
  await withKeyStore({}, async (fixture) => {
    expect(await decrypt(fixture, secret)).toBe('geheim');
    expect(await decrypt(fixture, Buffer.from('geheim').toString('base64'))).toContain(
      'Ciphertext does not appear to be encrypted.',
    );
    expect(await decrypt(fixture, '')).toBe('');
  });
});

describe('the asynchronous calls', () => {
  const encryptAsync = ({ app }: RunningFixture, text: string) =>
    app.evaluate(
      async ({ safeStorage }, plain) => (await safeStorage.encryptStringAsync(plain)).toString('base64'),
      text,
    );
  const decryptAsync = ({ app }: RunningFixture, base64: string) =>
    app.evaluate(
      ({ safeStorage }, text) => safeStorage.decryptStringAsync(Buffer.from(text, 'base64')).catch(String),
      base64,
    );
  const markOf = (base64: string) => Buffer.from(base64, 'base64').toString('latin1', 0, 3);

  test.each<[string, Record<string, string>, string]>([
    ['the desktop’s key store', {}, 'v11'],
    [
      'the Secret Service of a desktop that Chromium does not know',
      { STANDIN_KEY_STORE: 'basic_text', STANDIN_KEY_STORES: 'gnome_libsecret' },
      'v11',
    ],
    ['plain text if no key store answers', { STANDIN_KEY_STORES: '' }, 'v10'],
    ['plain text on a desktop without a key store', { STANDIN_KEY_STORE: 'basic_text' }, 'v10'],
    ['plain text if a switch requests it', { FIXTURE_PASSWORD_STORE: 'basic' }, 'v10'],
  ])('the asynchronous calls use %s', async (_which, env, mark) => {
    await withKeyStore(env, async (fixture) => {
      const secret = await encryptAsync(fixture, 'geheim');
      expect(markOf(secret)).toBe(mark);
      expect(await decryptAsync(fixture, secret)).toEqual({ result: 'geheim', shouldReEncrypt: false });
      expect(await fixture.app.evaluate(({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable())).toBe(
        true,
      );
    });
  });

  test('the asynchronous calls report an unreachable key store and a plain-text secret to encrypt again', async () => {
    const protectedSecret = await withKeyStore({}, (fixture) => encryptAsync(fixture, 'geheim'));
    const plain = await withKeyStore({ STANDIN_KEY_STORES: '' }, async (fixture) => {
      expect(await decryptAsync(fixture, protectedSecret)).toContain('temporarily unavailable');
      return encryptAsync(fixture, 'offen');
    });
    await withKeyStore({}, async (fixture) => {
      expect(await decryptAsync(fixture, plain)).toEqual({ result: 'offen', shouldReEncrypt: true });
      expect(await decryptAsync(fixture, await encrypt(fixture, 'alt'))).toEqual({
        result: 'alt',
        shouldReEncrypt: false,
      });
      expect(await decryptAsync(fixture, Buffer.from('geheim').toString('base64'))).toContain(
        'Error while decrypting the ciphertext',
      );
    });
  });
});

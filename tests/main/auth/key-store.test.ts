/** The session on devices whose key store is missing or locked, or has changed. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeGoogle, startFakeGoogle } from './support/fake-google.ts';
import {
  createKeyStore,
  createRig,
  filesBesideSession as files,
  type Rig,
  type RigChanges,
  SIGNED_OUT,
  signedInRig,
} from './support/rig.ts';

let google: FakeGoogle;
beforeEach(async () => {
  google = await startFakeGoogle();
});
afterEach(async () => google.stop());

const signedIn = (changes?: RigChanges): Promise<Rig> => signedInRig(google, changes);

/** Signs in with a key store that waits for the user's password until `unlock` is called. */
async function signInWhileLocked(): Promise<{ rig: Rig; signingIn: Promise<unknown>; unlock: () => void }> {
  const keyStore = createKeyStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  keyStore.unlocking = promise;
  const rig = await createRig(google.endpoints, { encryption: keyStore.encryption });
  const signingIn = rig.signIn();
  await expect.poll(() => rig.auth.state).toMatchObject({ status: 'signed-in' });
  return { rig, signingIn, unlock: resolve };
}

describe('a key store that gives no key', () => {
  const warnings = ({ log }: Rig) => log.filter((line) => line.startsWith('warn'));

  test('a device without encryption holds the session in memory only, and logs one warning', async () => {
    const keyStore = createKeyStore();
    keyStore.state = 'no key';
    const rig = await signedIn({ encryption: keyStore.encryption, storeWithoutKeyStore: () => true });
    rig.auth.rejectToken(await rig.idToken());
    await rig.idToken();
    expect(await files(rig)).toEqual([]);
    expect(warnings(rig)).toEqual([expect.stringContaining('This system offers no encryption')]);
    expect(rig.protections).toEqual(['none']);
    expect(rig.auth.protection).toBe('none');
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test.each(['no key', 'locked'] as const)(
    'the session file stays while the key store does not give its key (%s), and is used when it does',
    async (state) => {
      const keyStore = createKeyStore();
      const rig = await signedIn({ encryption: keyStore.encryption });
      expect(rig.protections).toEqual(['key-store']);
      keyStore.state = state;
      const locked = await rig.restart();
      expect(locked.auth.state).toEqual(SIGNED_OUT);
      expect(warnings(locked).at(-1)).toContain('the session waits for it');
      expect(await files(rig)).toEqual(['session.bin']);
      keyStore.state = 'open';
      expect((await locked.restart()).auth.state).toMatchObject({ status: 'signed-in' });
    },
  );

  test('a sign-in while the key store gives no key drops the earlier session file', async () => {
    const keyStore = createKeyStore();
    const rig = await signedIn({ encryption: keyStore.encryption });
    keyStore.state = 'no key';
    const again = await rig.restart();
    google.account('bob');
    await again.signIn();
    keyStore.state = 'open';
    expect((await again.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('a session whose key store stays locked for ten seconds shows as signed out, and is restored once unlocked', async () => {
    const keyStore = createKeyStore();
    const { sessionFile } = await signedIn({ encryption: keyStore.encryption });
    const { promise, resolve } = Promise.withResolvers<void>();
    keyStore.unlocking = promise;
    const again = await createRig(google.endpoints, { sessionFile, encryption: keyStore.encryption });
    const restored = again.auth.restore();
    again.clock.advance(9_999);
    expect(again.auth.state).toEqual({ status: 'unknown' });
    again.clock.advance(1);
    await restored;
    expect(again.auth.state).toEqual(SIGNED_OUT);
    resolve();
    await expect.poll(() => again.auth.state).toMatchObject({ status: 'signed-in', user: { uid: 'alice' } });
    await expect(again.idToken()).resolves.toMatch(/^id-/);
  });

  test('a session is stored once its key store is unlocked, and quitting can wait for that', async () => {
    const { rig, signingIn, unlock } = await signInWhileLocked();
    const { stored } = rig.auth;
    expect(await files(rig)).toEqual([]);
    unlock();
    await stored;
    expect(await files(rig)).toEqual(['session.bin']);
    await signingIn;
    expect((await rig.restart()).auth.state).toMatchObject({ status: 'signed-in' });
  });

  test('signing out while the key store waits to be unlocked works, and no session is stored afterwards', async () => {
    const { rig, signingIn, unlock } = await signInWhileLocked();
    await rig.auth.signOut();
    expect(rig.auth.state).toEqual(SIGNED_OUT);
    unlock();
    await signingIn;
    expect(await files(rig)).toEqual([]);
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
  });
});

describe('a device without a key store', () => {
  function withoutKeyStore(): {
    keyStore: ReturnType<typeof createKeyStore>;
    choice: { value: boolean | null };
  } {
    const keyStore = createKeyStore();
    keyStore.state = 'locked';
    return { keyStore, choice: { value: null } };
  }

  test.each<[boolean | null, boolean]>([
    [null, false],
    [false, false],
    [true, true],
  ])(
    '[C13] without a key store and with the choice %j, the session is stored: %s',
    async (choice, stored) => {
      const { keyStore } = withoutKeyStore();
      const rig = await signedIn({ encryption: keyStore.encryption, storeWithoutKeyStore: () => choice });
      rig.auth.rejectToken(await rig.idToken());
      await rig.idToken();
      expect(rig.protections).toEqual(['known-key']);
      expect(rig.log.filter((line) => line.startsWith('warn'))).toEqual([
        expect.stringContaining('No key store responds'),
      ]);
      expect(await files(rig)).toEqual(stored ? ['session.bin'] : []);
      const again = await rig.restart();
      expect(again.auth.state).toMatchObject({ status: stored ? 'signed-in' : 'signed-out' });
    },
  );

  test('[C14] a device without a key store stores or removes the session at once when the choice changes', async () => {
    const { keyStore, choice } = withoutKeyStore();
    const rig = await signedIn({
      encryption: keyStore.encryption,
      storeWithoutKeyStore: () => choice.value,
    });
    choice.value = true;
    await rig.auth.store();
    expect(await files(rig)).toEqual(['session.bin']);
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect(again.protections).toEqual(['known-key']);
    choice.value = false;
    await again.auth.store();
    expect(await files(rig)).toEqual([]);
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect((await again.restart()).auth.state).toEqual(SIGNED_OUT);
  });

  test('[C14] without a key store, a stored session that the choice forbids is removed and not restored', async () => {
    const { keyStore, choice } = withoutKeyStore();
    choice.value = true;
    const rig = await signedIn({ encryption: keyStore.encryption, storeWithoutKeyStore: () => choice.value });
    choice.value = false;
    expect((await rig.restart()).auth.state).toEqual(SIGNED_OUT);
    expect(await files(rig)).toEqual([]);
  });

  test('a session stored without a key store is protected by one as soon as the device has it', async () => {
    const { keyStore } = withoutKeyStore();
    const rig = await signedIn({ encryption: keyStore.encryption, storeWithoutKeyStore: () => true });
    keyStore.state = 'open';
    const again = await rig.restart();
    expect(again.auth.state).toMatchObject({ status: 'signed-in' });
    expect(again.protections).toEqual(['key-store']);
    expect(keyStore.encryption.isByKnownKey(await readFile(rig.sessionFile))).toBe(false);
  });

  test('storing the session while signed out writes no file', async () => {
    const rig = await createRig(google.endpoints);
    await rig.auth.store();
    expect(await files(rig)).toEqual([]);
  });
});

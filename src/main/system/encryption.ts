/**
 * The operating system's key store as auth's Encryption port: DPAPI, the Keychain, and on Linux the service
 * that answers on the session bus. Electron finds the key store at the first call, and may wait until the
 * user unlocks a keyring. If no service answers, Electron silently uses a key that every program knows. Only
 * the prefix of the encrypted bytes shows that.
 */
import { safeStorage } from 'electron';
import type { Encryption } from '../auth/contract.ts';

/** Chromium's prefix for that known key on Linux. On other systems it stands for the system's own key. */
const KNOWN_KEY = 'v10';

export const systemEncryption: Encryption = {
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(bytes) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(bytes);
    return { text: result, outdated: shouldReEncrypt };
  },
  isByKnownKey: (bytes) =>
    process.platform === 'linux' && bytes.toString('latin1', 0, KNOWN_KEY.length) === KNOWN_KEY,
};

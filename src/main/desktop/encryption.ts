/**
 * The operating system's key store as auth's Encryption port: DPAPI, the Keychain, and on Linux whatever answers on the session bus.
 * Electron finds that out by itself when it is first asked, and may wait for a person who unlocks a keyring. Where nothing
 * answers it takes a key that every program knows, without a word; only its mark on what it has encrypted tells.
 */
import { safeStorage } from 'electron';
import type { Encryption } from '../auth/contract.ts';

/** Chromium's mark of that key on Linux. Elsewhere it stands for the system's own key. */
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

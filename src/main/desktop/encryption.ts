/** The operating system's key store as auth's Encryption port. */
import { safeStorage } from 'electron';
import type { Encryption } from '../auth/contract.ts';

export const systemEncryption: Encryption = {
  isAvailable: () => safeStorage.isEncryptionAvailable(),
  // Only Linux has several, some of which protect nothing.
  backend: () => (process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
};

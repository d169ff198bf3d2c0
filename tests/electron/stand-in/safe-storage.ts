/**
 * `safeStorage`: AES-256-GCM with a key kept in the user-data folder.
 *
 * Limit: no keyring. It shows that secrets are encrypted and that foreign or damaged ones are refused, not that a thief of
 * the folder could not read them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { runtime } from './runtime.ts';
import { strict } from './strict.ts';

const PREFIX = Buffer.from('v10');
const IV_BYTES = 12;
const TAG_BYTES = 16;

function key(): Buffer {
  if (!runtime.ready) throw new Error('safeStorage cannot be used before app is ready');
  const file = path.join(app.getPath('userData'), 'stand-in-key');
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}

function encryptString(plainText: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key(), iv);
  const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([PREFIX, iv, cipher.getAuthTag(), body]);
}

function decryptString(encrypted: Buffer): string {
  const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptString.';
  if (!PREFIX.equals(encrypted.subarray(0, PREFIX.length))) throw new Error(failure);
  const ivEnd = PREFIX.length + IV_BYTES;
  const tagEnd = ivEnd + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(PREFIX.length, ivEnd));
  try {
    decipher.setAuthTag(encrypted.subarray(ivEnd, tagEnd));
    return Buffer.concat([decipher.update(encrypted.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error(failure, { cause: error });
  }
}

export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: (): boolean => runtime.ready,
  getSelectedStorageBackend: (): string => (runtime.ready ? 'gnome_libsecret' : 'unknown'),
  encryptString,
  decryptString,
});

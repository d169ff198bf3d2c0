/**
 * `safeStorage` on Linux. `--password-store` chooses the key store, otherwise the desktop does (machine.ts).
 * The asynchronous calls choose differently, like Chromium's newer code: on a desktop that Chromium does not
 * know they use the Secret Service, and if no key store answers they use plain text, even without a call of
 * `setUsePlainTextEncryption`.
 *
 * Limits: there is no real keyring; the key is a file in the user-data folder, so this does not show that a
 * copy of the folder is unreadable elsewhere. It shows that secrets are encrypted, and that damaged secrets
 * and those of another key are refused; for the latter it uses AES-256-GCM instead of Chromium's AES-128-CBC.
 * A keyring that is unlocked later is not simulated.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { switches } from './command-line.ts';
import { type KeyStore, machine } from './machine.ts';
import { runtime } from './runtime.ts';
import { strictProxy } from './strict.ts';

/**
 * Chromium's prefixes: of a secret encrypted with a publicly known password, and of one encrypted with the
 * key of a key store.
 */
const PLAIN_TEXT = Buffer.from('v10');
const IN_KEY_STORE = Buffer.from('v11');
const IV_BYTES = 12;
const TAG_BYTES = 16;

let usePlainText = false;

/** The key store that `--password-store` names; undefined if there is no such switch or no such store. */
function keyStoreBySwitch(): KeyStore | undefined {
  const bySwitch: Readonly<Record<string, KeyStore>> = {
    basic: 'basic_text',
    'gnome-libsecret': 'gnome_libsecret',
    kwallet: 'kwallet',
    kwallet5: 'kwallet5',
    kwallet6: 'kwallet6',
  };
  return bySwitch[switches.get('password-store') ?? ''];
}

/** The key store of the synchronous calls (Chromium's `SelectBackend`). */
function keyStore(): KeyStore {
  return keyStoreBySwitch() ?? machine.keyStore;
}

/**
 * The key store of the asynchronous calls (Chromium's `FreedesktopSecretKeyProvider`); undefined: plain text.
 */
function asyncKeyStore(): KeyStore | undefined {
  const unknownDesktop = machine.keyStore === 'basic_text';
  const wanted = keyStoreBySwitch() ?? (unknownDesktop ? 'gnome_libsecret' : machine.keyStore);
  return wanted !== 'basic_text' && machine.keyStores.includes(wanted) ? wanted : undefined;
}

function isEncryptionAvailable(): boolean {
  if (!runtime.ready) return false;
  const store = keyStore();
  return store === 'basic_text' ? usePlainText : machine.keyStores.includes(store);
}

function requireEncryption(doing: string): void {
  if (isEncryptionAvailable()) return;
  throw new Error(
    runtime.ready ? `${doing} is not available.` : 'safeStorage cannot be used before app is ready',
  );
}

/**
 * The key for secrets with this prefix. A key store's key is created at its first use; the key of plain text
 * is always the same.
 * @returns undefined if the prefix is unknown, or if it needs a missing key store
 */
function keyFor(prefix: Buffer, store: KeyStore | undefined): Buffer | undefined {
  if (prefix.equals(PLAIN_TEXT)) return createHash('sha256').update('plain text').digest();
  if (!prefix.equals(IN_KEY_STORE) || store === undefined || store === 'basic_text') return undefined;
  const file = path.join(app.getPath('userData'), `stand-in-key-${store}`);
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}

function encryptString(plainText: string): Buffer {
  const failure = 'Error while encrypting the text provided to safeStorage.encryptString.';
  requireEncryption(`${failure} Encryption`);
  const prefix = keyStore() === 'basic_text' ? PLAIN_TEXT : IN_KEY_STORE;
  const key = keyFor(prefix, keyStore());
  if (!key) throw new Error(failure);
  return encryptWith(prefix, key, plainText);
}

function encryptWith(prefix: Buffer, key: Buffer, plainText: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([prefix, iv, cipher.getAuthTag(), body]);
}

function decryptString(encrypted: Buffer): string {
  const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptString.';
  requireEncryption(`${failure} Decryption`);
  if (!Buffer.isBuffer(encrypted)) {
    throw new Error('Expected the first argument of decryptString() to be a buffer');
  }
  if (encrypted.length === 0) return '';
  const prefix = encrypted.subarray(0, PLAIN_TEXT.length);
  if (![PLAIN_TEXT, IN_KEY_STORE].some((known) => known.equals(prefix))) {
    throw new Error(`${failure} Ciphertext does not appear to be encrypted.`);
  }
  const key = keyFor(prefix, keyStore());
  if (!key) throw new Error(failure);
  return decryptWith(prefix, key, encrypted, failure);
}

function decryptWith(prefix: Buffer, key: Buffer, encrypted: Buffer, failure: string): string {
  const ivEnd = prefix.length + IV_BYTES;
  const tagEnd = ivEnd + TAG_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(prefix.length, ivEnd));
    decipher.setAuthTag(encrypted.subarray(ivEnd, tagEnd));
    return Buffer.concat([decipher.update(encrypted.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new Error(failure, { cause: error });
  }
}

async function isAsyncEncryptionAvailable(): Promise<boolean> {
  return Promise.resolve(runtime.ready);
}

async function encryptStringAsync(plainText: string): Promise<Buffer> {
  await requireReady();
  const store = asyncKeyStore();
  const prefix = store === undefined ? PLAIN_TEXT : IN_KEY_STORE;
  const key = keyFor(prefix, store);
  if (!key) throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
  return plainText === '' ? Buffer.alloc(0) : encryptWith(prefix, key, plainText);
}

async function decryptStringAsync(
  encrypted: Buffer,
): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }> {
  await requireReady();
  if (!Buffer.isBuffer(encrypted)) {
    throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
  }
  if (encrypted.length === 0) return { shouldReEncrypt: false, result: '' };
  const store = asyncKeyStore();
  const prefix = encrypted.subarray(0, PLAIN_TEXT.length);
  if (prefix.equals(IN_KEY_STORE) && store === undefined) {
    throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
  }
  const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
  const key = keyFor(prefix, store);
  if (!key) throw new Error(failure);
  const result = decryptWith(prefix, key, encrypted, failure);
  return { shouldReEncrypt: prefix.equals(PLAIN_TEXT) && store !== undefined, result };
}

async function requireReady(): Promise<void> {
  await Promise.resolve();
  if (!runtime.ready) throw new Error('safeStorage cannot be used before app is ready');
}

export const safeStorage = strictProxy('safeStorage', {
  isEncryptionAvailable,
  setUsePlainTextEncryption: (use: boolean): void => void (usePlainText = use),
  getSelectedStorageBackend: (): string => (runtime.ready ? keyStore() : 'unknown'),
  encryptString,
  decryptString,
  isAsyncEncryptionAvailable,
  encryptStringAsync,
  decryptStringAsync,
});

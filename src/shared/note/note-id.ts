/**
 * Document ids made on this device, so that a note has its final id before any server knows it: 20 characters
 * of Firestore's own alphabet, about 119 bits of randomness.
 */
import type { NoteId } from './note.ts';
import { utf8Length } from '../text/utf8.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 20;
/** Bytes from here on are skipped: taking them modulo 62 would favour the first letters. */
const LIMIT = 256 - (256 % ALPHABET.length);

/** @param randomBytes gives that many bytes of cryptographic randomness. */
export function makeNoteId(randomBytes: (count: number) => Uint8Array): NoteId {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      if (byte < LIMIT && id.length < LENGTH) id += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  if (!isNoteId(id)) throw new Error('The alphabet must only make valid ids');
  return id;
}

/**
 * Whether a string can name a document of one collection: any client may have chosen the id, so this follows
 * Firestore's constraints (1 to 1,500 bytes of UTF-8, no slash, not `.`, `..` or `__name__`), not our
 * alphabet.
 */
export function isNoteId(value: string): value is NoteId {
  if (value === '' || value === '.' || value === '..' || value.includes('/')) return false;
  if (/^__.*__$/s.test(value)) return false;
  return value.isWellFormed() && utf8Length(value) <= 1500;
}

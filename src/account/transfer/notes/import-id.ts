/**
 * Ids of imported notes. A note that is imported again, on any device of the account, gets the same id, so
 * that nothing comes twice. Ids also sort by the time at which the note was first written: the cloud gives
 * all notes of one commit the same date and orders notes of one date by their ids, so notes keep their order
 * on all devices and in all clients.
 *
 * The account is part of the id, because an id can only be in use once in the whole cloud: two people may
 * import the same file.
 */
import { createHash } from 'node:crypto';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { deriveId } from '../../tables/derived-id.ts';

/** The characters of Firestore's ids, in the order in which Firestore compares them: by bytes. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Enough digits for every exact integer. */
const TIME_LENGTH = 9;
const LENGTH = 20;

/**
 * @param written when the note was first written, null if nobody knows
 * @param source what tells the note from all others of its source
 */
export function importedId(uid: Uid, written: Micros | null, source: string): NoteId {
  const words = deriveId([uid, source]);
  const id = timeDigits(written) + words.slice(0, LENGTH - TIME_LENGTH);
  if (!isNoteId(id)) throw new Error('The alphabet must only make valid ids');
  return id;
}

/**
 * Whether an import made the id of this note, for any account. The fields do not tell: a conflict copy has
 * all fields of its original, including those that say where the original came from, but an id that does not
 * begin with a time.
 * @param written when the note was first written, as its fields say now
 */
export function isImportedId(id: NoteId, written: Micros | null): boolean {
  return id.length === LENGTH && id.startsWith(timeDigits(written));
}

/** What tells a note from others, in a few characters. */
export function fingerprint(...facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 27);
}

function timeDigits(written: Micros | null): string {
  return sortable(Math.max(0, written ?? 0));
}

function sortable(number: number): string {
  let text = '';
  for (let rest = number; text.length < TIME_LENGTH; rest = Math.floor(rest / DIGITS.length)) {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
  }
  return text;
}

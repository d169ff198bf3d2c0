/**
 * Ids of imported notes. A note that is imported again, on whatever device of the account, gets the same id, so that nothing
 * comes twice. And ids sort by the time at which the note was first written: the cloud gives all notes of one commit the same
 * date and orders notes of one date by their ids, so this keeps their order on every device and in every other client.
 *
 * The account is part of the id, because an id can only be in use once in the whole cloud: two people may import the
 * same file.
 */
import { createHash } from 'node:crypto';
import type { NoteId, Uid } from '#shared/note.ts';
import { isNoteId, makeNoteId } from '#shared/note-id.ts';
import type { Micros } from '#shared/remote-store.ts';

/** Firestore's alphabet in the order in which it compares: by bytes. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Enough for every number that is exact. */
const TIME_LENGTH = 9;
const LENGTH = 20;

/**
 * @param written when the note was first written, null where nobody knows
 * @param source what tells the note from all others of its source
 */
export function importedId(uid: Uid, written: Micros | null, source: string): NoteId {
  const words = makeNoteId(createBytes(JSON.stringify([uid, source])));
  const id = timeDigits(written) + words.slice(0, LENGTH - TIME_LENGTH);
  if (!isNoteId(id)) throw new Error('The alphabet must only make valid ids');
  return id;
}

/**
 * Whether the note has an id that an import made, for whatever account, and no random one: a conflict copy has all fields of its
 * original, also those that say where that one came from.
 * @param written as its fields say now
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
  for (let left = number; text.length < TIME_LENGTH; left = Math.floor(left / DIGITS.length)) {
    text = DIGITS.charAt(left % DIGITS.length) + text;
  }
  return text;
}

/** As many bytes as are wanted, the same ones for the same seed. */
function createBytes(seed: string): (count: number) => Uint8Array {
  let block = 0;
  return (count) => {
    block += 1;
    return createHash('sha512').update(`${block} ${seed}`).digest().subarray(0, count);
  };
}

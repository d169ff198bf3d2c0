/** Ids derived from what a note is, so that making the note again makes the same document. */
import { createHash } from 'node:crypto';
import type { NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';

/**
 * @param parts identify the note, and are the same on every device
 * @returns 20 characters of Firestore's alphabet, the same for the same parts
 */
export function deriveId(parts: readonly (string | null)[]): NoteId {
  return makeNoteId(createBytes(JSON.stringify(parts)));
}

/** Returns up to 64 bytes per call, the same ones for the same seed. */
function createBytes(seed: string): (count: number) => Uint8Array {
  let block = 0;
  return (count) => {
    block += 1;
    return createHash('sha512').update(`${block} ${seed}`).digest().subarray(0, count);
  };
}

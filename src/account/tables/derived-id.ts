/** Ids that follow from what a note is, so that whoever makes the note again makes the same document. */
import { createHash } from 'node:crypto';
import type { NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';

/**
 * @param parts what tells the note from all others, the same on every device
 * @returns 20 characters of Firestore's alphabet, the same ones for the same parts
 */
export function deriveId(parts: readonly (string | null)[]): NoteId {
  return makeNoteId(createBytes(JSON.stringify(parts)));
}

/** As many bytes as are wanted, up to 64 at once, the same ones for the same seed. */
function createBytes(seed: string): (count: number) => Uint8Array {
  let block = 0;
  return (count) => {
    block += 1;
    return createHash('sha512').update(`${block} ${seed}`).digest().subarray(0, count);
  };
}

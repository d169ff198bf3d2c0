/** Which pending changes go into one commit (S4). */
import { utf8Length } from '#shared/utf8.ts';
import type { NoteRecord } from './note-record.ts';

export const MAX_BATCH_WRITES = 500;
/** Firestore takes requests of up to 10 MiB; names, masks and framing take their share. */
const MAX_BATCH_BYTES = 9 * 1024 * 1024;
/** No document of Firestore's is larger; names and other fields take their share. */
const MAX_DOCUMENT_BYTES = 1_048_576;
/** What a write takes besides its text. */
const WRITE_OVERHEAD_BYTES = 512;

/** The longest run from the front that fits one commit; never empty where there is anything. */
export function takeBatch(records: readonly NoteRecord[]): readonly NoteRecord[] {
  let bytes = 0;
  let count = 0;
  for (const record of records.slice(0, MAX_BATCH_WRITES)) {
    bytes += sizeOf(record);
    if (count > 0 && bytes > MAX_BATCH_BYTES) break;
    count += 1;
  }
  return records.slice(0, count);
}

/**
 * Whether no cloud would take the note. It is not even sent: with a note of more than 10 MiB the answer would not say
 * what is wrong.
 */
export function isTooLarge(record: NoteRecord): boolean {
  const words = wordsOf(record);
  return words.length * 3 > MAX_DOCUMENT_BYTES && utf8Length(words) > MAX_DOCUMENT_BYTES;
}

function sizeOf(record: NoteRecord): number {
  return WRITE_OVERHEAD_BYTES + utf8Length(wordsOf(record)) + utf8Length(JSON.stringify(record.extra));
}

function wordsOf({ local }: NoteRecord): string {
  return local === null ? '' : `${local.title ?? ''}${local.text ?? ''}`;
}

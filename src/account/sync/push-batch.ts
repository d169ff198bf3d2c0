/** How much goes into one commit (S4). */
import { utf8Length } from '#shared/utf8.ts';
import { shownLabels } from '#shared/labels.ts';
import { toStored } from '#shared/note-fields.ts';
import type { NoteFields } from '#shared/note.ts';
import type { NoteRecord } from './note-record.ts';

export const MAX_BATCH_WRITES = 500;
const SMALL_BATCH_WRITES = 100;
/** Firestore takes requests of up to 10 MiB; names, masks and framing take their share. */
const MAX_BATCH_BYTES = 9 * 1024 * 1024;
/** No document of Firestore's is larger; names and other fields take their share. */
const MAX_DOCUMENT_BYTES = 1_048_576;
/** What a write takes besides its text. */
const WRITE_OVERHEAD_BYTES = 512;
/** A UTF-16 unit takes at most 3 bytes in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;
/** Below this the greatest size that a write can have is good enough: a whole batch of such writes fits. */
const SMALL_BYTES = Math.floor(MAX_BATCH_BYTES / MAX_BATCH_WRITES);

/**
 * How many of the notes that wait go by the next commit. The first of many has few, so that it leaves soon, and the last
 * has few, so that its answers are soon stored: all other work of this device is done while a commit is on its way.
 */
export function batchSize(waiting: number, isFirst: boolean): number {
  if (isFirst) return Math.min(waiting, SMALL_BATCH_WRITES);
  if (waiting > MAX_BATCH_WRITES) return MAX_BATCH_WRITES;
  return waiting > 2 * SMALL_BATCH_WRITES ? waiting - SMALL_BATCH_WRITES : waiting;
}

/**
 * Whether no cloud would take the note. It is not even sent: with a note of more than 10 MiB the answer would not say
 * what is wrong.
 */
export function isTooLarge({ local }: NoteRecord): boolean {
  return bytesOf(local, MAX_DOCUMENT_BYTES) > MAX_DOCUMENT_BYTES;
}

/** The room in a commit. */
export interface Room {
  readonly isFull: boolean;
  /** Takes what a write of the record needs; false, from then on, where there is no room for it. The first always fits. */
  takes(record: NoteRecord): boolean;
}

export function createRoom(): Room {
  let bytes = 0;
  let isFull = false;
  return {
    get isFull() {
      return isFull;
    },
    takes(record) {
      const size = sizeOf(record);
      isFull ||= bytes > 0 && bytes + size > MAX_BATCH_BYTES;
      if (!isFull) bytes += size;
      return !isFull;
    },
  };
}

/** Bytes that a write of the record takes at the most. */
function sizeOf({ local, extra }: NoteRecord): number {
  const others = local === null ? extra : toStored({ fields: local, extra }).extra;
  return WRITE_OVERHEAD_BYTES + bytesOf(local, SMALL_BYTES) + utf8Length(JSON.stringify(others));
}

/** Bytes of the words and labels, or more of them than there are where even those are within the bound: counting takes time. */
function bytesOf(words: NoteFields | null, bound: number): number {
  const all = [words?.title ?? '', words?.text ?? '', ...shownLabels(words?.labels ?? null)];
  const most = all.reduce((sum, { length }) => sum + length, 0) * MOST_BYTES_PER_UNIT;
  return most <= bound ? most : all.reduce((sum, part) => sum + utf8Length(part), 0);
}

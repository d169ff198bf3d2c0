/** How much goes into one commit (S4). */
import { utf8Length } from '#shared/text/utf8.ts';
import { shownLabels } from '#shared/note/labels.ts';
import { toStored } from '#shared/note/note-fields.ts';
import type { NoteFields } from '#shared/note/note.ts';
import type { NoteRecord } from './note-record.ts';

export const MAX_BATCH_WRITES = 500;
const SMALL_BATCH_WRITES = 100;
/** Firestore accepts requests of up to 10 MiB; the rest is for names, masks and framing. */
const MAX_BATCH_BYTES = 9 * 1024 * 1024;
/** Maximum size of a Firestore document, which includes names and other fields. */
const MAX_DOCUMENT_BYTES = 1_048_576;
/** Bytes of a write besides its text. */
const WRITE_OVERHEAD_BYTES = 512;
/** A UTF-16 unit takes at most 3 bytes in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;
/** Below this size an upper bound is exact enough, because a whole batch of such writes fits. */
const SMALL_BYTES = Math.floor(MAX_BATCH_BYTES / MAX_BATCH_WRITES);

/**
 * How many of the waiting notes go into the next commit. The first commit of many is small, so that
 * it leaves soon; the last is small, so that its answers are soon stored: all other work is done
 * while a commit is in flight.
 */
export function batchSize(waiting: number, isFirst: boolean): number {
  if (isFirst) return Math.min(waiting, SMALL_BATCH_WRITES);
  if (waiting > MAX_BATCH_WRITES) return MAX_BATCH_WRITES;
  return waiting > 2 * SMALL_BATCH_WRITES ? waiting - SMALL_BATCH_WRITES : waiting;
}

/**
 * Whether the note is larger than a document can be. Such a note is not even sent (S8.6): above 10 MiB, the
 * answer would not say what is wrong.
 */
export function isTooLarge({ local }: NoteRecord): boolean {
  return bytesOf(local, MAX_DOCUMENT_BYTES) > MAX_DOCUMENT_BYTES;
}

/** The free space in a commit. */
export interface Room {
  readonly isFull: boolean;
  /**
   * Reserves the space for a write of the record; returns false, from then on, if there is not enough. The
   * first write always fits.
   */
  reserve(record: NoteRecord): boolean;
}

export function createRoom(): Room {
  let bytes = 0;
  let isFull = false;
  return {
    get isFull() {
      return isFull;
    },
    reserve(record) {
      const size = sizeOf(record);
      isFull ||= bytes > 0 && bytes + size > MAX_BATCH_BYTES;
      if (!isFull) bytes += size;
      return !isFull;
    },
  };
}

/** Upper bound of the bytes of a write of the record. */
function sizeOf({ local, extra }: NoteRecord): number {
  const otherFields = local === null ? extra : toStored({ fields: local, extra }).extra;
  return WRITE_OVERHEAD_BYTES + bytesOf(local, SMALL_BYTES) + utf8Length(JSON.stringify(otherFields));
}

/** Bytes of the words and labels, or an upper bound if that is within `bound`: counting takes time. */
export function bytesOf(words: NoteFields | null, bound: number): number {
  const parts = [words?.title ?? '', words?.text ?? '', ...shownLabels(words?.labels ?? null)];
  const upperBound = parts.reduce((sum, { length }) => sum + length, 0) * MOST_BYTES_PER_UNIT;
  return upperBound <= bound ? upperBound : parts.reduce((sum, part) => sum + utf8Length(part), 0);
}

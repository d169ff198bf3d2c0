/** The dates that are shown of a note. An imported note has those of its origin. */
import { type ExtraFields, IMPORTED_DATES } from '#shared/note/extra-fields.ts';
import type { Note } from '#shared/note/note.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { fromTimestamp } from '#shared/note/times.ts';

/** A change so soon after the words were saved is part of writing them, and counts as no edit. */
const SAME_SITTING_MS = 60_000;

/**
 * @param overwritten when the history last got words of this note, in milliseconds since the
 *   epoch; null if it has none
 */
export function datesOf(
  created: Micros,
  extra: ExtraFields,
  overwritten: number | null,
): Pick<Note, 'createdAt' | 'editedAt'> {
  const importedEdit = dateIn(extra, IMPORTED_DATES.edited);
  const createdAt = dateIn(extra, IMPORTED_DATES.created) ?? importedEdit ?? toMillis(created);
  const editedAt = overwritten ?? importedEdit;
  const isLater = editedAt !== null && editedAt - createdAt >= SAME_SITTING_MS;
  return { createdAt, editedAt: isLater ? editedAt : null };
}

function dateIn(extra: ExtraFields, name: string): number | null {
  const value = Object.hasOwn(extra, name) ? extra[name] : undefined;
  const date = value !== undefined && 'timestampValue' in value ? fromTimestamp(value.timestampValue) : null;
  return date === null ? null : toMillis(date);
}

function toMillis(micros: Micros): number {
  return Math.floor(micros / 1000);
}

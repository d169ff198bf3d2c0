/**
 * Ids of the notes that devices create. An id contains its device's name, and a seed gives the same ids.
 */
import type { NoteId } from '#shared/note/note.ts';

/** An id of twenty characters, like the app's own. */
export function noteIdOf(device: string, count: number): NoteId {
  return `${device}-${String(count).padStart(19 - device.length, '0')}` as NoteId;
}

/** Devices by name, and the ids of the notes that they make: each tells its device, and a seed gives the same again. */
import type { NoteId } from '#shared/note.ts';

/** Twenty characters, as the app's own. */
export function noteIdOf(device: string, count: number): NoteId {
  return `${device}-${String(count).padStart(19 - device.length, '0')}` as NoteId;
}

export function deviceOf(id: NoteId): string {
  return id.split('-')[0] ?? '';
}

/**
 * Words that wait outside of the database, because the account could not be opened or was not known yet. Each
 * entry of the store (`src/main/device/waiting-words.ts`) has words typed in one place.
 */
import { type Draft, newNoteDraft } from '../note/draft.ts';
import type { Marks } from '../note/marks.ts';
import { isNoteId } from '../note/note-id.ts';
import type { NoteContent } from '../note/note.ts';
import { readMarks } from './schemas.ts';

/** Words that become a note as they are, or a draft of the place where they were typed. */
export type WaitingWords = Draft | WaitingNote;

export interface WaitingNote {
  readonly place: 'note';
  readonly content: NoteContent;
  readonly marks?: Marks;
}

export type WaitingPlace = WaitingWords['place'];

/**
 * @param value the parsed JSON of the entry
 * @returns null if it does not hold words of that place
 */
export function parseWaitingWords(place: WaitingPlace, value: unknown): WaitingWords | null {
  if (!isObject(value)) return null;
  const content = parseContent(value['content']);
  if (content === null) return null;
  if (place === 'edit') {
    const { id } = value;
    const base = parseContent(value['base']);
    return typeof id === 'string' && isNoteId(id) && base !== null ? { place, id, content, base } : null;
  }
  const { marks } = newNoteDraft('new', content, 'marks' in value ? readMarks(value['marks']) : {});
  return { place, content, ...(marks !== undefined && { marks }) };
}

function parseContent(value: unknown): NoteContent | null {
  if (!isObject(value)) return null;
  const { title, text } = value;
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

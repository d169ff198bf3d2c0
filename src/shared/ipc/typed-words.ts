/**
 * Words that were typed while no account could take them: its notes could not be opened or were being opened again, or it
 * was not known yet whose words they are. The main thread keeps them in a small synced file; when the account opens they
 * become its drafts.
 */
import { type Draft, newNoteDraft } from '../note/draft.ts';
import { readMarks } from './schemas.ts';
import { isNoteId } from '../note/note-id.ts';

/** The content of the file, as JSON, the oldest draft first. A place and note may occur only once. */
export interface TypedWords {
  readonly drafts: readonly Draft[];
}

/** Null if this is not such a file. */
export function parseTypedWords(value: unknown): TypedWords | null {
  if (typeof value !== 'object' || value === null || !('drafts' in value) || !Array.isArray(value.drafts))
    return null;
  const all: readonly unknown[] = value.drafts;
  const drafts = all.map(parseDraft);
  return drafts.every((draft) => draft !== null) ? { drafts } : null;
}

function parseDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null || !('place' in value) || !('content' in value))
    return null;
  const content = parseContent(value.content);
  if (content === null) return null;
  if (value.place === 'new' || value.place === 'quick')
    return newNoteDraft(value.place, content, 'marks' in value ? readMarks(value.marks) : {});
  const base = 'base' in value ? parseContent(value.base) : null;
  const id = 'id' in value && typeof value.id === 'string' && isNoteId(value.id) ? value.id : null;
  return value.place === 'edit' && id !== null && base !== null ? { place: 'edit', id, content, base } : null;
}

function parseContent(value: unknown): Draft['content'] | null {
  if (typeof value !== 'object' || value === null || !('title' in value) || !('text' in value)) return null;
  const { title, text } = value;
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : null;
}

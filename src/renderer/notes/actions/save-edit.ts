/** Saves an edit, and tells where its words are if they are not in the note that was opened. */
import { hasCode } from '#shared/base/error.ts';
import type { NoteContent, NoteId, Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { editComposer } from '../../drafts/composers.ts';
import type { Step } from '../../state/undo-stack.ts';
import { showNotice } from '../../toast/notices.ts';
import { changeStep } from './change-notes.ts';

/**
 * @param uid the account that the words were typed for (S14)
 * @param base what the note held when it was opened
 * @returns the note that holds the words
 * @throws AppError if the words could not be made durable; they stay as a draft then
 */
export async function saveEdit(
  uid: Uid,
  id: NoteId,
  content: NoteContent,
  base: NoteContent,
): Promise<NoteId> {
  const { saver } = editComposer(uid, id);
  return tellHolder(id, await saver.save(content, () => call('notes:edit', uid, id, content, base)));
}

/** Saves the unsaved words of a note that nobody can open, because it is gone: they become a new note. */
export async function saveDraft(uid: Uid, id: NoteId): Promise<void> {
  const holder = await editComposer(uid, id).save({
    make: ({ content, base }) => call('notes:edit', uid, id, content, base),
  });
  await tellHolder(id, holder);
}

export interface SavedEdit {
  readonly id: NoteId;
  /** The note that has the words. */
  readonly holder: NoteId;
  readonly content: NoteContent;
  /** What the note held when it was opened. */
  readonly base: NoteContent;
}

/** Takes an edit back; if its words are in another note, that one goes to the trash. */
export function editStep(uid: Uid, { id, holder, content, base }: SavedEdit): Step {
  const change =
    holder === id
      ? { from: { words: content }, to: { words: base } }
      : { from: { isDeleted: false }, to: { isDeleted: true } };
  return changeStep(uid, [{ ids: [holder], ...change }], { focused: holder });
}

/**
 * Says so if the words of an edit are in another note. @param holder the note that has them @returns the same
 */
export async function tellHolder(id: NoteId, holder: NoteId): Promise<NoteId> {
  if (holder === id) return holder;
  const text = (await isThere(id))
    ? 'This note had changed; your version is now a separate note'
    : 'This note was deleted elsewhere; your version is now a new note';
  showNotice({ text });
  return holder;
}

/** Also true if nobody can say. */
export async function isThere(id: NoteId): Promise<boolean> {
  try {
    await call('notes:get', id);
    return true;
  } catch (error) {
    return !isNotFound(error);
  }
}

export function isNotFound(error: unknown): boolean {
  return hasCode(error, 'note-not-found');
}

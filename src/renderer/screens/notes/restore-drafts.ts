/** Restores what was being typed when the app ended, in the creation box and in the edit dialog. */
import { contentAbove, type Draft, type NewNoteDraft, newNoteOf } from '#shared/draft.ts';
import { hasCode, messageOf } from '#shared/error.ts';
import type { NewNote } from '#shared/marks.ts';
import { hasContent, type NoteContent, sameContent, type Uid } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { editingAtom } from '../../notes/state/editing.ts';
import { isThere, saveEdit } from '../../notes/actions/save-edit.ts';
import { creationAtom, putInCreation, restoreCreation } from './creation.ts';
import { sessionAtom, uidOf } from '../../session/state.ts';
import { store } from '../../state/store.ts';
import { showFailure } from '../../toast/notices.ts';
import { draftSaver, keyOf } from '../../drafts/savers.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;

const EMPTY: NoteContent = { title: '', text: '' };

/** Restores the drafts of the account that was just opened. What was typed in this page stays as it is. */
export async function restoreDrafts(uid: Uid): Promise<void> {
  let drafts: readonly Draft[];
  try {
    drafts = await call('drafts:list', 'main');
  } catch (error) {
    // If the notes could not be opened, the screen says so.
    if (!isSignedOut(error)) console.error(messageOf(error));
    return;
  }
  if (!isCurrent(uid)) return;
  const edits = drafts.filter((draft) => draft.place === 'edit');
  const focused = edits.every((draft) => sameContent(draft.content, draft.base));
  // In parallel: no draft waits for another one, which may fail.
  await Promise.all([
    ...edits.map((draft) => restoreEdit(uid, draft)),
    ...drafts.filter((draft) => draft.place !== 'edit').map((draft) => restoreNew(uid, draft, focused)),
  ]);
}

async function restoreNew(uid: Uid, draft: NewNoteDraft, focused: boolean): Promise<void> {
  const saver = draftSaver(uid, keyOf(draft));
  const { lastStored } = saver;
  if (lastStored !== null && sameContent(lastStored.content, draft.content)) return;
  saver.restore(draft);
  if (!hasContent(draft.content)) saver.type(null);
  else if (!restoreCreation(draft, focused)) {
    // This page stored the draft a moment ago, and more words were typed since.
    if (isContinuedBy(draft.content, store.get(creationAtom).content)) return;
    // Something is being typed already, so the earlier words become a note of their own.
    const earlier = contentAbove(draft.content, lastStored?.content ?? EMPTY);
    if (earlier === null) return;
    const note = newNoteOf(earlier, draft.marks);
    await saveEarlier(uid, note, () => call('notes:add', uid, note, null));
  }
}

function isContinuedBy(before: NoteContent, now: NoteContent): boolean {
  return now.title.startsWith(before.title) && now.text.startsWith(before.text);
}

async function restoreEdit(uid: Uid, draft: EditDraft): Promise<void> {
  const { id, content, base } = draft;
  const hasNote = await isThere(id);
  if (!isCurrent(uid)) return;
  const saver = draftSaver(uid, keyOf(draft));
  const { latest, lastStored } = saver;
  // A draft that this page has stored itself, or knows already, needs no restoring.
  if ([latest, lastStored].some((own) => own !== null && sameContent(own.content, content))) return;
  if (latest !== null) {
    // This note is being edited already, so the earlier words become an edit of it.
    await saveEarlier(uid, content, () => call('notes:edit', uid, id, content, base));
    // The edit has dropped the note's draft.
    saver.resend();
    return;
  }
  saver.restore(draft);
  if (sameContent(content, base)) {
    saver.type(null);
    return;
  }
  if (!hasNote) {
    // Nobody could open the note to see the draft.
    await saveEdit(uid, id, content, base).catch(showFailure);
    return;
  }
  // There is only one dialog. If it shows another note, this draft is shown when its own note is opened.
  const editing = store.get(editingAtom);
  if (editing === null || editing.id === id) store.set(editingAtom, { id, draft: { content, base } });
}

/** Saves earlier words, whose draft was replaced by what is typed now; if that fails, puts them in the creation box. */
async function saveEarlier(
  uid: Uid,
  { marks, ...earlier }: NewNote,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    // After a sign-out the words are not lost: the main process stores what arrives late.
    if (isSignedOut(error) || !isCurrent(uid)) return;
    putInCreation(uid, earlier, marks);
    showFailure(error);
  }
}

/** S10: somebody else may be signed in when an answer comes. */
function isCurrent(uid: Uid): boolean {
  return uidOf(store.get(sessionAtom)) === uid;
}

function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'not-signed-in');
}

/** Brings back what was being typed when the app ended: the creation box opens with it, and so does the edit dialog. */
import { contentAbove, type Draft } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { hasContent, type NoteContent, sameContent, type Uid } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { editingAtom } from '../notes/editing.ts';
import { restoreCreation } from '../screens/notes/creation.ts';
import { sessionAtom, uidOf } from '../session/state.ts';
import { store } from '../state/store.ts';
import { draftSaver, keyOf } from './savers.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;
type NewDraft = Exclude<Draft, EditDraft>;

const EMPTY: NoteContent = { title: '', text: '' };

/** Asks for the drafts of the account that has just been opened. What this page has typed itself stays as it is. */
export async function restoreDrafts(uid: Uid): Promise<void> {
  // S10: somebody else may be signed in when an answer comes.
  const isCurrent = (): boolean => uidOf(store.get(sessionAtom)) === uid;
  try {
    const drafts = await call('drafts:list');
    if (!isCurrent()) return;
    const edits = drafts.filter((draft) => draft.place === 'edit');
    const focused = edits.every((draft) => sameContent(draft.content, draft.base));
    for (const draft of drafts) {
      // The quick note has a window of its own.
      if (draft.place === 'new') await restoreNew(uid, draft, focused);
    }
    if (!isCurrent()) return;
    for (const draft of edits) await restoreEdit(uid, draft);
  } catch (error) {
    // Where the notes could not be opened the screen says so, and whoever signed out meanwhile has left.
    if (error instanceof AppError && error.code === 'not-signed-in') return;
    console.error(messageOf(error));
  }
}

async function restoreNew(uid: Uid, draft: NewDraft, focused: boolean): Promise<void> {
  const saver = draftSaver(uid, keyOf(draft));
  const { lastKept } = saver;
  if (lastKept !== null && sameContent(lastKept.content, draft.content)) return;
  saver.restore(draft);
  if (!hasContent(draft.content)) saver.type(null);
  else if (!restoreCreation(draft.content, focused)) {
    // Somebody types already: the earlier words become a note of their own.
    const earlier = contentAbove(draft.content, lastKept?.content ?? EMPTY);
    if (earlier !== null) await call('notes:add', uid, earlier, null);
  }
}

async function restoreEdit(uid: Uid, draft: EditDraft): Promise<void> {
  const { id, content, base } = draft;
  const saver = draftSaver(uid, keyOf(draft));
  const { latest } = saver;
  // What this page has kept itself, or knows already, is what is stored.
  if (saver.lastKept !== null || (latest !== null && sameContent(latest.content, content))) return;
  if (latest !== null) {
    // Somebody types in this note already: the earlier words become an edit of it.
    await call('notes:edit', uid, id, content, base);
    return;
  }
  saver.restore(draft);
  if (sameContent(content, base)) {
    saver.type(null);
    return;
  }
  // There is one dialog. Where another note is in it, this draft is shown when its note is opened.
  const editing = store.get(editingAtom);
  if (editing === null || editing.id === id) store.set(editingAtom, { id, draft: { content, base } });
}

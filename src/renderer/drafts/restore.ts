/** Brings back what was being typed when the app ended: the creation box opens with it, and so does the edit dialog. */
import type { Draft } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { hasContent, sameContent } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { editingAtom } from '../notes/editing.ts';
import { restoreCreation } from '../screens/notes/creation.ts';
import { store } from '../state/store.ts';
import { keeperOfStored } from './keepers.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;
type NewDraft = Exclude<Draft, EditDraft>;

/**
 * Asks for the drafts of the account that has just been opened.
 * @param isCurrent whether it is still the open one when an answer comes (S10)
 */
export async function restoreDrafts(isCurrent: () => boolean): Promise<void> {
  try {
    const drafts = await call('drafts:list');
    if (!isCurrent()) return;
    const edits = drafts.filter((draft) => draft.place === 'edit');
    const focused = edits.every((draft) => sameContent(draft.content, draft.base));
    for (const draft of drafts) {
      // The quick note has a window of its own.
      if (draft.place === 'new') await restoreNew(draft, focused);
    }
    if (!isCurrent()) return;
    for (const draft of edits) restoreEdit(draft);
  } catch (error) {
    // Where the notes could not be opened the screen says so, and whoever signed out meanwhile has left.
    if (error instanceof AppError && error.code === 'not-signed-in') return;
    console.error(messageOf(error));
  }
}

async function restoreNew(draft: NewDraft, focused: boolean): Promise<void> {
  if (!hasContent(draft.content)) {
    keeperOfStored(draft).type(null);
    return;
  }
  keeperOfStored(draft);
  // Somebody types already: the earlier words become a note of their own.
  if (!restoreCreation(draft.content, focused)) await call('notes:add', draft.content, null);
}

function restoreEdit(draft: EditDraft): void {
  const { id, content, base } = draft;
  const keeper = keeperOfStored(draft);
  if (sameContent(content, base)) {
    keeper.type(null);
    return;
  }
  // There is one dialog. Should another draft be in it, this one comes back with the next start.
  if (store.get(editingAtom) === null) store.set(editingAtom, { id, draft: { content, base } });
}

/** Restores what was being typed when the app ended, in the creation box and in the edit dialog. */
import type { Draft } from '#shared/draft.ts';
import { hasCode, messageOf } from '#shared/error.ts';
import { sameContent, type Uid } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { composerOf, editComposer, keyOf } from '../../drafts/composers.ts';
import { isThere, saveEdit } from '../../notes/actions/save-edit.ts';
import { editingAtom } from '../../notes/state/editing.ts';
import { sessionAtom, uidOf } from '../../session/state.ts';
import { store } from '../../state/store.ts';
import { showFailure } from '../../toast/notices.ts';
import { showRestored } from './creation.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;

/** Restores the drafts of the account that was just opened. What was typed in this page stays as it is. */
export async function restoreDrafts(uid: Uid): Promise<void> {
  let drafts: readonly Draft[];
  try {
    drafts = await call('drafts:list', 'main');
  } catch (error) {
    // If the notes could not be opened, the screen says so.
    if (!hasCode(error, 'not-signed-in')) console.error(messageOf(error));
    return;
  }
  if (!isSignedIn(uid)) return;
  const edits = drafts.filter((draft) => draft.place === 'edit');
  const focused = edits.every((draft) => sameContent(draft.content, draft.base));
  for (const draft of drafts) if (draft.place !== 'edit') restoreNew(uid, draft, focused);
  // In parallel: no draft waits for another one, which may fail.
  await Promise.all(edits.map((draft) => restoreEdit(uid, draft)));
}

function restoreNew(uid: Uid, draft: Draft, focused: boolean): void {
  if (composerOf(uid, keyOf(draft)).restore(draft) === 'opened') showRestored(focused);
}

async function restoreEdit(uid: Uid, draft: EditDraft): Promise<void> {
  const { id, content, base } = draft;
  const hasNote = await isThere(id);
  if (!isSignedIn(uid) || editComposer(uid, id).restore(draft) !== 'opened') return;
  if (!hasNote) {
    // Nobody could open the note to see the draft.
    await saveEdit(uid, id, content, base).catch(showFailure);
    return;
  }
  // There is only one dialog. If it shows another note, this draft is shown when its own note is opened.
  store.set(editingAtom, (editing) => editing ?? { id });
}

/** S10: somebody else may be signed in when an answer comes. */
function isSignedIn(uid: Uid): boolean {
  return uidOf(store.get(sessionAtom)) === uid;
}

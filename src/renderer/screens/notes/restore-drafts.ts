/** Restores the words that were being typed when the app ended, in the creation box and the edit dialog. */
import type { Draft } from '#shared/note/draft.ts';
import { hasCode, messageOf } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { composerOf, keyOf, markDraftsRead } from '../../drafts/composers.ts';
import { isThere, saveDraft } from '../../notes/actions/save-edit.ts';
import { editingAtom } from '../../notes/state/editing.ts';
import { sessionAtom, uidOf } from '../../state/session.ts';
import { store } from '../../state/store.ts';
import { showFailure } from '../../toast/notices.ts';
import { showRestored } from './creation.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;

/** Restores the drafts of the account that was just opened. Words typed in this page stay. */
export async function restoreDrafts(uid: Uid): Promise<void> {
  const drafts = await listDrafts();
  if (!isSignedIn(uid)) return;
  const opened = drafts.filter((draft) => composerOf(uid, keyOf(draft)).restore(draft) === 'opened');
  markDraftsRead(uid);
  const edits = opened.filter((draft) => draft.place === 'edit');
  // An opening dialog keeps the focus.
  if (opened.length > edits.length) showRestored(edits.length === 0);
  // In parallel, because a failing draft must not hold up another.
  await Promise.all(edits.map((draft) => openEdit(uid, draft)));
}

async function listDrafts(): Promise<readonly Draft[]> {
  try {
    return await call('drafts:list', 'main');
  } catch (error) {
    // If the notes could not be opened, the screen says so.
    if (!hasCode(error, 'not-signed-in')) console.error(messageOf(error));
    return [];
  }
}

async function openEdit(uid: Uid, { id }: EditDraft): Promise<void> {
  const hasNote = await isThere(id);
  if (!isSignedIn(uid)) return;
  // Without its note, the draft could not be opened.
  if (!hasNote) await saveDraft(uid, id).catch(showFailure);
  // There is only one dialog. If it shows another note, this draft appears when its own note is opened.
  else store.set(editingAtom, (editing) => editing ?? { id });
}

/** S10: another account may be signed in when an answer arrives. */
function isSignedIn(uid: Uid): boolean {
  return uidOf(store.get(sessionAtom)) === uid;
}

/** Shows in this window what a link names, which was opened anywhere (`inkling://…`). */
import { assertNever } from '#shared/assert-never.ts';
import type { LinkTarget } from '#shared/link.ts';
import { listOf, type NoteId } from '#shared/note.ts';
import { call, listen } from '../bridge/client.ts';
import { draftSaver } from '../drafts/savers.ts';
import { editingAtom } from '../notes/editing.ts';
import { isNotFound } from '../notes/save-edit.ts';
import { queryAtom } from '../search/query.ts';
import { sessionAtom, uidOf } from '../session/state.ts';
import { closeAppDialog } from '../settings/app-dialog.ts';
import { store } from '../state/store.ts';
import { tell, tellFailure } from '../toast/notices.ts';

/** Until it is known who is signed in. */
let waiting: LinkTarget | null = null;

/** To be called before the page is drawn, so that no link is opened in vain. */
export function listenForLinks(): void {
  listen('app:link', (target) => {
    waiting = target;
    followWaiting();
  });
  store.sub(sessionAtom, followWaiting);
}

function followWaiting(): void {
  const { status } = store.get(sessionAtom);
  if (waiting === null || status === 'unknown') return;
  const target = waiting;
  waiting = null;
  if (target.show === 'refusal') tell({ text: target.reason, failure: true });
  else if (status === 'signed-out') tell({ text: 'Sign in to follow this link.' });
  else if (hasUnsavedWords())
    tell({ text: 'Save or close the note that is open, then follow the link again.' });
  else follow(target);
}

/** Whether the note that is open has words that are not saved yet: a link, which anybody may send, does not close it. */
function hasUnsavedWords(): boolean {
  const uid = uidOf(store.get(sessionAtom));
  const editing = store.get(editingAtom);
  return (
    uid !== null && editing !== null && draftSaver(uid, { place: 'edit', id: editing.id }).latest !== null
  );
}

function follow(target: Exclude<LinkTarget, { show: 'refusal' }>): void {
  closeAppDialog();
  switch (target.show) {
    case 'note':
      showNote(target.id).catch(tellFailure);
      return;
    case 'search':
      goTo('/').catch(tellFailure);
      store.set(queryAtom, target.query);
      return;
    default:
      assertNever(target);
  }
}

async function showNote(id: NoteId): Promise<void> {
  const asked = uidOf(store.get(sessionAtom));
  const note = await call('notes:get', id).catch((error: unknown) => {
    if (isNotFound(error)) throw new Error(NOT_HERE);
    throw error;
  });
  // It comes with what draws, which may not be loaded yet.
  const { LIST_INFO } = await import('../notes/lists.ts');
  // Meanwhile somebody else may have signed in, or have begun to type.
  if (uidOf(store.get(sessionAtom)) !== asked || hasUnsavedWords()) return;
  const { path } = LIST_INFO[listOf(note)];
  store.set(queryAtom, '');
  location.hash = path;
  store.set(editingAtom, { id });
}

const NOT_HERE =
  'This note is not on this device. It was deleted, is in another account, or has not arrived yet.';

/** Whatever note is open closes, by itself where the screen changes. */
async function goTo(path: string): Promise<void> {
  const isThere = (location.hash.slice(1) || '/') === path;
  if (!isThere) location.hash = path;
  else if (store.get(editingAtom) !== null) (await import('../notes/editor.ts')).leaveDialog();
}

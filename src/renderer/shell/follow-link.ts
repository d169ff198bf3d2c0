/** Shows the target of an `inkling://…` link in this window, wherever the link was opened. */
import { atom } from 'jotai';
import { assertNever } from '#shared/base/assert-never.ts';
import type { LinkTarget } from '#shared/ipc/link.ts';
import { listOf, type NoteId } from '#shared/note/note.ts';
import { EMPTY_SEARCH } from '#shared/note/view.ts';
import { call, listen } from '../bridge/client.ts';
import { editComposer } from '../drafts/composers.ts';
import { editingAtom } from '../notes/state/editing.ts';
import { isNotFound } from '../notes/actions/save-edit.ts';
import { setSearch } from '../search/query.ts';
import { sessionAtom, uidOf } from '../state/session.ts';
import { closeAppDialog } from '../settings/app-dialog.ts';
import { currentPath, goTo } from '../state/navigation.ts';
import { store } from '../state/store.ts';
import { showNotice, showFailure } from '../toast/notices.ts';

/** How long after the last key the user counts as typing, in milliseconds. */
const TYPING_MS = 2000;

/** The time of the last input, in milliseconds since the page was loaded. */
const lastInputAtom = atom(-Infinity);

/** A link that waits until the session is known. */
const waitingAtom = atom<LinkTarget | null>(null);

/** Call before the page renders, so that no link is lost. */
export function listenForLinks(): void {
  document.addEventListener('input', () => store.set(lastInputAtom, performance.now()), { capture: true });
  listen('app:link', (target) => {
    store.set(waitingAtom, target);
    followWaiting();
  });
  store.sub(sessionAtom, followWaiting);
}

function followWaiting(): void {
  const { status } = store.get(sessionAtom);
  const target = store.get(waitingAtom);
  if (target === null || status === 'unknown') return;
  store.set(waitingAtom, null);
  if (target.show === 'refusal') showNotice({ text: target.reason, failure: true });
  else if (status === 'signed-out') showNotice({ text: 'Sign in to follow this link.' });
  else {
    const obstacle = obstacleOf();
    if (obstacle !== null) showNotice({ text: obstacle });
    else follow(target);
  }
}

/** Why a link must not be followed now, as a sentence, or null. Any program may send a link at any time. */
function obstacleOf(): string | null {
  if (hasUnsavedWords()) return 'Save or close the open note, then follow the link again.';
  return isTyping() ? 'A link came while you were typing. Follow it again when you are done.' : null;
}

/** Whether the user has just typed into the focused field: a link must not take the caret away. */
function isTyping(): boolean {
  const field = document.activeElement;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && performance.now() - store.get(lastInputAtom) < TYPING_MS;
}

/** Whether the open note has unsaved words: a link must not close such a note. */
function hasUnsavedWords(): boolean {
  const uid = uidOf(store.get(sessionAtom));
  const editing = store.get(editingAtom);
  return uid !== null && editing !== null && editComposer(uid, editing.id).hasDraft;
}

function follow(target: Exclude<LinkTarget, { show: 'refusal' }>): void {
  closeAppDialog();
  switch (target.show) {
    case 'note':
      showNote(target.id).catch(showFailure);
      return;
    case 'search':
      showScreen('/').catch(showFailure);
      setSearch(target);
      return;
    default:
      assertNever(target);
  }
}

async function showNote(id: NoteId): Promise<void> {
  const uid = uidOf(store.get(sessionAtom));
  const note = await call('notes:get', id).catch((error: unknown) => {
    if (isNotFound(error)) throw new Error(NOT_HERE);
    throw error;
  });
  // Imported only now, because the lists belong to the rendering code, which may not be loaded yet.
  const { LIST_INFO } = await import('../notes/state/lists.ts');
  // Meanwhile another account may have signed in, or the user may have begun to type.
  if (uidOf(store.get(sessionAtom)) !== uid || obstacleOf() !== null) return;
  const { path } = LIST_INFO[listOf(note)];
  setSearch(EMPTY_SEARCH);
  goTo(path);
  store.set(editingAtom, { id });
}

const NOT_HERE =
  'This note is not on this device. It was deleted, belongs to another account, or has not synced yet.';

/** Goes to a screen. An open note closes, by itself if the screen changes. */
async function showScreen(path: string): Promise<void> {
  if (currentPath() !== path) goTo(path);
  else if (store.get(editingAtom) !== null) (await import('../notes/editor/editor.ts')).leaveDialog();
}

/**
 * Handles keys between the request for a dialog and its appearance. They are meant for the dialog, so they
 * must not act on the page below, where a letter might archive the note to be opened. Esc cancels the
 * request. Typing in fields and commands of the whole app still work.
 */
import { useEffect } from 'react';
import { commandOf, hasMod, isOnPage } from '../keyboard/shortcuts.ts';
import { editingAtom } from '../notes/state/editing.ts';
import { toDeleteAtom } from '../notes/state/to-delete.ts';
import { appDialogAtom, closeAppDialog } from '../settings/app-dialog.ts';
import { store } from '../state/store.ts';

/** Called once per page. */
export function useAwaitedDialogKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', interceptKey, { capture: true });
    return () => document.removeEventListener('keydown', interceptKey, { capture: true });
  }, []);
}

function interceptKey(event: KeyboardEvent): void {
  if (!isAwaited() || event.defaultPrevented || !isOnPage(event.target)) return;
  if ((hasMod(event) || event.altKey) && commandOf(event, 'throw-away') === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') cancelRequest();
}

function isAwaited(): boolean {
  const requests = [store.get(editingAtom), store.get(toDeleteAtom), store.get(appDialogAtom)];
  if (requests.every((request) => request === null)) return false;
  return document.querySelector('[role=dialog], [role=alertdialog]') === null;
}

function cancelRequest(): void {
  store.set(editingAtom, null);
  store.set(toDeleteAtom, null);
  if (store.get(appDialogAtom) !== null) closeAppDialog();
}

/** Goes to the chosen entry, or runs its command, after the box has closed and the focus has returned. */
import type { Command, KeylessCommand } from '#shared/ipc/commands.ts';
import { EMPTY_SEARCH } from '#shared/note/view.ts';
import { call } from '../bridge/client.ts';
import { pressFor } from '../keyboard/key-press.ts';
import { PLATFORM } from '../keyboard/shortcuts.ts';
import { editingAtom } from '../notes/state/editing.ts';
import { LIST_INFO } from '../notes/state/lists.ts';
import { filtersAtom, setSearch } from '../search/query.ts';
import { closeAppDialog, openAppDialog, openSettingsAt } from '../settings/app-dialog.ts';
import { signOut } from '../session/sign-out.ts';
import { goTo } from '../state/navigation.ts';
import { store } from '../state/store.ts';
import { callOrShowFailure } from '../toast/notices.ts';
import { redoLast, undoLast } from '../toast/undo.ts';
import type { Entry } from './entries.ts';

/** Commands without keys, and those whose keys a text field would handle itself. */
const ACTIONS: Readonly<Record<KeylessCommand | 'undo' | 'redo', () => void>> = {
  undo: undoLast,
  redo: redoLast,
  'quick-note': () => callOrShowFailure('quick-note:open'),
  'edit-labels': () => openAppDialog('labels'),
  transfer: () => openSettingsAt('import'),
  sync: () => void call('sync:now'),
  about: () => openAppDialog('about'),
  'log-out': () => void signOut(),
};

export function carryOut(entry: Entry): void {
  closeAppDialog();
  // After the focus has returned.
  requestAnimationFrame(() => {
    switch (entry.kind) {
      case 'command':
        run(entry.command);
        break;
      case 'setting':
        openSettingsAt(entry.id);
        break;
      case 'label':
        store.set(filtersAtom, [entry.name]);
        goTo(LIST_INFO.active.path);
        break;
      case 'note':
        setSearch(EMPTY_SEARCH);
        goTo(LIST_INFO[entry.list].path);
        store.set(editingAtom, { id: entry.row.id });
        break;
    }
  });
}

function run(command: Command): void {
  const { id, offer } = command;
  const press = pressFor(command, PLATFORM);
  if (hasAction(id)) ACTIONS[id]();
  else if (press !== null) dispatch(press, offer === 'on notes' ? document.activeElement : null);
}

function hasAction(id: string): id is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, id);
}

/**
 * Presses the keys of a command, so that each command has a single implementation.
 * @param target null for the page's body, because a focused field would take a letter as text
 */
function dispatch(press: KeyboardEventInit, target: Element | null): void {
  const event = new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true });
  (target ?? document.body).dispatchEvent(event);
}

/** Goes to the chosen entry, or runs its command, after the box has closed and the focus has returned. */
import type { Command, KeylessCommand } from '#shared/ipc/commands.ts';
import { EMPTY_SEARCH } from '#shared/note/view.ts';
import { call } from '../bridge/client.ts';
import { IS_MAC } from '../keyboard/shortcuts.ts';
import { editingAtom } from '../notes/state/editing.ts';
import { LIST_INFO } from '../notes/state/lists.ts';
import { filtersAtom, setSearch } from '../search/query.ts';
import { closeAppDialog, openAppDialog } from '../settings/app-dialog.ts';
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
  transfer: () => openAppDialog('settings'),
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

function run({ id, keys, offer }: Command): void {
  const [first] = keys;
  if (hasAction(id)) ACTIONS[id]();
  else if (first !== undefined) press(first, offer === 'on notes' ? document.activeElement : null);
}

function hasAction(id: string): id is keyof typeof ACTIONS {
  return Object.hasOwn(ACTIONS, id);
}

/**
 * Presses the keys of a command, so that each command has a single implementation.
 * @param target null for the page's body, because a focused field would take a letter as text
 */
function press(keys: string, target: Element | null): void {
  const parts = keys.split(' ');
  const key = (parts.at(-1) ?? '').toLowerCase();
  const isCommand = parts.includes('Mod');
  (target ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      ctrlKey: isCommand && !IS_MAC,
      metaKey: isCommand && IS_MAC,
      bubbles: true,
      cancelable: true,
    }),
  );
}

/**
 * Commands of the menu bar and their keys. With Ctrl or Command they work while a field has the focus, but not
 * while a dialog is open, because it may hold unsaved words. Undo and Redo apply to the focused field.
 * Outside of fields the browser's own are suppressed: they would change a field somewhere in the page.
 */
import type { AppCommand } from '#shared/ipc/events.ts';
import { listen } from '../bridge/client.ts';
import { commandOf, hasMod, isInDialog, isOnPage, isTextField } from './shortcuts.ts';

const actions: Record<AppCommand, Set<() => void>> = {
  'new-note': new Set(),
  search: new Set(),
  undo: new Set(),
  redo: new Set(),
};

/** Call before the page renders, so that no menu command is lost. */
export function listenForAppCommands(): void {
  listen('app:command', run);
  document.addEventListener('keydown', (event) => {
    const command = commandOf(event, 'new-note', 'search', 'undo', 'redo');
    if (command === null || (!hasMod(event) && !isOnPage(event.target))) return;
    if (isHistoryCommand(command) && isTextField(document.activeElement)) return;
    event.preventDefault();
    run(command);
  });
  document.addEventListener('beforeinput', limitUndoToFocusedField, { capture: true });
}

/**
 * The browser's Undo and Redo change and focus the field that was edited last, whichever field has the focus.
 */
function limitUndoToFocusedField(event: InputEvent): void {
  const { inputType, target } = event;
  const isUndoOrRedo = inputType === 'historyUndo' || inputType === 'historyRedo';
  if (isUndoOrRedo && target !== document.activeElement) event.preventDefault();
}

export function onAppCommand(command: AppCommand, act: () => void): () => void {
  actions[command].add(act);
  return () => void actions[command].delete(act);
}

function isHistoryCommand(command: AppCommand): command is 'undo' | 'redo' {
  return command === 'undo' || command === 'redo';
}

function runInField(command: 'undo' | 'redo', focused: HTMLElement): void {
  execute(command);
  // execCommand fires no event beforehand, so a change to another field can only be reverted.
  if (document.activeElement === focused) return;
  execute(command === 'undo' ? 'redo' : 'undo');
  focused.focus();
}

function execute(command: 'undo' | 'redo'): void {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to run a field's own undo
  document.execCommand(command);
}

function run(command: AppCommand): void {
  const focused = document.activeElement;
  if (isHistoryCommand(command) && focused instanceof HTMLElement && isTextField(focused)) {
    runInField(command, focused);
    return;
  }
  if (isInDialog(document.activeElement)) return;
  for (const act of actions[command]) act();
}

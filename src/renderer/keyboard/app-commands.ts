/**
 * Commands from the menu bar and from keys with Ctrl or Command. They work while a field has the focus, too, but do nothing
 * while a dialog is open, because it may hold unsaved words.
 */
import type { AppCommand } from '#shared/ipc/events.ts';
import { listen } from '../bridge/client.ts';
import { hasCommandKey, isInDialog, letterOf } from './shortcuts.ts';

const KEYS: ReadonlyMap<string, AppCommand> = new Map([
  ['n', 'new note'],
  ['f', 'search'],
]);

const actions: Record<AppCommand, Set<() => void>> = { 'new note': new Set(), search: new Set() };

/** Call before the page is drawn, so that no command of a menu is lost. */
export function listenForAppCommands(): void {
  listen('app:command', run);
  document.addEventListener('keydown', (event) => {
    const command = hasCommandKey(event) ? KEYS.get(letterOf(event).toLowerCase()) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
}

/** @returns the function that removes `act` */
export function onAppCommand(command: AppCommand, act: () => void): () => void {
  actions[command].add(act);
  return () => void actions[command].delete(act);
}

function run(command: AppCommand): void {
  if (isInDialog(document.activeElement)) return;
  for (const act of actions[command]) act();
}

/**
 * What the menu bar and keys with Ctrl or Command have the page do, also out of a field. Beneath an open dialog, which may hold
 * words, they do nothing.
 */
import type { AppCommand } from '#shared/ipc/events.ts';
import { listen } from '../bridge/client.ts';
import { hasCommandKey, isInDialog, letterOf } from './shortcuts.ts';

const KEYS: ReadonlyMap<string, AppCommand> = new Map([
  ['n', 'new note'],
  ['f', 'search'],
]);

const actions: Record<AppCommand, Set<() => void>> = { 'new note': new Set(), search: new Set() };

/** To be called before the page is drawn, so that no menu asks in vain. */
export function listenForAppCommands(): void {
  listen('app:command', run);
  document.addEventListener('keydown', (event) => {
    const command = hasCommandKey(event) ? KEYS.get(letterOf(event).toLowerCase()) : undefined;
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  });
}

/** @returns ends it */
export function onAppCommand(command: AppCommand, act: () => void): () => void {
  actions[command].add(act);
  return () => void actions[command].delete(act);
}

function run(command: AppCommand): void {
  if (isInDialog(document.activeElement)) return;
  for (const act of actions[command]) act();
}

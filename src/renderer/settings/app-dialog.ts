/** Which of the app's own dialogs is open; menus outside of the page and the keyboard open them, too. */
import { atom } from 'jotai';
import type { AppDialog } from '#shared/ipc/events.ts';
import { listen } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { focusTopDialog } from '../components/focus-top-dialog.ts';
import { IS_MAC } from '../keyboard/shortcuts.ts';

export const appDialogAtom = atom<AppDialog | null>(null);

/** What had the focus before; it gets it back. */
let opener: Element | null = null;

export function openAppDialog(dialog: AppDialog): void {
  if (store.get(appDialogAtom) === null) opener = document.activeElement;
  store.set(appDialogAtom, dialog);
}

export function closeAppDialog(): void {
  store.set(appDialogAtom, null);
  requestAnimationFrame(() => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    focusTopDialog();
  });
}

/** To be called before the page is drawn, so that no menu asks in vain. */
export function listenForAppDialogs(): void {
  listen('app:dialog', openAppDialog);
  document.addEventListener('keydown', (event) => {
    const command = IS_MAC ? event.metaKey : event.ctrlKey;
    if (event.key !== ',' || !command || event.altKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    openAppDialog('settings');
  });
}

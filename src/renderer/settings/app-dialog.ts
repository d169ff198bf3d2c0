/** Which of the app's own dialogs is open. Menus outside of the page and keys open them, too. */
import { atom } from 'jotai';
import type { AppDialog } from '#shared/ipc/events.ts';
import { listen } from '../bridge/client.ts';
import { currentPath, SIGN_UP_PATH } from '../state/navigation.ts';
import { isArrivingAtom, sessionAtom } from '../state/session.ts';
import { store } from '../state/store.ts';
import { giveFocusBack } from '../components/focus-guard.ts';
import type { SettingId } from '../components/setting-names.ts';
import { commandOf, isInDialog } from '../keyboard/shortcuts.ts';

/** Only the drawer opens the dialog of labels. */
type ShownDialog = AppDialog | 'labels';

export const appDialogAtom = atom<ShownDialog | null>(null);

/** The setting that gets the focus when the settings open; null for the first one. */
export const settingsPlaceAtom = atom<SettingId | null>(null);

/** The element that had the focus before the dialog, and gets it back. */
const openerAtom = atom<Element | null>(null);

export function openerOfAppDialog(): Element | null {
  return store.get(openerAtom);
}

/**
 * A field out of sight. It gets the letters that are typed before the box for going places has the focus,
 * because its code may have to be loaded first. Otherwise they would be commands of the page.
 */
const earlyFieldAtom = atom<HTMLInputElement | null>(null);

function addEarlyField(): void {
  const field = document.createElement('input');
  field.ariaLabel = 'Go to';
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.focus();
  store.set(earlyFieldAtom, field);
}

/** @returns the letters that were typed before the box could get them, once */
export function takeEarlyLetters(): string {
  const field = store.get(earlyFieldAtom);
  field?.remove();
  store.set(earlyFieldAtom, null);
  return field?.value ?? '';
}

/** Does nothing on the sign-up screen, which has no dialogs, and is the only one for a visitor (spec §6). */
export function openAppDialog(dialog: ShownDialog): void {
  if (store.get(sessionAtom).status === 'signed-out') return;
  if (currentPath() === SIGN_UP_PATH && !store.get(isArrivingAtom)) return;
  const before = store.get(appDialogAtom);
  if (before === null) store.set(openerAtom, document.activeElement);
  store.set(appDialogAtom, dialog);
  if (dialog === 'go-to' && before !== dialog) addEarlyField();
}

/** Opens the settings with the focus on the keys of the quick note. */
export function openShortcutSetting(): void {
  openSettingsAt('shortcut');
}

export function openSettingsAt(place: SettingId): void {
  store.set(settingsPlaceAtom, place);
  openAppDialog('settings');
}

export function closeAppDialog(): void {
  forgetAppDialog();
  giveFocusBack(openerOfAppDialog());
}

/** Withdraws the request for a dialog, because the user has signed out. */
export function forgetAppDialog(): void {
  store.set(appDialogAtom, null);
  store.set(settingsPlaceAtom, null);
  takeEarlyLetters();
}

/** Call before the page renders, so that no request of a menu is lost. */
export function listenForAppDialogs(): void {
  listen('app:dialog', openAppDialog);
  document.addEventListener('keydown', (event) => {
    const dialog = commandOf(event, 'settings', 'go-to');
    if (dialog === null) return;
    event.preventDefault();
    // The settings may open over an open note; the other dialog would lead away from it.
    if (dialog === 'settings' || !isInDialog(document.activeElement)) openAppDialog(dialog);
  });
}

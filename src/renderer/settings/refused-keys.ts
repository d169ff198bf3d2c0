/**
 * Tells the user once that the quick note's keys do not work, for example because another program holds them.
 */
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { SettingsState } from '#shared/ipc/settings.ts';
import { appDialogAtom } from './app-dialog.ts';
import { changeSettings } from './state.ts';

/**
 * Keys count as told when they were shown while the window had the focus, or in the settings, which show them
 * until they work.
 * @returns the keys to tell of, in Electron's notation, or null; and a function that dismisses them
 */
export function useUntoldKeys(state: SettingsState): readonly [keys: string | null, dismiss: () => void] {
  const { quickNoteShortcut, toldOfShortcut } = state.settings;
  // Desktops that assign keys themselves refuse none.
  const refused = state.desktopKeys === null && state.shortcutProblem !== null ? quickNoteShortcut : null;
  /** Keys told earlier. Those told by this page stay until dismissed, although stored as told at once. */
  const [told, setTold] = useState(toldOfShortcut);
  const dismiss = (): void => setTold(refused);
  // Open settings show the problem themselves.
  if (useAtomValue(appDialogAtom) === 'settings' && refused !== null && refused !== told) dismiss();

  useEffect(() => {
    if (refused === null || refused === toldOfShortcut) return undefined;
    const store = (): void => changeSettings({ toldOfShortcut: refused });
    if (document.hasFocus()) store();
    window.addEventListener('focus', store);
    return () => window.removeEventListener('focus', store);
  }, [refused, toldOfShortcut]);
  return [refused === told ? null : refused, dismiss];
}

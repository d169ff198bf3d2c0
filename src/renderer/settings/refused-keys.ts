/**
 * Keys of the quick note that do not work, such as keys that another program holds. A person is told of them
 * once.
 */
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { SettingsState } from '#shared/ipc/settings.ts';
import { appDialogAtom } from './app-dialog.ts';
import { changeSettings } from './state.ts';

/**
 * Told means: shown while the window had the focus, here or in the settings, which say it for as long as it
 * is so.
 * @returns the keys to tell of, as Electron writes them, or null; and a function that ends the telling
 */
export function useUntoldKeys(state: SettingsState): readonly [keys: string | null, dismiss: () => void] {
  const { quickNoteShortcut, toldOfShortcut } = state.settings;
  // Desktops that assign keys themselves refuse none.
  const refused = state.desktopKeys === null && state.shortcutProblem !== null ? quickNoteShortcut : null;
  /**
   * What was told earlier. What this page tells stays until it is dismissed, although it is stored as told at
   * once.
   */
  const [told, setTold] = useState(toldOfShortcut);
  const dismiss = (): void => setTold(refused);
  // Whoever has the settings open sees it there.
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

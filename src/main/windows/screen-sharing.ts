/**
 * Hides the app's windows from screenshots, recordings and shared screens, if a person wants that. Windows
 * and macOS can do it; elsewhere Electron does nothing. On macOS, newer programs capture the windows all the
 * same
 * (https://www.electronjs.org/docs/latest/api/browser-window#winsetcontentprotectionenable-macos-windows).
 */
import { app, BrowserWindow } from 'electron';

/**
 * Linux has no such thing: on X11 any program can read the screen, and on Wayland the desktop asks the
 * person.
 */
export function canHideFromScreenSharing(platform: NodeJS.Platform): boolean {
  return platform === 'win32' || platform === 'darwin';
}

export interface ScreenSharing {
  /** Applies the choice to the windows that there are, and to those that are made later. */
  hide(hidden: boolean): void;
  dispose(): void;
}

export function createScreenSharing(): ScreenSharing {
  let isHidden = false;
  function onWindow(_event: unknown, window: BrowserWindow): void {
    if (isHidden) window.setContentProtection(true);
  }
  app.on('browser-window-created', onWindow);
  return {
    hide(hidden) {
      if (hidden === isHidden) return;
      isHidden = hidden;
      for (const window of BrowserWindow.getAllWindows()) window.setContentProtection(hidden);
    },
    dispose: () => void app.off('browser-window-created', onWindow),
  };
}

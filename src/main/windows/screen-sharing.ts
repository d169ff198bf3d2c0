/**
 * Hides the app's windows from screenshots, recordings and shared screens if the user wants that. Windows and
 * macOS can do it; elsewhere Electron does nothing. On macOS, newer programs can still capture the windows
 * (https://www.electronjs.org/docs/latest/api/browser-window#winsetcontentprotectionenable-macos-windows).
 */
import { app, BrowserWindow } from 'electron';

/** Linux cannot: on X11 any program can read the screen, and on Wayland the desktop asks the user. */
export function canHideFromScreenSharing(platform: NodeJS.Platform): boolean {
  return platform === 'win32' || platform === 'darwin';
}

export interface ScreenSharing {
  /** Applies the choice to all present and future windows. */
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

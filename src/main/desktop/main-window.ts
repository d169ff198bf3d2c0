/** The app's main window: made once, shown when its first frame is there. */
import path from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import { APP_PAGE } from './app-protocol.ts';

/** What stands there before the page has painted: the theme's paper. */
const PAPER = { light: '#f7f5f0', dark: '#1b1a20' };

/**
 * @param built folder of the built app, `out`
 * @param onFailure told why the page could not be loaded
 */
export function createMainWindow(built: string, onFailure: (error: unknown) => void): BrowserWindow {
  const window = new BrowserWindow({
    width: 1180,
    height: 800,
    minWidth: 360,
    minHeight: 400,
    show: false,
    title: 'Inkling',
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: {
      preload: path.join(built, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.loadURL(APP_PAGE).catch((error: unknown) => {
    // A window that was closed meanwhile has no need of its page.
    if (!window.isDestroyed()) onFailure(error);
  });
  return window;
}

/** Brings the window to the front, from wherever it is. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * The quick note: a small window above all others. It is created in advance, so that opening it only shows
 * it. While the app runs it is hidden rather than closed, and its page stores its words.
 */
import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { placeIn, type Rectangle } from '../device/window-place.ts';
import { QUICK_NOTE_PAGE } from '../guard/app-protocol.ts';
import { pagePreferences } from '../windows/page-preferences.ts';
import { PAPER } from '../windows/paper.ts';
import { loadWindowPage, type WindowPagePorts } from '../windows/window-page.ts';

export interface QuickNoteWindow {
  /**
   * Shows the window on the display with the pointer, and puts the caret into the text. If it is open
   * already, the caret stays.
   */
  open(): void;
  /** Hides the window, whose page has stored its words. */
  hide(): void;
  readonly isOpen: boolean;
  dispose(): void;
}

export interface QuickNotePorts extends Omit<WindowPagePorts, 'isWanted' | 'onLoaded'> {
  /** Folder of the built app, `out`. */
  readonly built: string;
  /** Tells the page when the window was asked for, which may be open already. Unix time in milliseconds. */
  readonly onShown: (time: number) => void;
  /** Tells the page to store its words and to ask for hiding. */
  readonly onClosing: () => void;
}

const SIZE = { width: 440, height: 280 };

export function createQuickNoteWindow(ports: QuickNotePorts): QuickNoteWindow {
  const { built, onShown, onClosing, isQuitting, clock } = ports;
  const window = new BrowserWindow({
    ...SIZE,
    ...quickNoteLook(process.platform),
    title: 'Quick note',
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: pagePreferences(built),
  });
  let size = SIZE;

  window.on('close', (event) => {
    if (isQuitting()) return;
    // The system closes the window (Alt+F4): the page first stores the words and then asks to be hidden.
    event.preventDefault();
    if (page.isLoaded) onClosing();
    else window.hide();
  });
  // The user has resized the window; Linux has no such event.
  window.on('resized', () => (size = window.getBounds()));
  const page = loadWindowPage(window, QUICK_NOTE_PAGE, {
    ...ports,
    onLoaded() {
      // The window was opened before its page was ready.
      if (window.isVisible()) onShown(clock.now());
    },
    isWanted: () => window.isVisible(),
  });

  function placeAtPointer(): Rectangle {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    // With a scale such as 125 % on Windows, reading and setting a size makes it grow (electron#27651).
    return placeIn(workArea, process.platform === 'linux' ? window.getBounds() : size);
  }

  return {
    open() {
      const wasOpen = window.isVisible();
      const place = wasOpen ? null : placeAtPointer();
      if (place !== null) window.setBounds(place);
      // A panel does not activate the app, and a hidden app (⌘H) shows no window.
      if (process.platform === 'darwin' && app.isHidden()) app.show();
      // This also focuses the window. A Wayland desktop allows that only with a token, which a start with a
      // flag has and keys of the portal do not. It then marks the window as wanting attention, and the caret
      // is in the text once the user goes there.
      window.show();
      // Windows scales the size again when the window moves to a display with another scale, now at the
      // latest (electron#10862).
      if (place !== null) window.setBounds(place);
      page.retry();
      if (page.isLoaded) onShown(clock.now());
    },
    hide: () => window.hide(),
    get isOpen() {
      return window.isVisible();
    },
    dispose() {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}

/** Options that depend only on the system. */
export function quickNoteLook(platform: NodeJS.Platform): BrowserWindowConstructorOptions {
  return {
    minWidth: 300,
    minHeight: 200,
    show: false,
    frame: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    maximizable: false,
    minimizable: false,
    fullscreenable: false,
    // A panel opens over full-screen apps and on every desktop. It does not activate this app, so that hiding
    // the panel gives the keyboard back to the app that had it.
    ...(platform === 'darwin' && { type: 'panel' }),
  };
}

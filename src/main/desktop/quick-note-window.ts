/**
 * The quick note: a small window over everything else, made ahead of time, so that nothing but showing it stands between a
 * thought and the caret. It is hidden and never closed while the app runs; its page keeps what is in it.
 */
import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { placeIn, type Rectangle } from '../device/window-place.ts';
import { QUICK_NOTE_PAGE } from './app-protocol.ts';
import { PAPER, pagePreferences } from './page-preferences.ts';
import { loadWindowPage, type WindowPagePorts } from './window-page.ts';

export interface QuickNoteWindow {
  /** Shows it on the display with the pointer, the caret in the text. */
  open(): void;
  /** Its page has kept everything. */
  hide(): void;
  readonly isOpen: boolean;
  /** Lets go of it; for the end of the app. */
  dispose(): void;
}

export interface QuickNotePorts extends Omit<WindowPagePorts, 'isWanted' | 'onLoaded'> {
  /** Folder of the built app, `out`. */
  readonly built: string;
  /** Tells the page that it is shown, or that it has to keep what it holds and hide. */
  readonly tell: (event: 'shown' | 'closing') => void;
}

const SIZE = { width: 440, height: 280 };

export function createQuickNoteWindow(ports: QuickNotePorts): QuickNoteWindow {
  const { built, tell, isQuitting } = ports;
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
    // The system's own way to close it (Alt+F4): the page keeps the words first and then asks to be hidden.
    event.preventDefault();
    if (page.isLoaded) tell('closing');
    else window.hide();
  });
  // By a person; Linux has no such event.
  window.on('resized', () => (size = window.getBounds()));
  const page = loadWindowPage(window, QUICK_NOTE_PAGE, {
    ...ports,
    onLoaded() {
      // It was wanted before it was ready.
      if (window.isVisible()) tell('shown');
    },
    isWanted: () => window.isVisible(),
  });

  function placeAtPointer(): Rectangle {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    // Read back and set again, a size grows by rounding where a display of Windows has a scale such as 125 % (electron#27651).
    return placeIn(workArea, process.platform === 'linux' ? window.getBounds() : size);
  }

  return {
    open() {
      const place = window.isVisible() ? null : placeAtPointer();
      if (place !== null) window.setBounds(place);
      // A panel does not make the app the active one, and a hidden app (⌘H) shows no window.
      if (process.platform === 'darwin' && app.isHidden()) app.show();
      window.show();
      // Windows scales the size once more as the window gets to a display of another scale, at the latest now (electron#10862).
      if (place !== null) window.setBounds(place);
      window.focus();
      page.retry();
      if (page.isLoaded) tell('shown');
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

/** What is the same for every quick note of a system. */
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
    // A panel comes up over full-screen apps and on every desktop, and does not make this app the active one, so that hiding it gives
    // the keyboard back to whoever had it.
    ...(platform === 'darwin' && { type: 'panel' }),
  };
}

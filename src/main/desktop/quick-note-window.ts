/**
 * The quick note: a small window over everything else, made ahead of time, so that nothing but showing it stands between a
 * thought and the caret. It is hidden and never closed while the app runs; its page keeps what is in it.
 */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { placeIn } from '../device/window-place.ts';
import { QUICK_NOTE_PAGE } from './app-protocol.ts';
import type { MainWindowPorts } from './main-window.ts';
import { PAPER, pagePreferences } from './page-preferences.ts';

export interface QuickNoteWindow {
  /** Shows it on the display with the pointer, the caret in the text. */
  open(): void;
  /** Its page has kept everything. */
  hide(): void;
  readonly isOpen: boolean;
  /** Lets go of it; for the end of the app. */
  dispose(): void;
}

export interface QuickNotePorts extends Pick<MainWindowPorts, 'built' | 'onFailure'> {
  /** Tells the page that it is shown, or that it has to keep what it holds and hide. */
  readonly tell: (event: 'shown' | 'closing') => void;
  /** Whether the app ends, and its windows with it. */
  readonly isQuitting: () => boolean;
}

const SIZE = { width: 440, height: 280 };

export function createQuickNoteWindow(ports: QuickNotePorts): QuickNoteWindow {
  const { built, tell, isQuitting, onFailure } = ports;
  const window = new BrowserWindow({
    ...SIZE,
    minWidth: 300,
    minHeight: 200,
    show: false,
    frame: false,
    title: 'Quick note',
    skipTaskbar: true,
    alwaysOnTop: true,
    maximizable: false,
    minimizable: false,
    fullscreenable: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: pagePreferences(built),
  });
  let isLoaded = false;

  // Also after the page was loaded again by itself.
  window.webContents.on('did-finish-load', () => {
    isLoaded = true;
    // It was wanted before it was ready.
    if (window.isVisible()) tell('shown');
  });

  function load(): void {
    window.loadURL(QUICK_NOTE_PAGE).catch((error: unknown) => {
      if (!window.isDestroyed()) onFailure(error);
    });
  }

  window.on('close', (event) => {
    if (isQuitting()) return;
    // The system's own way to close it (Alt+F4): the page keeps the words first and then asks to be hidden.
    event.preventDefault();
    if (isLoaded) tell('closing');
    else window.hide();
  });
  window.webContents.on('render-process-gone', () => {
    isLoaded = false;
    if (isQuitting()) return;
    // What was typed is a draft by now, and here again when it is opened next.
    window.hide();
    load();
  });
  load();

  return {
    open() {
      if (!window.isVisible()) {
        const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
        window.setBounds(placeIn(workArea, window.getBounds()));
      }
      window.show();
      window.focus();
      if (isLoaded) tell('shown');
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

/**
 * The quick note: a small window over all others. It is created in advance, so that opening it only has to
 * show it. It is hidden and never closed while the app runs, and its page stores its words.
 */
import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { placeIn, type Rectangle } from '../device/window-place.ts';
import { QUICK_NOTE_PAGE } from '../guard/app-protocol.ts';
import { PAPER, pagePreferences } from '../windows/page-preferences.ts';
import { loadWindowPage, type WindowPagePorts } from '../windows/window-page.ts';

export interface QuickNoteWindow {
  /**
   * Shows the window on the display with the pointer, with the caret in the text. If it is open already, the
   * caret stays.
   */
  open(): void;
  /** Hides the window, whose page has stored everything. */
  hide(): void;
  readonly isOpen: boolean;
  /** Destroys the window at the end of the app. */
  dispose(): void;
}

export interface QuickNotePorts extends Omit<WindowPagePorts, 'isWanted' | 'onLoaded'> {
  /** Folder of the built app, `out`. */
  readonly built: string;
  /** Tells the page that it is shown, or that it has to store its words and hide. */
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
    // The system's own way to close the window (Alt+F4): the page stores the words first and then asks to be
    // hidden.
    event.preventDefault();
    if (page.isLoaded) tell('closing');
    else window.hide();
  });
  // A person resized the window; Linux has no such event.
  window.on('resized', () => (size = window.getBounds()));
  const page = loadWindowPage(window, QUICK_NOTE_PAGE, {
    ...ports,
    onLoaded() {
      // The window was opened before its page was ready.
      if (window.isVisible()) tell('shown');
    },
    isWanted: () => window.isVisible(),
  });

  function placeAtPointer(): Rectangle {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    // On displays of Windows with a scale such as 125 %, a size that is read and set again grows by rounding
    // (electron#27651).
    return placeIn(workArea, process.platform === 'linux' ? window.getBounds() : size);
  }

  return {
    open() {
      const wasOpen = window.isVisible();
      const place = wasOpen ? null : placeAtPointer();
      if (place !== null) window.setBounds(place);
      // A panel does not activate the app, and a hidden app (⌘H) shows no window.
      if (process.platform === 'darwin' && app.isHidden()) app.show();
      // This gives the window the focus, too. On Wayland a desktop gives it only with a token, which a start
      // with a flag brings and keys of the portal do not: then it marks the window as one that wants
      // attention, and the caret is in the text once somebody goes there.
      window.show();
      // Windows scales the size again when the window gets to a display of another scale, now at the latest
      // (electron#10862).
      if (place !== null) window.setBounds(place);
      page.retry();
      // Somebody may be typing in it, so the caret stays where it is.
      if (page.isLoaded && !wasOpen) tell('shown');
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

/** Options that depend on the system alone. */
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

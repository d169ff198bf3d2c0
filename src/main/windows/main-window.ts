/**
 * The app's main window. It is shown once its first frame is ready, at its last place. Closing it only hides
 * it if the app continues without a window.
 */
import path from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { JsonFile } from '../device/json-file.ts';
import { placeOn, type Rectangle, readPlace, type WindowPlace } from '../device/window-place.ts';
import { APP_PAGE } from '../guard/app-protocol.ts';
import { createAttention } from './attention.ts';
import { pagePreferences } from './page-preferences.ts';
import { PAPER } from './paper.ts';
import { loadWindowPage, type WindowPage, type WindowPagePorts } from './window-page.ts';

export interface MainWindow {
  /** Brings the window to the front, or asks for attention if the system refuses. Reopens a closed window. */
  show(): void;
  /** Whether the window is on the screen or in the taskbar, so that the user can get back to the app. */
  readonly isShown: boolean;
  readonly isFocused: boolean;
  /** Creates the window without showing it. */
  prepare(): void;
  /** Calls `act` when the page is loaded, or at once if it is loaded already. */
  whenLoaded(act: () => void): void;
}

export interface MainWindowPorts extends Omit<WindowPagePorts, 'isWanted' | 'onLoaded'> {
  /** Folder of the built app, `out`. */
  readonly built: string;
  /** The file that stores the window's place between two starts. */
  readonly place: JsonFile;
  /** Whether closing the window now only hides it. */
  readonly staysHidden: () => boolean;
  readonly onHidden: () => void;
  /**
   * Has the page store the last typed words when the window is closed or hidden; resolves after that, or
   * after a short time limit.
   */
  readonly flushPages: () => Promise<void>;
  readonly onClosed: () => void;
  /** Called when the page has ended, with the window or by a crash. Its requests no longer count. */
  readonly onPageGone: () => void;
  /** Called when the first frame is ready, or after a time limit. */
  readonly onReady: () => void;
}

const SIZE = { width: 1180, height: 800 };
const LEAST = { minWidth: 360, minHeight: 400 };

/**
 * How long to wait for the first frame, in milliseconds: after the window was created, and after its page was
 * loaded. A hidden window may never report that it has painted (Wayland, software rendering; electron#48859).
 */
const FRAME_PATIENCE_MS = 4000;
const FRAME_AFTER_LOAD_MS = 300;

interface Open {
  readonly window: BrowserWindow;
  readonly show: () => void;
  readonly page: WindowPage;
}

export function createMainWindow(ports: MainWindowPorts): MainWindow {
  let open: Open | null = null;

  function ensureOpen(): Open {
    open ??= openWindow({
      ...ports,
      onClosed() {
        open = null;
        ports.onClosed();
      },
    });
    return open;
  }

  return {
    show: () => ensureOpen().show(),
    get isFocused() {
      return open?.window.isFocused() === true;
    },
    get isShown() {
      return open !== null && (open.window.isVisible() || open.window.isMinimized());
    },
    prepare: () => void ensureOpen(),
    whenLoaded(act) {
      ensureOpen().page.loaded.then(act, () => undefined);
    },
  };
}

function openWindow(ports: MainWindowPorts): Open {
  const { built, place, staysHidden, onHidden, flushPages, isQuitting } = ports;
  const { onClosed, onPageGone, onReady, clock } = ports;
  const { bounds, maximized } = placeOn(readPlace(place), workAreas());
  let ready = false;
  let wanted = false;
  /** Whether the next `show` maximises the window. */
  let maximize = maximized;
  let leaving: 'no' | 'words first' | 'now' = 'no';
  const window = new BrowserWindow({
    ...SIZE,
    ...bounds,
    ...LEAST,
    show: false,
    title: 'Inkling',
    // On other systems the program itself has an icon.
    ...(process.platform === 'linux' && { icon: path.join(built, '../resources/icons/256x256.png') }),
    // Alt shows the menu bar on Windows and Linux.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: pagePreferences(built),
  });
  const wasMaximized = trackMaximized(window);
  const wantAttention = createAttention(window, clock);

  function show(): void {
    wanted = true;
    page.retry();
    if (!ready) return;
    if (maximize) window.maximize();
    maximize = false;
    if (window.isMinimized()) window.restore();
    // This also focuses the window. A separate `focus` would lack the token that a Wayland desktop requires.
    window.show();
    wantAttention();
  }

  function getReady(): void {
    stopWaiting();
    if (ready) return;
    ready = true;
    if (wanted) show();
    onReady();
  }

  let stopWaiting = clock.after(FRAME_PATIENCE_MS, getReady);
  window.once('ready-to-show', getReady);
  window.on('close', (event) => {
    // The place of a hidden window was stored when it was hidden. On X11, a window that is not on the screen
    // has no state.
    if (wanted) {
      maximize = wasMaximized();
      storePlace({ bounds: window.getNormalBounds(), maximized: maximize }, place);
    }
    if (staysHidden()) {
      event.preventDefault();
      wanted = false;
      window.hide();
      void flushPages();
      onHidden();
      return;
    }
    // When the app quits, the pages have already been asked for their words.
    if (leaving === 'now' || isQuitting() || !page.isLoaded) return;
    event.preventDefault();
    if (leaving === 'words first') return;
    leaving = 'words first';
    void flushPages().then(() => {
      leaving = 'now';
      if (!window.isDestroyed()) window.close();
    });
  });
  window.webContents.on('render-process-gone', onPageGone);
  window.on('closed', () => {
    wanted = false;
    getReady();
    onPageGone();
    onClosed();
  });
  const page = loadWindowPage(window, APP_PAGE, {
    ...ports,
    onLoaded() {
      if (ready) return;
      stopWaiting();
      stopWaiting = clock.after(FRAME_AFTER_LOAD_MS, getReady);
    },
    isWanted: () => wanted,
  });
  return { window, show, page };
}

/**
 * @returns a function that says whether the window is maximised, or was before it was minimised. Linux and
 *   Windows report a minimised window as not maximised, and Linux reports minimising as `unmaximize`.
 */
function trackMaximized(window: BrowserWindow): () => boolean {
  let before = false;
  window.on('maximize', () => (before = true));
  window.on('unmaximize', () => {
    if (!window.isMinimized()) before = false;
  });
  return () => (window.isMinimized() ? before : window.isMaximized());
}

function storePlace(now: WindowPlace, place: JsonFile): void {
  try {
    place.write(now);
  } catch {
    // The loss of the window's place is not worth a message.
  }
}

function workAreas(): Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

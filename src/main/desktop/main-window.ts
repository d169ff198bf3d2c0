/**
 * The app's main window: shown when its first frame is there, where it stood at the last time. Closing it hides it where the
 * app goes on without a window.
 */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { JsonFile } from '../device/json-file.ts';
import { placeOn, type Rectangle, readPlace, type WindowPlace } from '../device/window-place.ts';
import { APP_PAGE } from './app-protocol.ts';
import { PAPER, pagePreferences } from './page-preferences.ts';

export interface MainWindow {
  /** Brings it to the front, from wherever it is, and makes it anew where it was closed. */
  show(): void;
  /** Whether it is on the screen or in the taskbar, so that it leads back to the app. */
  readonly isShown: boolean;
  /** Makes it without showing it. */
  prepare(): void;
  /** Runs this when the page is loaded; at once where it is already. */
  whenLoaded(act: () => void): void;
}

export interface MainWindowPorts {
  /** Folder of the built app, `out`. */
  readonly built: string;
  /** Where its place is kept between two starts. */
  readonly place: JsonFile;
  /** Whether closing it now only hides it. */
  readonly staysHidden: () => boolean;
  readonly onHidden: () => void;
  readonly onClosed: () => void;
  /** The page has ended, with the window or by a crash: nothing that it asked for counts any more. */
  readonly onPageGone: () => void;
  /** The first frame is there. */
  readonly onReady: () => void;
  /** Told why the page could not be loaded. */
  readonly onFailure: (error: unknown) => void;
}

const SIZE = { width: 1180, height: 800 };
const LEAST = { minWidth: 360, minHeight: 400 };

interface Open {
  readonly window: BrowserWindow;
  readonly show: () => void;
  readonly loaded: Promise<unknown>;
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
    get isShown() {
      return open !== null && (open.window.isVisible() || open.window.isMinimized());
    },
    prepare: () => void ensureOpen(),
    whenLoaded(act) {
      ensureOpen().loaded.then(act, () => undefined);
    },
  };
}

function openWindow(ports: MainWindowPorts): Open {
  const { built, place, staysHidden, onHidden, onClosed, onPageGone, onReady, onFailure } = ports;
  const { bounds, maximized } = placeOn(readPlace(place), workAreas());
  let ready = false;
  let wanted = false;
  let maximize = maximized;
  const window = new BrowserWindow({
    ...SIZE,
    ...bounds,
    ...LEAST,
    show: false,
    title: 'Inkling',
    // Alt shows the menu bar on Windows and Linux.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: pagePreferences(built),
  });

  function show(): void {
    wanted = true;
    if (!ready) return;
    if (maximize) window.maximize();
    maximize = false;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  window.once('ready-to-show', () => {
    ready = true;
    if (wanted) show();
    onReady();
  });
  window.on('close', (event) => {
    keepPlace(window, place);
    if (!staysHidden()) return;
    event.preventDefault();
    window.hide();
    onHidden();
  });
  window.webContents.on('render-process-gone', onPageGone);
  window.on('closed', () => {
    onPageGone();
    onClosed();
  });
  const loaded = window.loadURL(APP_PAGE);
  loaded.catch((error: unknown) => {
    // A window that was closed meanwhile has no need of its page.
    if (!window.isDestroyed()) onFailure(error);
  });
  return { window, show, loaded };
}

function keepPlace(window: BrowserWindow, place: JsonFile): void {
  const now: WindowPlace = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  try {
    place.write(now);
  } catch {
    // Where the window stood is worth no message.
  }
}

function workAreas(): Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

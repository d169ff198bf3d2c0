/**
 * Loads the page of a window, and reloads it if loading fails, if its process ends, or if it stops responding
 * and the user asks for that. Words are stored as they are typed, so the new page shows them again. If a page
 * keeps failing, the user decides what to do.
 */
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { Clock } from '#shared/base/clock.ts';
import type { Report } from '#shared/base/log.ts';
import type { Reason } from '#shared/base/reasons.ts';

export interface WindowPage {
  /** The latest load; rejects if it fails. */
  readonly loaded: Promise<void>;
  /**
   * Whether the page is loaded and alive. Chromium's own error page, which Electron reports like a normal
   * page, does not count.
   */
  readonly isLoaded: boolean;
  /** Tries again to load a page that was given up; to be called before the window is shown. */
  retry(): void;
}

export interface WindowPagePorts {
  /** Called when the page was loaded, for the first time or again. */
  readonly onLoaded: () => void;
  /** Whether the user wants to see the window now and can be asked about a page that keeps failing. */
  readonly isWanted: () => boolean;
  /** Whether the app is quitting, and its windows with it. */
  readonly isQuitting: () => boolean;
  /** Logs failures. */
  readonly onFailure: Report;
  /** Opens the folder of the log. */
  readonly showLogs: () => void;
  readonly quit: () => void;
  readonly clock: Clock;
}

/** How often a page is reloaded automatically within a minute. */
const RETRIES = 3;
const MINUTE_MS = 60_000;

/** The error of a load that was replaced by a later one (Chromium's net_error_list.h). */
const ABORTED = -3;

const BROKEN = {
  type: 'error',
  message: 'Inkling cannot show this window',
  detail:
    'Your notes and typed words are safe on this device. If trying again does not help, reinstall Inkling. The log says what went wrong.',
  buttons: ['Try again', 'Show log', 'Quit'],
  defaultId: 0,
  cancelId: 2,
  noLink: true,
} satisfies MessageBoxOptions;
const HANGING = {
  type: 'warning',
  message: 'This window is not responding',
  detail: 'Wait, or reload the window. Your typed words are saved.',
  buttons: ['Wait', 'Reload'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
} satisfies MessageBoxOptions;

export function loadWindowPage(window: BrowserWindow, url: string, ports: WindowPagePorts): WindowPage {
  const { onLoaded, isWanted, isQuitting, onFailure, showLogs, quit, clock } = ports;
  const contents = window.webContents;
  const page = new URL(url).pathname.slice(1);
  let loaded: Promise<void> = Promise.resolve();
  let isLoaded = false;
  let failures: number[] = [];
  let givenUp = false;
  let asking: AbortController | null = null;

  function load(): void {
    givenUp = false;
    isLoaded = false;
    const begun = window.loadURL(url);
    loaded = begun;
    begun.then(
      () => {
        if (loaded !== begun || window.isDestroyed()) return;
        isLoaded = true;
        onLoaded();
      },
      (error: unknown) => {
        // A load that was replaced by a later one did not fail.
        if (loaded === begun) recover({ id: 'page-not-loaded', page }, error);
      },
    );
  }

  function recover(event: Reason, error?: unknown): void {
    isLoaded = false;
    if (window.isDestroyed() || isQuitting()) return;
    onFailure(event, error);
    const now = clock.now();
    failures = [...failures.filter((time) => now - time < MINUTE_MS), now];
    if (failures.length <= RETRIES) load();
    else {
      givenUp = true;
      if (isWanted()) void askWhatToDo();
    }
  }

  function retry(): void {
    if (!givenUp || asking !== null) return;
    failures = [];
    load();
  }

  async function askWhatToDo(): Promise<void> {
    // On macOS a message box without a window blocks the whole app until it is answered.
    window.show();
    const answer = await ask(BROKEN);
    if (answer === 0) retry();
    if (answer === 1) {
      showLogs();
      await askWhatToDo();
    }
    if (answer === 2) quit();
  }

  async function askWhetherToWait(): Promise<void> {
    if (isQuitting() || asking !== null) return;
    const over = new AbortController();
    window.once('responsive', () => over.abort());
    // The crash is reported as `render-process-gone`, which reloads the page.
    if ((await ask(HANGING, over)) === 1) contents.forcefullyCrashRenderer();
  }

  /**
   * @param over closes the question when it is aborted
   * @returns the number of the button; null if the answer no longer matters
   */
  async function ask(question: MessageBoxOptions, over = new AbortController()): Promise<number | null> {
    asking?.abort();
    asking = over;
    const { response } = await dialog.showMessageBox(window, { ...question, signal: over.signal });
    if (asking === over) asking = null;
    return over.signal.aborted || window.isDestroyed() || isQuitting() ? null : response;
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    // The normal end of a page together with its window.
    if (reason === 'clean-exit') return;
    asking?.abort();
    recover({ id: 'page-ended', page, ending: reason, exitCode });
  });
  // A page may reload itself, for example through the button of its own error message.
  contents.on('did-finish-load', () => {
    if (isLoaded) onLoaded();
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isLoaded && isMainFrame && code !== ABORTED)
      recover({ id: 'page-not-loaded', page }, { id: 'chromium-error', code: description });
  });
  contents.on('preload-error', (_event, _file, error) => recover({ id: 'page-without-bridge', page }, error));
  window.on('unresponsive', () => void askWhetherToWait());
  load();

  return {
    get loaded() {
      return loaded;
    },
    get isLoaded() {
      return isLoaded;
    },
    retry,
  };
}

/**
 * The app on the desktop: its windows, tray, menus and keys, and the effect of each start, close and quit.
 * Their content and actions come from the ports.
 */
import { app, Menu, nativeTheme, Notification } from 'electron';
import type { AppCommand, AppDialog } from '#shared/ipc/events.ts';
import type { LinkTarget } from '#shared/ipc/link.ts';
import type { Settings } from '#shared/ipc/settings.ts';
import type { JsonFile } from './device/json-file.ts';
import type { EventHub } from './ipc/events.ts';
import { APP_ID } from './system/app-id.ts';
import { appMenu } from './windows/app-menu.ts';
import { serveContextMenus } from './windows/context-menu.ts';
import { type Launch, QUICK_NOTE_FLAG } from './links/launch.ts';
import { undoInFocus } from './windows/undo-in-focus.ts';
import { createMainWindow, type MainWindowPorts } from './windows/main-window.ts';
import { createQuickNoteWindow, type QuickNoteWindow } from './quick-note/quick-note-window.ts';
import { createScreenSharing } from './windows/screen-sharing.ts';
import { createShortcut } from './quick-note/shortcut.ts';
import { useSpellCheck } from './system/spell-check.ts';
import { hasIcon, hasTray, searchTray } from './tray/tray-host.ts';
import { type AppTray, createTray, type TrayState } from './tray/tray.ts';

export interface Shell {
  /** Does what the first or a later start of the app asks for. */
  launch(launch: Launch): void;
  show(): void;
  /** Shows the target of a link in the main window. */
  follow(target: LinkTarget): void;
  openQuickNote(): void;
  hideQuickNote(): void;
  readonly isQuickNoteOpen: boolean;
  /** @returns a sentence that says why the shortcut does not work; null if it works */
  apply(settings: Settings): string | null;
  /** Stops or resumes listening to the shortcut's keys, so that the user can record new ones. */
  pauseShortcut(paused: boolean): void;
  /** @param isSignedIn if false, the menu bar offers only the sign-up screen and the quick note */
  showSession(isSignedIn: boolean): void;
  /** @param sync the sync state in a few words; null while signed out */
  showSync(sync: string | null): void;
  showUpdate(): void;
  dispose(): void;
}

export interface ShellPorts extends Pick<
  MainWindowPorts,
  'built' | 'place' | 'flushPages' | 'onReady' | 'onFailure' | 'showLogs' | 'clock'
> {
  /** Folder of the tray's images. */
  readonly icons: string;
  /** Whether the user was told that closing the window leaves the app in the tray. */
  readonly hints: JsonFile;
  readonly broadcast: EventHub['broadcast'];
  readonly askToRestart: () => void;
}

const IN_TRAY = {
  title: 'Inkling is still running',
  body: 'It stays in the tray, ready for a quick note. To quit, open its menu there.',
};

export function createShell(ports: ShellPorts): Shell {
  const { built, icons, place, flushPages, hints, broadcast, askToRestart } = ports;
  const { onReady, onFailure, showLogs, clock } = ports;
  let tray: AppTray | null = null;
  let state: TrayState = { sync: null, updated: false };
  let isSignedIn = false;
  let quitting = false;
  let startedHidden = false;
  let quickNote: QuickNoteWindow | null = null;
  let stopSearch: (() => void) | null = null;
  const windowPorts = {
    built,
    onFailure,
    showLogs,
    clock,
    isQuitting: () => quitting,
    quit: () => app.quit(),
  };

  const main = createMainWindow({
    ...windowPorts,
    place,
    flushPages,
    staysHidden: () => tray !== null && !quitting && process.platform !== 'darwin',
    onHidden: explainTrayOnce,
    onPageGone: () => shortcut.pause(false),
    onClosed() {
      if (!staysWithoutWindow()) app.quit();
    },
    onReady() {
      getReady();
      // In advance, after all more urgent work.
      setImmediate(() => {
        if (!quitting) prepareQuickNote();
      });
    },
  });
  const shortcut = createShortcut(openQuickNote);
  const screenSharing = createScreenSharing();

  /** Without a tray or a dock, the user can reach the app only through a window. */
  function staysWithoutWindow(): boolean {
    return tray !== null || process.platform === 'darwin';
  }

  /** Starts the work that runs other programs, which waits for the first paint. */
  function getReady(): void {
    onReady();
    stopSearch ??= searchTray({
      hasTray: () => hasTray(process.platform),
      hasIcon: () => hasIcon(process.platform, process.pid),
      clock,
      onAnswer: useTray,
    });
  }

  /**
   * @param isFound whether this desktop shows the tray's icon, which may become false after the icon was made
   */
  function useTray(isFound: boolean): void {
    if (isFound && tray === null) {
      tray = createTray(icons, actions);
      if (tray === null) onFailure('tray-icon-unreadable');
    }
    if (isFound && tray !== null) tray.show(state);
    else {
      const isRefused = tray !== null;
      tray?.dispose();
      tray = null;
      // Only the window leads to the app now.
      if ((startedHidden || (isRefused && !main.isShown)) && !staysWithoutWindow()) main.show();
    }
    startedHidden = false;
  }

  function prepareQuickNote(): QuickNoteWindow {
    quickNote ??= createQuickNoteWindow({
      ...windowPorts,
      onShown: (time) => broadcast('quick-note:shown', time),
      onClosing: () => broadcast('quick-note:closing', null),
    });
    return quickNote;
  }

  function openQuickNote(): void {
    prepareQuickNote().open();
  }

  function openDialog(dialog: AppDialog): void {
    main.show();
    main.whenLoaded(() => broadcast('app:dialog', dialog));
  }

  function command(name: AppCommand): void {
    main.show();
    main.whenLoaded(() => broadcast('app:command', name));
  }

  /** The main window's page decides what is undone; all other windows have only fields. */
  function undo(what: 'undo' | 'redo'): void {
    if (main.isFocused) broadcast('app:command', what);
    else undoInFocus(what, process.platform);
  }

  function explainTrayOnce(): void {
    if (!Notification.isSupported()) return;
    try {
      if (hints.read() !== undefined) return;
      new Notification(IN_TRAY).show();
      hints.write({ inTray: true });
    } catch {
      // If the file cannot be read, the hint waits for the next time. If it cannot be written, the hint is
      // shown again.
    }
  }

  function showState(next: TrayState): void {
    state = next;
    tray?.show(state);
  }

  function showMenu(): void {
    const menu = appMenu(actions, process.platform, { updated: state.updated, isSignedIn });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  }

  function onQuit(): void {
    quitting = true;
  }

  const actions = {
    newNote: () => command('new-note'),
    search: () => command('search'),
    goTo: () => openDialog('go-to'),
    undo: () => undo('undo'),
    redo: () => undo('redo'),
    shortcuts: () => openDialog('shortcuts'),
    quickNote: openQuickNote,
    open: () => main.show(),
    settings: () => openDialog('settings'),
    about: () => openDialog('about'),
    restart: askToRestart,
    quit: () => app.quit(),
  };

  showMenu();
  serveContextMenus();
  offerTask(actions.quickNote);
  app.on('before-quit', onQuit);

  return {
    launch({ quickNote: wanted, hidden }) {
      if (wanted) {
        openQuickNote();
        setImmediate(getReady);
      } else if (!hidden) main.show();
      else {
        // A start at login prepares the page for the first use.
        startedHidden = true;
        main.prepare();
      }
    },
    show: () => main.show(),
    follow(target) {
      main.show();
      main.whenLoaded(() => broadcast('app:link', target));
    },
    openQuickNote,
    get isQuickNoteOpen() {
      return quickNote?.isOpen ?? false;
    },
    hideQuickNote() {
      quickNote?.hide();
      // The app was started only for the quick note, on a desktop where nothing else leads back to it. After
      // a start at login, the search for a tray decides.
      if (!main.isShown && !startedHidden && !staysWithoutWindow()) app.quit();
    },
    apply(settings) {
      nativeTheme.themeSource = settings.theme;
      useSpellCheck(settings.spellCheckLanguages);
      screenSharing.hide(settings.hideFromScreenSharing);
      return shortcut.use(settings.quickNoteShortcut);
    },
    pauseShortcut: (paused) => shortcut.pause(paused),
    showSession(next) {
      if (next === isSignedIn) return;
      isSignedIn = next;
      showMenu();
    },
    showSync: (sync) => showState({ ...state, sync }),
    showUpdate() {
      showState({ ...state, updated: true });
      showMenu();
    },
    dispose() {
      stopSearch?.();
      app.off('before-quit', onQuit);
      shortcut.dispose();
      screenSharing.dispose();
      tray?.dispose();
      quickNote?.dispose();
    },
  };
}

/** Adds the quick note to the menu of the taskbar or dock. On Linux it is in the desktop entry. */
function offerTask(open: () => void): void {
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    const program = process.execPath;
    const description = 'Write a note without opening Inkling';
    const task = { program, arguments: QUICK_NOTE_FLAG, title: 'Quick note', description };
    app.setUserTasks([{ ...task, iconPath: program, iconIndex: 0 }]);
  }
  if (process.platform === 'darwin') {
    app.dock?.setMenu(Menu.buildFromTemplate([{ label: 'Quick note', click: open }]));
  }
}

/**
 * The app's place on the desktop: its windows, tray, menus and keys, and what each start, close and quit means. What they
 * show and do is handed in.
 */
import { app, Menu, nativeTheme, Notification } from 'electron';
import type { Settings } from '#shared/settings.ts';
import type { JsonFile } from '../device/json-file.ts';
import { APP_ID } from './app-id.ts';
import { appMenu } from './app-menu.ts';
import { serveContextMenus } from './context-menu.ts';
import { type Launch, QUICK_NOTE_FLAG } from './launch.ts';
import { createMainWindow, type MainWindowPorts } from './main-window.ts';
import { createQuickNoteWindow, type QuickNotePorts, type QuickNoteWindow } from './quick-note-window.ts';
import { createShortcut } from './shortcut.ts';
import { useSpellCheck } from './spell-check.ts';
import { type AppTray, createTray } from './tray.ts';

export interface Shell {
  /** What a start asks for, the first one or a later one. */
  launch(launch: Launch): void;
  show(): void;
  openQuickNote(): void;
  hideQuickNote(): void;
  /** @returns why the shortcut does not work, in a sentence; null where it does */
  apply(settings: Settings): string | null;
  /** Lets the shortcut's keys pass, for whoever records new ones. */
  pauseShortcut(paused: boolean): void;
  /** @param sync how the notes stand to the cloud, in a few words; null while nobody is signed in */
  showSync(sync: string | null): void;
  /** Whether this desktop shows tray icons has been found out. */
  useTray(there: boolean): void;
  dispose(): void;
}

export interface ShellPorts extends Pick<MainWindowPorts, 'built' | 'place' | 'onReady' | 'onFailure'> {
  /** Folder of the tray's images. */
  readonly icons: string;
  /** Whether people were told that closing the window leaves the app in the tray. */
  readonly hints: JsonFile;
  /** Asks the main window's page to open one of its dialogs. */
  readonly openInPage: (dialog: 'settings' | 'about') => void;
  readonly tellQuickNote: QuickNotePorts['tell'];
}

const IN_TRAY = {
  title: 'Inkling is still here',
  body: 'It goes on in the tray, so that a quick note is always at hand. Quit it from its menu there.',
};

export function createShell(ports: ShellPorts): Shell {
  const { built, icons, place, hints, openInPage, tellQuickNote, onReady, onFailure } = ports;
  let tray: AppTray | null = null;
  let sync: string | null = null;
  let quitting = false;
  let startedHidden = false;
  let quickNote: QuickNoteWindow | null = null;

  const main = createMainWindow({
    built,
    place,
    staysHidden: () => tray !== null && !quitting && process.platform !== 'darwin',
    onHidden: explainTrayOnce,
    onPageGone: () => shortcut.pause(false),
    onClosed() {
      if (!staysWithoutWindow()) app.quit();
    },
    onReady() {
      onReady();
      // Ahead of time, when nothing more urgent is left to do.
      setImmediate(() => {
        if (!quitting) prepareQuickNote();
      });
    },
    onFailure,
  });
  const shortcut = createShortcut(openQuickNote);

  /** Without a tray and a dock nothing but a window leads back to the app. */
  function staysWithoutWindow(): boolean {
    return tray !== null || process.platform === 'darwin';
  }

  function prepareQuickNote(): QuickNoteWindow {
    quickNote ??= createQuickNoteWindow({
      built,
      tell: tellQuickNote,
      isQuitting: () => quitting,
      onFailure,
    });
    return quickNote;
  }

  function openQuickNote(): void {
    prepareQuickNote().open();
  }

  function openDialog(dialog: 'settings' | 'about'): void {
    main.show();
    main.whenLoaded(() => openInPage(dialog));
  }

  function explainTrayOnce(): void {
    if (hints.read() !== undefined || !Notification.isSupported()) return;
    new Notification(IN_TRAY).show();
    try {
      hints.write({ inTray: true });
    } catch {
      // Then it is told once more.
    }
  }

  function onQuit(): void {
    quitting = true;
  }

  const actions = {
    quickNote: openQuickNote,
    open: () => main.show(),
    settings: () => openDialog('settings'),
    about: () => openDialog('about'),
    quit: () => app.quit(),
  };

  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(actions, process.platform)));
  serveContextMenus();
  offerTask(actions.quickNote);
  app.on('before-quit', onQuit);

  return {
    launch({ quickNote: wanted, hidden }) {
      if (wanted) {
        openQuickNote();
        setImmediate(onReady);
      } else if (!hidden) main.show();
      else {
        // A start at login prepares what the shortcut will open.
        startedHidden = true;
        main.prepare();
      }
    },
    show: () => main.show(),
    openQuickNote,
    hideQuickNote() {
      quickNote?.hide();
      // Started for the quick note alone, on a desktop where nothing else leads back to the app. After a start at login the
      // search for a tray decides.
      if (!main.isShown && !startedHidden && !staysWithoutWindow()) app.quit();
    },
    apply(settings) {
      nativeTheme.themeSource = settings.theme;
      useSpellCheck(settings.spellCheckLanguages);
      return shortcut.use(settings.quickNoteShortcut);
    },
    pauseShortcut: (paused) => shortcut.pause(paused),
    showSync(words) {
      sync = words;
      tray?.showSync(sync);
    },
    useTray(there) {
      if (there) {
        tray ??= createTray(icons, actions);
        tray.showSync(sync);
      } else if (startedHidden && !staysWithoutWindow()) {
        // Nothing else would lead to the app.
        main.show();
      }
      startedHidden = false;
    },
    dispose() {
      app.off('before-quit', onQuit);
      shortcut.dispose();
      tray?.dispose();
      quickNote?.dispose();
    },
  };
}

/** The quick note in the taskbar's or dock's own menu. On Linux the desktop entry has it. */
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

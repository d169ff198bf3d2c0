/**
 * The menu bar. On macOS it is the system's; on Windows and Linux it is hidden until Alt is pressed, and
 * provides the keys for zoom, editing and quitting. If the page also handles a key, it gets the key first.
 */
import type { MenuItemConstructorOptions } from 'electron';
import { ALL_COMMANDS, type MenuCommand } from '#shared/ipc/commands.ts';
import { RESTART_TO_UPDATE } from '../updates/restart.ts';

export interface AppMenuActions {
  readonly newNote: () => void;
  readonly quickNote: () => void;
  readonly search: () => void;
  readonly goTo: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly shortcuts: () => void;
  readonly settings: () => void;
  readonly about: () => void;
  readonly restart: () => void;
}

export interface AppMenuState {
  /** Whether a later version waits for a restart. */
  readonly updated: boolean;
  /** If false, items that lead anywhere but to the sign-up screen are disabled (spec §6). */
  readonly isSignedIn: boolean;
}

/** @param platform as in `process.platform` */
export function appMenu(
  actions: AppMenuActions,
  platform: NodeJS.Platform,
  { updated, isSignedIn }: AppMenuState,
): MenuItemConstructorOptions[] {
  const guarded = (id: MenuCommand, click: () => void): MenuItemConstructorOptions => ({
    ...itemOf(id, click),
    enabled: isSignedIn,
  });
  const newNote = guarded('new-note', actions.newNote);
  const search = guarded('search', actions.search);
  const goTo = guarded('go-to', actions.goTo);
  const shortcuts = guarded('shortcuts', actions.shortcuts);
  const quickNote = itemOf('quick-note', actions.quickNote);
  const settings = guarded('settings', actions.settings);
  const about = guarded('about', actions.about);
  const restart = updated ? [{ id: 'restart', label: RESTART_TO_UPDATE, click: actions.restart }] : [];
  const rest: MenuItemConstructorOptions[] = [editMenu(actions, platform), view, { role: 'windowMenu' }];
  if (platform === 'darwin') {
    return [
      { label: 'Inkling', submenu: [about, ...restart, separator, settings, separator, ...macApp] },
      { label: 'File', submenu: [newNote, quickNote, separator, search, goTo, separator, { role: 'close' }] },
      ...rest,
      { role: 'help', submenu: [shortcuts] },
    ];
  }
  return [
    {
      label: '&File',
      submenu: [
        newNote,
        quickNote,
        separator,
        search,
        goTo,
        separator,
        settings,
        separator,
        { role: 'quit' },
      ],
    },
    ...rest,
    { label: '&Help', submenu: [shortcuts, separator, ...restart, about] },
  ];
}

/** @throws if the command is not in the menu bar */
function itemOf(id: MenuCommand, click: () => void): MenuItemConstructorOptions {
  const command = ALL_COMMANDS.find((one) => one.id === id);
  if (command?.menu === undefined) throw new Error(`${id} is not a command of the menu bar`);
  const keys = command.keys.find((key) => key.startsWith('Mod '));
  const accelerator = keys?.replace('Mod ', 'CommandOrControl+');
  return { id, label: command.menu, click, ...(accelerator !== undefined && { accelerator }) };
}

/**
 * Electron's edit menu, except that the page handles Undo and Redo: in a field they change the field,
 * elsewhere the notes. Electron's roles would change a field of the page even if it has no focus.
 */
function editMenu(
  { undo, redo }: Pick<AppMenuActions, 'undo' | 'redo'>,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions {
  const isMac = platform === 'darwin';
  return {
    label: isMac ? 'Edit' : '&Edit',
    submenu: [
      { id: 'undo', label: 'Undo', accelerator: 'CommandOrControl+Z', click: undo },
      {
        id: 'redo',
        label: 'Redo',
        accelerator: platform === 'win32' ? 'Control+Y' : 'Shift+CommandOrControl+Z',
        click: redo,
      },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      ...(isMac ? macEdit : ([{ role: 'delete' }, separator, { role: 'selectAll' }] as const)),
    ],
  };
}

const separator = { type: 'separator' } as const satisfies MenuItemConstructorOptions;

const macEdit: MenuItemConstructorOptions[] = [
  { role: 'pasteAndMatchStyle' },
  { role: 'delete' },
  { role: 'selectAll' },
  separator,
  {
    label: 'Substitutions',
    submenu: [
      { role: 'showSubstitutions' },
      separator,
      { role: 'toggleSmartQuotes' },
      { role: 'toggleSmartDashes' },
      { role: 'toggleTextReplacement' },
    ],
  },
  { label: 'Speech', submenu: [{ role: 'startSpeaking' }, { role: 'stopSpeaking' }] },
];

const macApp: MenuItemConstructorOptions[] = [
  { role: 'services' },
  separator,
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  separator,
  { role: 'quit' },
];

// Not Electron's whole view menu, because no user needs to reload the page.
const view: MenuItemConstructorOptions = {
  label: '&View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
  ],
};

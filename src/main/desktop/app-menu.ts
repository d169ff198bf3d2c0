/**
 * The menu bar. On macOS it is the system's; on Windows and Linux it is hidden until Alt is pressed, and provides the keys for
 * zoom, editing and quitting. If the page handles a key as well, the page gets it first.
 */
import type { MenuItemConstructorOptions } from 'electron';
import { RESTART_TO_UPDATE } from './restart.ts';

export interface AppMenuActions {
  readonly newNote: () => void;
  readonly quickNote: () => void;
  readonly search: () => void;
  readonly shortcuts: () => void;
  readonly settings: () => void;
  readonly about: () => void;
  readonly restart: () => void;
}

/**
 * @param platform as in `process.platform`
 * @param updated whether a later version waits for a restart
 */
export function appMenu(
  actions: AppMenuActions,
  platform: NodeJS.Platform,
  updated = false,
): MenuItemConstructorOptions[] {
  const newNote = {
    id: 'new-note',
    label: 'New Note',
    accelerator: 'CommandOrControl+N',
    click: actions.newNote,
  };
  const search = {
    id: 'search',
    label: 'Search Notes',
    accelerator: 'CommandOrControl+F',
    click: actions.search,
  };
  const shortcuts = { id: 'shortcuts', label: 'Keyboard Shortcuts', click: actions.shortcuts };
  const quickNote = { id: 'quick-note', label: 'New Quick Note', click: actions.quickNote };
  const settings = {
    id: 'settings',
    label: 'Settings…',
    accelerator: 'CommandOrControl+,',
    click: actions.settings,
  };
  const about = { id: 'about', label: 'About Inkling', click: actions.about };
  const restart = updated ? [{ id: 'restart', label: RESTART_TO_UPDATE, click: actions.restart }] : [];
  const rest: MenuItemConstructorOptions[] = [{ role: 'editMenu' }, view, { role: 'windowMenu' }];
  if (platform === 'darwin') {
    return [
      { label: 'Inkling', submenu: [about, ...restart, separator, settings, separator, ...macApp] },
      { label: 'File', submenu: [newNote, quickNote, separator, search, separator, { role: 'close' }] },
      ...rest,
      { role: 'help', submenu: [shortcuts] },
    ];
  }
  return [
    {
      label: '&File',
      submenu: [newNote, quickNote, separator, search, separator, settings, separator, { role: 'quit' }],
    },
    ...rest,
    { label: '&Help', submenu: [shortcuts, separator, ...restart, about] },
  ];
}

const separator = { type: 'separator' } as const satisfies MenuItemConstructorOptions;

const macApp: MenuItemConstructorOptions[] = [
  { role: 'services' },
  separator,
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  separator,
  { role: 'quit' },
];

// Not Electron's whole view menu, because reloading the page is of no use to anybody.
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

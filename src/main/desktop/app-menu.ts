/**
 * The menu bar. On macOS it is the system's; on Windows and Linux it hides until Alt is pressed, and carries the keys for zoom,
 * editing and quitting.
 */
import type { MenuItemConstructorOptions } from 'electron';

export interface AppMenuActions {
  readonly quickNote: () => void;
  readonly settings: () => void;
  readonly about: () => void;
}

/** @param platform as in `process.platform` */
export function appMenu(actions: AppMenuActions, platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const quickNote = { id: 'quick-note', label: 'New Quick Note', click: actions.quickNote };
  const settings = {
    id: 'settings',
    label: 'Settings…',
    accelerator: 'CommandOrControl+,',
    click: actions.settings,
  };
  const about = { id: 'about', label: 'About Inkling', click: actions.about };
  const rest: MenuItemConstructorOptions[] = [{ role: 'editMenu' }, view, { role: 'windowMenu' }];
  if (platform === 'darwin') {
    return [
      { label: 'Inkling', submenu: [about, separator, settings, separator, ...macApp] },
      { label: 'File', submenu: [quickNote, separator, { role: 'close' }] },
      ...rest,
    ];
  }
  return [
    { label: '&File', submenu: [quickNote, settings, separator, { role: 'quit' }] },
    ...rest,
    { label: '&Help', submenu: [about] },
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

// Not the whole view menu: reloading the page would be of no use to anybody.
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

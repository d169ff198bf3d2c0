/** What the tray's menu offers, as a template, so that it can be read without a tray. */
import type { MenuItemConstructorOptions } from 'electron';

export interface TrayActions {
  readonly quickNote: () => void;
  readonly open: () => void;
  readonly settings: () => void;
  readonly quit: () => void;
}

/** @param sync how the notes stand to the cloud, in a few words; null while nobody is signed in */
export function trayMenu(actions: TrayActions, sync: string | null): MenuItemConstructorOptions[] {
  return [
    { id: 'quick-note', label: 'Quick note', click: actions.quickNote },
    { id: 'open', label: 'Open Inkling', click: actions.open },
    { type: 'separator' },
    { id: 'sync', label: sync ?? 'Not signed in', enabled: false },
    { type: 'separator' },
    { id: 'settings', label: 'Settings', click: actions.settings },
    { id: 'quit', label: 'Quit Inkling', click: actions.quit },
  ];
}

/**
 * The icon in the system's tray or menu bar. A click has its usual effect on each platform: on Windows and
 * Linux it opens the quick note, and the other button opens the menu; on macOS it opens the menu.
 */
import path from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import { RESTART_TO_UPDATE } from '../updates/restart.ts';

export interface TrayActions {
  readonly quickNote: () => void;
  readonly open: () => void;
  readonly settings: () => void;
  readonly restart: () => void;
  readonly quit: () => void;
}

export interface TrayState {
  /** The sync state in a few words; null while signed out. */
  readonly sync: string | null;
  /** Whether a later version waits for a restart. */
  readonly updated: boolean;
}

export interface AppTray {
  /** @param state what the menu shows */
  show(state: TrayState): void;
  dispose(): void;
}

/**
 * @param icons folder of the tray's images
 * @returns null if its image cannot be loaded, because the user could not find the app through an invisible
 *   icon
 */
export function createTray(icons: string, actions: TrayActions): AppTray | null {
  const icon = currentIcon(icons);
  if (icon.isEmpty()) return null;
  const tray = new Tray(icon);
  const onTheme = (): void => {
    const next = currentIcon(icons);
    if (!next.isEmpty()) tray.setImage(next);
  };
  let shown: TrayState | null = null;

  function show(state: TrayState): void {
    const { sync, updated } = state;
    // On some desktops, replacing an open menu closes it.
    if (sync === shown?.sync && updated === shown.updated) return;
    shown = state;
    tray.setToolTip(sync === null ? 'Inkling' : `Inkling – ${sync}`);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(actions, state)));
  }

  show({ sync: null, updated: false });
  if (process.platform !== 'darwin') tray.on('click', actions.quickNote);
  nativeTheme.on('updated', onTheme);
  return {
    show,
    dispose() {
      nativeTheme.off('updated', onTheme);
      tray.destroy();
    },
  };
}

export function trayMenu(actions: TrayActions, { sync, updated }: TrayState): MenuItemConstructorOptions[] {
  return [
    { id: 'quick-note', label: 'Quick note', click: actions.quickNote },
    { id: 'open', label: 'Open Inkling', click: actions.open },
    { type: 'separator' },
    { id: 'sync', label: sync ?? 'Not signed in', enabled: false },
    { type: 'separator' },
    ...(updated ? [{ id: 'restart', label: RESTART_TO_UPDATE, click: actions.restart }] : []),
    // A visitor reaches only the sign-up screen (spec §6).
    { id: 'settings', label: 'Settings', enabled: sync !== null, click: actions.settings },
    { id: 'quit', label: 'Quit Inkling', click: actions.quit },
  ];
}

function currentIcon(folder: string): Electron.NativeImage {
  const dark = nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  const name = trayIcon(process.platform, dark, process.env['XDG_CURRENT_DESKTOP']);
  return nativeImage.createFromPath(path.join(folder, name));
}

/**
 * @param platform as in `process.platform`
 * @param dark whether the system's own surfaces, such as its panel, are dark
 * @param desktop as in `XDG_CURRENT_DESKTOP`
 */
export function trayIcon(platform: NodeJS.Platform, dark: boolean, desktop = ''): string {
  // The system colours a template by itself; images for other scales (`@2x`) are found by name.
  if (platform === 'darwin') return 'trayTemplate.png';
  if (platform !== 'linux') return dark ? 'tray-dark.png' : 'tray-light.png';
  // Panels on Linux scale one image to any height. GNOME and Unity have a dark panel in every theme.
  const darkPanel = dark || /\b(GNOME|Unity)\b/i.test(desktop);
  return darkPanel ? 'tray-dark-48.png' : 'tray-light-48.png';
}

/**
 * Global keys on Wayland. No program may listen to the keyboard of others there, so the desktop assigns the
 * keys.
 */
import type { DesktopKeys } from '#shared/ipc/settings.ts';

/** The names as in GNOME 50 (gnome-control-center, panels/keyboard and panels/applications). */
const GNOME: DesktopKeys = {
  commandBoundIn: 'Settings › Keyboard › View and Customize Shortcuts › Custom Shortcuts',
  shortcutSetIn: 'Settings › Apps › Inkling › Global Shortcuts',
};

/** The names as in Plasma 6 (plasma-desktop, kcms/keys). */
const KDE: DesktopKeys = {
  commandBoundIn: 'System Settings › Keyboard › Shortcuts › Add New › Command or Script',
  shortcutSetIn: 'System Settings › Keyboard › Shortcuts › Inkling',
};

const OTHER: DesktopKeys = {
  commandBoundIn: 'your desktop’s keyboard settings, or its configuration file',
  shortcutSetIn: 'your desktop’s keyboard settings',
};

/**
 * Electron asks the desktop's portal for keys if it runs on Wayland itself: in a Wayland session, unless its
 * switch `ozone-platform` says otherwise.
 * @param platform as in `process.platform`
 * @param ozonePlatform value of that switch, empty if it is not given
 * @returns null if the app listens to keys by itself
 */
export function findDesktopKeys(
  platform: string,
  ozonePlatform: string,
  environment: Readonly<Record<string, string | undefined>>,
): DesktopKeys | null {
  if (platform !== 'linux') return null;
  const chosen =
    ozonePlatform === '' || ozonePlatform === 'auto' ? environment['XDG_SESSION_TYPE'] : ozonePlatform;
  if (chosen !== 'wayland') return null;
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':');
  if (desktops.includes('GNOME')) return GNOME;
  return desktops.includes('KDE') ? KDE : OTHER;
}

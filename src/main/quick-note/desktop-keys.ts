/** Global keys on Wayland, where only the desktop can assign keys that work in every program. */
import type { DesktopKeys } from '#shared/ipc/settings.ts';

/** Names from GNOME 50 (gnome-control-center, panels/keyboard and panels/applications). */
const GNOME: DesktopKeys = {
  commandBoundIn: 'Settings › Keyboard › View and Customize Shortcuts › Custom Shortcuts',
  shortcutSetIn: 'Settings › Apps › Inkling › Global Shortcuts',
};

/** Names from Plasma 6 (plasma-desktop, kcms/keys). */
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
 * @param ozonePlatform value of that switch; empty if it is missing
 * @returns null if the app listens to keys itself
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

/** Global keys where the desktop gives them away: on Wayland, where no program may listen to the keyboard of others. */

/**
 * Electron asks the desktop's portal for keys where it runs on Wayland itself: in a Wayland session, unless its switch
 * `ozone-platform` says otherwise.
 * @param platform as in `process.platform`
 * @param ozonePlatform value of that switch, empty where it is not given
 * @returns where a person changes the keys, to be read after “in”; null where the app listens to keys by itself
 */
export function whereDesktopSetsKeys(
  platform: string,
  ozonePlatform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform !== 'linux') return null;
  const chosen =
    ozonePlatform === '' || ozonePlatform === 'auto' ? environment['XDG_SESSION_TYPE'] : ozonePlatform;
  if (chosen !== 'wayland') return null;
  const desktops = (environment['XDG_CURRENT_DESKTOP'] ?? '').split(':');
  if (desktops.includes('GNOME')) return 'Settings › Apps › Inkling › Global Shortcuts';
  if (desktops.includes('KDE')) return 'System Settings › Keyboard › Shortcuts › Inkling';
  return 'your desktop’s keyboard settings';
}

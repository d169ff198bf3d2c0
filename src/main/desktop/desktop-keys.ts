/** Global keys on Wayland. No program may listen to the keyboard of others there, so the desktop assigns the keys. */

/**
 * Electron asks the desktop's portal for keys if it runs on Wayland itself: in a Wayland session, unless its switch
 * `ozone-platform` says otherwise.
 * @param platform as in `process.platform`
 * @param ozonePlatform value of that switch, empty if it is not given
 * @returns the place where a person changes the keys, to be read after “in”; null if the app listens to keys by itself
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

/** Which of the images in `resources/tray` a desktop's tray gets. */

/**
 * @param platform as in `process.platform`
 * @param dark whether what the system itself draws, such as its panel, is dark
 * @param desktop as in `XDG_CURRENT_DESKTOP`
 */
export function trayIcon(platform: NodeJS.Platform, dark: boolean, desktop = ''): string {
  // The system colours a template by itself; images for other scales (`@2x`) are found by name.
  if (platform === 'darwin') return 'trayTemplate.png';
  if (platform !== 'linux') return dark ? 'tray-dark.png' : 'tray-light.png';
  // Panels there scale one image, whatever their height. These two have a dark one in every theme.
  const darkPanel = dark || /\b(GNOME|Unity)\b/i.test(desktop);
  return darkPanel ? 'tray-dark-48.png' : 'tray-light-48.png';
}

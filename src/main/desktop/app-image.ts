/**
 * The path of the AppImage that this program runs from; null if there is none. Programs that an AppImage starts inherit its
 * variables, so that these count only if the running program is in the folder that they name.
 */
export function appImage(): string | null {
  const { APPIMAGE = '', APPDIR = '' } = process.env;
  return APPIMAGE !== '' && APPDIR !== '' && process.execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : null;
}

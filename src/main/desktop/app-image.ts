/**
 * The AppImage that this program runs from, null where it is none. Its variables are inherited by what it starts, so that they
 * count only where the program stands in the folder that they name.
 */
export function appImage(): string | null {
  const { APPIMAGE = '', APPDIR = '' } = process.env;
  return APPIMAGE !== '' && APPDIR !== '' && process.execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : null;
}

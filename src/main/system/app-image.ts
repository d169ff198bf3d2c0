/**
 * The path of the AppImage that this program runs from; null if there is none. Programs started by an
 * AppImage inherit its variables, so these count only if the running program is in the folder that they name.
 */
export function appImage(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  program: string = process.execPath,
): string | null {
  const { APPIMAGE = '', APPDIR = '' } = environment;
  return APPIMAGE !== '' && APPDIR !== '' && program.startsWith(`${APPDIR}/`) ? APPIMAGE : null;
}

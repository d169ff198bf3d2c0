/**
 * Starting the app when its person logs in. Windows and macOS have a call for it; on Linux it is a desktop entry in the autostart
 * folder (XDG Desktop Application Autostart).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Settings } from '#shared/settings.ts';
import { APP_ID } from './app-id.ts';
import { appImage } from './app-image.ts';
import { HIDDEN_FLAG } from './launch.ts';

/** A build in development must not put itself into anybody's login, and the autostart folder of a Flatpak is nobody's but its own. */
export function canLaunchAtLogin(): boolean {
  return app.isPackaged && process.env['FLATPAK_ID'] === undefined;
}

/** @throws the file system's error, or one that says that the system did not take it */
export function setLaunchAtLogin({ launchAtLogin, startHidden }: Settings): void {
  if (!canLaunchAtLogin()) return;
  const args = startHidden ? [HIDDEN_FLAG] : [];
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: launchAtLogin, args });
    // macOS refuses an unsigned app without a word, and may leave the decision to its own settings.
    if (app.getLoginItemSettings({ args }).openAtLogin !== launchAtLogin)
      throw new Error('the system did not take it');
    return;
  }
  const folder = path.join(app.getPath('appData'), 'autostart');
  // systemd names the started program by this file, and portals know it by that name.
  const entry = path.join(folder, `${APP_ID}.desktop`);
  if (!launchAtLogin) {
    rmSync(entry, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  // An AppImage runs from a folder that is another one at each start; this is the file that was started.
  writeFileSync(entry, autostartEntry(appImage() ?? process.execPath, args));
}

/**
 * An update has given the AppImage another name: from now on it is started by that.
 * @throws the file system's error
 */
export function followRenamedAppImage(file: string, settings: Settings): void {
  process.env['APPIMAGE'] = file;
  setLaunchAtLogin(settings);
}

/** A desktop entry; the program's path is quoted by the Desktop Entry Specification. */
export function autostartEntry(program: string, args: readonly string[]): string {
  const quoted = `"${program
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
  const command = [quoted, ...args].join(' ');
  return `[Desktop Entry]\nType=Application\nName=Inkling\nExec=${command}\nTerminal=false\n`;
}

/**
 * Starts the app when the user logs in. Windows and macOS have a call for it; on Linux it is a desktop entry
 * in the autostart folder (XDG Desktop Application Autostart).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Settings } from '#shared/ipc/settings.ts';
import { APP_ID } from './app-id.ts';
import { appImage } from './app-image.ts';
import { HIDDEN_FLAG } from '../links/launch.ts';

/** False for development builds, and for a Flatpak, whose autostart folder is private. */
export function canLaunchAtLogin(): boolean {
  return app.isPackaged && process.env['FLATPAK_ID'] === undefined;
}

/** @throws the file system's error, or an error if the system refused the setting */
export function setLaunchAtLogin({ launchAtLogin, startHidden }: Settings): void {
  if (!canLaunchAtLogin()) return;
  const args = startHidden ? [HIDDEN_FLAG] : [];
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: launchAtLogin, args });
    // macOS silently refuses an unsigned app, and may leave the decision to its own settings.
    if (app.getLoginItemSettings({ args }).openAtLogin !== launchAtLogin)
      throw new Error('The system refused the setting');
    return;
  }
  const folder = path.join(app.getPath('appData'), 'autostart');
  // systemd names the started program after this file, and portals identify it by that name.
  const entry = path.join(folder, `${APP_ID}.desktop`);
  if (!launchAtLogin) {
    rmSync(entry, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  // An AppImage runs from a different folder at each start, so the entry names the AppImage itself.
  writeFileSync(entry, autostartEntry(appImage() ?? process.execPath, args));
}

/**
 * Switches to the new name of the AppImage after an update has renamed it.
 * @throws the file system's error
 */
export function followRenamedAppImage(file: string, settings: Settings): void {
  process.env['APPIMAGE'] = file;
  setLaunchAtLogin(settings);
}

/** A desktop entry, with the program's path quoted as in the Desktop Entry Specification. */
export function autostartEntry(program: string, args: readonly string[]): string {
  const quoted = `"${program
    .replaceAll(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
  const command = [quoted, ...args].join(' ');
  return `[Desktop Entry]\nType=Application\nName=Inkling\nExec=${command}\nTerminal=false\n`;
}

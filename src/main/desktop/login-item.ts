/**
 * Starting the app when its person logs in. Windows and macOS have a call for it; on Linux it is a desktop entry in the autostart
 * folder (XDG Desktop Application Autostart).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import type { Settings } from '#shared/settings.ts';
import { HIDDEN_FLAG } from './launch.ts';

/** A build in development must not put itself into anybody's login. */
export function canLaunchAtLogin(): boolean {
  return app.isPackaged;
}

/** @throws the file system's error */
export function setLaunchAtLogin({ launchAtLogin, startHidden }: Settings): void {
  if (!canLaunchAtLogin()) return;
  const args = startHidden ? [HIDDEN_FLAG] : [];
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: launchAtLogin, args });
    return;
  }
  const folder = path.join(app.getPath('appData'), 'autostart');
  const entry = path.join(folder, 'inkling.desktop');
  if (!launchAtLogin) {
    rmSync(entry, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  // An AppImage runs from a folder that is another one at each start; this is the file that was started.
  writeFileSync(entry, autostartEntry(process.env['APPIMAGE'] ?? process.execPath, args));
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

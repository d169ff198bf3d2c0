/** electron-updater on this system, and how the app starts again after an update. */
import { spawn } from 'node:child_process';
import { AppError } from '#shared/base/error.ts';
import { once } from 'node:events';
import path from 'node:path';
import { app, autoUpdater } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { isThere } from '#disk/there.ts';
import { appImage } from '../system/app-image.ts';
import { type Launch, launchArguments, ownArguments, parseLaunch } from '../links/launch.ts';
import type { UpdateSystem } from './updates.ts';

/** electron-updater's own choice for this system and kind of installation. */
export async function systemUpdater(): Promise<AppUpdater> {
  // electron-updater replaces the file named by this variable, even if another program has set it.
  if (appImage() === null) delete process.env['APPIMAGE'];
  const { default: electronUpdater } = await import('electron-updater');
  return electronUpdater.autoUpdater;
}

interface Installer extends AppUpdater {
  install(isSilent: boolean, isForceRunAfter: boolean): boolean;
}

/** All of electron-updater's updaters except that of macOS have `install`; on macOS Squirrel installs. */
function isInstaller(updater: AppUpdater): updater is Installer {
  return 'install' in updater;
}

export const updateSystem: UpdateSystem = {
  // electron-updater recognises an installed deb or rpm by this file.
  asksForPassword: () =>
    process.platform === 'linux' && isThere(path.join(process.resourcesPath, 'package-type')),
  untilReady: async () => {
    if (process.platform === 'darwin') await once(autoUpdater, 'update-downloaded');
  },
  installAndRestart(updater) {
    if (!isInstaller(updater)) {
      updater.quitAndInstall();
      return;
    }
    // Installers of Windows start the app themselves. On Linux it starts after this process has ended. If
    // electron-updater started it at once, it could find this process still running, and end.
    const installed = updater.install(false, process.platform === 'win32');
    // The updater reports the reason as an `error`.
    if (!installed) throw new AppError('internal', 'update-not-installed');
    if (process.platform === 'linux') relaunch();
    app.quit();
  },
};

/**
 * Starts the app again when it has quit. If this is called repeatedly, one start becomes the app, and the
 * others pass their launch to it.
 * @param launch the task of that start; by default to show the window
 */
export function relaunch(launch: Launch = parseLaunch([])): void {
  // The task of the current start is done, and must not be repeated.
  const done = launchArguments({ quickNote: true, hidden: true, link: null });
  const earlierArguments = ownArguments(process.argv)
    .slice(1)
    .filter((arg) => !done.includes(arg));
  const args = [...earlierArguments, ...launchArguments(launch)];
  const file = appImage();
  if (file === null) {
    app.relaunch({ args });
    return;
  }
  const waiting = spawn('bash', startAfter(process.pid, file, args), {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
  });
  // If this fails, the user must start the app.
  waiting.on('error', () => undefined);
  waiting.unref();
}

/**
 * Closes all inherited file descriptors, because an open one would prevent the ended AppImage from being
 * unmounted. Then waits for at most half a minute, and becomes the program.
 */
const SCRIPT = `
for fd in /proc/self/fd/*; do fd=\${fd##*/}; if [ "$fd" -gt 2 ]; then eval "exec $fd>&-"; fi; done
for _ in $(seq 300); do if ! kill -0 "$1" 2>/dev/null; then break; fi; sleep 0.1; done
shift
exec "$@"`;

/**
 * Bash's arguments to start a program when a process has ended. Electron's own function needs the running
 * program, which for an AppImage is in a folder that is unmounted when the program ends. Bash is available,
 * because it starts the AppImage.
 */
export function startAfter(pid: number, program: string, args: readonly string[]): readonly string[] {
  return ['-c', SCRIPT, 'bash', String(pid), program, ...args];
}

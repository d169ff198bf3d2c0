/**
 * The real electron-updater, in an app of version 1.0.0 in a temporary folder. Only its access to Electron is
 * replaced, by a quit that the test calls.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import electronUpdater, { type AppUpdater } from 'electron-updater';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

export interface InstalledApp {
  readonly updater: AppUpdater;
  /** Resolves with the version when a download is complete. */
  readonly downloaded: Promise<string>;
  /** The content of the app's executable, whatever its current name is. */
  executable(): string;
  /** Overwrites the downloaded file with other content. */
  exchangeDownload(): void;
  /** Names of the files in the folder that downloads go to. */
  downloads(): string[];
  quit(): void;
}

/** @param name name of the executable; an update renames it if it contains a version */
export function installApp(name = 'Inkling.AppImage'): InstalledApp {
  const folder = temporaryFolder();
  let executable = path.join(folder, name);
  writeFileSync(executable, 'the old version');
  vi.stubEnv('APPIMAGE', executable);
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = path.join(folder, 'app-update.yml');
  writeFileSync(
    config,
    'provider: generic\nurl: https://updates.invalid/\nupdaterCacheDirName: inkling-updater\n',
  );
  const onQuit: ((exitCode: number) => void)[] = [];
  const updater = new electronUpdater.AppImageUpdater(null, {
    version: '1.0.0',
    name: 'Inkling',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler: (exitCode: number) => void) => void onQuit.push(handler),
  });
  let file = '';
  updater.on('update-downloaded', ({ downloadedFile }) => {
    file = downloadedFile;
  });
  updater.on('appimage-filename-updated', (renamed) => {
    executable = renamed;
  });
  return {
    updater,
    downloaded: new Promise((resolve) => {
      updater.on('update-downloaded', ({ version }) => resolve(version));
    }),
    executable: () => readFileSync(executable, 'utf8'),
    exchangeDownload: () => writeFileSync(file, 'somebody else’s'),
    downloads: () => {
      const pending = path.join(folder, 'inkling-updater/pending');
      return existsSync(pending) ? readdirSync(pending) : [];
    },
    quit: () => {
      for (const handler of onQuit) handler(0);
    },
  };
}

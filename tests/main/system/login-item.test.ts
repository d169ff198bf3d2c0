/** Starting at login on Linux, where it is an autostart file. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { canLaunchAtLogin, followRenamedAppImage, setLaunchAtLogin } from '#main/system/login-item.ts';
import { DEFAULT_SETTINGS } from '#shared/ipc/settings.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folders = vi.hoisted(() => ({ appData: '' }));
vi.mock('electron', () => ({ app: { isPackaged: true, getPath: () => folders.appData } }));

const ON = { ...DEFAULT_SETTINGS, launchAtLogin: true, startHidden: true };
const OFF = { ...DEFAULT_SETTINGS, launchAtLogin: false };

/** The command of the autostart entry, or null if there is none. */
function command(): string | null {
  const entry = path.join(folders.appData, 'autostart/app.inkling.Inkling.desktop');
  return existsSync(entry) ? (/^Exec=(.*)$/m.exec(readFileSync(entry, 'utf8'))?.[1] ?? '') : null;
}

function runAs(program: string, env: Readonly<Record<string, string>>): void {
  vi.stubGlobal('process', { ...process, platform: 'linux', execPath: program, env: { ...env } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

beforeEach(() => {
  folders.appData = temporaryFolder();
});

describe('an AppImage', () => {
  const env = { APPIMAGE: '/home/a/Inkling-1.0.0.AppImage', APPDIR: '/tmp/.mount_x' };

  test('an AppImage is started at login by its own file, and by the name that an update gave it', () => {
    runAs('/tmp/.mount_x/inkling', env);
    setLaunchAtLogin(ON);
    expect(command()).toBe('"/home/a/Inkling-1.0.0.AppImage" --hidden');
    followRenamedAppImage('/home/a/Inkling-2.0.0.AppImage', ON);
    expect(command()).toBe('"/home/a/Inkling-2.0.0.AppImage" --hidden');
  });

  test('an AppImage that is not started at login is not started at login after an update either', () => {
    runAs('/tmp/.mount_x/inkling', env);
    followRenamedAppImage('/home/a/Inkling-2.0.0.AppImage', OFF);
    expect(command()).toBeNull();
  });

  test('the AppImage of another program that started the app, such as a terminal, is not started at login', () => {
    runAs('/opt/Inkling/inkling', env);
    setLaunchAtLogin(ON);
    expect(command()).toBe('"/opt/Inkling/inkling" --hidden');
    setLaunchAtLogin(OFF);
    expect(command()).toBeNull();
  });
});

test('a Flatpak does not offer to be started at login, and writes no autostart entry', () => {
  runAs('/app/lib/inkling/inkling', { FLATPAK_ID: 'app.inkling.Inkling' });
  expect(canLaunchAtLogin()).toBe(false);
  setLaunchAtLogin(ON);
  expect(command()).toBeNull();
});

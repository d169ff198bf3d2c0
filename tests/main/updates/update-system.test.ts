/** The AppImage that an update on Linux replaces. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemUpdater } from '#main/updates/update-system.ts';

vi.mock('electron', () => ({ app: {}, autoUpdater: {} }));
vi.mock('electron-updater', () => ({ default: { autoUpdater: {} } }));

function runAs(program: string, env: Readonly<Record<string, string>>): void {
  vi.stubGlobal('process', { ...process, platform: 'linux', execPath: program, env: { ...env } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('an update replaces the AppImage that the app runs from', async () => {
  runAs('/tmp/.mount_x/inkling', { APPIMAGE: '/home/a/Inkling.AppImage', APPDIR: '/tmp/.mount_x' });
  await systemUpdater();
  expect(process.env['APPIMAGE']).toBe('/home/a/Inkling.AppImage');
});

test('an update does not replace the AppImage of another program that started the app, such as a terminal', async () => {
  runAs('/home/a/inkling/inkling', { APPIMAGE: '/home/a/Terminal.AppImage', APPDIR: '/tmp/.mount_y' });
  await systemUpdater();
  expect(process.env['APPIMAGE']).toBeUndefined();
});

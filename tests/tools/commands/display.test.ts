/** The display on which the tests open their windows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { displayFor, ensureVirtualDisplay, hasDisplay, startNode } from '#tools/commands/lib/display.mjs';
import { Stop } from '#tools/commands/lib/stop.mjs';

test('Linux needs a display server, other systems have one', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});

test('a machine without xvfb-run and apt is told what to install', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-display-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv('PATH', folder);
  const refused = ensureVirtualDisplay();
  await expect(refused).rejects.toThrow(Stop);
  await expect(refused).rejects.toThrow(/^There is no display .* apt-get install xvfb xauth.*\.$/);
  writeFileSync(path.join(folder, 'xvfb-run'), '');
  await ensureVirtualDisplay();
});

test('no virtual display is made for the real Electron on a display, nor for the stand-in without one', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv('DISPLAY', ':0');
  const host = { executable: '', env: {}, args: [] };
  expect(await displayFor({ ...host, name: 'electron' })).toBe('own');
  vi.stubEnv('DISPLAY', '');
  vi.stubEnv('WAYLAND_DISPLAY', '');
  expect(await displayFor({ ...host, name: 'stand-in' })).toBe('own');
});

test.runIf(process.platform === 'linux')('a process on a virtual display has DISPLAY set', async () => {
  const code = 'process.exit(/^:\\d+$/.test(process.env.DISPLAY ?? "") ? 7 : 1)';
  const env = { ...process.env, DISPLAY: undefined };
  expect(await startNode('virtual', ['-e', code], { env }).ended).toBe(7);
});

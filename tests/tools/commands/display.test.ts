/** The display on which the tests open their windows. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isProgram } from '#tools/commands/lib/apt.mjs';
import {
  displayFor,
  ensureVirtualDisplay,
  hasDisplay,
  startNode,
  testDisplayFor,
} from '#tools/commands/lib/display.mjs';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { Stop } from '#tools/commands/lib/stop.mjs';

/**
 * Leaves only these programs on the PATH, each a script of the shell. @returns their folder
 */
function onlyPrograms(programs: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv('PATH', folder);
  return folder;
}

test('Linux needs a display server, other systems have one', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});

test('on a machine without xvfb-run and apt, a message says what to install', async () => {
  const folder = onlyPrograms({});
  const refused = ensureVirtualDisplay();
  await expect(refused).rejects.toThrow(Stop);
  await expect(refused).rejects.toThrow(/^There is no display .* apt-get install xvfb xauth.*\.$/);
  writeFileSync(path.join(folder, 'xvfb-run'), '');
  await ensureVirtualDisplay();
});

test('no virtual display is created for the real Electron on a display, nor for the stand-in without one', async () => {
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

const ELECTRON = { name: 'electron', executable: '', env: {}, args: [] } as const;
const XPROP = (id: string) => `echo '_NET_SUPPORTING_WM_CHECK(WINDOW): ${id}'`;

test.skipIf(process.platform === 'win32').each([
  ['virtual, with a window manager', ':0', { 'xvfb-run': '', openbox: '' }, 'virtual', true],
  ['the user’s, without xvfb-run', ':0', { openbox: '' }, 'own', true],
  ['the user’s, without a window manager of our own', ':0', { 'xvfb-run': '' }, 'own', true],
  ['the user’s, as xprop finds its manager', ':0', { xprop: XPROP('window id # 0x20020b') }, 'own', true],
  ['the given one, as xprop finds no manager', ':0', { xprop: XPROP(' no such atom') }, 'own', false],
  ['virtual and bare', '', { 'xvfb-run': '' }, 'virtual', false],
  ['virtual in a Wayland session without X', '', { 'xvfb-run': '', openbox: '' }, 'virtual', true],
] as const)(
  'the display of tests on the real Electron is %s',
  async (_what, own, programs, display, hasWindowManager) => {
    onlyPrograms(programs);
    vi.stubEnv('DISPLAY', own);
    vi.stubEnv('WAYLAND_DISPLAY', 'wayland-0');
    expect(await testDisplayFor(ELECTRON, 'linux')).toEqual({ display, hasWindowManager });
  },
);

test('tests on the stand-in, and on systems other than Linux, need no virtual display', async () => {
  onlyPrograms({});
  vi.stubEnv('DISPLAY', '');
  const ownDisplay = { display: 'own', hasWindowManager: true };
  expect(await testDisplayFor({ ...ELECTRON, name: 'stand-in' }, 'linux')).toEqual(ownDisplay);
  expect(await testDisplayFor(ELECTRON, 'darwin')).toEqual(ownDisplay);
});

test.skipIf(process.platform === 'win32')(
  'a window manager runs beside programs on a virtual display, without the user’s settings',
  async () => {
    const before = process.env['PATH'] ?? '';
    const folder = onlyPrograms({
      'xvfb-run': 'while [ "$1" != sh ]; do shift; done; exec "$@"',
      openbox:
        'echo "$XDG_CONFIG_HOME" >"$(dirname "$0")/managed.part"; mv "$(dirname "$0")/managed.part" "$(dirname "$0")/managed"',
    });
    vi.stubEnv('PATH', `${folder}${path.delimiter}${before}`);
    const started = path.join(folder, 'managed');
    // Exits once the manager has run. Without one the test reaches its time limit.
    const code = `const look = () => fs.existsSync(${JSON.stringify(started)}) ? process.exit(7) : setTimeout(look, 10); look();`;
    expect(await startNode('virtual', ['-e', code]).ended).toBe(7);
    expect(readFileSync(started, 'utf8')).toBe('/nonexistent\n');
  },
);

test.runIf(isProgram('xvfb-run'))('a process on a virtual display has DISPLAY set', async () => {
  const code = 'process.exit(/^:\\d+$/.test(process.env.DISPLAY ?? "") ? 7 : 1)';
  const env = { ...process.env, DISPLAY: undefined };
  expect(await startNode('virtual', ['-e', code], { env }).ended).toBe(7);
});

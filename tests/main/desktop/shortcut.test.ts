/** The keys of the quick note, with a fake Electron that follows Electron's source on the two kinds of systems. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { whereDesktopSetsKeys } from '#main/desktop/desktop-keys.ts';
import { quickNoteCommand } from '#main/desktop/quick-note-command.ts';
import { createShortcut } from '#main/desktop/shortcut.ts';

/** The registered callbacks by accelerator: a test presses the keys by calling one. */
const { held, electron, taken } = vi.hoisted(() => ({
  held: new Map<string, () => void>(),
  taken: new Set<string>(),
  electron: { suspended: false, unregisters: 0, platform: '' },
}));

vi.mock('electron', () => ({
  app: { commandLine: { getSwitchValue: () => electron.platform } },
  globalShortcut: {
    register(accelerator: string, press: () => void) {
      if (accelerator === 'Control+Nonsense') throw new TypeError('conversion failure');
      if (electron.suspended || taken.has(accelerator)) return false;
      held.set(accelerator, press);
      return true;
    },
    unregister(accelerator: string) {
      electron.unregisters += 1;
      held.delete(accelerator);
    },
    setSuspended: (suspended: boolean) => void (electron.suspended = suspended),
  },
}));

beforeEach(() => {
  held.clear();
  taken.clear();
  Object.assign(electron, { suspended: false, unregisters: 0, platform: 'x11' });
});

function on(platform: NodeJS.Platform): void {
  const real = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...real, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', real ?? {}));
}

describe('where the app listens itself', () => {
  test('other keys take the place of those before, and none of them of any', () => {
    let presses = 0;
    const shortcut = createShortcut(() => (presses += 1));
    expect(shortcut.use('Control+Shift+K')).toBeNull();
    held.get('Control+Shift+K')?.();
    expect(shortcut.use('Control+Shift+L')).toBeNull();
    expect([...held.keys()]).toEqual(['Control+Shift+L']);
    held.get('Control+Shift+L')?.();
    expect(presses).toBe(2);
    expect(shortcut.use(null)).toBeNull();
    expect([...held.keys()]).toEqual([]);
  });

  test('a press that arrives after its keys were changed opens nothing', () => {
    let presses = 0;
    const shortcut = createShortcut(() => (presses += 1));
    shortcut.use('Control+Shift+K');
    const late = held.get('Control+Shift+K');
    shortcut.use('Control+Shift+L');
    late?.();
    shortcut.use(null);
    late?.();
    expect(presses).toBe(0);
  });

  test('keys that write, that somebody else has, or that are none are refused with a reason', () => {
    on('win32');
    const shortcut = createShortcut(() => undefined);
    expect(shortcut.use('CommandOrControl+Alt+N')).toContain('AltGr');
    taken.add('Control+Shift+K');
    expect(shortcut.use('Control+Shift+K')).toContain('Another program holds these keys.');
    expect(shortcut.use('Control+Nonsense')).toBe('“Control+Nonsense” is not a key combination.');
    expect([...held.keys()]).toEqual([]);
    taken.clear();
    expect(shortcut.use('Control+Shift+K')).toBeNull();
  });

  test('while keys are recorded none is taken, until some are used', () => {
    const shortcut = createShortcut(() => undefined);
    shortcut.use('Control+Shift+K');
    shortcut.pause(true);
    expect(electron.suspended).toBe(true);
    expect(shortcut.use('Control+Shift+L')).toBeNull();
    expect(electron.suspended).toBe(false);
  });
});

describe('where the desktop gives the keys away', () => {
  beforeEach(() => {
    on('linux');
    electron.platform = 'wayland';
  });

  test('it is asked once, whatever is chosen later, and nothing is ever unregistered', () => {
    let presses = 0;
    const shortcut = createShortcut(() => (presses += 1));
    expect(shortcut.use('Super+Alt+N')).toBeNull();
    const press = held.get('Super+Alt+N');
    press?.();
    shortcut.use(null);
    // The portal goes on reporting presses.
    press?.();
    expect(presses).toBe(1);
    shortcut.use('Control+Shift+K');
    press?.();
    expect(presses).toBe(2);
    shortcut.dispose();
    expect([...held.keys()]).toEqual(['Super+Alt+N']);
    expect(electron.unregisters).toBe(0);
  });

  test('keys that were chosen before are asked for, those without an id of their own are not', () => {
    createShortcut(() => undefined).use('CommandOrControl+Shift+K');
    createShortcut(() => undefined).use('CommandOrControl+F9');
    createShortcut(() => undefined).use('CommandOrControl+;');
    expect([...held.keys()]).toEqual(['CommandOrControl+Shift+K', 'Super+Alt+N']);
  });

  test('a desktop without a portal is said to give none', () => {
    taken.add('Super+Alt+N');
    expect(createShortcut(() => undefined).use('Super+Alt+N')).toContain('gives no keys to programs');
  });
});

test.each<[string, string, Record<string, string>, string | null]>([
  ['win32', '', {}, null],
  ['darwin', '', { XDG_SESSION_TYPE: 'wayland' }, null],
  ['linux', '', { XDG_SESSION_TYPE: 'x11' }, null],
  ['linux', '', {}, null],
  ['linux', 'x11', { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'GNOME' }, null],
  [
    'linux',
    '',
    { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' },
    'Settings › Apps › Inkling › Global Shortcuts',
  ],
  [
    'linux',
    'auto',
    { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'KDE' },
    'System Settings › Keyboard › Shortcuts › Inkling',
  ],
  ['linux', 'wayland', { XDG_CURRENT_DESKTOP: 'sway' }, 'your desktop’s keyboard settings'],
])('on %s with %j and %j keys are set in %s', (platform, ozone, environment, where) => {
  expect(whereDesktopSetsKeys(platform, ozone, environment)).toBe(where);
});

test.each([
  [
    'win32',
    {},
    'C:\\Programs\\Ink ling\\Inkling.exe',
    null,
    '"C:\\Programs\\Ink ling\\Inkling.exe" --quick-note',
  ],
  [
    'darwin',
    {},
    '/Applications/Inkling.app/Contents/MacOS/Inkling',
    null,
    'open -n -a Inkling --args --quick-note',
  ],
  ['linux', {}, '/opt/Inkling/inkling', null, 'inkling --quick-note'],
  ['linux', {}, '/home/ada/linux-unpacked/inkling', null, '/home/ada/linux-unpacked/inkling --quick-note'],
  [
    'linux',
    { APPIMAGE: "/home/ada/My Apps/Ada's.AppImage" },
    '/tmp/.mount_Inkl/inkling',
    null,
    String.raw`'/home/ada/My Apps/Ada'\''s.AppImage' --quick-note`,
  ],
  [
    'linux',
    { FLATPAK_ID: 'app.inkling.Inkling' },
    '/app/inkling/inkling',
    null,
    'flatpak run app.inkling.Inkling --quick-note',
  ],
  ['linux', {}, '/src/electron', '/src/ink ling', "/src/electron '/src/ink ling' --quick-note"],
])('on %s, %j, %s with %j is opened by %s', (platform, environment, program, app, command) => {
  expect(quickNoteCommand({ platform, environment, program, app })).toBe(command);
});

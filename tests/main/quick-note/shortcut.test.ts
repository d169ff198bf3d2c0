/**
 * The keys of the quick note, with a fake Electron that follows Electron's source on both kinds of systems.
 */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findDesktopKeys } from '#main/quick-note/desktop-keys.ts';
import { quickNoteCommand } from '#main/quick-note/quick-note-command.ts';
import { createShortcut } from '#main/quick-note/shortcut.ts';

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

describe('keys for which the app itself listens', () => {
  test('new keys for the quick note replace the previous ones, and choosing none removes them', () => {
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

  test('a press of the quick note’s keys that arrives after they were changed opens nothing', () => {
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

  test('keys that write a character, that every program needs, that another program holds or that are invalid are refused with a reason', () => {
    on('win32');
    const shortcut = createShortcut(() => undefined);
    expect(shortcut.use('CommandOrControl+Alt+N')).toContain('AltGr');
    expect(shortcut.use('C + Control')).toBe('Every program needs these keys to copy. Choose others.');
    taken.add('Control+Shift+K');
    expect(shortcut.use('Control+Shift+K')).toContain('Another program uses these keys.');
    expect(shortcut.use('Control+Nonsense')).toBe('“Control+Nonsense” is not a key combination.');
    expect([...held.keys()]).toEqual([]);
    taken.clear();
    expect(shortcut.use('Control+Shift+K')).toBeNull();
  });

  test('shortcuts are suspended while keys are recorded, until keys are chosen', () => {
    const shortcut = createShortcut(() => undefined);
    shortcut.use('Control+Shift+K');
    shortcut.pause(true);
    expect(electron.suspended).toBe(true);
    expect(shortcut.use('Control+Shift+L')).toBeNull();
    expect(electron.suspended).toBe(false);
  });
});

describe('keys that the desktop assigns', () => {
  beforeEach(() => {
    on('linux');
    electron.platform = 'wayland';
  });

  test('the desktop is asked for keys once, whatever is chosen later, and no keys are unregistered', () => {
    let presses = 0;
    const shortcut = createShortcut(() => (presses += 1));
    expect(shortcut.use('Super+Alt+N')).toBeNull();
    const press = held.get('Super+Alt+N');
    press?.();
    shortcut.use(null);
    // The portal keeps reporting presses.
    press?.();
    expect(presses).toBe(1);
    shortcut.use('Control+Shift+K');
    press?.();
    expect(presses).toBe(2);
    shortcut.dispose();
    expect([...held.keys()]).toEqual(['Super+Alt+N']);
    expect(electron.unregisters).toBe(0);
  });

  test('the desktop is asked for the keys chosen before, or for the default ones if those have no id or are not free', () => {
    createShortcut(() => undefined).use('CommandOrControl+Shift+K');
    createShortcut(() => undefined).use('CommandOrControl+F9');
    createShortcut(() => undefined).use('CommandOrControl+;');
    createShortcut(() => undefined).use('Control+C');
    expect([...held.keys()]).toEqual(['CommandOrControl+Shift+K', 'Super+Alt+N']);
  });

  test('a desktop without a portal is reported to give no keys to programs', () => {
    taken.add('Super+Alt+N');
    expect(createShortcut(() => undefined).use('Super+Alt+N')).toContain('does not let programs have keys');
  });
});

test.each<[string, string, Record<string, string>, { command: string; shortcut: string } | null]>([
  ['win32', '', {}, null],
  ['darwin', '', { XDG_SESSION_TYPE: 'wayland' }, null],
  ['linux', '', { XDG_SESSION_TYPE: 'x11' }, null],
  ['linux', '', {}, null],
  ['linux', 'x11', { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'GNOME' }, null],
  [
    'linux',
    '',
    { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' },
    {
      command: 'Settings › Keyboard › View and Customize Shortcuts › Custom Shortcuts',
      shortcut: 'Settings › Apps › Inkling › Global Shortcuts',
    },
  ],
  [
    'linux',
    'auto',
    { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'KDE' },
    {
      command: 'System Settings › Keyboard › Shortcuts › Add New › Command or Script',
      shortcut: 'System Settings › Keyboard › Shortcuts › Inkling',
    },
  ],
  [
    'linux',
    'wayland',
    { XDG_CURRENT_DESKTOP: 'sway' },
    {
      command: 'your desktop’s keyboard settings, or its configuration file',
      shortcut: 'your desktop’s keyboard settings',
    },
  ],
])('on %s with the platform switch %j and %j, keys are set in %j', (platform, ozone, environment, where) => {
  expect(findDesktopKeys(platform, ozone, environment)).toEqual(
    where === null ? null : { commandBoundIn: where.command, shortcutSetIn: where.shortcut },
  );
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
    { APPIMAGE: "/home/ada/My Apps/Ada's.AppImage", APPDIR: '/tmp/.mount_Inkl' },
    '/tmp/.mount_Inkl/inkling',
    null,
    String.raw`'/home/ada/My Apps/Ada'\''s.AppImage' --quick-note`,
  ],
  // Another program's AppImage, such as a terminal, has started the app.
  [
    'linux',
    { APPIMAGE: '/home/ada/Terminal.AppImage', APPDIR: '/tmp/.mount_Term' },
    '/opt/Inkling/inkling',
    null,
    'inkling --quick-note',
  ],
  [
    'linux',
    { FLATPAK_ID: 'app.inkling.Inkling' },
    '/app/inkling/inkling',
    null,
    'flatpak run app.inkling.Inkling --quick-note',
  ],
  ['linux', {}, '/src/electron', '/src/ink ling', "/src/electron '/src/ink ling' --quick-note"],
])(
  'on %s with %j, the quick note of %s with the app %j is opened by %s',
  (platform, environment, program, app, command) => {
    expect(quickNoteCommand({ platform, environment, program, app })).toBe(command);
  },
);

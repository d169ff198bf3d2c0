import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { canHideFromScreenSharing, createScreenSharing } from '#main/windows/screen-sharing.ts';

interface Window {
  isHidden: boolean;
  setContentProtection(hidden: boolean): void;
}

const electron = vi.hoisted(() => ({ app: null as EventEmitter | null, windows: [] as Window[] }));
vi.mock('electron', () => ({
  get app() {
    return electron.app;
  },
  BrowserWindow: { getAllWindows: () => electron.windows },
}));

beforeEach(() => {
  electron.app = new EventEmitter();
  electron.windows = [];
});

function openWindow(): Window {
  const window: Window = {
    isHidden: false,
    setContentProtection: (hidden) => (window.isHidden = hidden),
  };
  electron.windows.push(window);
  electron.app?.emit('browser-window-created', {}, window);
  return window;
}

test.each([
  ['win32', true],
  ['darwin', true],
  ['linux', false],
] as const)('[C10] on %s, hiding windows from screen sharing is offered: %s', (platform, isOffered) => {
  expect(canHideFromScreenSharing(platform)).toBe(isOffered);
});

test('[C9] no window is hidden from screen sharing until that is chosen, and then every one, also later ones', () => {
  const sharing = createScreenSharing();
  const first = openWindow();
  sharing.hide(false);
  expect(first.isHidden).toBe(false);
  sharing.hide(true);
  const second = openWindow();
  expect([first.isHidden, second.isHidden]).toEqual([true, true]);
  sharing.hide(false);
  const third = openWindow();
  expect([first.isHidden, second.isHidden, third.isHidden]).toEqual([false, false, false]);
});

/**
 * The tray's icon when its images cannot be loaded. Its menu: menus.test.ts and tests/e2e/desktop.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { createTray } from '#main/tray/tray.ts';

const electron = vi.hoisted(() => ({
  isMissing: false,
  dark: false,
  onTheme: () => {},
  images: [] as string[],
}));
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (template: unknown) => template },
  nativeImage: {
    createFromPath: (file: string) => ({ file, isEmpty: () => electron.isMissing }),
  },
  nativeTheme: {
    get shouldUseDarkColorsForSystemIntegratedUI() {
      return electron.dark;
    },
    on: (_name: string, listener: () => void) => (electron.onTheme = listener),
    off: () => undefined,
  },
  Tray: class {
    constructor(image: { file: string }) {
      this.setImage(image);
    }
    setImage({ file }: { file: string }) {
      electron.images.push(file);
    }
    setToolTip() {}
    setContextMenu() {}
    on() {}
  },
}));

const action = () => undefined;
const make = () =>
  createTray('/icons', { quickNote: action, open: action, settings: action, restart: action, quit: action });

beforeEach(() => {
  Object.assign(electron, { isMissing: false, dark: false });
  electron.images.length = 0;
});

test('a tray whose image cannot be loaded is not created', () => {
  electron.isMissing = true;
  expect(make()).toBeNull();
  expect(electron.images).toEqual([]);
});

test('a tray still has its image if that of the new theme cannot be loaded', () => {
  expect(make()).not.toBeNull();
  Object.assign(electron, { isMissing: true, dark: true });
  electron.onTheme();
  expect(electron.images).toHaveLength(1);
  electron.isMissing = false;
  electron.onTheme();
  expect(electron.images).toHaveLength(2);
});

/** What electron-builder.yml promises for systems whose installers cannot be made here. The builder checks its shape itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '#main/desktop/app-id.ts';
import { at } from '../commands/lib/paths.mjs';

interface System {
  readonly icon: string;
  readonly target: readonly { readonly target: string; readonly arch: readonly string[] }[];
}

interface Config {
  readonly appId: string;
  readonly extraMetadata: { readonly desktopName: string };
  readonly win: System;
  readonly nsis: { readonly deleteAppDataOnUninstall: boolean; readonly perMachine: boolean };
  readonly mac: System & {
    readonly entitlements: string;
    readonly entitlementsInherit: string;
    readonly hardenedRuntime: boolean;
  };
  readonly linux: System & {
    readonly executableName: string;
    readonly syncDesktopName: boolean;
    readonly desktop: {
      readonly entry: { readonly Actions: string; readonly StartupWMClass: string };
      readonly desktopActions: { readonly 'quick-note': { readonly Exec: string } };
    };
  };
}

const config = parse(readFileSync(at('electron-builder.yml'), 'utf8')) as Config;

describe('every system gets its installers for both processors:', () => {
  test.each([
    ['win', ['nsis']],
    ['mac', ['dmg', 'zip']],
    ['linux', ['AppImage', 'deb', 'rpm']],
  ] as const)('%s', (system, kinds) => {
    const targets = kinds.map((target) => ({ target, arch: ['x64', 'arm64'] }));
    expect(config[system].target).toEqual(targets);
  });
});

test('Electron is pinned, so that what was tested is what goes out', () => {
  const { devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
});

test('Windows finds the app under the name that its shortcut has', () => {
  expect(config.appId).toBe(APP_ID);
});

test('an uninstalled app leaves the notes where they are', () => {
  expect(config.nsis).toMatchObject({ deleteAppDataOnUninstall: false, perMachine: false });
});

test('macOS runs it hardened, with the one exception that V8 needs', () => {
  const { entitlements, entitlementsInherit, hardenedRuntime } = config.mac;
  expect({ entitlementsInherit, hardenedRuntime }).toEqual({
    entitlementsInherit: entitlements,
    hardenedRuntime: true,
  });
  const plist = readFileSync(at(entitlements), 'utf8');
  expect([...plist.matchAll(/<key>(.*)<\/key>\s*<(.*)\/>/g)].map(([, key, value]) => [key, value])).toEqual([
    ['com.apple.security.cs.allow-jit', 'true'],
  ]);
});

test('the desktop entry on Linux offers a quick note and is matched with the windows', () => {
  const { desktop, executableName, syncDesktopName } = config.linux;
  expect(desktop.entry).toMatchObject({ Actions: 'quick-note', StartupWMClass: 'inkling' });
  expect(desktop.desktopActions['quick-note'].Exec).toBe(`${executableName} --quick-note`);
  expect({ syncDesktopName, desktopName: config.extraMetadata.desktopName }).toEqual({
    syncDesktopName: true,
    desktopName: `${desktop.entry.StartupWMClass}.desktop`,
  });
});

describe('icons', () => {
  test.each([config.win.icon, config.mac.icon])('%s has the size that the others are made from', (file) => {
    expect(pngSize(at(file))).toEqual([1024, 1024]);
  });

  test('those for Linux are of the size that their names say', () => {
    const folder = config.linux.icon;
    for (const name of readdirSync(at(folder))) {
      const [width, height] = pngSize(at(folder, name));
      expect(`${width}x${height}.png`).toBe(name);
    }
  });

  test('those of the tray have the factor that their names say', () => {
    for (const name of readdirSync(at('resources/tray'))) {
      const [, large, factor] = /^[a-zA-Z-]+(?:-(48))?(?:@([\d.]+)x)?\.png$/.exec(name) ?? [];
      const size = large === undefined ? 16 * Number(factor ?? 1) : Number(large);
      expect(pngSize(at('resources/tray', name)), name).toEqual([size, size]);
    }
  });
});

/** Width and height from the file's own header (PNG, 11.2.1). */
function pngSize(file: string): [number, number] {
  const bytes = readFileSync(file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/**
 * Settings of electron-builder.yml for systems whose installers cannot be made here. The builder checks the
 * schema.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '#main/system/app-id.ts';
import { LINK_SCHEME } from '#main/links/deep-link.ts';
import { at } from '#tools/commands/lib/paths.mjs';

interface System {
  readonly icon: string;
  readonly target: readonly { readonly target: string; readonly arch: readonly string[] }[];
}

interface Config {
  readonly appId: string;
  readonly protocols: { readonly schemes: readonly string[] };
  readonly toolsets: { readonly appimage: string };
  readonly win: System;
  readonly nsis: {
    readonly deleteAppDataOnUninstall: boolean;
    readonly include: string;
    readonly perMachine: boolean;
  };
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
const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  readonly desktopName: string;
  readonly devDependencies: { readonly electron: string };
};

describe('installers', () => {
  test.each([
    ['win', ['nsis']],
    ['mac', ['dmg', 'zip']],
    ['linux', ['AppImage', 'deb', 'rpm']],
  ] as const)('the build for %s makes its installers for both processors', (system, kinds) => {
    const targets = kinds.map((target) => ({ target, arch: ['x64', 'arm64'] }));
    expect(config[system].target).toEqual(targets);
  });
});

test('[C93] Electron is pinned to an exact version, so that the tested version is the shipped one', () => {
  expect(manifest.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
});

test('[C75] the lock file pins every package of every system by its hash', () => {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  // The others belong to the checkout: its root, and its workspaces with the links to them.
  const installed = Object.entries(packages).filter(
    ([place, { link = false }]) => place.includes('node_modules/') && !link,
  );
  expect(installed).not.toEqual([]);
  // npm omits the hash of a package for another system than the one that wrote the file.
  const loose = installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(loose.map(([place]) => place)).toEqual([]);
});

test('every system uses the same name for the app', () => {
  expect(config.appId).toBe(APP_ID);
  expect(manifest.desktopName).toBe(`${APP_ID}.desktop`);
  expect(config.protocols.schemes).toEqual([LINK_SCHEME]);
});

test('an AppImage needs no library that distributions have dropped', () => {
  expect(config.toolsets.appimage).toBe('1.0.3');
});

test('uninstalling on Windows leaves the notes in place', () => {
  expect(config.nsis).toMatchObject({ deleteAppDataOnUninstall: false, perMachine: false });
});

test('uninstalling on Windows removes the links and the start at login, and an update does not', () => {
  const script = readFileSync(at(config.nsis.include), 'utf8');
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`);
  expect(script).toContain(`CurrentVersion\\Run" "${APP_ID}"`);
  expect(script).toContain(`StartupApproved\\Run" "${APP_ID}"`);
  expect(script).toMatch(/!macro customUnInstall\n {2}\$\{ifNot\} \$\{isUpdated\}/);
});

test('macOS runs the app hardened, with the one exception that V8 needs', () => {
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
  expect(desktop.entry).toMatchObject({ Actions: 'quick-note', StartupWMClass: APP_ID });
  expect(desktop.desktopActions['quick-note'].Exec).toBe(`${executableName} --quick-note`);
  expect(syncDesktopName).toBe(true);
});

describe('icons', () => {
  test.each([config.win.icon, config.mac.icon])('the icon %s is large enough for all other sizes', (file) => {
    expect(pngSize(at(file))).toEqual([1024, 1024]);
  });

  test('every icon for Linux has the size that its name says', () => {
    const folder = config.linux.icon;
    for (const name of readdirSync(at(folder))) {
      const [width, height] = pngSize(at(folder, name));
      expect(`${width}x${height}.png`).toBe(name);
    }
  });

  test('every icon of the tray has the size or factor that its name says', () => {
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

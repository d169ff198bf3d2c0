/**
 * The app that electron-builder makes for Linux: its files, its size and its fuses, and that its main job
 * works. `npm run package:dir` runs these tests on a package that is kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { extractAll, extractFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { build } from '#tools/commands/lib/build.mjs';
import { at } from '#tools/commands/lib/paths.mjs';
import { createRemote } from '#account/remote.ts';
import type { Uid } from '#shared/note/note.ts';
import { describeRemoteStore } from '../cloud/remote-store-contract.ts';
import { signIn as signInOverHttp } from '@inkling/local-cloud/client.ts';
import { otherClient, startCloudThread } from '../support/cloud-thread.ts';
import { run } from '../support/run.ts';
import { chooseInMenu, quickNotePage } from '../e2e/desktop/support.ts';
import { asPackaged } from '../e2e/support/as-packaged.ts';
import { ADA, addNote, launch, openedAddress, type RunningApp, signIn } from '../e2e/support/fixtures.ts';
import { openBegin } from '@inkling/local-cloud/browser.ts';
import { host } from '#tools/electron-binary/host.ts';
import { allowedFiles } from './allowed-files.ts';
import { type ArchivedFile, listArchive } from './archive.ts';
import { loadedModules } from './loaded-modules.ts';
import { type InstallerContent, installerContents, makePackage, type Package } from './make-package.ts';

/** Measured: 9.46 MiB, of which jschardet's models of languages are 1.27 and the pages 1.85. */
const BUDGET_BYTES = 10 * 1024 * 1024;
const PAGES_BUDGET_BYTES = 2 * 1024 * 1024;

/** The states of a fuse in the fuse wire of a binary. */
const FUSE_ON = '1'.charCodeAt(0);
const FUSE_OFF = '0'.charCodeAt(0);

/** Files that the app needs. */
const PARTS = [
  'main/index.js',
  'main/account.js',
  'main/cloud.js',
  'main/file-worker.js',
  'preload/index.cjs',
  'renderer/index.html',
  'renderer/quick-note.html',
];

const BINARY = `linux-${process.arch}`;

let folder: string;
let made: Package;
let files: readonly ArchivedFile[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-package-'));
  await build();
  made = await makePackage(process.env['INKLING_PACKAGE_OUTPUT'] ?? folder);
  files = listArchive(made.asar);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const sumOf = (some: readonly ArchivedFile[]): number => some.reduce((sum, { bytes }) => sum + bytes, 0);

/** The package of a file in `node_modules`; null for other files. */
function packageOf(file: string): string | null {
  return /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? null;
}

describe('the archive', () => {
  test('[C76] the archive contains only files that a rule names', () => {
    const rules = allowedFiles(BINARY);
    const strangers = files.filter(({ name }) => !rules.some((rule) => rule.files.test(name)));
    expect(strangers.map(({ name }) => name)).toEqual([]);
  });

  test('every rule for the files of the archive matches a file', () => {
    const idle = allowedFiles(BINARY).filter((rule) => !files.some(({ name }) => rule.files.test(name)));
    expect(idle.map(({ reason }) => reason)).toEqual([]);
  });

  test('the archive contains every bundle of the build, with its threads and both pages', () => {
    const built = readdirSync(at('out'), { recursive: true, encoding: 'utf8' })
      .map((name) => `out/${name.split(path.sep).join('/')}`)
      .filter((name) => /^out\/(main\/.*\.js|preload\/.*\.cjs|renderer\/.*\.\w+)$/.test(name));
    const names = files.map(({ name }) => name).filter((name) => name.startsWith('out/'));
    expect(names.toSorted()).toEqual(built.toSorted());
    for (const part of PARTS) expect(names).toContain(`out/${part}`);
  });

  test('the archive contains every module that its scripts load, and no package that none loads', () => {
    const archived = new Set(files.map(({ name }) => name));
    const loaded = new Set<string>();
    for (const script of [...archived].filter((name) => /^out\/(main|preload)\/.*\.c?js$/.test(name))) {
      const { names, computed } = loadedModules(extractFile(made.asar, script).toString('utf8'));
      // The module would be unknown.
      expect(computed, script).toEqual([]);
      for (const name of names) {
        if (name.startsWith('.'))
          expect(archived).toContain(path.posix.join(path.posix.dirname(script), name));
        else if (!isBuiltin(name)) loaded.add(name);
      }
    }
    const packages = new Set(files.flatMap(({ name }) => packageOf(name) ?? []));
    expect(loaded).toEqual(new Set(['electron', ...packages]));
  });

  test('[C77] the about box names the licence of every package that is bundled', () => {
    const maps = readdirSync(at('out/main'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.map'),
    );
    const bundled = maps.flatMap((name) => {
      const { sources } = JSON.parse(readFileSync(at('out/main', name), 'utf8')) as { sources: string[] };
      return sources.flatMap((source) => packageOf(source) ?? []);
    });
    const licences = JSON.parse(
      extractFile(made.asar, 'out/renderer/licences.json').toString('utf8'),
    ) as readonly { name: string }[];
    const named = new Set(licences.map(({ name }) => name));
    expect(bundled).toContain('google-gax');
    expect([...new Set(bundled)].filter((name) => !named.has(name))).toEqual([]);
  });

  test('the manifest in the archive has no scripts and no development dependencies', () => {
    const manifest = JSON.parse(extractFile(made.asar, 'package.json').toString('utf8')) as object;
    expect(manifest).toMatchObject({
      name: 'inkling',
      main: 'out/main/index.js',
      desktopName: 'app.inkling.Inkling.desktop',
    });
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
  });

  test('the archive and the pages in it stay within their size budgets', () => {
    expect(statSync(made.asar).size).toBeLessThan(BUDGET_BYTES);
    expect(sumOf(files.filter(({ name }) => name.startsWith('out/renderer/')))).toBeLessThan(
      PAGES_BUDGET_BYTES,
    );
  });
});

test('[C76] the only file beside the archive is SQLite', () => {
  const binary = `node_modules/better-sqlite3/prebuilds/${BINARY}.node`;
  expect(files.filter(({ unpacked }) => unpacked).map(({ name }) => name)).toEqual([binary]);
  const beside = readdirSync(made.unpacked, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(beside).toHaveLength(1);
  expect(readFileSync(path.join(made.unpacked, binary))).toEqual(readFileSync(at(binary)));
});

test('[C95] [C96] every fuse of the binary is in its intended state', async () => {
  const { version: _, ...wire } = await getCurrentFuseWire(made.executable);
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  expect(wire).toMatchObject({
    ...Object.fromEntries(on.map((fuse) => [fuse, FUSE_ON])),
    ...Object.fromEntries(off.map((fuse) => [fuse, FUSE_OFF])),
  });
});

test('the installed folder contains Electron, the archive and the updater’s configuration', () => {
  const names = readdirSync(made.folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  expect(names.filter((name) => !name.includes('app.asar.unpacked/')).toSorted()).toEqual([
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'inkling',
    'locales',
    'locales/en-US.pak',
    'resources',
    'resources/app-update.yml',
    'resources/app.asar',
    'resources/app.asar.unpacked',
    'version',
  ]);
  // The address in this file does not matter: the feed's real address is built into the archive.
  expect(readFileSync(path.join(made.folder, 'resources/app-update.yml'), 'utf8')).toContain(
    'https://updates.invalid/',
  );
});

test('electron-builder stops at a setting that it does not know', async () => {
  const outputFolder = path.join(folder, 'other');
  await expect(makePackage(outputFolder, ['-c.linux.nonsense=1'])).rejects.toThrow(
    'does not match the API schema',
  );
  expect(existsSync(path.join(outputFolder, 'linux-unpacked'))).toBe(false);
});

describe.runIf(process.platform === 'linux')('the deb and the rpm', () => {
  let contents: Readonly<Record<'deb' | 'rpm', InstallerContent>>;
  beforeAll(async () => {
    contents = await installerContents(made, folder);
  });

  /** The values of an option that may be given several times. */
  const valuesOf = ({ args }: InstallerContent, option: string) =>
    args.filter((_arg, index) => args[index - 1] === option);

  test('the deb and the rpm recommend the program by which the app finds the tray', () => {
    expect(readFileSync(at('src/main/tray/tray-host.ts'), 'utf8')).toContain("execFile('gdbus'");
    expect(valuesOf(contents.deb, '--deb-recommends')).toEqual(['libglib2.0-bin']);
    expect(valuesOf(contents.rpm, '--rpm-tag')).toEqual(['Recommends: /usr/bin/gdbus']);
  });

  test.each(['deb', 'rpm'] as const)(
    'the %s brings the profile by which AppArmor lets Chromium’s sandbox start',
    (kind) => {
      const { appArmorProfile, afterInstall, afterRemove } = contents[kind];
      expect(appArmorProfile).toMatch(
        /^profile "inkling" "\/opt\/Inkling\/inkling" flags=\(unconfined\) \{\n {2}userns,$/m,
      );
      expect(afterInstall).toContain("APPARMOR_PROFILE_SOURCE='/opt/Inkling/resources/apparmor-profile'");
      expect(afterInstall).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/inkling'");
      expect(afterRemove).toContain("APPARMOR_PROFILE_DEST='/etc/apparmor.d/inkling'");
      for (const script of [afterInstall, afterRemove]) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      }
    },
  );
});

/**
 * The package's fuses refuse a driver and it has no real Electron, so this machine's host runs its files, as
 * an unpackaged app: only an unpackaged app uses the local cloud's `endpoints`. Electron reads all files,
 * including those of the threads, from the archive; the stand-in reads them from a copy.
 */
describe.runIf(process.platform === 'linux')('the packaged files', () => {
  const place = (name: string): string => path.join(folder, name);

  function appFolder(): string {
    if (host.name === 'electron') return made.asar;
    const extracted = path.join(mkdtempSync(place('extracted-')), path.basename(made.asar));
    extractAll(made.asar, extracted);
    return extracted;
  }

  /** Starts the app, runs `act`, and ends the app. */
  async function withApp(before: string | undefined, act: (app: RunningApp, cloud: Cloud) => Promise<void>) {
    await using started = new AsyncDisposableStack();
    const cloud = await startCloud();
    started.defer(() => cloud.close());
    const app = await launch(cloud.configPath, mkdtempSync(place('user-data-')), {
      folder: appFolder(),
      ...(before === undefined ? {} : { before }),
    });
    started.defer(() => app.close());
    await act(app, cloud);
    expect(app.errors).toEqual([]);
  }

  // This machine's host has no fuses, so the program itself removes the variables that it should ignore.
  test('[C54] the packaged files pass the smoke test, in which the app checks itself and refuses a debugging port', async () => {
    const program = place('program');
    const command = [
      host.executable,
      ...host.args,
      '-r',
      asPackaged(folder, { isDriven: false }),
      appFolder(),
    ];
    const quoted = command.map((word) => `'${word}'`).join(' ');
    writeFileSync(program, `#!/bin/sh\nunset NODE_OPTIONS ELECTRON_RUN_AS_NODE\nexec ${quoted} "$@"\n`, {
      mode: 0o755,
    });
    const smoke = run(process.execPath, [at('tools/packaging/smoke.ts'), program], host.env);
    expect(await smoke.ended, smoke.output()).toBe(0);
    expect(smoke.output()).toContain('A debugging port is refused.');
  });

  test('the packaged files sign in and bring a note and a quick note to the cloud', async () => {
    await withApp(undefined, async (app, cloud) => {
      await signIn(app, cloud, ADA);
      await addNote(app.page, 'Packed', 'and still a note');
      const titles = () => cloud.controls.docs().map(({ fields }) => fields['title']);
      await expect.poll(titles).toEqual(['Packed']);
      const quick = await quickNotePage(app);
      await chooseInMenu(app, 'quick-note');
      await quick.getByPlaceholder('Title').fill('Quick');
      await quick.keyboard.press('Escape');
      await expect.poll(titles).toEqual(['Packed', 'Quick']);
    });
  });

  test('[C35] a packaged app signs in at Google only, even if the configuration names other endpoints', async () => {
    await withApp(asPackaged(folder), async ({ electron, page }) => {
      const button = page.getByRole('button', { name: 'Sign In With Google' });
      const address = await openedAddress(electron, () => button.click());
      expect(new URL(await openBegin(address)).origin).toBe('https://accounts.google.com');
    });
  });
});

/**
 * The bundler puts Firestore's SDK into files of its own, so these must pass all tests of the SDK.
 */
describe('the packaged thread of the cloud', () => {
  let cloud: Cloud;
  let uid: Uid;
  const account = createRemote();
  beforeAll(async () => {
    cloud = await startCloud();
    const { idToken, ...session } = await signInOverHttp(cloud, ADA);
    uid = session.uid as Uid;
    const tokens = { idToken: async () => idToken, rejectToken: () => undefined };
    // Outside of the checkout, because Node would find its packages.
    const extracted = path.join(folder, 'cloud');
    extractAll(made.asar, extracted);
    startCloudThread({ cloud, account, tokens, uid, entry: path.join(extracted, 'out/main/cloud.js') });
  });
  afterAll(async () => {
    account.dispose();
    await cloud.close();
  });

  describeRemoteStore('Firestore in a thread of the package', () => ({
    remote: account,
    ...otherClient(cloud, uid),
  }));
});

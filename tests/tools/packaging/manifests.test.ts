/** The manifests for other stores, filled in as for a release. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '#main/system/app-id.ts';
import { isProgram } from '#tools/commands/lib/apt.mjs';
import { at } from '#tools/commands/lib/paths.mjs';
import { run } from '../../support/run.ts';

const PROJECT = 'https://example.org/inkling';
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
const builder = parse(readFileSync(at('electron-builder.yml'), 'utf8')) as {
  artifactName: string;
  productName: string;
};

/** The name that electron-builder gives a file. */
function nameOf(os: string, arch: string, ext: string): string {
  const values: Readonly<Record<string, string>> = {
    productName: builder.productName,
    version,
    os,
    arch,
    ext,
  };
  return builder.artifactName.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}

const INSTALLERS = [
  nameOf('win', 'x64', 'exe'),
  nameOf('win', 'arm64', 'exe'),
  nameOf('linux', 'amd64', 'deb'),
  nameOf('linux', 'arm64', 'deb'),
] as const;
const sha256 = (name: string): string => createHash('sha256').update(name).digest('hex');

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-manifests-'));
  for (const name of INSTALLERS) writeFileSync(path.join(folder, name), name);
  const filling = run(process.execPath, [at('tools/packaging/fill-manifests.ts'), folder, PROJECT, folder]);
  expect(await filling.ended, filling.output()).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

describe('winget', () => {
  const manifest = (part: string) =>
    parse(read(`winget/Inkling.Inkling${part}.yaml`)) as Record<string, unknown>;

  test.each(['', '.locale.en-US', '.installer'])('Inkling.Inkling%s.yaml names this version', (part) => {
    expect(manifest(part)).toMatchObject({ PackageIdentifier: 'Inkling.Inkling', PackageVersion: version });
  });

  test('the winget manifest has an installer for each processor, with its hash', () => {
    const [x64, arm64] = INSTALLERS;
    const entry = (Architecture: string, name: string) => ({
      Architecture,
      InstallerUrl: `${PROJECT}/releases/download/v${version}/${name}`,
      InstallerSha256: sha256(name).toUpperCase(),
    });
    expect(manifest('.installer')['Installers']).toEqual([entry('x64', x64), entry('arm64', arm64)]);
  });
});

describe('Flatpak', () => {
  const text = () => read(`flatpak/${APP_ID}.yml`);

  interface Manifest {
    readonly id: string;
    readonly command: string;
    readonly modules: readonly {
      readonly 'build-commands': readonly string[];
      readonly sources: readonly { readonly url?: string; readonly sha256?: string }[];
    }[];
  }

  test('the Flatpak is made from the deb of each processor, with its hash', () => {
    const manifest = parse(text()) as Manifest;
    const [, , amd64, arm64] = INSTALLERS;
    expect(manifest).toMatchObject({ id: APP_ID, command: 'inkling' });
    const sources = manifest.modules
      .flatMap((module) => module.sources)
      .filter(({ url }) => url !== undefined);
    expect(sources.map(({ url, sha256: hash }) => [url, hash])).toEqual(
      [amd64, arm64].map((name) => [`${PROJECT}/releases/download/v${version}/${name}`, sha256(name)]),
    );
  });

  test('the Flatpak omits the file that tells the app that it was installed as a system package', () => {
    expect(text()).toContain('rm -f opt/Inkling/resources/package-type');
  });

  test('the Flatpak manifest has no placeholders except variables of its own shell', () => {
    const placeholders = [...text().matchAll(/\$\{(.*?)\}/g)].map(([, name]) => name);
    expect(new Set(placeholders)).toEqual(new Set(['FLATPAK_ID', 'size']));
  });

  test.runIf(isProgram('appstreamcli'))('appstreamcli accepts the description in the Flatpak', () => {
    const file = path.join(folder, `flatpak/${APP_ID}.metainfo.xml`);
    // `execFileSync` throws if the exit code is not 0.
    execFileSync('appstreamcli', ['validate', '--no-net', '--explain', file], { encoding: 'utf8' });
  });
});

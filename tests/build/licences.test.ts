/** The licences in the about dialog, as the build writes them beside the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
}

const packages = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../out/renderer/licences.json'), 'utf8'),
) as readonly Package[];
const names = packages.map(({ name }) => name);
const textOf = (wanted: string): string => packages.find(({ name }) => name === wanted)?.text ?? '';

test('the licences include every package of the main process and its threads, and what these need in turn', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'electron-updater',
      'google-auth-library',
      'firebase-admin',
      'google-gax',
      'yazl',
    ]),
  );
});

test('the licences include a package that a page uses for its code, only for its styles, or in part', () => {
  expect(textOf('react')).toContain('MIT License');
  expect(textOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE');
  expect(textOf('@fluentui/react-dialog')).toContain('Microsoft');
  expect(names).toContain('@fluentui/react-icons');
});

test('the licences include what ships beside the bundles', () => {
  expect(textOf('electron')).toContain('Electron contributors');
  expect(textOf('better-sqlite3')).toContain('Joshua Wise');
});

test('the licences include no package that only builds or tests the app', () => {
  for (const name of ['vite', 'vitest', 'typescript', 'electron-builder', 'oidc-provider', '@electron/get']) {
    expect(names).not.toContain(name);
  }
});

test('[C77] each package is listed once and names a licence, and few come without its text', () => {
  const ids = packages.map(({ name, version }) => `${name} ${version}`);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  expect(packages.filter(({ identifier = '' }) => identifier.trim() === '').map(({ name }) => name)).toEqual(
    [],
  );
  expect(packages.filter(({ text }) => text === undefined).length).toBeLessThan(5);
});

/** When `npm ci` is needed: a wrong "no" breaks every command, a wrong "yes" costs a minute each time. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesMatch, refuseLink } from '#tools/commands/lib/install.mjs';
import { Stop } from '#tools/commands/lib/stop.mjs';

const LOCKED = {
  '': { version: '0.1.0' },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/react/node_modules/inner': { version: '1.0.0' },
  'node_modules/other-system': { version: '2.0.0', optional: true },
};
const { '': _, 'node_modules/other-system': __, ...INSTALLED } = LOCKED;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkling-install-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function match(installed: object): boolean {
  const lockFile = path.join(folder, 'package-lock.json');
  const installedFile = path.join(folder, 'installed.json');
  writeFileSync(lockFile, JSON.stringify({ packages: LOCKED }));
  writeFileSync(installedFile, JSON.stringify({ packages: installed }));
  return packagesMatch(lockFile, installedFile);
}

test('no install is needed if only an optional package is missing', () => {
  expect(match(INSTALLED)).toBe(true);
});

test('an install is needed if a package has another version than in the lock file', () => {
  expect(match({ ...INSTALLED, 'node_modules/react': { version: '19.3.0' } })).toBe(false);
});

test('an install is needed if a package is missing', () => {
  expect(match({ 'node_modules/react': { version: '19.3.1' } })).toBe(false);
});

test('an install is needed if an optional package has another version than in the lock file', () => {
  expect(match({ ...INSTALLED, 'node_modules/other-system': { version: '1.0.0' } })).toBe(false);
});

test('an install is needed if the last one never ended', () => {
  expect(packagesMatch(path.join(folder, 'package-lock.json'), path.join(folder, 'absent.json'))).toBe(false);
});

test('nothing is installed through a link into another checkout', () => {
  const shared = path.join(folder, 'shared');
  const link = path.join(folder, 'node_modules');
  mkdirSync(shared);
  // On Windows every user may create a junction, but not a symbolic link.
  symlinkSync(shared, link, 'junction');
  const refused = () => {
    refuseLink(link);
  };
  expect(refused).toThrow(Stop);
  expect(refused).toThrow(`${link} is a link`);
  refuseLink(shared);
  refuseLink(path.join(folder, 'absent'));
});

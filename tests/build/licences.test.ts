/** The about box names every package that the app is made of. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectLicences } from '#build/licences.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { packages, texts } = collectLicences(ROOT);
const textOf = (name: string): string => {
  const found = packages.find((one) => one.name === name);
  return found === undefined || found.text === null ? '' : (texts[found.text] ?? '');
};

test('the licences include every package that the sources import, and what it depends on in turn', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['better-sqlite3', 'electron-updater', 'google-auth-library']),
  );
  // Of these the sources import only the first.
  expect(names).toEqual(expect.arrayContaining(['firebase-admin', '@google-cloud/firestore', 'google-gax']));
});

test('the licences include a package that is bundled for its code, only for its styles, or in part', () => {
  expect(textOf('react')).toContain('MIT License');
  expect(textOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE');
  expect(textOf('@fluentui/react-dialog')).toContain('Microsoft');
  expect(packages.map(({ name }) => name)).toContain('@fluentui/react-icons');
});

test('the licences include Electron, but not the package with which npm downloads it', () => {
  const names = packages.map(({ name }) => name);
  expect(textOf('electron')).toContain('Electron contributors');
  expect(names).not.toContain('@electron/get');
});

test('the licences include no package that only builds or tests the app', () => {
  const names = packages.map(({ name }) => name);
  for (const name of ['vite', 'vitest', 'typescript', 'electron-builder', 'oidc-provider']) {
    expect(names).not.toContain(name);
  }
  expect(names.filter((name) => name.startsWith('@types/'))).toEqual([]);
});

test('[C77] each package names a licence', () => {
  expect(packages.filter(({ licence }) => licence.trim() === '').map(({ name }) => name)).toEqual([]);
});

test('a licence text that many packages share is stored once, and few packages have no text', () => {
  expect(new Set(texts).size).toBe(texts.length);
  expect(packages.filter(({ text }) => text === null).length).toBeLessThan(20);
});

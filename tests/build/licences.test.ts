/** The about box names every package that the app is made of. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectLicences } from '#build/licences.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const { packages, texts } = collectLicences(ROOT);
const textOf = (name: string): string => {
  const found = packages.find((one) => one.name === name);
  return found === undefined || found.text === null ? '' : (texts[found.text] ?? '');
};

test('every package that is installed beside the app is there, with what it needs in turn', () => {
  const { dependencies }: { dependencies: object } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const names = packages.map(({ name }) => name);
  for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  expect(names).toContain('google-gax');
});

test('what is bundled is there: for its code, for its style alone, for a part of it', () => {
  expect(textOf('react')).toContain('MIT License');
  expect(textOf('@fontsource-variable/inter')).toContain('SIL OPEN FONT LICENSE');
  expect(textOf('@fluentui/react-dialog')).toContain('Microsoft');
  expect(packages.map(({ name }) => name)).toContain('@fluentui/react-icons');
});

test('Electron is there, and not what npm fetches it with', () => {
  const names = packages.map(({ name }) => name);
  expect(textOf('electron')).toContain('Electron contributors');
  expect(names).not.toContain('@electron/get');
});

test('what only builds or tests the app is not there', () => {
  const names = packages.map(({ name }) => name);
  for (const name of ['vite', 'vitest', 'typescript', 'electron-builder', 'oidc-provider']) {
    expect(names).not.toContain(name);
  }
  expect(names.filter((name) => name.startsWith('@types/'))).toEqual([]);
});

test('a text that many have is there once, and hardly any package has none', () => {
  expect(new Set(texts).size).toBe(texts.length);
  expect(packages.filter(({ text }) => text === null).length).toBeLessThan(20);
});

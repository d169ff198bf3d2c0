/**
 * Proof that the layer rules work: forbidden lines fail under the real settings, and allowed ones pass.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Finding, Overlay } from './overlay.ts';

/** Files with every import that the layers allow. */
const ALLOWED = {
  'src/shared/fine.ts': 'export const shared = 42;',
  'src/disk/fine.ts': `export { fsyncSync } from 'node:fs';`,
  'src/account/sync/fine.ts': `import { shared } from '#shared/fine.ts';\nexport const sync = shared;`,
  'src/account/database/fine.ts': `import { sync } from '#account/sync/fine.ts';\nexport const database = sync;`,
  'src/account/fine.ts': `import { database } from '#account/database/fine.ts';
export { fsyncSync } from '#disk/fine.ts';
export const account = database;`,
  'src/cloud/fine.ts': `import { shared } from '#shared/fine.ts';\nexport const cloud = shared;`,
  'src/main/auth/fine.ts': `import { shared } from '#shared/fine.ts';\nexport const auth = shared;`,
  'src/main/windows/fine.ts': `import { app } from 'electron';\nexport const quit = (): void => app.quit();`,
  'src/main/ipc/router.ts': `import { ipcMain } from 'electron';\nexport const main = ipcMain;`,
  'src/main/compose.ts': `import { auth } from '#main/auth/fine.ts';
import { shared } from '#shared/fine.ts';
export const parts = [auth, shared];`,
  'src/preload/fine.ts': `import { shared } from '#shared/fine.ts';\nexport const preload = shared;`,
  'src/renderer/fine.ts': `import { shared } from '#shared/fine.ts';\nexport const renderer = shared;`,
};

const OUTSIDE_LAYER = 'TS6307';

/** Imports of a layer from another layer that it may not use. */
const ARROWS = [
  ['shared', 'renderer'],
  ['shared', 'account/sync'],
  ['shared', 'disk'],
  ['disk', 'main'],
  ['renderer', 'disk'],
  ['account/sync', 'disk'],
  ['cloud', 'disk'],
  ['renderer', 'account'],
  ['renderer', 'account/sync'],
  ['preload', 'account'],
  ['preload', 'renderer'],
  ['account/sync', 'account'],
  ['account/sync', 'cloud'],
  ['account', 'cloud'],
  ['account', 'main'],
  ['cloud', 'account'],
  ['cloud', 'main/auth'],
  ['main', 'account'],
  ['main', 'cloud'],
  ['main/auth', 'account'],
  ['main/auth', 'cloud'],
  ['main/windows', 'renderer'],
].map(([from = '', to = '']) => ({
  name: `${from} imports ${to}`,
  file: `src/${from}/imports-${to.replace('/', '-')}.ts`,
  rule: OUTSIDE_LAYER,
  // Every import has a separate target, because the compiler reports each file outside of a layer only once.
  target: `src/${to}/for-${from.replace('/', '-')}.ts`,
  text: `export * from '${'../'.repeat(from.split('/').length)}${to}/for-${from.replace('/', '-')}.ts';`,
}));
const TARGETS = Object.fromEntries(ARROWS.map(({ target }) => [target, 'export const target = 42;']));

const FORBIDDEN: readonly { name: string; file: string; rule: string; text: string }[] = [
  ...ARROWS,
  ...['shared', 'renderer', 'account/sync', 'account/database', 'cloud', 'main/auth', 'main/config'].map(
    (layer) => ({
      rule: 'no-restricted-imports',
      name: `${layer} uses Electron`,
      file: `src/${layer}/electron.ts`,
      text: `import { app } from 'electron';\nexport const quit = (): void => app.quit();`,
    }),
  ),
  ...['better-sqlite3', 'firebase-admin/firestore', 'node:fs'].flatMap((library) =>
    ['shared', 'account/sync'].map((layer) => ({
      rule: 'no-restricted-imports',
      name: `${layer} uses ${library}`,
      file: `src/${layer}/uses-${library.replace(/\W/g, '-')}.ts`,
      text: `export * from '${library}';`,
    })),
  ),
  {
    rule: 'no-use-before-define',
    name: 'a callback of compose uses a value created below it',
    file: 'src/main/compose.ts',
    text: `export function compose(): () => number {
  const early = (): number => late;
  const late = 42;
  return early;
}`,
  },
  ...['Date', 'setTimeout', 'setInterval', 'fetch', 'performance'].map((name) => ({
    rule: 'no-restricted-globals',
    name: `account/sync uses ${name}`,
    file: `src/account/sync/uses-${name.toLowerCase()}.ts`,
    text: `export const used = ${name};`,
  })),
  ...['account', 'cloud', 'main/windows', 'main/device', 'renderer'].map((layer) => ({
    rule: 'no-restricted-imports',
    name: `${layer} uses better-sqlite3`,
    file: `src/${layer}/uses-sqlite.ts`,
    text: `export * from 'better-sqlite3';`,
  })),
  ...['main/windows', 'main/ipc'].map((layer) => ({
    rule: 'no-restricted-imports',
    name: `${layer} uses raw ipcMain`,
    file: `src/${layer}/uses-ipc-main.ts`,
    text: `import { ipcMain } from 'electron';\nexport const main = ipcMain;`,
  })),
  {
    rule: 'no-default-export',
    name: 'a default export',
    file: 'src/shared/default-export.ts',
    text: 'export default 42;',
  },
];

let overlay: Overlay;
let findings: readonly Finding[];

beforeAll(async () => {
  overlay = new Overlay({
    ...ALLOWED,
    ...TARGETS,
    ...Object.fromEntries(FORBIDDEN.map(({ file, text }) => [file, text])),
  });
  const [compiler, lint] = await Promise.all([overlay.compile(), overlay.lint()]);
  findings = [...compiler, ...lint];
});

afterAll(() => overlay[Symbol.dispose]());

describe('forbidden', () => {
  test.each(FORBIDDEN)('the layer rules report “$name” as $rule', ({ file, rule }) => {
    expect(findings).toContainEqual({ file, rule });
  });
});

test('files with every import that the layers allow pass the compiler and the linter', async () => {
  using clean = new Overlay(ALLOWED);
  expect(await clean.compile()).toEqual([]);
  expect(await clean.lint()).toEqual([]);
});

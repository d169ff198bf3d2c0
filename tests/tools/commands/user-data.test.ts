/** `npm start` looks for a configuration exactly where the app does. */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasConfiguration, userDataFolder } from '#tools/commands/lib/user-data.mjs';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test.each([
  ['linux', {}, path.join(os.homedir(), '.config/Inkling')],
  ['linux', { XDG_CONFIG_HOME: '/settings' }, path.join('/settings/Inkling')],
  ['darwin', {}, path.join(os.homedir(), 'Library/Application Support/Inkling')],
  ['win32', { APPDATA: '/roaming' }, path.join('/roaming/Inkling')],
] as const)('on %s with %j the user-data folder is %s', (platform, env, folder) => {
  expect(userDataFolder([], env, platform)).toBe(folder);
});

test('--user-data-dir takes precedence over the user-data folder of the system', () => {
  expect(userDataFolder(['--other', '--user-data-dir=/mine'], {}, 'linux')).toBe(path.resolve('/mine'));
});

test('a configuration is found if it is named, baked in, or in the user-data folder', () => {
  const folder = temporaryFolder();
  expect(hasConfiguration(folder, {})).toBe(false);
  expect(hasConfiguration(folder, { INKLING_CONFIG: '/absent.json' })).toBe(true);
  expect(hasConfiguration(folder, { INKLING_BAKED_CONFIG: '{}' })).toBe(true);
  writeFileSync(path.join(folder, 'config.json'), '{}');
  expect(hasConfiguration(folder, {})).toBe(true);
});

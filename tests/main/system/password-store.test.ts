/** The file that names a key store for every start. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { choosePasswordStore } from '#main/system/password-store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const electron = vi.hoisted(() => ({ userData: '', switches: new Map<string, string>() }));
vi.mock('electron', () => ({
  app: {
    getPath: () => electron.userData,
    commandLine: {
      hasSwitch: (name: string) => electron.switches.has(name),
      appendSwitch: (name: string, value: string) => electron.switches.set(name, value),
    },
  },
}));

const file = () => path.join(electron.userData, 'password-store');

function runOn(platform: NodeJS.Platform): void {
  vi.stubGlobal('process', { ...process, platform });
  onTestFinished(() => void vi.unstubAllGlobals());
}

beforeEach(() => {
  electron.userData = temporaryFolder();
  electron.switches.clear();
});

test('without the file Chromium chooses the key store itself', () => {
  runOn('linux');
  choosePasswordStore();
  expect(electron.switches).toEqual(new Map());
});

test.each(['gnome-libsecret', 'kwallet6', 'kwallet5', 'kwallet', 'basic'])(
  'the file chooses the key store %s, with or without an end of the line',
  (store) => {
    runOn('linux');
    for (const text of [store, `${store}\n`]) {
      electron.switches.clear();
      writeFileSync(file(), text);
      choosePasswordStore();
      expect(electron.switches).toEqual(new Map([['password-store', store]]));
    }
  },
);

test('the switch of a start takes precedence over the file', () => {
  runOn('linux');
  writeFileSync(file(), 'basic');
  electron.switches.set('password-store', 'kwallet6');
  choosePasswordStore();
  expect(electron.switches.get('password-store')).toBe('kwallet6');
});

test.each(['gnome', '', '--password-store=basic'])(
  'the text "%s" is refused with the name of the file',
  (text) => {
    runOn('linux');
    writeFileSync(file(), text);
    expect(choosePasswordStore).toThrow(
      `The file ${file()} must hold one of the words gnome-libsecret, kwallet6`,
    );
  },
);

test('a file that cannot be read is an error, and not a reason for another key store', () => {
  runOn('linux');
  mkdirSync(file());
  expect(choosePasswordStore).toThrow(`The file ${file()} cannot be read`);
});

test.each(['win32', 'darwin'] as const)('on %s the file has no meaning', (platform) => {
  runOn(platform);
  writeFileSync(file(), 'nonsense');
  choosePasswordStore();
  expect(electron.switches).toEqual(new Map());
});

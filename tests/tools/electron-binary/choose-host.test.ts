// The choice of the host that runs the app.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stop } from '#tools/commands/lib/stop.mjs';
import { chooseHost } from '#tools/electron-binary/choose-host.ts';
import { findElectron } from '#tools/electron-binary/find.ts';

const linux = process.platform === 'linux';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'inkling-host-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the real Electron is found when npm has fetched its binary', async () => {
  expect(findElectron(folder)).toBeUndefined();
  await writeFile(path.join(folder, 'path.txt'), 'electron');
  expect(findElectron(folder)).toBeUndefined();
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'dist', 'electron'), '');
  expect(findElectron(folder)).toBe(path.join(folder, 'dist', 'electron'));
});

test.runIf(linux)(
  'a user’s own Electron precedes that of npm, but the stand-in does not count as one',
  async () => {
    await writeFile(path.join(folder, 'electron'), '');
    expect(findElectron('/nowhere', { ELECTRON_OVERRIDE_DIST_PATH: folder })).toBe(
      path.join(folder, 'electron'),
    );
    const standIn = chooseHost({}, { electron: undefined });
    expect(findElectron('/nowhere', standIn.env)).toBeUndefined();
  },
);

test('a folder without a binary is named, and nothing takes its place', () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
  expect(() => findElectron(folder, env)).toThrow(Stop);
  expect(() => findElectron(folder, env)).toThrow(
    /^There is no .*electron.*, although ELECTRON_OVERRIDE_DIST_PATH names its folder: correct or unset it\.$/i,
  );
});

test('the real Electron is preferred unless the stand-in is asked for', () => {
  const options = { electron: '/real/electron', starting: () => ({ kind: 'starts' }) as const };
  expect(chooseHost({}, options)).toMatchObject({
    name: 'electron',
    executable: '/real/electron',
    env: {},
  });
  expect(chooseHost({ INKLING_HOST: 'stand-in' }, options).name).toBe('stand-in');
});

test('tests use the stand-in if Electron lacks its sandbox, and say why', () => {
  const options = { electron: '/real/electron', starting: () => ({ kind: 'unsandboxed' }) as const };
  const { name, note } = chooseHost({}, options);
  expect(name).toBe('stand-in');
  expect(note).toMatch(
    /^Electron starts here only without Chromium's sandbox, because .*: the stand-in takes its place\.$/,
  );
  expect(chooseHost({ INKLING_HOST: 'electron' }, options).name).toBe('electron');
});

test('a user gets Electron without its sandbox, and is told how to enable it', () => {
  const options = { electron: '/real/electron', starting: () => ({ kind: 'unsandboxed' }) as const };
  const { name, note, args } = chooseHost({}, { ...options, mayLackSandbox: true });
  expect(name).toBe('electron');
  expect(args.at(-1)).toBe('--no-sandbox');
  expect(note).toMatch(
    /^Chromium's sandbox cannot start here, because .*, so Inkling runs without it\. .*:\n {2}sudo chown .*\n {2}sudo chmod .*$/,
  );
});

test.each([true, false])('the stand-in is used if Electron does not start at all (own start: %s)', (own) => {
  const fails = { kind: 'fails', why: 'it lacks libnss3.so' } as const;
  const options = { electron: '/real/electron', starting: () => fails, mayLackSandbox: own };
  const note = 'Electron does not start here (it lacks libnss3.so): the stand-in takes its place.';
  expect(chooseHost({}, options)).toMatchObject({ name: 'stand-in', note });
  const advised = { ...options, starting: () => ({ ...fails, advice: 'sudo apt install libnss3' }) };
  expect(chooseHost({}, advised).note).toBe(`${note} To install what is missing: sudo apt install libnss3`);
  expect(chooseHost({ INKLING_HOST: 'electron' }, options).name).toBe('electron');
});

test('a display that does not answer is named, and only hidden windows do without it', () => {
  const starting = () => ({ kind: 'no display', display: 'DISPLAY=:77' }) as const;
  const options = { electron: '/real/electron', starting };
  expect(chooseHost({}, options)).toMatchObject({
    name: 'stand-in',
    note: 'The display DISPLAY=:77 does not answer, so Electron cannot start: the stand-in takes its place.',
  });
  expect(() => chooseHost({ STANDIN_HEADED: '1' }, options)).toThrow(
    new Stop('The display DISPLAY=:77 does not answer: start one, or name another.'),
  );
});

test('asking for a missing Electron or an unknown host fails, and without Electron the stand-in is used', () => {
  const missing = { electron: undefined };
  expect(chooseHost({}, missing).name).toBe('stand-in');
  expect(() => chooseHost({ INKLING_HOST: 'electron' }, missing)).toThrow('its binary is not there');
  expect(() => chooseHost({ INKLING_HOST: 'firefox' }, missing)).toThrow(
    new Stop('INKLING_HOST is "firefox"; it may be "electron" or "stand-in".'),
  );
});

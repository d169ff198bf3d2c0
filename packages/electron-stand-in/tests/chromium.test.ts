// The choice of the Chromium that shows the windows, and whether they are shown.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isHeaded } from '../chromium/browser.ts';
import { chooseChromium, findChromium } from '../chromium/find.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'inkling-host-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('windows are shown on request, otherwise if no driver has started the app', () => {
  const driven = new Map([['remote-debugging-port', '0']]);
  expect(isHeaded(driven, {})).toBe(false);
  expect(isHeaded(driven, { STANDIN_HEADED: '1' })).toBe(true);
  expect(isHeaded(new Map(), {})).toBe(true);
  expect(isHeaded(new Map(), { STANDIN_HEADED: '0' })).toBe(false);
});

test('Chromium is looked for by its usual names, and if it is missing, an error says what to install', async () => {
  const file = path.join(folder, 'google-chrome');
  await writeFile(file, '', { mode: 0o755 });
  expect(findChromium({ PATH: ['/nowhere', folder].join(path.delimiter) })).toBe(file);
  expect(findChromium({ PATH: '', INKLING_CHROMIUM: file })).toBe(file);
  expect(() => findChromium({ PATH: '/nowhere' }, [])).toThrow(/apt-get install chromium/);
});

test('the headless shell is used if it is requested and installed, and no window is shown', async () => {
  const chromium = path.join(folder, 'chromium');
  const shell = path.join(folder, 'chromium-headless-shell');
  await writeFile(chromium, '', { mode: 0o755 });
  const wanted = { PATH: folder, STANDIN_SHELL: '1' };
  expect(chooseChromium(false, wanted)).toBe(chromium);
  await writeFile(shell, '', { mode: 0o755 });
  expect(chooseChromium(false, wanted)).toBe(shell);
  expect(chooseChromium(true, wanted)).toBe(chromium);
  expect(chooseChromium(false, { PATH: folder })).toBe(chromium);
  expect(chooseChromium(false, { ...wanted, INKLING_CHROMIUM: process.execPath })).toBe(process.execPath);
});

// Starting and ending: order of events, exit codes, single instance, stored data, and no surviving process.
import { _electron } from '@playwright/test';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import {
  eventually,
  fixtureArguments,
  launchFixture,
  makeUserData,
  runFixture,
  test,
} from './support/fixture-app.ts';
import { processesOf } from '../../../tests/support/processes.ts';
import { STEP_LIMIT_MS } from '../../../tests/support/limits.ts';

let userData: Awaited<ReturnType<typeof makeUserData>>;
beforeEach(async () => {
  userData = await makeUserData();
});
afterEach(async () => {
  await userData.remove();
});

/** An app ends without waiting for a Chromium that takes seconds to end, and that then ends by itself. */
const nothingLeft = (): Promise<void> => eventually(() => processesOf(userData.path)).toEqual([]);

describe('the end of the app', () => {
  test('closing the last window ends the app through Electron’s events', async () => {
    const { app } = await launchFixture(userData.path);
    const order: string[] = [];
    app.on('console', (message) => order.push(message.text()));
    await app.evaluate(({ app: electronApp, BrowserWindow }) => {
      electronApp.once('quit', (_event, code) => console.log([...globalThis.fixture.log, code].join(' ')));
      BrowserWindow.getAllWindows()[0]?.close();
    });
    await app.waitForEvent('close');
    expect(order.join()).toMatch(/close closed window-all-closed before-quit will-quit quit 0$/);
    await nothingLeft();
  });

  test('an app that its driver ends right after the start leaves no process behind', async () => {
    const app = await _electron.launch({
      timeout: STEP_LIMIT_MS,
      args: fixtureArguments(userData.path),
    });
    await app.close();
    await nothingLeft();
  });

  test('a signal ends the app with exit code 0 and no output other than its own', async () => {
    const run = runFixture(userData.path);
    await run.printed('loaded');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe('loaded\n');
    await nothingLeft();
  });

  test.each([
    ['app.exit before it is ready', 'at once', 7],
    ['app.quit before it is ready', 'quit at once', 0],
    ['app.exit while its window opens', 'in window', 8],
    ['process.exit', 'process.exit', 9],
    ['an uncaught error', 'throw', 1],
  ])('an app that ends by %s gives its exit code and leaves no process behind', async (_how, exit, code) => {
    const run = runFixture(userData.path, { env: { FIXTURE_EXIT: exit } });
    expect(await run.ended).toBe(code);
    await nothingLeft();
  });

  test('SIGKILL of the app also ends Chromium, even in the middle of the start', async () => {
    const started = runFixture(userData.path);
    await started.printed('loaded');
    started.child.kill('SIGKILL');
    expect(await started.ended).toBe('SIGKILL');
    await nothingLeft();

    const starting = runFixture(userData.path);
    await expect.poll(() => processesOf(userData.path).length, { interval: 5 }).toBeGreaterThan(1);
    starting.child.kill('SIGKILL');
    await starting.ended;
    await nothingLeft();
  });
});

test('the page’s storage and safeStorage’s secrets survive a restart', async () => {
  const first = await launchFixture(userData.path);
  await first.page.evaluate(() => localStorage.setItem('kept', 'yes'));
  const secret = await first.app.evaluate(({ safeStorage }) =>
    safeStorage.encryptString('geheim').toString('base64'),
  );
  expect(Buffer.from(secret, 'base64').toString()).not.toContain('geheim');
  await first.app.close();

  const second = await launchFixture(userData.path);
  expect(await second.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
  const decrypt = (bytes: Buffer): Promise<string> =>
    second.app.evaluate(({ safeStorage }, base64) => {
      try {
        return safeStorage.decryptString(Buffer.from(base64, 'base64'));
      } catch (error) {
        return String(error);
      }
    }, bytes.toString('base64'));
  const encrypted = Buffer.from(secret, 'base64');
  expect(await decrypt(encrypted)).toBe('geheim');
  expect(await decrypt(encrypted.subarray(0, -1))).toContain('Error while decrypting');
  await second.app.close();
});

test('a second instance passes its arguments to the first and exits', async () => {
  const env = { FIXTURE_SINGLE: '1' };
  const first = runFixture(userData.path, { env });
  await first.printed('loaded');
  const second = runFixture(userData.path, { env, args: ['one', '--note', 'two'] });
  expect(await second.ended).toBe(3);
  // Chromium moves switches to the front.
  await first.printed('second instance: {"hello":"first"} one two');
  // The system frees the lock of an instance that was killed.
  first.child.kill('SIGKILL');
  await first.ended;
  const third = runFixture(userData.path, { env });
  await third.printed('loaded');
  third.child.kill('SIGTERM');
  expect(await third.ended).toBe(0);
});

describe('a machine that cannot show windows', () => {
  test('an app without Chromium exits with a sentence', async () => {
    const run = runFixture(userData.path, { env: { INKLING_CHROMIUM: '/nowhere/chromium' } });
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe('INKLING_CHROMIUM names /nowhere/chromium, which is not an executable file.\n');
  });

  test('an app without a display exits with a sentence', { skip: process.platform !== 'linux' }, async () => {
    const run = runFixture(userData.path, {
      env: { STANDIN_HEADED: '1', DISPLAY: '', WAYLAND_DISPLAY: '' },
    });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^Unable to open X display: .*\n$/);
  });
});

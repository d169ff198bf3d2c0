// Electron's `app`: the parameters of its start, and the sandbox.
import { _electron } from '@playwright/test';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import {
  fixtureArguments,
  host,
  launchFixture,
  makeUserData,
  runFixture,
  test,
} from '../support/fixture-app.ts';
import { STEP_LIMIT_MS } from '../../../../tests/support/limits.ts';

let userData: Awaited<ReturnType<typeof makeUserData>>;
beforeEach(async () => {
  userData = await makeUserData();
});
afterEach(async () => {
  await userData.remove();
});

test('the command line ignores the case of switches, and the last value counts', async () => {
  const { app } = await launchFixture(userData.path, { args: ['--fruit=pear'] });
  const seen = await app.evaluate(({ app: { commandLine } }) => {
    const before = [commandLine.hasSwitch('Fruit'), commandLine.getSwitchValue('fruit')];
    commandLine.appendSwitch('FRUIT', 'plum');
    const after = commandLine.getSwitchValue('fruit');
    commandLine.removeSwitch('fruit');
    return [...before, after, commandLine.hasSwitch('fruit'), commandLine.getSwitchValue('fruit')];
  });
  expect(seen).toEqual([true, 'pear', 'plum', false, '']);
  await app.close();
});

test.each(['0', '1'])('a start at login is reported as on macOS: %s', async (value) => {
  const { app } = await launchFixture(userData.path, { env: { STANDIN_OPENED_AT_LOGIN: value } });
  const wasOpenedAtLogin = await app.evaluate(({ app: it }) => it.getLoginItemSettings().wasOpenedAtLogin);
  expect(wasOpenedAtLogin).toBe(value === '1');
  await app.close();
});

describe('the sandbox', () => {
  test('asking for the sandbox beside --no-sandbox leaves pages blank', async () => {
    const app = await _electron.launch({
      timeout: STEP_LIMIT_MS,
      args: [...host.args, '--no-sandbox', ...fixtureArguments(userData.path)],
      env: { ...(process.env as Record<string, string>), FIXTURE_SANDBOX: '1' },
    });
    const page = await app.firstWindow();
    expect(page.url()).toBe('about:blank');
    expect(await app.evaluate(() => globalThis.fixture.log)).toEqual(['ready']);
    await app.close();
  });

  test('asking for the sandbox without --no-sandbox changes nothing', async () => {
    const run = runFixture(userData.path, { env: { FIXTURE_SANDBOX: '1' } });
    await run.printed('loaded');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  test('the app does not start as root without --no-sandbox', async () => {
    const env = { STANDIN_USER: 'root' };
    const refused = runFixture(userData.path, { env });
    expect(await refused.ended).toBe('SIGTRAP');
    expect(refused.output()).toContain('Running as root without --no-sandbox is not supported');
    const run = runFixture(userData.path, { env, args: ['--no-sandbox'] });
    await run.printed('loaded');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });
});

test('an unknown key store is refused with its name', async () => {
  const run = runFixture(userData.path, { env: { STANDIN_KEY_STORE: 'pocket' } });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('STANDIN_KEY_STORE is "pocket"; it may be gnome_libsecret');
});

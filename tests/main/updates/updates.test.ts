/** Updates from a publisher's server, with the real electron-updater, up to the replaced executable. */
import { basename } from 'node:path';
import { reportTo } from '#tests/support/log-lines.ts';
import type { BaseUpdater } from 'electron-updater';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type UpdateOffer, type Updates, startUpdates } from '#main/updates/updates.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { type InstalledApp, installApp } from './support/node-updater.ts';
import {
  FILE,
  INSTALLER,
  release,
  signed,
  signedText,
  startUpdateServer,
  type UpdateServer,
} from './support/update-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: UpdateServer;
let app: InstalledApp;
let clock: ManualClock;
let lines: string[];
let offers: UpdateOffer[];
let lastRequestAt: number;
let loads: number;
let renamed: string[];
/** The fake system. The installer of an AppImage needs no Electron. */
let system: { asksForPassword: boolean; ready: Promise<void>; restarts: number };
beforeEach(async () => {
  server = await startUpdateServer();
  app = installApp();
  clock = createManualClock();
  lines = [];
  offers = [];
  lastRequestAt = 0;
  loads = 0;
  renamed = [];
  system = { asksForPassword: false, ready: Promise.resolve(), restarts: 0 };
});

function start(feed: { url: string; publicKey: string } | null = server.feed): Updates {
  const note = reportTo({ push: (line) => lines.push(line) });
  return startUpdates({
    feed,
    loadUpdater: () => {
      loads += 1;
      return Promise.resolve(app.updater);
    },
    fetch,
    lastRequestAt: () => lastRequestAt,
    clock,
    log: { info: note, warn: note, error: note },
    onOffer: (offer) => void offers.push(offer),
    onRenamed: (file) => void renamed.push(basename(file)),
    system: {
      asksForPassword: () => system.asksForPassword,
      untilReady: () => system.ready,
      installAndRestart(updater) {
        if (!(updater as BaseUpdater).install()) throw new Error('not installed');
        system.restarts += 1;
      },
    },
  });
}

/** Counts the checks that have ended. A check that starts while another runs only joins that one. */
function countChecks(): () => number {
  const { mock } = vi.spyOn(app.updater, 'checkForUpdates');
  return () => mock.settledResults.filter(({ type }) => type !== 'incomplete').length;
}

/** Runs the first check to its end, which writes a line to the log. */
async function firstCheck(): Promise<Updates> {
  const updates = start();
  clock.advance(10_000);
  await expect.poll(() => lines).not.toEqual([]);
  return updates;
}

const feedRequests = (): number => server.requests.filter((path) => path.endsWith('.yml')).length;

// The updater of AppImages runs without Electron, but on other systems it never completes a download.
describe.runIf(process.platform === 'linux')('a later version', () => {
  test('a later version is downloaded and replaces the old one when the app quits', async () => {
    server.latest = signed(release('2.0.0'));
    await firstCheck();
    expect(await app.downloaded).toBe('2.0.0');
    expect(lines).toEqual([
      expect.stringContaining('2.0.0 has been downloaded and will be installed when Inkling quits'),
    ]);
    expect(app.executable()).toBe('the old version');
    app.quit();
    expect(app.executable()).toBe(INSTALLER);
  });

  test('a later version is downloaded once, however often it is offered', async () => {
    const checks = countChecks();
    server.latest = signed(release('2.0.0'));
    await firstCheck();
    for (const day of [2, 3, 4]) {
      clock.advance(DAY_MS);
      await expect.poll(checks).toBe(day);
    }
    expect(feedRequests()).toBe(4);
    expect(server.requests.filter((path) => path === `/${FILE}`)).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });

  test('a later version is offered with its release notes once it can be installed', async () => {
    const ready = Promise.withResolvers<void>();
    system.ready = ready.promise;
    server.latest = signed({ ...release('2.0.0'), releaseNotes: 'Faster.' });
    const updates = start();
    clock.advance(10_000);
    await app.downloaded;
    expect(updates.offer, 'macOS must fetch the file first').toBeNull();
    ready.resolve();
    await expect.poll(() => offers).toEqual([{ version: '2.0.0', notes: 'Faster.', asksForPassword: false }]);
    expect(updates.offer).toEqual(offers[0]);
  });

  test('a later version is installed on request, and only once', async () => {
    server.latest = signed(release('2.0.0'));
    const updates = await firstCheck();
    void updates.install();
    await expect.poll(() => system.restarts).toBe(1);
    expect(app.executable()).toBe(INSTALLER);
    app.quit();
    expect(lines).toHaveLength(1);
  });

  test('[C104] a downloaded version whose file was replaced is not installed', async () => {
    server.latest = signed(release('2.0.0'));
    const updates = await firstCheck();
    app.exchangeDownload();
    await expect(updates.install()).rejects.toThrow('not the one that was published');
    expect(system.restarts).toBe(0);
    expect(app.executable()).toBe('the old version');
  });

  test('a later version that the system cannot install gives the reason', async () => {
    server.latest = signed(release('2.0.0'));
    const updates = await firstCheck();
    vi.stubEnv('APPIMAGE', '');
    await expect(updates.install()).rejects.toThrow('APPIMAGE');
    expect(system.restarts).toBe(0);
  });

  test('[C110] a later version that needs a password is not installed when the app quits', async () => {
    system.asksForPassword = true;
    server.latest = signed(release('2.0.0'));
    const updates = await firstCheck();
    expect(lines).toEqual([expect.stringContaining('waits for a restart')]);
    expect(updates.offer).toMatchObject({ asksForPassword: true });
    app.quit();
    expect(app.executable()).toBe('the old version');
  });

  test('a later version gives an AppImage its new name, which is reported', async () => {
    app = installApp('Inkling-1.0.0.AppImage');
    server.latest = signed(release('2.0.0'));
    await firstCheck();
    app.quit();
    expect(renamed).toEqual(['Inkling-2.0.0.AppImage']);
    expect(app.executable()).toBe(INSTALLER);
  });

  test('[C103] a download whose bytes do not match the feed’s hash is deleted', async () => {
    server.latest = signed(release('2.0.0'));
    server.installer = INSTALLER.replace('exit 0', 'exit 1');
    await firstCheck();
    expect(lines).toEqual([expect.stringContaining('is not the one that was published')]);
    app.quit();
    expect(app.executable()).toBe('the old version');
  });
});

describe('a signed feed without the hash of a download', () => {
  const [file] = release('2.0.0').files;
  const { url = '', sha512 = '', size = 0 } = file ?? {};
  test.each([
    ['a file without a hash', [{ url, size }]],
    ['a file with half of a hash', [{ url, size, sha512: sha512.slice(0, 44) }]],
    ['a file with an empty hash', [{ url, size, sha512: '' }]],
    ['no file', []],
  ])('[C102] a signed feed with %s is refused before any download', async (_name, files) => {
    server.latest = signed({ version: '2.0.0', files });
    await firstCheck();
    expect(lines).toEqual([expect.stringMatching(/^Updates: /)]);
    expect(server.requests.filter((path) => !path.endsWith('.yml'))).toEqual([]);
    app.quit();
    expect(app.executable()).toBe('the old version');
  });
});

test.each(['1.0.0', '0.9.9', '1.0.0-beta.1'])(
  '[C102] version %s is not taken, though signed',
  async (version) => {
    server.latest = signed(release(version));
    start();
    const checked = new Promise((resolve) => app.updater.on('update-not-available', resolve));
    clock.advance(10_000);
    await checked;
    expect(server.requests.filter((path) => !path.endsWith('.yml'))).toEqual([]);
    expect(lines).toEqual([]);
  },
);

describe('a check for updates that fails', () => {
  test.each([
    ['no feed', null],
    ['no YAML, though signed,', signedText('<html>: ][\n')],
    ['another kind of YAML, though signed,', signedText('- 1\n- 2\n')],
    ['an invalid version, though signed,', signed(release('latest'))],
  ])(
    '[C99] a check that finds %s is only logged, and the next one follows a day later',
    async (_name, latest) => {
      server.latest = latest;
      await firstCheck();
      expect(lines).toEqual([expect.stringMatching(/^Updates: /)]);
      clock.advance(DAY_MS);
      await expect.poll(() => lines.length).toBe(2);
      expect(feedRequests()).toBe(2);
    },
  );
});

test('the updater is loaded three seconds after the last keystroke', () => {
  const updates = start();
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    lastRequestAt = clock.now();
  }
  expect(loads).toBe(0);
  clock.advance(2_999);
  expect(loads).toBe(0);
  clock.advance(1);
  expect(loads).toBe(1);
  updates.dispose();
});

test('an updater that waits for an idle moment is not loaded after the end', () => {
  const updates = start();
  clock.advance(9_000);
  lastRequestAt = clock.now();
  clock.advance(1_500);
  updates.dispose();
  clock.advance(DAY_MS);
  expect(loads).toBe(0);
});

test('the updater does not wait longer after the system clock was set back', () => {
  lastRequestAt = clock.now() + DAY_MS;
  const updates = start();
  clock.advance(10_000);
  expect(loads).toBe(1);
  updates.dispose();
});

test('[C99] the update feed is read at the start and then daily, until the app ends', async () => {
  const checks = countChecks();
  const updates = start();
  expect(server.requests).toEqual([]);
  clock.advance(10_000);
  await expect.poll(checks).toBe(1);
  clock.advance(DAY_MS - 1);
  expect(feedRequests()).toBe(1);
  clock.advance(1);
  await expect.poll(checks).toBe(2);
  expect(feedRequests()).toBe(2);
  updates.dispose();
  expect(clock.waiting).toBe(0);
});

describe('a build without a valid feed', () => {
  test.each([
    ['no feed', () => null, 0],
    ['a feed of empty texts, as most builds have it,', () => ({ url: '', publicKey: '' }), 0],
    ['a feed without a key', () => ({ ...server.feed, publicKey: '' }), 1],
    ['an invalid key', () => ({ ...server.feed, publicKey: 'c2VjcmV0' }), 1],
    ['a feed’s address without TLS', () => ({ ...server.feed, url: 'http://example.org/' }), 1],
  ])('[C98] a build with %s never checks for updates', (_name, feed, complaints) => {
    start(feed());
    expect(clock.waiting).toBe(0);
    expect(lines).toHaveLength(complaints);
  });
});

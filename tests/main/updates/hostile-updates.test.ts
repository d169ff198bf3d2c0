/**
 * A malicious update server, or an attacker on the way to it. It can withhold an update from a device or
 * offer an older one, and no more: nothing that it sends ends the app, takes much time or memory, or is
 * stored on the disk unless the publisher signed it.
 */
import { pbkdf2 } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { reportTo } from '#tests/support/log-lines.ts';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_ANSWER } from '#main/auth/http.ts';
import { parseUpdateFeed, type UpdateFeed } from '#main/updates/update-feed.ts';
import { createUpdateNetwork } from '#main/updates/update-network.ts';
import { startUpdates } from '#main/updates/updates.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type InstalledApp, installApp } from './support/node-updater.ts';
import {
  FILE,
  INSTALLER,
  release,
  signed,
  startUpdateServer,
  stranger,
  unsigned,
  type UpdateServer,
} from './support/update-server.ts';

const FIRST_CHECK_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
/** More than the buffers between a server and a client can hold. */
const FEW_BYTES = 32 * 1024 * 1024;

const occupyThread = (): Promise<unknown> => promisify(pbkdf2)('words', 'salt', 50_000, 64, 'sha512');

let server: UpdateServer;
let app: InstalledApp;
let clock: ManualClock;
let lines: string[];
let untilCheck: number;
beforeEach(async () => {
  server = await startUpdateServer();
  app = installApp();
  clock = createManualClock();
  untilCheck = FIRST_CHECK_MS;
  const testLines: string[] = [];
  lines = testLines;
  const log = reportTo(testLines);
  const updates = startUpdates({
    feed: server.feed,
    loadUpdater: () => Promise.resolve(app.updater),
    fetch,
    lastRequestAt: () => 0,
    system: {
      asksForPassword: () => false,
      untilReady: () => Promise.resolve(),
      installAndRestart: () => undefined,
    },
    onRenamed: () => undefined,
    onOffer: () => undefined,
    clock,
    log: { info: log, warn: log, error: log },
  });
  onTestFinished(() => updates.dispose());
});

function nextCheck(): void {
  clock.advance(untilCheck);
  untilCheck = DAY_MS;
}

/** Waits for the line that ends a check. */
async function result(): Promise<string> {
  await expect.poll(() => lines, { interval: 1 }).toHaveLength(1);
  return lines.pop() ?? '';
}

async function check(): Promise<string> {
  nextCheck();
  return result();
}

const fileRequests = (): readonly string[] => server.requests.filter((each) => !each.endsWith('.yml'));

function expectNothingTaken(): void {
  expect(app.downloads()).toEqual([]);
  app.quit();
  expect(app.executable()).toBe('the old version');
}

/** Sends bytes until the client closes the connection. */
function endless(response: ServerResponse): { readonly sent: () => number; readonly closed: Promise<void> } {
  let sent = 0;
  function* chunks(): Generator<Buffer> {
    for (;;) {
      sent += CHUNK.length;
      yield CHUNK;
    }
  }
  const closed = pipeline(Readable.from(chunks()), response).catch(() => undefined);
  return { sent: () => sent, closed };
}

/** A YAML text that expands to width^depth values. */
function laughs(depth: number, width: number): string {
  const levels = Array.from({ length: depth }, (_, level) => {
    const below = level === 0 ? '"lol"' : `*a${level - 1}`;
    return `a${level}: &a${level} [${Array.from({ length: width }, () => below).join(', ')}]\n`;
  });
  return levels.join('');
}

describe('a feed that the publisher did not sign', () => {
  test.each([
    ['no signature', unsigned(release('2.0.0'))],
    ['a signature by another key', signed(release('2.0.0'), stranger.privateKey)],
    ['a different version than was signed', signed(release('1.5.0')).replace('1.5.0', '2.0.0')],
    [
      'a different file than was signed',
      signed(release('2.0.0')).replace(FILE, 'https://example.invalid/evil'),
    ],
    ['a field more than was signed', `${signed(release('2.0.0'))}stagingPercentage: 100\n`],
    ['a feed signed for another system', signed(release('2.0.0'), undefined, 'latest-other.yml')],
    ['aliases that expand to 10^9 values', `${unsigned(release('2.0.0'))}${laughs(10, 10)}`],
    ['a name for its prototype', `${unsigned(release('2.0.0'))}__proto__: {toString: 1}\n`],
  ])('[C101] a feed with %s is refused before it is parsed', async (_name, latest) => {
    server.latest = latest;
    expect(await check()).toContain('not signed by its publisher');
    expect(fileRequests()).toEqual([]);
    expectNothingTaken();
  });

  test('[C105] an endless feed is given up after a megabyte', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof endless>>();
    server.latest = (response) => resolve(endless(response));
    expect(await check()).toContain('answer was too long');
    const { closed, sent } = await promise;
    await closed;
    expect(sent()).toBeLessThan(FEW_BYTES);
  });

  test('[C105] a compressed feed that becomes far larger is given up after a megabyte', async () => {
    expect(MAX_ANSWER).toBe(1024 * 1024);
    const packed = gzipSync(Buffer.alloc(64 * MAX_ANSWER, ' '));
    const before = process.memoryUsage().rss;
    server.latest = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    expect(await check()).toContain('answer was too long');
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * MAX_ANSWER);
  });

  test('[C105] a feed that never ends is given up after some seconds, and requested again a day later', async () => {
    server.latest = (response) => response.writeHead(200).write('version: 2.0.0\n');
    nextCheck();
    await expect.poll(() => server.requests).toHaveLength(1);
    await expect.poll(() => clock.nextIn).toBe(15_000);
    clock.advance(15_000);
    untilCheck -= 15_000;
    expect(await result()).toContain('did not answer in time');
    server.latest = null;
    expect(await check()).toContain('answered with status 404');
  });

  test('[C106] a feed is not read from a redirect’s target', async () => {
    const elsewhere = await startUpdateServer();
    elsewhere.latest = signed(release('2.0.0'));
    server.latest = (response) =>
      response.writeHead(302, { location: `${elsewhere.feed.url}latest.yml` }).end();
    expect(await check()).toContain('could not be reached');
    expect(elsewhere.requests).toEqual([]);
  });
});

// The updater of AppImages runs without Electron, but on other systems it never completes a download.
describe.runIf(process.platform === 'linux')('a file that the publisher did not sign', () => {
  beforeEach(() => {
    server.latest = signed(release('2.0.0'));
  });

  test.each([
    ['longer', `${INSTALLER}#`],
    ['shorter', INSTALLER.slice(0, -1)],
    ['empty', ''],
    ['different', INSTALLER.replace('exit 0', 'exit 1')],
  ])('[C103] a file that is %s is deleted', async (_what, installer) => {
    server.installer = installer;
    expect(await check()).toContain('is not the one that was published');
    expectNothingTaken();
  });

  test('[C105] a file that never ends is given up in time for the next day’s check', async () => {
    server.installer = (response) => response.writeHead(200).write(INSTALLER.slice(0, 5));
    nextCheck();
    await expect.poll(() => fileRequests()).toHaveLength(1);
    await expect.poll(() => clock.nextIn).toBe(12 * HOUR_MS);
    clock.advance(12 * HOUR_MS);
    untilCheck -= 12 * HOUR_MS;
    expect(await result()).toContain('took too long');
    expect(app.downloads()).toEqual([]);
    server.installer = INSTALLER;
    expect(await check()).toContain('2.0.0 has been downloaded');
  });

  test('[C106] a file is not read from a redirect’s target', async () => {
    const elsewhere = await startUpdateServer();
    server.installer = (response) =>
      response.writeHead(302, { location: `${elsewhere.feed.url}${FILE}` }).end();
    expect(await check()).toContain('The server could not be reached');
    expect(elsewhere.requests).toEqual([]);
    expectNothingTaken();
  });

  test('a file is downloaded although its answer names an invalid location', async () => {
    server.installer = (response) => response.writeHead(200, { location: 'http://[' }).end(INSTALLER);
    expect(await check()).toContain('2.0.0 has been downloaded');
  });

  test('[C106] a list of blocks, which is unsigned, is never requested', async () => {
    const { files, version } = release('2.0.0');
    server.latest = signed({ version, files: files.map((file) => ({ ...file, blockMapSize: 10 })) });
    expect(await check()).toContain('2.0.0 has been downloaded');
    expect(fileRequests()).toEqual([`/${FILE}`]);
    expect(server.received.filter(({ headers }) => 'range' in headers)).toEqual([]);
  });
});

describe('a refused file', () => {
  function download(destination: string, mostBytes?: number): Promise<unknown> {
    const { feed } = server;
    const ports = {
      feed: parseUpdateFeed(feed.url, feed.publicKey) as UpdateFeed,
      fetch,
      after: clock.after,
      signal: new AbortController().signal,
    };
    const network = createUpdateNetwork(ports, mostBytes);
    const [{ sha512 } = {}] = release('2.0.0').files;
    const options = { sha512 } as Parameters<typeof network.download>[2];
    return network.download(new URL(FILE, feed.url), destination, options);
  }

  test('[C105] an endless file is given up at the greatest size', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof endless>>();
    server.installer = (response) => resolve(endless(response));
    const destination = path.join(temporaryFolder(), FILE);
    await expect(download(destination, MAX_ANSWER)).rejects.toThrow('is longer than any installer');
    const { closed, sent } = await promise;
    await closed;
    expect(sent()).toBeLessThan(FEW_BYTES);
  });

  test('[C103] a refused file can be removed as soon as the updater learns of the refusal', async () => {
    const destination = path.join(temporaryFolder(), FILE);
    let untilDiskIsFree: Promise<unknown> = Promise.resolve();
    server.installer = (response) => {
      // Opening a file waits for a free thread of Node's pool.
      untilDiskIsFree = Promise.all(Array.from({ length: 8 }, () => occupyThread()));
      response.writeHead(200).end();
    };
    await expect(download(destination)).rejects.toThrow('is not the one');
    // Fails if the file does not exist yet: it would be created after its removal, and stay.
    rmSync(destination);
    await untilDiskIsFree;
    expect(existsSync(destination)).toBe(false);
  });
});

test.runIf(process.platform === 'linux')(
  '[C100] a request has nothing that identifies a device',
  async () => {
    server.latest = signed(release('2.0.0'));
    await check();
    expect(server.received).toHaveLength(2);
    for (const { headers } of server.received) {
      // Node's `fetch` sends all of these by itself.
      expect(headers).toEqual({
        host: expect.any(String),
        connection: expect.any(String),
        accept: '*/*',
        'accept-encoding': expect.any(String),
        'accept-language': '*',
        'sec-fetch-mode': 'cors',
        'user-agent': 'node',
      });
    }
  },
);

/** Any feed that a server may send, up to three times the length that is read. */
const anyFeed: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc.string({ maxLength: 2000 }),
  fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }))
    .map(([depth, width]) => unsigned(release('2.0.0')) + laughs(depth, width)),
  fc.dictionary(fc.string(), fc.jsonValue()).map((fields) => {
    const extra = Object.entries(fields).map(
      ([name, value]) => `? ${JSON.stringify(name)}\n: ${JSON.stringify(value)}\n`,
    );
    return signed(release('2.0.0'), stranger.privateKey) + extra.join('');
  }),
  fc
    .tuple(
      fc.constantFrom('[', '{a: ', '- ', '"', ' ', '# ', '&a *a ', '!!binary '),
      fc.integer({ min: 1, max: 3 * MAX_ANSWER }),
    )
    .map(([part, bytes]) => part.repeat(bytes / part.length)),
  fc.tuple(fc.nat(400), fc.nat(255), fc.nat(400)).map(([at, value, length]) => {
    const feed = Buffer.from(signed(release('2.0.0')));
    const changed = Buffer.concat([feed.subarray(0, at), Buffer.of(value), feed.subarray(at + 1)]);
    return changed.equals(feed) ? feed.subarray(0, length) : changed;
  }),
);

test('[C101] no unsigned feed is parsed or takes much of the app’s time or memory', async () => {
  const before = process.memoryUsage().rss;
  await fc.assert(
    fc.asyncProperty(anyFeed, fc.constantFrom(200, 204, 304, 404, 500), async (feed, status) => {
      server.latest = (response) => {
        response.writeHead(status).end(feed);
      };
      expect(await check()).toMatch(/not signed|answer was too long|answered with status/);
    }),
    { numRuns: 150 },
  );
  expect(fileRequests()).toEqual([]);
  expectNothingTaken();
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MAX_ANSWER);
});

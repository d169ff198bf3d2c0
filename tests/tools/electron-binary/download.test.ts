/** How long a download waits, by a controlled clock, and how its progress looks. */
import { existsSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { downloadElectron, Stalled } from '#tools/electron-binary/download.ts';
import { type Arrived, createProgress } from '#tools/electron-binary/progress.ts';
import { whyNotFetched } from '#tools/electron-binary/why-not-fetched.ts';
import { BINARY, copyPackage, sendPart, startMirror } from './support/mirror.ts';

/** Ten parts, each asked for by the test. */
const PART = Math.ceil(BINARY.length / 10);

async function beginDownload(): Promise<{
  readonly folder: string;
  readonly response: http.ServerResponse;
  readonly ended: Promise<unknown>;
  /** Resolves once so many bytes were reported. */
  readonly arrives: (bytes: number) => Promise<void>;
  readonly latest: () => Arrived;
}> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const folder = copyPackage();
  const firstRequest = Promise.withResolvers<http.ServerResponse>();
  const { port } = await startMirror([firstRequest.resolve]);
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  vi.stubEnv('electron_config_cache', path.join(folder, 'cache'));
  let latest: Arrived = { received: 0, total: null };
  let wake = (): void => undefined;
  const ended = downloadElectron(folder, (arrived) => {
    latest = arrived;
    wake();
  }).then(
    () => 'fetched',
    (error: unknown) => error,
  );
  return {
    folder,
    ended,
    response: await firstRequest.promise,
    latest: () => latest,
    async arrives(bytes) {
      while (latest.received < bytes) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

test('a slow line is waited for as long as bytes arrive', async () => {
  const { folder, response, ended, arrives } = await beginDownload();
  response.writeHead(200, { 'content-length': BINARY.length });
  for (let from = 0; from < BINARY.length; from += PART) {
    vi.advanceTimersByTime(59_000);
    const part = BINARY.subarray(from, from + PART);
    response.write(part);
    await arrives(from + part.length);
  }
  response.end();
  expect(await ended).toBe('fetched');
  expect(existsSync(path.join(folder, 'path.txt'))).toBe(true);
});

test.each([
  ['before the server has answered', 0, ''],
  ['in the middle', 2 * PART, ' after 1 of 4 MB'],
])('a minute without a byte ends the download: %s', async (_, bytes, soFar) => {
  const { folder, response, ended, arrives, latest } = await beginDownload();
  if (bytes > 0) sendPart(response, bytes);
  await arrives(bytes);
  vi.advanceTimersByTime(59_999);
  const early = await Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  expect(early).toBe('waits');
  vi.advanceTimersByTime(1);
  const error = await ended;
  expect(error).toBeInstanceOf(Stalled);
  expect(whyNotFetched(error, { arrived: latest(), server: 'github.com', proxy: null })).toBe(
    `nothing came from github.com for a minute${soFar}; check the network`,
  );
  expect(existsSync(path.join(folder, 'download'))).toBe(false);
});

test.each([
  [true, '\r\u001B[KFetching Electron: 1 of 120 MB\r\u001B[KFetching Electron: 13 of 120 MB\n'],
  [false, 'Fetching Electron: 1 of 120 MB\nFetching Electron: 13 of 120 MB\n'],
])('progress is one changing line on a terminal (%s), or a line for each tenth in a log', (isTTY, text) => {
  let written = '';
  const write = (part: string | Uint8Array): boolean => {
    written += String(part);
    return true;
  };
  const progress = createProgress({ isTTY, write });
  for (const received of [1_000_000, 1_000_100, 13_000_000])
    progress.report({ received, total: 120_000_000 });
  progress.end();
  expect(written).toBe(text);
});

test('a server that does not say how much comes has a progress, too', () => {
  const write = vi.fn(() => true);
  createProgress({ isTTY: true, write }).report({ received: 5_000_000, total: null });
  expect(write).toHaveBeenCalledExactlyOnceWith('\r\u001B[KFetching Electron: 5 MB');
});

/**
 * Waits and retries of a download, with a controlled clock, and the look of its progress.
 */
import { existsSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { downloadElectron } from '#tools/electron-binary/download.ts';
import { type Arrived, createProgress } from '#tools/electron-binary/progress.ts';
import { Stalled } from '#tools/electron-binary/receive.ts';
import { whyNotFetched } from '#tools/electron-binary/why-not-fetched.ts';
import { type Answer, BINARY, copyPackage, sendBinary, sendPart, startMirror } from './support/mirror.ts';

/** Ten parts, each requested by the test. */
const PART = Math.ceil(BINARY.length / 10);

interface Begun {
  readonly folder: string;
  /** The answer to the first request. */
  readonly response: http.ServerResponse;
  readonly ended: Promise<unknown>;
  /** Resolves once this many bytes were reported. */
  readonly arrives: (bytes: number) => Promise<void>;
  /** Resolves once this many cuts were reported. */
  readonly isCut: (times: number) => Promise<void>;
  /** The message about an error of this download. */
  readonly why: (error: unknown) => string;
  readonly ranges: readonly (string | undefined)[];
}

/** @param answers to the requests after the first one */
async function beginDownload(...further: Answer[]): Promise<Begun> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const folder = copyPackage();
  const firstRequest = Promise.withResolvers<http.ServerResponse>();
  const { port, ranges } = await startMirror([firstRequest.resolve, ...further]);
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  vi.stubEnv('electron_config_cache', path.join(folder, 'cache'));
  let arrived: Arrived = { received: 0, total: null };
  let address: URL | null = null;
  let cuts = 0;
  let wake = (): void => undefined;
  const waitFor = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const ended = downloadElectron(folder, {
    asks(url) {
      address = url;
    },
    arrives(now) {
      arrived = now;
      wake();
    },
    retries() {
      cuts += 1;
      wake();
    },
    waits: () => undefined,
  }).then(
    () => 'fetched',
    (error: unknown) => error,
  );
  return {
    folder,
    ended,
    ranges,
    response: await firstRequest.promise,
    arrives: (bytes) => waitFor(() => arrived.received >= bytes),
    isCut: (times) => waitFor(() => cuts >= times),
    why: (error) => whyNotFetched(error, { arrived, address, proxy: null }).replaceAll(String(port), 'PORT'),
  };
}

test('a slow connection continues as long as bytes arrive', async () => {
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

test('a minute without an answer ends the download', async () => {
  const { folder, ended, why } = await beginDownload();
  vi.advanceTimersByTime(59_999);
  const early = await Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  expect(early).toBe('waits');
  vi.advanceTimersByTime(1);
  const error = await ended;
  expect(error).toBeInstanceOf(Stalled);
  expect(why(error)).toBe(
    'nothing came from 127.0.0.1:PORT for a minute; check the network, and if it has a proxy, name that in HTTPS_PROXY',
  );
  expect(existsSync(path.join(folder, 'download'))).toBe(false);
});

/** Cuts a connection that has sent as many bytes as have arrived at the test. */
const cutLater =
  (bytes: number, cut: (response: http.ServerResponse) => void): Answer =>
  (response, { headers }) => {
    const from = Number(headers.range?.slice('bytes='.length, -1) ?? 0);
    response.writeHead(206, { 'content-length': BINARY.length - from });
    response.write(BINARY.subarray(from, from + bytes), () => cut(response));
  };

test('a download resumes where it was cut, up to three times', async () => {
  const cut = cutLater(PART, (response) => response.socket?.end());
  const { response, ended, arrives, isCut, ranges } = await beginDownload(cut, cut, sendBinary);
  sendPart(response, PART);
  await arrives(PART);
  response.destroy();
  for (const times of [1, 2, 3]) {
    await isCut(times);
    vi.advanceTimersByTime(15_000);
  }
  expect(await ended).toBe('fetched');
  // Bytes that had arrived but were not in the file yet are sent again.
  const begins = ranges.map((range) => Number(range?.slice('bytes='.length, -1) ?? 0));
  expect(begins).toHaveLength(4);
  expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => a - b));
});

test('the fourth cut ends the download', async () => {
  const cut = cutLater(PART, (response) => response.socket?.end());
  const { response, ended, isCut, why, ranges } = await beginDownload(cut);
  cut(response, { headers: {} } as http.IncomingMessage);
  for (const times of [1, 2, 3]) {
    await isCut(times);
    vi.advanceTimersByTime(15_000);
  }
  expect(why(await ended)).toMatch(
    /^the connection to 127\.0\.0\.1:PORT was cut again and again after \d of 4 MB \(other side closed\); check the network, and if it has a proxy, name that in HTTPS_PROXY$/,
  );
  expect(ranges).toHaveLength(4);
});

test('a connection that has been silent for a minute is cut', async () => {
  const { response, ended, arrives, isCut, ranges } = await beginDownload(sendBinary);
  sendPart(response, PART);
  await arrives(PART);
  vi.advanceTimersByTime(60_000);
  await isCut(1);
  vi.advanceTimersByTime(1000);
  expect(await ended).toBe('fetched');
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
});

test('a server without ranges sends the whole file again', async () => {
  const { response, ended, arrives, isCut } = await beginDownload((again) => void again.end(BINARY));
  sendPart(response, PART);
  await arrives(PART);
  response.destroy();
  await isCut(1);
  vi.advanceTimersByTime(1000);
  expect(await ended).toBe('fetched');
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

test('a server that does not send the length has a progress, too', () => {
  const write = vi.fn(() => true);
  createProgress({ isTTY: true, write }).report({ received: 5_000_000, total: null });
  expect(write).toHaveBeenCalledExactlyOnceWith('\r\u001B[KFetching Electron: 5 MB');
});

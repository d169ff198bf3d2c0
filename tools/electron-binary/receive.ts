/**
 * Receives a file over HTTP for `@electron/get`, whose own downloader begins again from the first byte. A
 * connection that is cut, or that brings nothing for a minute, is opened again up to three times, and the
 * file goes on where it ended.
 */
import { createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Downloader, HTTPError } from '@electron/get';
import type { Arrived } from './progress.ts';
import { Unfetchable } from './unfetchable.ts';

/** How long nothing may arrive. */
const PATIENCE_MS = 60_000;
/** Before each further try, because a network that changes needs a while. */
const PAUSES_MS = [1000, 5000, 15_000];
const MOST_REDIRECTS = 10;

/** Nothing has arrived for a minute. */
export class Stalled extends Error {}
/** The connection was cut in the middle of the file, or could not be opened again. */
export class Cut extends Error {}

export interface Watcher {
  /** Called with the address of each request: that of the file, and those to which servers redirect. */
  asks(address: URL): void;
  arrives(arrived: Arrived): void;
  /** The connection was cut, and is opened again. */
  retries(): void;
}

/** What it throws besides is an `HTTPError`, an `Unfetchable`, or what the file system or `fetch` throws. */
export function createDownloader(watcher: Watcher): Downloader<unknown> {
  return {
    async download(address, file) {
      for (const pause of PAUSES_MS) {
        try {
          return await receiveRest(address, file, watcher);
        } catch (error) {
          const isRetried = error instanceof Cut || (error instanceof Stalled && sizeOf(file) > 0);
          if (!isRetried) throw error;
        }
        watcher.retries();
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
      }
      return receiveRest(address, file, watcher);
    },
  };
}

async function receiveRest(address: string, file: string, watcher: Watcher): Promise<void> {
  const before = sizeOf(file);
  const stall = new AbortController();
  const giveUp = (): void => stall.abort(new Stalled());
  let watch = setTimeout(giveUp, PATIENCE_MS);

  async function* measure(
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    from: number,
    length: number,
  ) {
    let received = from;
    try {
      for await (const chunk of source) {
        clearTimeout(watch);
        watch = setTimeout(giveUp, PATIENCE_MS);
        received += chunk.length;
        watcher.arrives({ received, total: length > 0 ? from + length : null });
        yield chunk;
      }
    } catch (error) {
      throw stall.signal.aborted ? error : new Cut(undefined, { cause: error });
    }
  }

  try {
    const headers: HeadersInit = before > 0 ? { range: `bytes=${before}-` } : {};
    const response = await ask(address, { signal: stall.signal, headers }, watcher).catch(
      (error: unknown) => {
        throw before > 0 && error instanceof TypeError ? new Cut(undefined, { cause: error }) : error;
      },
    );
    // A server that knows no ranges sends the whole file again.
    const from = response.status === 206 ? before : 0;
    const length = Number(response.headers.get('content-length') ?? 0);
    const output = createWriteStream(file, { flags: from > 0 ? 'a' : 'w' });
    const closed = new Promise<void>((resolve) => {
      output.once('close', () => resolve());
    });
    try {
      await pipeline(measure(response.body ?? [], from, length), output);
    } finally {
      // The size of the file is what has arrived only once it is closed.
      await closed;
    }
  } finally {
    clearTimeout(watch);
  }
}

/**
 * The answer with the file. Redirects are followed here, so that the watcher knows which server was asked
 * last.
 */
async function ask(address: string, init: RequestInit, watcher: Watcher): Promise<Response> {
  let place = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const url = addressOf(place);
    watcher.asks(url);
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status >= 400) return checked(response, url);
    await response.body?.cancel();
    place = URL.parse(location, url)?.href ?? location;
  }
  throw new Unfetchable(`${new URL(place).host} redirects without end`);
}

/**
 * @throws Unfetchable if that is nothing that can be asked; only settings for mirrors, or a server, can cause
 * that
 */
export function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '') return url;
  const shown = text.replace(/\/\/[^/@]*@/, '//');
  throw new Unfetchable(
    `${shown} is no address that can be used; ELECTRON_MIRROR must begin with https://, end with a slash, and have no password`,
  );
}

function checked(response: Response, { host }: URL): Response {
  // 511 is for networks that want a login; most of them answer 200.
  const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage || response.status === 511) {
    const mirror = host === 'github.com' ? '' : ', or ELECTRON_MIRROR names a wrong address';
    throw new Unfetchable(
      `${host} answered with a web page: this network wants you to log in${mirror}; open a browser to see the page, then try again`,
    );
  }
  if (!response.ok) throw new HTTPError(response);
  return response;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Receives a file over HTTP for `@electron/get`, whose own downloader restarts from the first byte. If a
 * connection is cut, or brings no data for a minute, this one reconnects up to three times and resumes.
 */
import { createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Downloader, HTTPError } from '@electron/get';
import type { Arrived } from './progress.ts';
import { Unfetchable } from './unfetchable.ts';

/** The longest time without data. */
const PATIENCE_MS = 60_000;
/** The pause before each retry, because a network that changes needs a while. */
const PAUSES_MS = [1000, 5000, 15_000];
const MOST_REDIRECTS = 10;

/** No data has arrived for a minute. */
export class Stalled extends Error {}
/** The connection was cut in the middle of the file, or could not be reopened. */
export class Cut extends Error {}

export interface Watcher {
  /** Called with the address of each request: the file's, and those of redirects. */
  asks(address: URL): void;
  arrives(arrived: Arrived): void;
  /** Called when a cut connection is reopened. */
  retries(): void;
}

/** Its other errors are `HTTPError`, `Unfetchable`, and those of the file system and of `fetch`. */
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
    // A server without support for ranges sends the whole file again.
    const from = response.status === 206 ? before : 0;
    const length = Number(response.headers.get('content-length') ?? 0);
    const output = createWriteStream(file, { flags: from > 0 ? 'a' : 'w' });
    const closed = new Promise<void>((resolve) => {
      output.once('close', () => resolve());
    });
    try {
      await pipeline(measure(response.body ?? [], from, length), output);
    } finally {
      // The file has the received size only once it is closed.
      await closed;
    }
  } finally {
    clearTimeout(watch);
  }
}

/** The answer with the file. Redirects are followed here, so that the watcher knows the last server. */
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

/** @throws Unfetchable if this is not a usable address, which only mirror settings or a server can cause */
export function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '') return url;
  const shown = text.replace(/\/\/[^/@]*@/, '//');
  throw new Unfetchable(
    `${shown} is no address that can be used; ELECTRON_MIRROR must begin with https://, end with a slash, and have no password`,
  );
}

function checked(response: Response, { host }: URL): Response {
  // 511 is for networks that require a login, but most of them answer 200.
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

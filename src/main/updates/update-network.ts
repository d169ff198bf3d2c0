/**
 * The network of electron-updater, in place of its own client. That client trusts the server: it parses
 * unsigned feeds, reads and writes without limit, and unpacks unsigned block maps. This one passes on the
 * text of a feed only if the publisher signed it, and a file only if it has the hash that electron-updater
 * found in such a feed.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { AppUpdater } from 'electron-updater';
import type { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import type { Clock } from '#shared/base/clock.ts';
import { AppError } from '#shared/base/error.ts';
import type { Fetch } from '../auth/contract.ts';
import { createHttp, toNetworkError } from '../auth/http.ts';
import { readSignedFeed, SHA_512, type UpdateFeed } from './update-feed.ts';

/**
 * Ends a download before the next day's check, which restarts it. At 5 kB per second, 200 MB take this long.
 */
const DOWNLOAD_MS = 12 * 60 * 60 * 1000;
/** Many times the size of an installer, in bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;

export interface UpdateNetworkPorts {
  readonly feed: UpdateFeed;
  readonly fetch: Fetch;
  readonly after: Clock['after'];
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

/**
 * Makes electron-updater use only this network.
 * @throws AppError if this version of electron-updater has no place for it
 */
export function replaceNetwork(updater: AppUpdater, ports: UpdateNetworkPorts): void {
  // electron-updater's types lack the field. If it were renamed, the updater would use its own client.
  if (!('httpExecutor' in updater)) throw new AppError('internal', 'updater-unknown');
  updater.httpExecutor = createUpdateNetwork(ports);
  // The parts of a file are listed in a block map, which is not signed.
  updater.disableDifferentialDownload = true;
}

/**
 * The methods that electron-updater calls without differential downloads. It ignores the second one's result.
 */
type UpdateNetwork = Pick<ElectronHttpExecutor, 'request' | 'download'>;

/** @param mostBytes the longest file */
export function createUpdateNetwork(
  { feed, fetch, after, signal }: UpdateNetworkPorts,
  mostBytes = MOST_BYTES,
): UpdateNetwork {
  const http = createHttp(fetch, after);

  return {
    /** Reads a feed. Sends none of the updater's headers, because one of them identifies this device. */
    async request(options) {
      const url = new URL(`${new URL(feed.url).origin}${options.path}`);
      const { status, body } = await http({ url: url.href, method: 'GET', signal });
      if (status !== 200) throw new AppError('network', { id: 'server-status', http: status });
      const text = readSignedFeed(path.posix.basename(url.pathname), body, feed.publicKey);
      if (text === null) throw new AppError('internal', 'feed-not-signed');
      return text;
    },

    async download(url, destination, { sha512 }) {
      // electron-updater has older kinds of hashes, too.
      if (typeof sha512 !== 'string' || !SHA_512.test(sha512))
        throw new AppError('internal', 'update-without-hash');
      const ended = new AbortController();
      const cancelTimer = after(DOWNLOAD_MS, () => ended.abort(new AppError('network', 'update-too-slow')));
      const either = AbortSignal.any([signal, ended.signal]);
      try {
        const { status, body } = await fetch(url.href, { redirect: 'error', signal: either }).catch(
          (error: unknown) => {
            either.throwIfAborted();
            throw toNetworkError(error);
          },
        );
        if (status !== 200) throw new AppError('network', { id: 'server-status', http: status });
        // This opens and closes the file before it fails. A pipeline into a write stream fails earlier, so
        // the file would be created after the updater has cleared the folder.
        await writeFile(destination, checkedAgainst(body ?? Readable.from([]), sha512, mostBytes), {
          signal: either,
        });
        return destination;
      } catch (error) {
        either.throwIfAborted();
        throw error;
      } finally {
        cancelTimer();
        // Closes the connection if the file was not read to its end.
        ended.abort();
      }
    },
  };
}

/**
 * Passes the bytes on, but not more than any installer has.
 * @throws AppError if they do not have the hash
 */
async function* checkedAgainst(
  chunks: AsyncIterable<Uint8Array>,
  sha512: string,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha512');
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.byteLength;
    if (received > mostBytes) throw new AppError('internal', 'update-too-long');
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('base64') !== sha512) throw new AppError('internal', 'update-not-published');
}

/**
 * All that electron-updater gets from the network, in place of its own client. Its own client trusts the
 * server: it parses feeds that nobody signed, reads and writes without limit, and unpacks block maps that
 * nothing vouches for. This one gives it the text of a feed only if the publisher signed it, and a file only
 * if it has the size and the hash that such a feed names.
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
import { type OfferedFile, readSignedFeed, type UpdateFeed } from './update-feed.ts';

/**
 * Ends a download before the next day's check, which begins it anew. 200 MB take as long on a line of 5 kB a
 * second.
 */
const DOWNLOAD_MS = 12 * 60 * 60 * 1000;

export interface UpdateNetworkPorts {
  readonly feed: UpdateFeed;
  readonly fetch: Fetch;
  readonly after: Clock['after'];
  /** The files of the feed that was read last. */
  readonly offered: () => readonly OfferedFile[];
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

/**
 * Gives electron-updater this network, and no other.
 * @throws AppError if this version of electron-updater has no place for it
 */
export function replaceNetwork(updater: AppUpdater, ports: UpdateNetworkPorts): void {
  // The field is not in electron-updater's types. If it had another name, the updater would use its own
  // client.
  if (!('httpExecutor' in updater)) throw new AppError('internal', 'updater-unknown');
  updater.httpExecutor = createUpdateNetwork(ports);
  // The parts of a file are listed in a block map, which is not signed.
  updater.disableDifferentialDownload = true;
}

/**
 * The methods that electron-updater calls if differential downloads are off. It ignores what the second one
 * returns.
 */
type UpdateNetwork = Pick<ElectronHttpExecutor, 'request' | 'download'>;

export function createUpdateNetwork({
  feed,
  fetch,
  after,
  offered,
  signal,
}: UpdateNetworkPorts): UpdateNetwork {
  const http = createHttp(fetch, after);

  return {
    /** Reads a feed. Nothing of the updater's headers is sent: one of them tells this device from others. */
    async request(options) {
      const url = new URL(`${new URL(feed.url).origin}${options.path}`);
      const { status, body } = await http({ url: url.href, method: 'GET', signal });
      if (status !== 200) throw new AppError('network', { id: 'server-status', http: status });
      const text = readSignedFeed(path.posix.basename(url.pathname), body, feed.publicKey);
      if (text === null) throw new AppError('internal', 'feed-not-signed');
      return text;
    },

    async download(url, destination, { sha512 }) {
      const file = offered().find((each) => each.sha512 === sha512);
      if (file === undefined) throw new AppError('internal', 'update-not-named');
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
        // This has opened and closed the file before it fails. A pipeline into a write stream fails earlier:
        // the updater then clears the folder, and the file is made after that.
        await writeFile(destination, checkedAgainst(body ?? Readable.from([]), file), { signal: either });
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

/** Passes the bytes on, but none beyond the size. @throws AppError if they are not the file */
async function* checkedAgainst(
  chunks: AsyncIterable<Uint8Array>,
  { size, sha512 }: OfferedFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha512');
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.byteLength;
    if (received > size) throw new AppError('internal', 'update-too-long');
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('base64') !== sha512) throw new AppError('internal', 'update-not-published');
}

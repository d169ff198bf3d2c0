/** A publisher's server on this machine: one feed for all systems, and one installer. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { signatureLine } from '#main/updates/update-feed.ts';

/** On Linux an installer is a program. This one has no effect. */
export const INSTALLER = '#!/bin/sh\n# the new version\nexit 0\n';
export const FILE = 'Inkling-2.0.0.AppImage';

/** The name under which electron-updater asks for the feed of this system. */
const FEED = `latest${channelSuffix()}.yml`;

function channelSuffix(): string {
  if (process.platform === 'darwin') return '-mac';
  if (process.platform === 'win32') return '';
  return process.arch === 'x64' ? '-linux' : `-linux-${process.arch}`;
}

export interface UpdateServer {
  readonly feed: { readonly url: string; readonly publicKey: string };
  readonly received: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly requests: readonly string[];
  /** The content of the feed, or a function that answers; null for a 404. */
  latest: Content | null;
  /** The content of the installer, or a function that answers. */
  installer: Content;
}

type Content = string | Uint8Array | ((response: ServerResponse) => void);

const publisher = generateKeyPairSync('ed25519');
export const stranger = generateKeyPairSync('ed25519');

export interface Release {
  readonly version: string;
  readonly releaseNotes?: string;
  readonly files: readonly { readonly url: string; readonly sha512?: string; readonly size?: number }[];
}

export function release(version: string): Release {
  const sha512 = createHash('sha512').update(INSTALLER).digest('base64');
  return { version, files: [{ url: FILE, sha512, size: INSTALLER.length }] };
}

/** The feed as electron-builder writes it. Values are JSON, which is YAML, too. */
export function unsigned(info: Release): string {
  return Object.entries(info)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** @param name under which the publisher signed it */
export function signed(info: Release, key: KeyObject = publisher.privateKey, name = FEED): string {
  return signedText(unsigned(info), key, name);
}

export function signedText(feed: string, key: KeyObject = publisher.privateKey, name = FEED): string {
  return feed + signatureLine(name, Buffer.from(feed), key);
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://server').pathname;
    state.received.push({ path, headers: request.headers });
    const content = path.endsWith('.yml') ? state.latest : path === `/${FILE}` ? state.installer : null;
    if (typeof content === 'function') content(response);
    else response.writeHead(content === null ? 404 : 200).end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const publicKey = publisher.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const state: UpdateServer = {
    feed: { url: `http://127.0.0.1:${port}/`, publicKey },
    received: [],
    get requests() {
      return state.received.map(({ path }) => path);
    },
    latest: null,
    installer: INSTALLER,
  };
  return state;
}

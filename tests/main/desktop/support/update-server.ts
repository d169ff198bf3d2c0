/** A publisher's server on this machine: one feed for all systems, and one installer. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { signatureLine } from '#main/desktop/update-feed.ts';

/** On Linux an installer is a program. This one does nothing. */
export const INSTALLER = '#!/bin/sh\n# the new version\nexit 0\n';
export const FILE = 'Inkling-2.0.0.AppImage';

export interface UpdateServer {
  readonly feed: { readonly url: string; readonly publicKey: string };
  /** The requested paths. */
  readonly requests: string[];
  /** The content of the feed; null for a 404. */
  latest: string | null;
  /** The content of the installer. */
  installer: string;
}

const publisher = generateKeyPairSync('ed25519');
export const stranger = generateKeyPairSync('ed25519');

export interface Release {
  readonly version: string;
  readonly releaseNotes?: string;
  readonly files: readonly { readonly url: string; readonly sha512?: string; readonly size: number }[];
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

export function signed(info: Release, key: KeyObject = publisher.privateKey): string {
  return unsigned(info) + signatureLine(info, key);
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://server').pathname;
    state.requests.push(path);
    const body = path.endsWith('.yml') ? state.latest : path === `/${FILE}` ? state.installer : null;
    response.writeHead(body === null ? 404 : 200).end(body ?? '');
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
    requests: [],
    latest: null,
    installer: INSTALLER,
  };
  return state;
}

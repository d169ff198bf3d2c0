/** A server of Electron's binaries on loopback, and a package that fetches from it. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { zipOf } from '#tests/account/transfer/support/zip-writer.ts';
import type { Certificate } from '#tests/support/certificates.ts';
import { at } from '#tools/commands/lib/paths.mjs';

const VERSION = '99.1.2';
const NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** The mirror's file: some incompressible megabytes. */
export const BINARY = zipOf([
  { name: 'version', content: VERSION },
  { name: NAMES[process.platform] ?? 'electron', content: randomBytes(4_000_000) },
]);

/**
 * The files of npm's package that fetch the binary, in a folder from which they find the packages that they
 * need.
 * @param binary whose checksum the package knows
 */
export function copyPackage(binary: Buffer = BINARY): string {
  mkdirSync(at('out'), { recursive: true });
  const folder = mkdtempSync(at('out/electron-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  copyFileSync(at('node_modules/electron/install.js'), path.join(folder, 'install.js'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: VERSION }));
  const name = `electron-v${VERSION}-${process.platform}-${process.arch}.zip`;
  const sum = createHash('sha256').update(binary).digest('hex');
  writeFileSync(path.join(folder, 'checksums.json'), JSON.stringify({ [name]: sum }));
  return folder;
}

export type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void;

/** Sends the whole binary, or the requested rest of it. */
export const sendBinary: Answer = (response, { headers: { range } }) => {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const rest = BINARY.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${BINARY.length - 1}/${BINARY.length}` }),
  });
  response.end(rest);
};

/** Sends the beginning of the binary, then ends the connection. */
export const cutAfter =
  (bytes: number): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': BINARY.length });
    response.write(BINARY.subarray(0, bytes), () => response.socket?.end());
  };

/** Sends the beginning of the binary, and announces the length of the whole. */
export function sendPart(response: http.ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-length': BINARY.length });
  response.write(BINARY.subarray(0, bytes));
}

/** @param answer answers to the requests in turn; the last one also to all later ones */
export async function startMirror(
  answers: readonly Answer[] = [sendBinary],
  certificate?: Certificate,
): Promise<{
  readonly port: number;
  /** Paths of all requests. */
  readonly requested: readonly string[];
  /** The requested parts, such as `bytes=100-`. */
  readonly ranges: readonly (string | undefined)[];
}> {
  const requested: string[] = [];
  const ranges: (string | undefined)[] = [];
  const listener = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const answer = answers[Math.min(requested.length, answers.length - 1)];
    requested.push(request.url ?? '');
    ranges.push(request.headers.range);
    answer?.(response, request);
  };
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, requested, ranges };
}

/**
 * `net`: files and the app's own schemes as in Electron, the web by Node's fetch.
 *
 * Limits: web requests do not share Chromium's cookies, cache or proxy; `net.request` is not built; always online.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { protocolHandler } from './protocol.ts';
import { strict } from './strict.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

async function fetchFile(url: string): Promise<Response> {
  const { protocol, host, pathname } = new URL(url);
  const file = fileURLToPath(`${protocol}//${host}${pathname}`);
  const content = await readFile(file).catch((error: unknown) => {
    throw new Error('net::ERR_FILE_NOT_FOUND', { cause: error });
  });
  const type = MEDIA_TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  return new Response(content, { headers: { 'content-type': type } });
}

export const net = strict('net', {
  online: true,
  isOnline: (): boolean => true,
  async fetch(
    input: string | URL | Request,
    options: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {},
  ): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('file:')) return fetchFile(url);
    const handler = options.bypassCustomProtocolHandlers ? undefined : protocolHandler(url);
    return handler ? handler(new Request(input, options)) : fetch(input, options);
  },
});

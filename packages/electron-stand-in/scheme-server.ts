/**
 * Answers the requests of pages to the app's own schemes, except for documents, over HTTP on loopback.
 *
 * As in Electron for a scheme with the privilege `codeCache`, the app is asked for each request, and Chromium
 * reuses the code that it compiled at an earlier start if the script is unchanged. Electron compares a hash
 * of the script. Chromium does that only for schemes that it knows; for http the script must come from its
 * HTTP cache. So Chromium sends the `ETag` of its cached script, and status 304 says that it is unchanged.
 *
 * Limit: every scheme has that privilege.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { askApp, protocolHandler } from './protocol.ts';
import { report } from './runtime.ts';
import { toAppUrl } from './scheme.ts';

/** Headers of the connection and of Chromium's cache, which the app does not get. */
const NOT_PASSED_ON = /^(?:host|connection|content-length|cache-control|pragma|if-none-match)$/;

/** @returns the port where the app's own schemes are served from now on */
export async function serveSchemes(): Promise<number> {
  const server = createServer().unref().listen(0, '127.0.0.1');
  // Chromium must know the port when it starts. Meanwhile Node loads its HTTP, which takes a while.
  const http = import('node:http').then((module) => module.createServer(respond));
  server.on('connection', (socket: Socket) => void http.then((to) => to.emit('connection', socket)));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const url = toAppUrl(`http://${request.headers.host ?? ''}${request.url ?? ''}`);
  answer(url, request, response).catch((error: unknown) => {
    report(`protocol handler for ${url}`, error);
    response.destroy();
  });
}

async function answer(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handler = protocolHandler(url);
  // Chromium requests the icon by itself; Electron does not.
  if (!handler || new URL(url).pathname === '/favicon.ico') {
    response.writeHead(204).end();
    return;
  }
  const { method = 'GET', headers } = request;
  const passedOn = Object.entries(request.headersDistinct)
    .filter(([name]) => !NOT_PASSED_ON.test(name))
    .flatMap(([name, values = []]) => values.map((value) => [name, value] as const));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? new Uint8Array(await buffer(request)) : undefined;
  const given = await askApp(handler, url, method, passedOn, body);
  if (given === undefined) {
    response.destroy();
    return;
  }
  const answered = new Map(given.headers);
  const isCached = method === 'GET' && given.status === 200 && answered.get('cache-control') !== 'no-store';
  // "no-cache" stores it, but revalidates it each time.
  answered.set('cache-control', isCached ? 'no-cache' : 'no-store');
  if (isCached) answered.set('etag', `"${hash('sha1', given.body)}"`);
  const isSame = isCached && headers['if-none-match'] === answered.get('etag');
  response.writeHead(isSame ? 304 : given.status, [...answered].flat()).end(isSame ? undefined : given.body);
}

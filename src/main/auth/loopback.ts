/**
 * The server where the browser begins the sign-in and to which it brings Google's answer (RFC 8252 §7.3): on
 * 127.0.0.1, on a port that the system chooses, open for one attempt.
 *
 * Other users of this computer can see the address that the system opens, because it is an argument of the
 * browser's process. The address alone is therefore worth nothing. It works once, leads to Google's page, and
 * sets a cookie in the browser that opened it. The callback accepts one request: a GET for this host and port
 * with the attempt's `state` and that cookie. It refuses everything else and keeps waiting. If the address is
 * opened a second time, the server cannot tell which of the two is the user's own browser, and the result of
 * the attempt must not count (`openedTwice`).
 *
 * The browser that brought the answer gets a page as soon as the outcome of the sign-in is known.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#shared/base/error.ts';
import type { AuthPorts } from './contract.ts';
import { PAGE_HEADERS, type Page, renderPage } from './result-page.ts';

const HOST = '127.0.0.1';
const CALLBACK = '/callback';
/** How long the browser may take to read the last page before the connection is closed. Milliseconds. */
const LAST_PAGE_TIMEOUT = 1000;
/** A browser opens only a few connections. Beyond this number, the oldest ones are closed. */
const MAX_CONNECTIONS = 64;

type CallbackAnswer =
  | { readonly kind: 'code'; readonly code: string }
  /** @property error the code of RFC 6749 §4.1.2.1, such as `access_denied`. */
  | { readonly kind: 'error'; readonly error: string };

export interface Loopback {
  readonly redirectUri: string;
  /** The accepted answer; never settles if none arrives. */
  readonly answer: Promise<CallbackAnswer>;
  /** Resolves when the address of `beginAt` is opened a second time, even after the answer. */
  readonly openedTwice: Promise<void>;
  /** @returns the address for the browser, which leads to `target` */
  readonly beginAt: (target: string) => string;
  /** Shows the page in the browser that brought the answer, if one did. */
  readonly show: (page: Page) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param lifetime of the browser's cookie, in milliseconds
 * @throws AppError `sign-in-failed` if this computer gives no port
 */
export async function openLoopback(
  state: string,
  lifetime: number,
  after: AuthPorts['after'],
): Promise<Loopback> {
  const { promise: answer, resolve } = Promise.withResolvers<CallbackAnswer>();
  const { promise: openedTwice, resolve: reportOpenedTwice } = Promise.withResolvers<void>();
  const beginPath = `/begin/${randomSecret()}`;
  // Browsers send a cookie to every port of a host, so each attempt on this computer needs its own name.
  const cookie = { name: `inkling-${randomBytes(8).toString('hex')}`, value: randomSecret() };
  let target: string | null = null;
  let openings = 0;
  let browser: ServerResponse | null = null;
  let authority = '';

  function begin(response: ServerResponse, location: string): void {
    openings += 1;
    if (openings > 1) {
      send(response, 409, { kind: 'failed', reason: 'opened-twice' });
      reportOpenedTwice();
      return;
    }
    const attributes = `Path=${CALLBACK}; Max-Age=${Math.ceil(lifetime / 1000)}; HttpOnly; SameSite=Lax`;
    const setCookie = `${cookie.name}=${cookie.value}; ${attributes}`;
    response.writeHead(303, { ...PAGE_HEADERS, location, 'set-cookie': setCookie }).end();
  }

  function receive(response: ServerResponse, callback: CallbackAnswer): void {
    if (openings > 1) send(response, 409, { kind: 'failed', reason: 'opened-twice' });
    // The page was reloaded or the request repeated. Only the first one counts.
    else if (browser !== null) send(response, 409, { kind: 'not-the-answer' });
    else {
      browser = response;
      resolve(callback);
    }
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    // DNS rebinding: a page of another site whose name resolves to 127.0.0.1 sends that name.
    if (request.headers.host !== authority) return send(response, 421, { kind: 'not-the-answer' });
    const url = URL.parse(request.url ?? '', `http://${authority}`);
    const isBegin = target !== null && isSame(url?.pathname ?? null, beginPath);
    if (url === null || url.host !== authority || (!isBegin && url.pathname !== CALLBACK))
      return send(response, 404, { kind: 'not-the-answer' });
    if (request.method !== 'GET') return send(response, 405, { kind: 'not-the-answer' });
    if (isBegin && target !== null) return begin(response, target);
    if (!isSame(single(url, 'state'), state)) return send(response, 400, { kind: 'not-the-answer' });
    if (!isSame(cookieOf(request, cookie.name), cookie.value))
      return send(response, 400, { kind: 'another-browser' });
    const callback = answerOf(url);
    if (callback === null) return send(response, 400, { kind: 'not-the-answer' });
    return receive(response, callback);
  }

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, respond);
  /** The oldest first. */
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= MAX_CONNECTIONS) return;
    // All complete requests were answered at once, except the one whose browser waits for the outcome.
    const oldest = connections.values().find((connection) => connection !== browser?.socket);
    if (oldest === undefined) return;
    connections.delete(oldest);
    oldest.destroy();
  });

  try {
    server.listen(0, HOST);
    await once(server, 'listening');
  } catch {
    throw new AppError('sign-in-failed', 'no-loopback');
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port');
  authority = `${HOST}:${address.port}`;

  return {
    redirectUri: `http://${authority}${CALLBACK}`,
    answer,
    openedTwice,
    beginAt(location) {
      target = location;
      return `http://${authority}${beginPath}`;
    },
    async show(page) {
      if (browser !== null)
        await sendLast(browser, openings > 1 ? { kind: 'failed', reason: 'opened-twice' } : page, after);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

function answerOf(url: URL): CallbackAnswer | null {
  const code = single(url, 'code');
  const error = single(url, 'error');
  if (code !== null && error === null) return { kind: 'code', code };
  if (error !== null && code === null) return { kind: 'error', error };
  return null;
}

/** The value of a cookie that occurs exactly once, otherwise null (RFC 6265 §5.4). */
function cookieOf(request: IncomingMessage, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const [first = null, ...more] = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return first === null || more.length > 0 ? null : first.slice(name.length + 1);
}

/** The value of a parameter that occurs exactly once and is not empty (RFC 6749 §3.1), otherwise null. */
function single(url: URL, name: string): string | null {
  const [first = '', ...more] = url.searchParams.getAll(name);
  return first === '' || more.length > 0 ? null : first;
}

function isSame(given: string | null, expected: string): boolean {
  if (given === null) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function send(response: ServerResponse, status: number, page: Page): void {
  const allow = status === 405 ? { allow: 'GET' } : {};
  response.writeHead(status, { ...PAGE_HEADERS, ...allow }).end(renderPage(page));
}

async function sendLast(response: ServerResponse, page: Page, after: AuthPorts['after']): Promise<void> {
  if (response.destroyed) return;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const cancelTimer = after(LAST_PAGE_TIMEOUT, resolve);
  response.once('close', resolve);
  send(response, page.kind === 'signed-in' ? 200 : 400, page);
  await done;
  cancelTimer();
}

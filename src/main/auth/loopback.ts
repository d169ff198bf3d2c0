/**
 * The server that the browser brings Google's answer to (RFC 8252 §7.3): on 127.0.0.1, on a port that the system chooses, open for one
 * attempt. It accepts exactly one request: a GET of the callback path, for this host and port, with the attempt's `state`. It refuses
 * everything else and goes on waiting. The browser that brought the answer gets its page when the outcome of the sign-in is known.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AppError } from '#shared/error.ts';
import type { AuthPorts } from './contract.ts';
import { PAGE_HEADERS, type Page, renderPage } from './result-page.ts';

const HOST = '127.0.0.1';
const PATH = '/callback';
/** After this time the connection is closed even if the browser has not read the last page. Milliseconds. */
const LAST_PAGE_TIMEOUT = 1000;
/** A browser opens only a few connections. */
const MAX_CONNECTIONS = 64;

type CallbackAnswer =
  | { readonly kind: 'code'; readonly code: string }
  /** @property error the code of RFC 6749 §4.1.2.1, such as `access_denied`. */
  | { readonly kind: 'error'; readonly error: string };

export interface Loopback {
  readonly redirectUri: string;
  /** The accepted answer; never settles if none comes. */
  readonly answer: Promise<CallbackAnswer>;
  /** Shows the page to the browser that brought the answer, if one did, and ends every connection. */
  readonly close: (page: Page) => Promise<void>;
}

/** @throws AppError `sign-in-failed` if this computer gives no port. */
export async function openLoopback(state: string, after: AuthPorts['after']): Promise<Loopback> {
  const { promise: answer, resolve } = Promise.withResolvers<CallbackAnswer>();
  let browser: ServerResponse | null = null;
  let authority = '';

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const verdict = judge(request, authority, state);
    if (verdict.kind === 'refuse') {
      send(response, verdict.status, { kind: 'not-the-answer' });
    } else if (browser !== null) {
      // The page was reloaded or the request repeated: only the first one counts.
      send(response, 409, { kind: 'not-the-answer' });
    } else {
      browser = response;
      resolve(verdict.answer);
    }
  });
  server.maxConnections = MAX_CONNECTIONS;

  try {
    server.listen(0, HOST);
    await once(server, 'listening');
  } catch {
    throw new AppError('sign-in-failed', 'This computer does not let the app wait for the browser’s answer.');
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port');
  authority = `${HOST}:${address.port}`;

  return {
    redirectUri: `http://${authority}${PATH}`,
    answer,
    async close(page) {
      const closed = once(server, 'close');
      server.close();
      if (browser !== null) await sendLast(browser, page, after);
      server.closeAllConnections();
      await closed;
    },
  };
}

type Verdict =
  | { readonly kind: 'refuse'; readonly status: number }
  | { readonly kind: 'accept'; readonly answer: CallbackAnswer };

function judge(request: IncomingMessage, authority: string, state: string): Verdict {
  // DNS rebinding: a page of another site whose name resolves to 127.0.0.1 sends that name.
  if (request.headers.host !== authority) return { kind: 'refuse', status: 421 };
  const url = URL.parse(request.url ?? '', `http://${authority}`);
  if (url === null || url.host !== authority || url.pathname !== PATH) return { kind: 'refuse', status: 404 };
  if (request.method !== 'GET') return { kind: 'refuse', status: 405 };
  if (!isSame(single(url, 'state'), state)) return { kind: 'refuse', status: 400 };

  const code = single(url, 'code');
  const error = single(url, 'error');
  if (code !== null && error === null) return { kind: 'accept', answer: { kind: 'code', code } };
  if (error !== null && code === null) return { kind: 'accept', answer: { kind: 'error', error } };
  return { kind: 'refuse', status: 400 };
}

/** The value of a parameter that is there exactly once and not empty (RFC 6749 §3.1), else null. */
function single(url: URL, name: string): string | null {
  const [first = '', ...others] = url.searchParams.getAll(name);
  return first === '' || others.length > 0 ? null : first;
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

/**
 * The network with the system's settings, through Chromium: its proxies and PAC files, its certificate
 * authorities, and a proxy's login if Windows or Kerberos provide it.
 */
import { Readable } from 'node:stream';
import { net, session, type AuthInfo, type ClientRequest, type IncomingMessage } from 'electron';
import type { Route } from '#shared/ipc/cloud-service.ts';
import type { Clock } from '#shared/base/clock.ts';
import { AppError } from '#shared/base/error.ts';
import type { Fetch } from '../auth/contract.ts';
import { withDeadline } from '../base/deadline.ts';
import { loginOf, routeOf } from '../base/proxy.ts';

/**
 * How long to wait for the proxy, in milliseconds. A PAC file may have to be loaded from a server that does
 * not answer.
 */
const RESOLVE_MS = 5_000;
/** Statuses for which `Response` accepts no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The current route to a server.
 * @param server `https:` address
 * @throws AppError `network` if the system does not answer in time, because a direct connection could bypass
 *   the proxy that it is about to name. Chromium gives up a PAC file after half a minute and then answers.
 */
export async function systemRoute(server: string, clock: Clock): Promise<Route> {
  const answer = await withDeadline<string | null>(
    session.defaultSession.resolveProxy(server),
    clock,
    RESOLVE_MS,
    null,
  );
  if (answer === null) throw new AppError('network', 'cloud-route-unknown');
  return routeOf(answer, process.env);
}

/**
 * Like `fetch`, but without redirects, cookies and a cache. Electron's own `net.fetch` is not used, because
 * it cannot answer a proxy that asks for a password (electron/electron#44249).
 */
export const systemFetch: Fetch = async (url, init) => {
  const fetchRequest = new Request(url, init);
  const body = Buffer.from(await fetchRequest.arrayBuffer());
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = net.request({ url, method: fetchRequest.method, redirect: 'error', cache: 'no-store' });
  for (const [name, value] of fetchRequest.headers) request.setHeader(name, value);
  // A status or a header that `Response` does not accept fails the request.
  request.on('response', (answer) => resolve(Promise.try(toResponse, answer)));
  request.on('error', ({ message }) => reject(toFetchError(message)));
  answerLogin(request);
  const { signal } = fetchRequest;
  signal.addEventListener('abort', () => {
    request.abort();
    reject(signal.reason);
  });
  if (signal.aborted) throw signal.reason;
  // Even an empty body would make it a request with a body.
  request.end(body.length === 0 ? undefined : body);
  return promise;
};

/** Answers once: a proxy that asks again has not accepted the login. */
function answerLogin(request: ClientRequest): void {
  let isAnswered = false;
  request.on('login', ({ isProxy, host, port }: AuthInfo, callback) => {
    const login = isProxy && !isAnswered ? loginOf(host, port, process.env) : null;
    isAnswered = true;
    if (login === null) callback();
    else callback(login.username, login.password);
  });
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status, headers } = answer;
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  // The answer is a Node stream, which Electron's types do not show.
  if (!(answer instanceof Readable)) throw new TypeError('An answer of Electron is a stream');
  return new Response(WITHOUT_BODY.has(status) ? null : Readable.toWeb(answer), { status, headers: pairs });
}

/**
 * An error with the code, such as `ERR_PROXY_CONNECTION_FAILED`, in the place where Node's `fetch` puts it.
 */
function toFetchError(message: string): TypeError {
  const cause = Object.assign(new Error(message), { code: message.replace(/^net::/, '') });
  return new TypeError('fetch failed', { cause });
}

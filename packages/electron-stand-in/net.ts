/**
 * `net`: requests of the main process through the proxies of Chromium's switches, with the event `login` if a
 * proxy requires a password.
 *
 * Limits: Node sends the requests, not Chromium. So there is no Windows or Kerberos login, only HTTP proxies,
 * only the certificate authorities that come with Node, and only the first entry of a PAC file's answer
 * counts. `end` takes the whole body; there is no `write`. Redirects are always errors and nothing is cached,
 * as the app requests. `net.fetch` is not built.
 */
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { resolveProxy } from './proxies.ts';
import { runtime } from './runtime.ts';
import { notBuiltError, strictProxy, StrictEmitter } from './strict.ts';

interface RequestOptions {
  readonly url: string;
  readonly method: string;
  readonly redirect: 'error';
  readonly cache: 'no-store';
}

/**
 * Headers that Chromium sets itself and refuses from the app (services/network/public/cpp/header_util.cc).
 */
const FORBIDDEN = /^(?:content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding)$/i;

/** Chromium's names for Node's errors (net/base/net_error_list.h). */
const NAMES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  ERR_PROXY_TUNNEL: 'ERR_TUNNEL_CONNECTION_FAILED',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
};

class ClientRequest extends StrictEmitter {
  readonly #options: RequestOptions;
  readonly #headers = new Map<string, string>();
  readonly #aborter = new AbortController();

  constructor(options: RequestOptions) {
    super('net.request()');
    if (options.redirect !== 'error' || options.cache !== 'no-store')
      throw notBuiltError('net.request options');
    this.#options = options;
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  end(body?: Buffer): void {
    const forbidden = [...this.#headers.keys()].some((name) => FORBIDDEN.test(name));
    if (forbidden) this.#fail('ERR_INVALID_ARGUMENT');
    else this.#send(body, '').catch((error: unknown) => this.emit('error', error));
  }

  abort(): void {
    this.#aborter.abort();
    process.nextTick(() => this.emit('abort'));
  }

  async #send(body: Buffer | undefined, login: string): Promise<void> {
    const { url, method } = this.#options;
    const [entry = ''] = (await resolveProxy(url)).split(';');
    const [kind, place] = entry.trim().split(/\s+/);
    if (kind !== 'DIRECT' && kind !== 'PROXY') throw notBuiltError(`a request by ${entry}`);
    const proxy = kind === 'PROXY' ? `http://${login}${place}` : null;
    const { request, Agent } = url.startsWith('https:') ? https : http;
    const sent = request(url, {
      method,
      headers: Object.fromEntries(this.#headers),
      signal: this.#aborter.signal,
      agent: new Agent(proxy === null ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }),
    });
    const askForLogin = (answer: Readable): void => {
      if (login !== '') this.emit('response', answer);
      else this.#askForLogin(place ?? '', body, answer);
    };
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      if (proxy !== null && statusCode === 407) askForLogin(answer);
      else if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
        sent.destroy();
        this.emit('error', new Error("Attempted to redirect, but redirect policy was 'error'"));
      } else this.emit('response', answer);
    });
    sent.on('error', (error: NodeJS.ErrnoException & { readonly statusCode?: number }) => {
      if (this.#aborter.signal.aborted) return;
      if (error.statusCode === 407) askForLogin(tunnelRefusal());
      else if (proxy !== null && error.code === 'ECONNREFUSED') this.#fail('ERR_PROXY_CONNECTION_FAILED');
      else this.#fail(NAMES[error.code ?? ''] ?? 'ERR_FAILED');
    });
    sent.end(body);
  }

  #askForLogin(place: string, body: Buffer | undefined, answer: Readable): void {
    const { hostname: host, port } = new URL(`http://${place}`);
    const info = { isProxy: true, scheme: 'basic', host, port: Number(port), realm: '' };
    const callback = (username?: string, password?: string): void => {
      if (username === undefined || password === undefined) {
        this.emit('response', answer);
        return;
      }
      answer.destroy();
      const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
      this.#send(body, login).catch((error: unknown) => this.emit('error', error));
    };
    if (!this.emit('login', info, callback)) callback();
  }

  #fail(name: string): void {
    this.emit('error', new Error(`net::${name}`));
  }
}

/** The answer of a proxy that refuses a tunnel. Reading its body fails, as in Chromium. */
function tunnelRefusal(): Readable {
  const answer = new Readable({
    read() {
      this.destroy(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'));
    },
  });
  return Object.assign(answer, { statusCode: 407, headers: {} });
}

export const net = strictProxy('net', {
  request(options: RequestOptions): ClientRequest {
    if (!runtime.ready) throw new Error('Session can only be received when app is ready');
    return new ClientRequest(options);
  },
});

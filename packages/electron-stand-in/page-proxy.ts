/**
 * The proxy of Chromium, which only pages use. `session.setProxy` may come after Chromium has started, so this
 * process is the proxy: it connects to each server directly, or refuses everything if the session of the pages
 * has a proxy, because in tests that one leads nowhere.
 *
 * Limits: it does not exist beside Chromium's own switches for proxies. No proxy of a session is ever reached.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { notBuiltError } from './strict.ts';

export interface ProxyConfig {
  readonly proxyRules?: string;
  readonly proxyBypassRules?: string;
}

let isCutOff = false;

/** @param config must name one proxy for everything, this computer included */
export function setPageProxy({ proxyRules = '', proxyBypassRules = '' }: ProxyConfig): void {
  if (!/^\w+:\/\/[^/;,\s]+$/.test(proxyRules) || proxyBypassRules !== '<-loopback>')
    throw notBuiltError(`setProxy with ${proxyRules} and ${proxyBypassRules}`);
  isCutOff = true;
}

/** @returns the port of the proxy */
export async function servePageProxy(): Promise<number> {
  const server = createServer(handle).unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Chromium opens a tunnel, also for `http:`, to a proxy of the kind SOCKS 5 (RFC 1928) without a password. */
function handle(browser: Socket): void {
  browser.on('error', () => browser.destroy());
  if (isCutOff) {
    browser.destroy();
    return;
  }
  browser.once('data', () => {
    browser.write(Buffer.from([5, 0]));
    browser.once('data', (request) => {
      const target = targetOf(request);
      if (target === undefined || isCutOff) {
        browser.destroy();
        return;
      }
      const server = connect(target);
      server.on('error', () => browser.destroy());
      server.once('connect', () => {
        browser.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        browser.pipe(server);
        server.pipe(browser);
      });
      browser.once('close', () => server.destroy());
    });
  });
}

/** Undefined for any request but one to connect to a name or an IPv4 address. */
function targetOf(request: Buffer): { host: string; port: number } | undefined {
  const [, command, , kind, length = 0] = request;
  if (command !== 1) return undefined;
  if (kind === 1) return { host: request.subarray(4, 8).join('.'), port: request.readUInt16BE(8) };
  if (kind !== 3) return undefined;
  return { host: request.toString('latin1', 5, 5 + length), port: request.readUInt16BE(5 + length) };
}

/**
 * The proxies of Chromium's switches `--proxy-server`, `--proxy-bypass-list` and `--proxy-pac-url`
 * (net/docs/proxy.md). Requests to this computer itself use no proxy, except that of `--proxy-server` if the
 * bypass list is `<-loopback>`.
 *
 * Limits: the system's settings are not read. There is one proxy for all schemes, the bypass list may only be
 * `<-loopback>`, and a PAC file cannot call the functions that Chromium offers.
 */
import { runInNewContext } from 'node:vm';
import { switches } from './command-line.ts';
import { notBuiltError } from './strict.ts';

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const KINDS: Readonly<Record<string, string>> = {
  http: 'PROXY',
  https: 'HTTPS',
  socks: 'SOCKS5',
  socks4: 'SOCKS',
  socks5: 'SOCKS5',
};

/** @returns the answer in the form of a PAC file, such as `PROXY 127.0.0.1:3128` */
export async function resolveProxy(address: string): Promise<string> {
  const { hostname: host, origin } = new URL(address);
  const bypass = switches.get('proxy-bypass-list') ?? '';
  if (bypass !== '' && bypass !== '<-loopback>') throw notBuiltError(`--proxy-bypass-list=${bypass}`);
  const script = switches.get('proxy-pac-url');
  if (LOOPBACK.test(host) && (script !== undefined || bypass === '')) return 'DIRECT';
  if (script !== undefined) return runPacFile(script, `${origin}/`, host);
  const server = switches.get('proxy-server');
  if (server === undefined) return 'DIRECT';
  const [, kind = 'http', place] = /^(?:(\w+):\/\/)?([^/@]+:\d+)$/.exec(server) ?? [];
  const name = KINDS[kind];
  if (name === undefined || place === undefined) throw notBuiltError(`--proxy-server=${server}`);
  return `${name} ${place}`;
}

async function runPacFile(script: string, url: string, host: string): Promise<string> {
  const source = await (await fetch(script)).text();
  return String(runInNewContext(`${source};FindProxyForURL(url, host)`, { url, host }));
}

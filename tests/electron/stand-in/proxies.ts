/**
 * The proxies that Chromium is told of by its own switches: `--proxy-server`, `--proxy-bypass-list`, `--proxy-pac-url`
 * (net/docs/proxy.md). What is on this computer is never asked of a proxy, unless `<-loopback>` says so, and by a PAC file never.
 *
 * Limits: the system's settings are not read. There is one proxy for all schemes, the bypass list may only be `<-loopback>`,
 * and a PAC file has none of the functions that Chromium gives it.
 */
import { runInNewContext } from 'node:vm';
import { switches } from './command-line.ts';
import { notBuilt } from './strict.ts';

const LOOPBACK = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const KINDS: Readonly<Record<string, string>> = {
  http: 'PROXY',
  https: 'HTTPS',
  socks: 'SOCKS5',
  socks4: 'SOCKS',
  socks5: 'SOCKS5',
};

/** @returns as a PAC file answers, such as `PROXY 127.0.0.1:3128` */
export async function resolveProxy(address: string): Promise<string> {
  const { hostname: host, origin } = new URL(address);
  const bypass = switches.get('proxy-bypass-list') ?? '';
  if (bypass !== '' && bypass !== '<-loopback>') throw notBuilt(`--proxy-bypass-list=${bypass}`);
  const script = switches.get('proxy-pac-url');
  if (LOOPBACK.test(host) && (script !== undefined || bypass === '')) return 'DIRECT';
  if (script !== undefined) return findByScript(script, `${origin}/`, host);
  const server = switches.get('proxy-server');
  if (server === undefined) return 'DIRECT';
  const [, kind = 'http', place] = /^(?:(\w+):\/\/)?([^/@]+:\d+)$/.exec(server) ?? [];
  const name = KINDS[kind];
  if (name === undefined || place === undefined) throw notBuilt(`--proxy-server=${server}`);
  return `${name} ${place}`;
}

async function findByScript(script: string, url: string, host: string): Promise<string> {
  const source = await (await fetch(script)).text();
  return String(runInNewContext(`${source};FindProxyForURL(url, host)`, { url, host }));
}

/**
 * The proxies that the system names, as Chromium tells of them: in the words of a PAC file's answer, such as
 * `PROXY company:3128;DIRECT` (chromium net/docs/proxy.md). It keeps passwords to itself; one stands in the environment's
 * variables for proxies, where it is known at all.
 */
import { unescape } from 'node:querystring';
import type { Route } from '#shared/cloud-service.ts';

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

/**
 * Takes the first way of the answer that a CONNECT, or nothing at all, opens.
 * @param answer of `session.resolveProxy`; empty where nobody could tell
 */
export function routeOf(answer: string, environment: Environment): Route {
  const ways = answer.split(';').flatMap((way) => (way.trim().toUpperCase() === '' ? [] : [way.trim()]));
  for (const way of ways) {
    if (way.toUpperCase() === 'DIRECT') return { kind: 'direct' };
    const address = /^PROXY\s+(\S+)$/i.exec(way)?.[1];
    const proxy = address === undefined ? null : URL.parse(`http://${address}`);
    if (proxy !== null) return { kind: 'proxy', url: withLogin(proxy, environment) };
  }
  return { kind: ways.length === 0 ? 'direct' : 'unsupported' };
}

function withLogin(proxy: URL, environment: Environment): string {
  const login = loginOf(proxy.hostname, portOf(proxy), environment);
  if (login === null) return `http://${proxy.host}`;
  const { username, password } = login;
  return `http://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${proxy.host}`;
}

/** Name and password of the proxy at this place, by whichever variable names the same place; null where none does. */
export function loginOf(host: string, port: number, environment: Environment): ProxyLogin | null {
  for (const name of VARIABLES) {
    const value = environment[name] ?? '';
    const url = URL.parse(value.includes('://') ? value : `http://${value}`);
    if (url === null || url.username === '' || url.hostname !== host || portOf(url) !== port) continue;
    return { username: unescape(url.username), password: unescape(url.password) };
  }
  return null;
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

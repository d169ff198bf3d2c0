/**
 * The system's proxies, as Chromium reports them: in the syntax of a PAC file's answer (`PROXY
 * company:3128;DIRECT`, chromium net/docs/proxy.md). Chromium does not reveal passwords, so a password can
 * only come from the environment's variables for proxies.
 */
import { unescape } from 'node:querystring';
import type { Route } from '#shared/ipc/cloud-service.ts';

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

/**
 * Takes the first route of the answer that is direct or goes through a proxy by CONNECT.
 * @param answer of `session.resolveProxy`; empty if unknown
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

/**
 * Name and password of the proxy at this host and port, from the first variable that has both; null if there
 * is none.
 */
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

/**
 * Lets Electron's binary be downloaded if it is missing, by a process of its own: Node decides about proxies and authorities
 * when it starts. Not every machine can reach the server that has the binary; each call tries again.
 */
import path from 'node:path';
import { start } from '../commands/lib/processes.mjs';
import { ELECTRON_PACKAGE, findElectron } from './find.ts';

/**
 * Tells on standard error how far the download is, or why it failed and what to do.
 * @param folder of npm's package
 * @returns whether there is a binary
 */
export async function fetchElectron(folder: string = ELECTRON_PACKAGE): Promise<boolean> {
  if (findElectron(folder) !== undefined) return true;
  const proxy = proxyOf(process.env);
  if (proxy !== undefined && !isHttp(proxy)) {
    console.error(
      `Electron could not be fetched: the proxy ${withoutPassword(proxy)} is of a kind that cannot be used here; name one that begins with http:// in HTTPS_PROXY.`,
    );
    return false;
  }
  await start(
    process.execPath,
    [
      '--use-system-ca',
      path.join(import.meta.dirname, 'download-main.ts'),
      folder,
      proxy === undefined ? '' : withoutPassword(proxy),
    ],
    { stdio: ['ignore', process.stderr, process.stderr], env: environment(process.env, proxy) },
  ).ended;
  return findElectron(folder) !== undefined;
}

/** What Node and Electron's package read, from what the person, the system and npm say. */
function environment(env: NodeJS.ProcessEnv, proxy: string | undefined): NodeJS.ProcessEnv {
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? env['npm_config_noproxy'];
  const authorities = env['NODE_EXTRA_CA_CERTS'] ?? env['npm_config_cafile'];
  return {
    ...env,
    ...(proxy !== undefined && { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy, https_proxy: proxy }),
    ...(noProxy !== undefined && { NO_PROXY: noProxy, no_proxy: noProxy }),
    ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
    // Would make the package use a proxy in another way.
    ELECTRON_GET_USE_PROXY: undefined,
    // If the stand-in was chosen, this is set, and the package would believe that its binary is there.
    ELECTRON_OVERRIDE_DIST_PATH: undefined,
  };
}

/**
 * The proxy for the download: the system's own variables, then npm's settings, which npm hands to its scripts (a person's
 * install has just succeeded with them). A name without a scheme, as many write it, is meant as http.
 */
function proxyOf(env: NodeJS.ProcessEnv): string | undefined {
  const names = [
    'https_proxy',
    'HTTPS_PROXY',
    'npm_config_https_proxy',
    'npm_config_proxy',
    'http_proxy',
    'HTTP_PROXY',
  ];
  const named = names.map((name) => env[name] ?? '').find((value) => value !== '' && value !== 'null');
  return named === undefined || named.includes('://') ? named : `http://${named}`;
}

function isHttp(proxy: string): boolean {
  return URL.canParse(proxy) && ['http:', 'https:'].includes(new URL(proxy).protocol);
}

function withoutPassword(proxy: string): string {
  return proxy
    .replace(/^.*@/, '')
    .replace(/^\w+:\/\//, '')
    .replace(/\/$/, '');
}

/**
 * Downloads Electron's binary if it is missing, in a separate process, because Node reads the settings for
 * proxies and authorities when it starts. Each call tries again.
 */
import path from 'node:path';
import { start } from '../commands/lib/processes.mjs';
import { ELECTRON_PACKAGE, findElectron } from './find.ts';

/**
 * Prints the progress on standard error, or why the download failed and what to do.
 * @param folder of npm's package
 * @returns whether there is a binary
 */
export async function fetchElectron(folder: string = ELECTRON_PACKAGE): Promise<boolean> {
  if (findElectron(folder) !== undefined) return true;
  const proxy = findProxy(process.env);
  if (proxy !== undefined && !isHttp(proxy.address)) {
    console.error(`Electron could not be fetched: ${whyUnusable(proxy)}.`);
    return false;
  }
  await start(
    process.execPath,
    ['--use-system-ca', path.join(import.meta.dirname, 'download-main.ts'), folder, proxy?.setting ?? ''],
    { stdio: ['ignore', process.stderr, process.stderr], env: environment(process.env, proxy?.address) },
  ).ended;
  return findElectron(folder) !== undefined;
}

/** The environment for Node and Electron's package, from settings of the user, the system and npm. */
function environment(env: NodeJS.ProcessEnv, proxy: string | undefined): NodeJS.ProcessEnv {
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? env['npm_config_noproxy'];
  const authorities = env['NODE_EXTRA_CA_CERTS'] ?? env['npm_config_cafile'];
  // Node does not start if a proxy variable is not an address.
  const unusable = ['http_proxy', 'HTTP_PROXY'].filter((name) => !isHttp(env[name] ?? ''));
  return {
    ...env,
    ...(proxy !== undefined && { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy, https_proxy: proxy }),
    ...Object.fromEntries(unusable.map((name) => [name, undefined])),
    ...(noProxy !== undefined && { NO_PROXY: noProxy, no_proxy: noProxy }),
    ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
    // Would make the package use proxies differently.
    ELECTRON_GET_USE_PROXY: undefined,
    // Set if the stand-in was chosen; the package would then believe that its binary exists.
    ELECTRON_OVERRIDE_DIST_PATH: undefined,
  };
}

interface Proxy {
  readonly address: string;
  /** The setting that names it, for a sentence. */
  readonly setting: string;
}

/** The system's variables, then npm's settings, which npm passes to its scripts. */
const SETTINGS = [
  ['https_proxy', 'https_proxy'],
  ['HTTPS_PROXY', 'HTTPS_PROXY'],
  ['npm_config_https_proxy', 'npm’s setting https-proxy'],
  ['npm_config_proxy', 'npm’s setting proxy'],
  ['http_proxy', 'http_proxy'],
  ['HTTP_PROXY', 'HTTP_PROXY'],
] as const;

/** The proxy for the download. A name without a scheme, as many users write it, means http. */
function findProxy(env: NodeJS.ProcessEnv): Proxy | undefined {
  for (const [name, setting] of SETTINGS) {
    const value = env[name] ?? '';
    if (value === '' || value === 'null') continue;
    return { address: value.includes('://') ? value : `http://${value}`, setting };
  }
  return undefined;
}

function isHttp(address: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '');
}

function whyUnusable({ address, setting }: Proxy): string {
  const url = URL.parse(address);
  if (url === null) return `what ${setting} names is no address; write it as http://host:port`;
  return `the proxy ${url.host} is of a kind that cannot be used here; name one that begins with http:// in HTTPS_PROXY`;
}

/** Explains to the user why Electron could not be downloaded, and what to do about it. */
import { HTTPError } from '@electron/get';
import { type Arrived, progressText } from './progress.ts';
import { Cut, Stalled } from './receive.ts';
import { Unfetchable } from './unfetchable.ts';

export interface Circumstances {
  /** The data that had arrived before the failure. */
  readonly arrived: Arrived;
  /** The address of the last request: the file, or the target of a redirect. Null if there was no request. */
  readonly address: URL | null;
  /** The proxy of that request; null if it used none. */
  readonly proxy: {
    readonly host: string;
    /** The setting that names it, such as `HTTPS_PROXY`. */
    readonly setting: string;
    /** Whether the setting has a user name and a password. */
    readonly hasLogin: boolean;
    readonly isReachable: boolean;
  } | null;
}

const NO_AUTHORITY = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED|CERT_UNTRUSTED)/;
const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** A sentence without its full stop. */
export function whyNotFetched(error: unknown, { arrived, address, proxy }: Circumstances): string {
  if (error instanceof Unfetchable) return error.message;
  const { code, message, hostname } = deepest(error);
  const server = address?.host ?? 'the server';
  const way = proxy === null ? server : `${server} by the proxy ${proxy.host}`;
  const network = `check the network${proxy === null ? ', and if it has a proxy, name that in HTTPS_PROXY' : ''}`;
  const soFar = arrived.received === 0 ? '' : ` after ${progressText(arrived)}`;

  if (proxy !== null && !proxy.isReachable)
    return `the proxy ${proxy.host} cannot be reached (${code}); check the network and ${proxy.setting}`;
  const refusal = /Proxy response \((\d+)\)/.exec(message)?.[1];
  if (proxy !== null && refusal === '407')
    return proxy.hasLogin
      ? `the proxy ${proxy.host} refuses the name and the password in ${proxy.setting}`
      : `the proxy ${proxy.host} asks for a password; put it into HTTPS_PROXY as http://name:password@host:port`;
  if (proxy !== null && refusal !== undefined)
    return `the proxy ${proxy.host} answered ${refusal} when it was asked for ${server}; whoever runs the proxy can tell why`;
  if (error instanceof HTTPError) {
    // Without the slash, the version becomes part of the mirror's last folder name.
    const hint = /[^/]v\d+\.\d+\.\d+\//.test(address?.pathname ?? '')
      ? 'must end with a slash'
      : 'may name another server';
    return `${way} answered ${error.response.status} for ${address?.pathname}; ELECTRON_MIRROR ${hint}`;
  }
  if (/did not match expected checksum/.test(message))
    return `what came from ${server} is not the file that Electron's makers published; ELECTRON_MIRROR may name another server`;
  if (error instanceof Stalled) return `nothing came from ${way} for a minute${soFar}; ${network}`;
  if (error instanceof Cut)
    return `the connection to ${way} was cut again and again${soFar} (${message}); ${network}`;
  if (NO_AUTHORITY.test(code))
    return `the certificate of ${way} is not trusted here (${code}); if this network inspects connections, name its authority's file in NODE_EXTRA_CA_CERTS`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the name ${hostname} is not known here; ${network}`;
  if (NO_CONNECTION.has(code)) return `${way} cannot be reached (${code}); ${network}`;
  if (code === 'ENOSPC') return 'the disk is full; make room for 400 MB';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `a file could not be written (${message})`;
  return `the download from ${way} failed${soFar} (${message})`;
}

/** `fetch` only reports that it failed; the reason is the cause of its error. */
function deepest(error: unknown): { code: string; message: string; hostname: string } {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  if (inner instanceof AggregateError) inner = inner.errors.at(-1);
  if (!(inner instanceof Error)) return { code: '', message: String(inner), hostname: '' };
  const text = (name: string): string => {
    const value: unknown = Reflect.get(inner, name);
    return typeof value === 'string' ? value : '';
  };
  return { code: text('code'), message: inner.message, hostname: text('hostname') };
}

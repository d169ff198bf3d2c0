/** What to tell somebody whose Electron could not be downloaded: the reason, and what to do about it. */
import { NotUnpacked, Stalled } from './download.ts';
import { type Arrived, progressText } from './progress.ts';

export interface Circumstances {
  /** What had arrived before it failed. */
  readonly arrived: Arrived;
  /** The server, such as `github.com`. */
  readonly server: string;
  /** The proxy between, without its password; null if there is none. */
  readonly proxy: string | null;
}

const PROXY_HINT = 'if this network has a proxy, name it in HTTPS_PROXY';
const MIRROR_HINT = 'ELECTRON_MIRROR may name another server';

/** A sentence without its full stop. */
export function whyNotFetched(error: unknown, { arrived, server, proxy }: Circumstances): string {
  const [{ code, message, status }, first] = [deepest(error), error];
  const way = proxy === null ? server : `${server} by the proxy ${proxy}`;
  if (first instanceof Stalled)
    return `nothing came from ${way} for a minute${soFar(arrived)}; check the network`;
  if (first instanceof NotUnpacked) return `it came, but could not be unpacked (${first.message})`;
  if (status === 407 || /\b407\b/.test(message))
    return `the proxy ${proxy ?? server} asks for a password; put it into HTTPS_PROXY as http://name:password@host:port`;
  if (status !== undefined) return `${server} answered ${status}; ${MIRROR_HINT}`;
  if (/did not match expected checksum/.test(message))
    return `what came from ${server} is not the file that Electron's makers published; ${MIRROR_HINT}`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return `the certificate of ${way} is not trusted here (${code}); if this network inspects connections, name its authority's file in NODE_EXTRA_CA_CERTS`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `there is no way to the name ${proxy ?? server}; check the network, and ${PROXY_HINT}`;
  if (code === 'ENOSPC') return 'the disk is full; make room for 400 MB';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `a file could not be written (${message})`;
  if (arrived.received > 0) return `the connection to ${way} was cut${soFar(arrived)} (${message})`;
  return `${way} cannot be reached (${code === '' ? message : code}); check the network, and ${PROXY_HINT}`;
}

function soFar(arrived: Arrived): string {
  return arrived.received === 0 ? '' : ` after ${progressText(arrived)}`;
}

/** `fetch` says only that it failed; the reason is the cause of its error. */
function deepest(error: unknown): { code: string; message: string; status: number | undefined } {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  if (inner instanceof AggregateError) inner = inner.errors.at(-1);
  if (!(inner instanceof Error)) return { code: '', message: String(inner), status: undefined };
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
  const response: unknown = 'response' in inner ? inner.response : undefined;
  return { code, message: inner.message, status: response instanceof Response ? response.status : undefined };
}

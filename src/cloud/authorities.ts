/**
 * The certificate authorities that a connection to the cloud trusts: those of Node and, if they are not
 * enough, also those of the system. A company whose network inspects connections adds its own certificate to
 * the system. `NODE_EXTRA_CA_CERTS` would do the same, but has no effect in a packaged app (Electron's fuse
 * `nodeOptions`).
 *
 * The system is asked only if that is needed, and once in the life of the process, because a Mac may take
 * many seconds, in which nothing else in the thread runs (nodejs/node#63313).
 */
import { getCACertificates } from 'node:tls';

/**
 * @param onFailure is told why those of the system cannot be read
 * @returns PEM texts, one after the other
 */
export function trustedAuthorities(withSystem: boolean, onFailure: (error: unknown) => void): Buffer {
  const defaultAuthorities = getCACertificates('default');
  return Buffer.from(
    [...new Set([...defaultAuthorities, ...(withSystem ? systemAuthorities(onFailure) : [])])].join('\n'),
  );
}

function systemAuthorities(onFailure: (error: unknown) => void): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    onFailure(error);
    return [];
  }
}

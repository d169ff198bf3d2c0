/**
 * The certificate authorities trusted for connections to the cloud: Node's and, if those are not
 * enough, the system's. A company that inspects its network traffic installs its own certificate in
 * the system. `NODE_EXTRA_CA_CERTS` would do the same, but has no effect in a packaged app
 * (Electron's `nodeOptions` fuse).
 *
 * The system is asked only when needed and once per process: on a Mac it may take many seconds, during which
 * the thread does nothing else (nodejs/node#63313).
 */
import { getCACertificates } from 'node:tls';

/**
 * @param onFailure called with the error if the system's authorities cannot be read
 * @returns PEM texts, joined by newlines
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

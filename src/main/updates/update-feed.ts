/**
 * The source of updates, and how a feed proves that the publisher wrote it. A download must have the hash
 * named in the feed, but on Linux nothing vouches for the feed itself. Every feed therefore ends with a
 * signature (Ed25519) of its name and of all preceding bytes, and the app has the public key. A feed is parsed
 * only after its signature was checked.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { AppError } from '#shared/base/error.ts';

export interface UpdateFeed {
  /** Folder with the `latest*.yml` files and the installers. */
  readonly url: string;
  /** The publisher's key; without it no feed is trusted. */
  readonly publicKey: KeyObject;
}

/**
 * @param url `https:`, or `http:` on this machine; empty if the build has no feed
 * @param publicKey base64 of the key's SPKI form in DER; empty if the build has no feed
 * @returns null if the build has no feed
 * @throws AppError `config-invalid` if only one of the two is given or one is malformed
 */
export function parseUpdateFeed(url: string, publicKey: string): UpdateFeed | null {
  if (url === '' && publicKey === '') return null;
  if (!isSafe(url)) throw new AppError('config-invalid', 'feed-address-wrong');
  try {
    const key = Buffer.from(publicKey, 'base64');
    return { url, publicKey: createPublicKey({ key, format: 'der', type: 'spki' }) };
  } catch (error) {
    throw new AppError('config-invalid', 'feed-key-wrong', { cause: error });
  }
}

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

/** The hash of a file, as feeds have it: base64. */
export const SHA_512 = /^[A-Za-z0-9+/]{86}==$/;

/** The feed's last line, a YAML comment of fixed length, because an Ed25519 signature has 64 bytes. */
const LAST_LINE = /^# signature: ([A-Za-z0-9+/]{85}[AQgw]==)\n$/;
const LAST_LINE_BYTES = '# signature: \n'.length + 88;

/**
 * The line to add to a feed.
 * @param name name of the file, such as `latest-linux.yml`
 * @param feed ends with a line feed
 */
export function signatureLine(name: string, feed: Uint8Array, privateKey: KeyObject): string {
  return `# signature: ${sign(null, signedBytes(name, feed), privateKey).toString('base64')}\n`;
}

/**
 * @param name name of the requested file
 * @param bytes as the server sent them
 * @returns the feed without its last line; null if the publisher did not sign these bytes under this name
 */
export function readSignedFeed(name: string, bytes: Uint8Array, publicKey: KeyObject): string | null {
  if (bytes.length < LAST_LINE_BYTES) return null;
  const feed = bytes.subarray(0, -LAST_LINE_BYTES);
  const lastLine = Buffer.from(bytes.subarray(-LAST_LINE_BYTES)).toString('latin1');
  const signature = LAST_LINE.exec(lastLine)?.[1];
  if (signature === undefined) return null;
  const isGenuine = verify(null, signedBytes(name, feed), publicKey, Buffer.from(signature, 'base64'));
  return isGenuine ? new TextDecoder().decode(feed) : null;
}

/** Includes the name, so that a server cannot offer the installer of another system or processor. */
function signedBytes(name: string, feed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${name}\n`), feed]);
}

/**
 * Where updates come from and how a feed proves that the publisher wrote it. electron-updater checks that what it
 * downloads has the hash that the feed names, but on Linux nothing vouches for the feed itself. So every feed carries
 * a signature (Ed25519) over all that it says, and the app holds the public key.
 */
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '#shared/error.ts';

export interface UpdateFeed {
  /** Folder with the `latest*.yml` files and the installers. */
  readonly url: string;
  /** The publisher's key; without it no feed is trusted. */
  readonly publicKey: KeyObject;
}

/** The field that `npm`'s release step adds to each `latest*.yml`; see tools/packaging/sign-feed.ts. */
const SIGNATURE = 'inklingSignature';

/**
 * @param url `https:`; `http:` only on this machine. Empty where the build has no feed.
 * @param publicKey base64 of the key's SPKI form in DER. Empty where the build has no feed.
 * @returns null where the build has no feed
 * @throws AppError `config-invalid` where only one of the two is given or one is malformed
 */
export function parseUpdateFeed(url: string, publicKey: string): UpdateFeed | null {
  if (url === '' && publicKey === '') return null;
  if (!isSafe(url)) throw configError('INKLING_UPDATE_FEED must be an https address');
  try {
    const key = Buffer.from(publicKey, 'base64');
    return { url, publicKey: createPublicKey({ key, format: 'der', type: 'spki' }) };
  } catch (error) {
    throw configError('INKLING_UPDATE_KEY must be a public key: base64 of its SPKI form', error);
  }
}

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

function configError(message: string, cause?: unknown): AppError {
  return new AppError('config-invalid', `The update feed of this build is wrong: ${message}.`, { cause });
}

/** The line to add to a feed; `info` is the parsed feed without one. */
export function signatureLine(info: object, privateKey: KeyObject): string {
  return `${SIGNATURE}: ${sign(null, signedBytes(info), privateKey).toString('base64')}\n`;
}

const signedFeed = v.object({
  [SIGNATURE]: v.string(),
  // electron-updater accepts a file without a hash unchecked.
  files: v.pipe(v.array(v.object({ sha512: v.pipe(v.string(), v.nonEmpty()) })), v.nonEmpty()),
});

/** Whether the publisher signed all that this parsed feed says, and the feed has a hash of every file. */
export function isGenuine(info: object, publicKey: KeyObject): boolean {
  if (!v.is(signedFeed, info)) return false;
  return verify(null, signedBytes(info), publicKey, Buffer.from(info[SIGNATURE], 'base64'));
}

/** All fields except the signature, as JSON with sorted keys, so that the form of the YAML does not matter. */
function signedBytes(info: object): Buffer {
  const fields = Object.entries(info).filter(([name]) => name !== SIGNATURE);
  return Buffer.from(JSON.stringify(withSortedKeys(Object.fromEntries(fields))));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, withSortedKeys(field)]));
}

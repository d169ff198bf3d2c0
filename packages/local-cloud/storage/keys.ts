/**
 * The keys that sign ID tokens, one for Google, one for Firebase; created once per data folder or process.
 */
import { createHash, createPublicKey, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readIfThere, writeFileWhole } from './files.ts';

export interface SigningKey {
  /** Key id, as tokens name it. */
  readonly kid: string;
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  /** SPKI PEM. */
  readonly publicKey: string;
}

export interface Keys {
  readonly google: SigningKey;
  readonly firebase: SigningKey;
  /** Signs the sign-in page's cookies. */
  readonly cookieSecret: string;
}

const KeysSchema = v.object({ google: v.string(), firebase: v.string(), cookieSecret: v.string() });

/**
 * The keys of this process. Creating them takes most of a start, and tests start a hundred clouds.
 */
let made: Promise<{ google: string; firebase: string }> | null = null;

/** Reads the keys from the file, or creates them there. */
export async function loadKeys(file: string): Promise<Keys> {
  const text = readIfThere(file);
  const stored =
    text === null
      ? { ...(await (made ??= makeKeys())), cookieSecret: randomBytes(24).toString('hex') }
      : v.parse(KeysSchema, JSON.parse(text));
  if (text === null) writeFileWhole(file, JSON.stringify(stored));
  const { google, firebase, cookieSecret } = stored;
  return { google: signingKey(google), firebase: signingKey(firebase), cookieSecret };
}

async function makeKeys(): Promise<{ google: string; firebase: string }> {
  const [google, firebase] = await Promise.all([makeKey(), makeKey()]);
  return { google, firebase };
}

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function signingKey(privateKey: string): SigningKey {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  return { kid: createHash('sha1').update(publicKey).digest('hex'), privateKey, publicKey };
}

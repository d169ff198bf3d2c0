/** JSON Web Tokens signed with RS256, as Google and Firebase issue them. */
import { sign } from 'node:crypto';
import { OAuth2Client } from 'google-auth-library';
import type { SigningKey } from '../storage/keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

export function signJwt(claims: Claims, key: SigningKey): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'RS256', kid: key.kid, typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key.privateKey).toString('base64url')}`;
}

/** The claims, unverified. */
export function decodeJwt(token: string): Claims {
  return { ...(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object) };
}

export interface Expected {
  readonly key: SigningKey;
  readonly issuer: string;
  readonly audience: string;
}

const verifier = new OAuth2Client();

/**
 * The claims of a token that is signed with the key, intended for the audience, and valid now. Unlike
 * Google's own library, it allows no grace period, so that a short lifetime can be tested.
 * @throws Error that says what is wrong
 */
export async function verifyJwt(token: string, { key, issuer, audience }: Expected): Promise<Claims> {
  const certs = { [key.kid]: key.publicKey };
  const ticket = await verifier.verifySignedJwtWithCertsAsync(token, certs, audience, [issuer]);
  const claims = ticket.getPayload();
  if (claims === undefined) throw new Error('The token has no claims.');
  if (claims.exp * 1000 <= Date.now()) throw new Error(`Token used too late: it expired at ${claims.exp}.`);
  if (claims.sub === '') throw new Error('The token has no subject.');
  return { ...claims };
}

/**
 * The plan for the next sign-ins: who signs in without a question, and what is wrong with the ID token.
 */
import * as v from 'valibot';
import type { Claims } from '../identity/jwt.ts';

export type NextSignIn =
  /** The page asks who signs in. */
  | { readonly kind: 'chooser' }
  | { readonly kind: 'account'; readonly sub: string }
  | { readonly kind: 'deny' };

/** Changes of Google's ID token. A claim that is left out stays correct. */
export const IdTokenChangesSchema = v.strictObject({
  /** null leaves the nonce out */
  nonce: v.optional(v.nullable(v.string())),
  aud: v.optional(v.string()),
  iss: v.optional(v.string()),
  sub: v.optional(v.string()),
  /** seconds from now; a negative number is in the past */
  expiresInSeconds: v.optional(v.number()),
  /** moves `iat` and `exp`, as a clock that is wrong by this much */
  iatOffsetSeconds: v.optional(v.number()),
  signature: v.optional(v.literal('wrong')),
});
export type IdTokenChanges = v.InferOutput<typeof IdTokenChangesSchema>;

export class SignInPlan {
  next: NextSignIn = { kind: 'chooser' };
  #changes: IdTokenChanges | null = null;
  #left = 0;

  /** @param times number of ID tokens to change */
  changeIdTokens(changes: IdTokenChanges, times: number): void {
    this.#changes = changes;
    this.#left = times;
  }

  /** The changes for the next ID token; null for none. */
  takeIdTokenChanges(): IdTokenChanges | null {
    if (this.#left === 0) return null;
    this.#left -= 1;
    return this.#changes;
  }
}

export function changedClaims(claims: Claims, changes: IdTokenChanges): Claims {
  const { nonce, aud, iss, sub, expiresInSeconds, iatOffsetSeconds = 0 } = changes;
  const changed: Record<string, unknown> = { ...claims };
  if (nonce === null) delete changed['nonce'];
  else if (nonce !== undefined) changed['nonce'] = nonce;
  for (const [name, value] of Object.entries({ aud, iss, sub }))
    if (value !== undefined) changed[name] = value;
  changed['iat'] = Number(claims['iat']) + iatOffsetSeconds;
  changed['exp'] =
    expiresInSeconds === undefined
      ? Number(claims['exp']) + iatOffsetSeconds
      : Math.floor(Date.now() / 1000) + expiresInSeconds;
  return changed;
}

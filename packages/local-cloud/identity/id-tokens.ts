/** Firebase ID tokens: their contents, and which of them Firestore accepts. */
import * as v from 'valibot';
import type { SigningKey } from '../storage/keys.ts';
import { unauthenticated } from '../firestore/rpc-error.ts';
import type { TokenHolder } from '../firestore/service.ts';
import { issueTime } from './accounts.ts';
import type { Account, Accounts } from './accounts.ts';
import { type Claims, signJwt, verifyJwt } from './jwt.ts';

const HOUR = 3600;
/** Number of remembered verified tokens, because checking a signature takes longer than most calls. */
const CACHE_SIZE = 1000;

interface Verified extends TokenHolder {
  readonly issuedAt: number;
}

export class IdTokens {
  /** Lifetime of the tokens issued from now on, in seconds. */
  ttlSeconds = HOUR;
  /**
   * The sign-in provider in the tokens issued from now on, as if the project allowed another one.
   */
  signInProvider = 'google.com';
  readonly #projectId: string;
  readonly #key: SigningKey;
  readonly #accounts: Accounts;
  readonly #verified = new Map<string, Verified>();

  constructor(projectId: string, key: SigningKey, accounts: Accounts) {
    this.#projectId = projectId;
    this.#key = key;
    this.#accounts = accounts;
  }

  /** @param authTime time of the sign-in, in seconds since the epoch */
  issue(account: Account, authTime: number): string {
    const issuedAt = issueTime(account);
    const claims = {
      name: account.name,
      ...(account.picture === null ? {} : { picture: account.picture }),
      ...this.#expected(),
      auth_time: authTime,
      user_id: account.uid,
      sub: account.uid,
      iat: issuedAt,
      exp: issuedAt + this.ttlSeconds,
      email: account.email,
      email_verified: true,
      firebase: {
        identities: { 'google.com': [account.sub], email: [account.email] },
        sign_in_provider: this.signInProvider,
      },
    };
    return signJwt(claims, this.#key);
  }

  /** @throws RpcError UNAUTHENTICATED for a foreign, expired or revoked token */
  async verify(token: string): Promise<TokenHolder> {
    const holder = this.#verified.get(token) ?? (await this.#check(token));
    if (holder.expiresAt <= Date.now()) throw unauthenticated('The ID token has expired.');
    const account = this.#accounts.byUid(holder.uid);
    if (account === null || account.state !== 'active' || holder.issuedAt <= account.revokedAt) {
      throw unauthenticated('The ID token is no longer valid.');
    }
    return holder;
  }

  #expected(): { iss: string; aud: string } {
    return { iss: `https://securetoken.google.com/${this.#projectId}`, aud: this.#projectId };
  }

  async #check(token: string): Promise<Verified> {
    const { iss: issuer, aud: audience } = this.#expected();
    try {
      const claims = await verifyJwt(token, { key: this.#key, issuer, audience });
      const holder = {
        uid: String(claims['sub']),
        expiresAt: Number(claims['exp']) * 1000,
        issuedAt: Number(claims['iat']),
        signInProvider: signInProviderOf(claims),
      };
      if (this.#verified.size >= CACHE_SIZE) this.#verified.clear();
      this.#verified.set(token, holder);
      return holder;
    } catch (error) {
      throw unauthenticated(error instanceof Error ? error.message : String(error));
    }
  }
}

function signInProviderOf({ firebase }: Claims): string | null {
  const claim = v.safeParse(v.object({ sign_in_provider: v.string() }), firebase);
  return claim.success ? claim.output.sign_in_provider : null;
}

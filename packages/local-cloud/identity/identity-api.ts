/**
 * The two calls of Firebase Authentication that the app makes: signing in with a Google ID token, and
 * exchanging a refresh token. Requests, answers and errors are as Google documents them:
 * https://docs.cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp and
 * https://docs.cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token
 */
import * as v from 'valibot';
import type { SigningKey } from '../storage/keys.ts';
import type { Account, Accounts } from './accounts.ts';
import type { IdTokens } from './id-tokens.ts';
import { identityError, invalidApiKey, missingApiKey } from './identity-error.ts';
import { verifyJwt } from './jwt.ts';
import type { Claims } from './jwt.ts';

export interface IdentityOptions {
  readonly apiKey: string;
  readonly accounts: Accounts;
  readonly idTokens: IdTokens;
  /** The issuer, client and key of the Google ID tokens that are accepted. */
  readonly google: { readonly issuer: string; readonly clientId: string; readonly key: SigningKey };
}

/** An answer, and the user that it is about. */
export interface IdentityAnswer {
  readonly uid: string;
  readonly body: object;
}

const SignInSchema = v.object({
  postBody: v.optional(v.string(), ''),
  requestUri: v.optional(v.string(), ''),
  returnSecureToken: v.optional(v.boolean(), false),
});

const EmailClaim = v.object({ email: v.optional(v.string()) });

export class IdentityApi {
  readonly #options: IdentityOptions;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** @throws HttpError */
  async signInWithIdp(apiKey: string | null, input: unknown): Promise<IdentityAnswer> {
    this.#checkApiKey(apiKey);
    const parsed = v.safeParse(SignInSchema, input);
    if (!parsed.success) throw identityError('INVALID_ARGUMENT', v.summarize(parsed.issues));
    const { postBody, requestUri, returnSecureToken } = parsed.output;
    if (requestUri === '') throw identityError('MISSING_REQUEST_URI');
    if (!URL.canParse(requestUri)) throw identityError('INVALID_REQUEST_URI');
    if (postBody === '') throw identityError('MISSING_POST_BODY');
    const form = new URLSearchParams(postBody);
    const provider = form.get('providerId');
    if (provider === null) throw identityError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'Missing providerId.');
    if (provider !== 'google.com') throw identityError('OPERATION_NOT_ALLOWED');
    const idToken = form.get('id_token');
    if (idToken === null) throw identityError('INVALID_IDP_RESPONSE', 'Missing id_token.');
    const claims = await this.#verifyGoogle(idToken);
    const account = this.#accountOf(claims);
    if (account.state === 'disabled') throw identityError('USER_DISABLED');
    return { uid: account.uid, body: this.#signedIn(account, claims, idToken, returnSecureToken) };
  }

  /** @throws HttpError */
  refresh(apiKey: string | null, form: URLSearchParams): IdentityAnswer {
    this.#checkApiKey(apiKey);
    const grantType = form.get('grant_type') ?? '';
    if (grantType === '') throw identityError('MISSING_GRANT_TYPE');
    if (grantType !== 'refresh_token') throw identityError('INVALID_GRANT_TYPE');
    const token = form.get('refresh_token') ?? '';
    if (token === '') throw identityError('MISSING_REFRESH_TOKEN');
    const refreshToken = this.#options.accounts.refreshToken(token);
    if (refreshToken === null) throw identityError('INVALID_REFRESH_TOKEN');
    const account = this.#options.accounts.byUid(refreshToken.uid);
    if (account === null || account.state === 'deleted') throw identityError('USER_NOT_FOUND');
    if (account.state === 'disabled') throw identityError('USER_DISABLED');
    if (refreshToken.issuedAt <= account.revokedAt) throw identityError('TOKEN_EXPIRED');
    const idToken = this.#options.idTokens.issue(account, refreshToken.authTime);
    const body = {
      access_token: idToken,
      expires_in: String(this.#options.idTokens.ttlSeconds),
      token_type: 'Bearer',
      refresh_token: token,
      id_token: idToken,
      user_id: account.uid,
      project_id: '100000000000',
    };
    return { uid: account.uid, body };
  }

  #checkApiKey(apiKey: string | null): void {
    if (apiKey === null || apiKey === '') throw missingApiKey();
    if (apiKey !== this.#options.apiKey) throw invalidApiKey();
  }

  async #verifyGoogle(idToken: string): Promise<Claims> {
    const { issuer, clientId: audience, key } = this.#options.google;
    let claims: Claims;
    try {
      claims = await verifyJwt(idToken, { key, issuer, audience });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw identityError('INVALID_IDP_RESPONSE', `Unable to parse Google id_token: ${reason}`);
    }
    // Google does not require a nonce here. This cloud does, because a client without one is open to replays.
    if (typeof claims['nonce'] !== 'string' || claims['nonce'] === '') {
      throw identityError('MISSING_OR_INVALID_NONCE', 'The id_token has no nonce.');
    }
    return claims;
  }

  /** The token's account. A deleted account becomes active again, like a new one. */
  #accountOf(claims: Claims): Account {
    const { accounts } = this.#options;
    const sub = String(claims['sub']);
    const { email } = v.parse(EmailClaim, claims);
    const account = accounts.bySub(sub) ?? accounts.upsert({ sub, email: email ?? `${sub}@example.com` });
    if (account.state !== 'deleted') return account;
    accounts.revoke(account.uid);
    accounts.setState(account.uid, 'active');
    return accounts.bySub(sub) ?? account;
  }

  #signedIn(account: Account, claims: Claims, oauthIdToken: string, withTokens: boolean): object {
    const { accounts, idTokens } = this.#options;
    const issued = withTokens ? accounts.issueRefreshToken(account) : null;
    const [firstName = '', ...lastNames] = account.name.split(' ');
    return {
      kind: 'identitytoolkit#VerifyAssertionResponse',
      federatedId: `https://accounts.google.com/${account.sub}`,
      providerId: 'google.com',
      localId: account.uid,
      email: account.email,
      emailVerified: true,
      firstName,
      lastName: lastNames.join(' '),
      fullName: account.name,
      displayName: account.name,
      ...(account.picture === null ? {} : { photoUrl: account.picture }),
      oauthIdToken,
      rawUserInfo: JSON.stringify(claims),
      ...(issued === null
        ? {}
        : {
            idToken: idTokens.issue(account, issued.authTime),
            refreshToken: issued.token,
            expiresIn: String(idTokens.ttlSeconds),
          }),
    };
  }
}

/**
 * Google's side of the sign-in (RFC 8252, OpenID Connect) by `oidc-provider`: a desktop client with a
 * loopback redirect, PKCE with S256, and ID tokens with Google's claims. Like Google, it is laxer than the
 * standard: `prompt=select_account` and `access_type` are tolerated.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { sendHtml } from '../http/body.ts';
import type { Account, Accounts } from '../identity/accounts.ts';
import type { IssuedSecrets } from '../identity/issued-secrets.ts';
import { decodeJwt, signJwt } from '../identity/jwt.ts';
import type { SigningKey } from '../storage/keys.ts';
import { memoryAdapters } from './memory-adapter.ts';
import { errorPage } from './pages.ts';
import { changedClaims } from './sign-in-plan.ts';
import type { SignInPlan } from './sign-in-plan.ts';

export const OAUTH_PATHS = {
  authorize: '/o/oauth2/v2/auth',
  token: '/token',
  /** `{kid: PEM}`, which google-auth-library reads. */
  pemCerts: '/oauth2/v1/certs',
  /** A JSON Web Key Set. */
  jwkCerts: '/oauth2/v3/certs',
  interaction: '/interaction/',
} as const;

export interface GoogleOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly key: SigningKey;
  readonly cookieSecret: string;
  readonly accounts: Accounts;
  readonly plan: SignInPlan;
  readonly secrets: IssuedSecrets;
}

export class Google {
  readonly #provider: Provider;
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  constructor(options: GoogleOptions) {
    this.#provider = new Provider(options.issuer, configurationOf(options));
    this.#provider.Client.prototype.redirectUriAllowed = isLoopback;
    this.#provider.use(async (context, next) => {
      await next();
      changeIdToken(context, options);
      const location = URL.parse(context.response.get('location'));
      options.secrets.take(Object.fromEntries(location?.searchParams ?? []), 'code');
      options.secrets.take(Object(context['oidc']?.params), 'code_verifier', 'client_secret');
      if (typeof context.body === 'object' && context.body !== null)
        options.secrets.take(context.body, 'access_token', 'id_token');
    });
    this.#handle = this.#provider.callback();
  }

  /** Answers a request of the standard endpoints. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = withoutGooglesPrompts(request.url ?? '/');
    await this.#handle(request, response);
  }

  /**
   * Checks that the request belongs to a sign-in under way.
   * @throws Error if it does not, for example because its cookie is missing
   */
  async checkInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#provider.interactionDetails(request, response);
  }

  /** Redirects to the app: signed in, or refused if `sub` is null. */
  async finish(request: IncomingMessage, response: ServerResponse, sub: string | null): Promise<void> {
    const result =
      sub === null
        ? { error: 'access_denied', error_description: 'The person did not allow it.' }
        : { login: { accountId: sub }, consent: {} };
    await this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
}

function configurationOf(options: GoogleOptions): Configuration {
  const { accounts, key } = options;
  return {
    adapter: memoryAdapters(),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: {
      keys: [
        {
          ...createPrivateKey(key.privateKey).export({ format: 'jwk' }),
          alg: 'RS256',
          use: 'sig',
          kid: key.kid,
        },
      ],
    },
    cookies: { keys: [options.cookieSecret] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google puts the user's claims into the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    routes: { authorization: OAUTH_PATHS.authorize, token: OAUTH_PATHS.token, jwks: OAUTH_PATHS.jwkCerts },
    interactions: { url: (_context, interaction) => `${OAUTH_PATHS.interaction}${interaction.uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
    },
    findAccount: (_context, sub) => {
      const account = accounts.bySub(sub);
      return account === null ? undefined : { accountId: sub, claims: () => claimsOf(account) };
    },
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = errorPage(error, description ?? '');
    },
  };
}

function claimsOf(account: Account): { sub: string; [claim: string]: string | boolean } {
  const [givenName = '', ...familyNames] = account.name.split(' ');
  return {
    sub: account.sub,
    email: account.email,
    email_verified: true,
    name: account.name,
    given_name: givenName,
    family_name: familyNames.join(' '),
    ...(account.picture === null ? {} : { picture: account.picture }),
  };
}

/** RFC 8252 §7.3: any port of the loopback interface; like Google, any path. */
function isLoopback(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { protocol, hostname, hash } = new URL(redirectUri);
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) && hash === '';
}

/**
 * Makes sign-ins ask for the account, as `select_account` does, even in a browser that has signed in before.
 */
function withoutGooglesPrompts(url: string): string {
  const parsed = new URL(url, 'http://127.0.0.1');
  if (parsed.pathname !== OAUTH_PATHS.authorize || parsed.searchParams.get('prompt') === 'none') return url;
  parsed.searchParams.set('prompt', 'login');
  return `${parsed.pathname}${parsed.search}`;
}

/** The part of Koa's context that is used here. */
interface Answer {
  readonly path: string;
  body: unknown;
}

/** Changes the ID token of this answer if the plan says so. */
function changeIdToken(context: Answer, { plan, key }: GoogleOptions): void {
  const { body } = context;
  if (context.path !== OAUTH_PATHS.token || typeof body !== 'object' || body === null) return;
  if (!('id_token' in body) || typeof body.id_token !== 'string') return;
  const changes = plan.takeIdTokenChanges();
  if (changes === null) return;
  const signer = changes.signature === 'wrong' ? wrongKey(key) : key;
  context.body = { ...body, id_token: signJwt(changedClaims(decodeJwt(body.id_token), changes), signer) };
}

/** Another private key under the same id. */
function wrongKey(key: SigningKey): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...key, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** The page for a sign-in that has ended or never began. */
export function sendNoInteraction(response: ServerResponse): void {
  sendHtml(response, 400, errorPage('Sign-in not found', 'It has ended already. Start again from the app.'));
}

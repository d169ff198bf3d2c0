/**
 * Google's part of a sign-in: the address for the browser (authorization code with PKCE S256, RFC 7636), the
 * exchange of the code, and the check of the ID token (OpenID Connect Core §3.1.3.7). It is loaded at the
 * first sign-in, because the libraries would add a tenth of a second to the start of the app.
 *
 * Errors of the libraries are never passed on, because they hold the request and their messages quote tokens.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import { CodeChallengeMethod, type GetTokenOptions, OAuth2Client } from 'google-auth-library';
import { errors, jwtVerify, type JWTVerifyOptions } from 'jose';
import * as v from 'valibot';
import { AppError } from '#shared/base/error.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { AuthConfig, AuthPorts } from './contract.ts';
import type { Http } from './http.ts';
import { TokenSchema } from './identity-toolkit.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const SCOPES = ['openid', 'email', 'profile'];
/** Seconds by which the times of an ID token may differ from the time of the token endpoint. */
const SERVER_TOLERANCE = 60;
/** The same for this computer's clock, which may be wrong by minutes, if the endpoint sent no time. */
const DEVICE_TOLERANCE = 900;

export interface GoogleIdentity extends Omit<Claims, 'nonce'> {
  readonly idToken: string;
}

export interface GoogleAttempt {
  /** Google's page. The address has the attempt's `state` and `nonce`: only the user's browser may see it. */
  readonly authorizeUrl: string;
  /** @throws AppError `sign-in-failed`, or `network` if no answer arrives */
  exchange(code: string): Promise<GoogleIdentity>;
}

export interface GoogleAttemptOptions {
  readonly config: AuthConfig;
  readonly redirectUri: string;
  readonly state: string;
  readonly http: Http;
  readonly now: AuthPorts['now'];
  readonly signal: AbortSignal;
}

const TokensSchema = v.object({ id_token: TokenSchema });
const OAuthErrorSchema = v.object({ error: v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/)) });
const CertsSchema = v.record(v.string(), v.string());
const ClaimsSchema = v.object({
  nonce: v.string(),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
});
type Claims = Readonly<v.InferOutput<typeof ClaimsSchema>>;

export async function beginGoogleAttempt(options: GoogleAttemptOptions): Promise<GoogleAttempt> {
  const { config, redirectUri, state, http, now, signal } = options;
  const client = createClient(config, http, signal);
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  if (codeChallenge === undefined) throw new Error('google-auth-library always makes a challenge');
  const nonce = randomBytes(32).toString('base64url');

  return {
    authorizeUrl: client.generateAuthUrl({
      redirect_uri: redirectUri,
      scope: SCOPES,
      prompt: 'select_account',
      code_challenge_method: CodeChallengeMethod.S256,
      code_challenge: codeChallenge,
      state,
      nonce,
    }),

    async exchange(code) {
      const exchange = { code, codeVerifier, redirect_uri: redirectUri };
      const { idToken, time } = await redeem(client, exchange, signal);
      const certs = await fetchCerts(client, signal);
      const checks = {
        issuer: config.endpoints?.issuer ?? ISSUERS,
        audience: config.clientId,
        // The server's time if known, so that signing in works even if this computer's clock is wrong.
        currentDate: new Date(time ?? now()),
        clockTolerance: time === undefined ? DEVICE_TOLERANCE : SERVER_TOLERANCE,
      };
      const { nonce: answered, ...identity } = await verify(idToken, certs, checks);
      if (answered !== nonce) throw signInError('google-other-sign-in');
      return { idToken, ...identity };
    },
  };
}

function createClient(config: AuthConfig, http: Http, signal: AbortSignal): OAuth2Client {
  const { authorize, token, certs } = config.endpoints ?? {};
  return new OAuth2Client({
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    endpoints: {
      ...(authorize === undefined ? {} : { oauth2AuthBaseUrl: authorize }),
      ...(token === undefined ? {} : { oauth2TokenUrl: token }),
      ...(certs === undefined ? {} : { oauth2FederatedSignonPemCertsUrl: certs }),
    },
    // Off, because its interceptors write entire answers to a debug log that a variable turns on.
    useAuthRequestParameters: false,
    transporterOptions: {
      // A code is valid for one exchange, so a retry would only report a different problem.
      retryConfig: { retry: 0, noResponseRetries: 0 },
      // `http` uses the system's proxy. The library would fail if a variable names one without `http://`.
      noProxy: [/^/],
      async fetchImplementation(input, init) {
        const { status, headers, text } = await http({
          url: String(input instanceof Request ? input.url : input),
          method: init?.method === 'POST' ? 'POST' : 'GET',
          ...(init?.headers === undefined ? {} : { headers: init.headers }),
          ...(init?.body ? { body: init.body } : {}),
          signal,
        });
        return new Response(text === '' ? null : text, { status, headers });
      },
    },
  });
}

/** @returns the unverified ID token, and the server's time (milliseconds since the epoch) if it sent one */
async function redeem(client: OAuth2Client, exchange: GetTokenOptions, signal: AbortSignal) {
  const { tokens, res } = await client.getToken(exchange).catch((error: unknown) => {
    throw toAppError(error, signal, 'google-not-accepted');
  });
  const parsed = v.safeParse(TokensSchema, tokens);
  if (!parsed.success) throw signInError('google-no-token');
  const time = Date.parse(res?.headers.get('date') ?? '');
  return { idToken: parsed.output.id_token, time: Number.isNaN(time) ? undefined : time };
}

async function fetchCerts(client: OAuth2Client, signal: AbortSignal): Promise<Map<string, string>> {
  const { certs } = await client.getFederatedSignonCertsAsync().catch((error: unknown) => {
    throw toAppError(error, signal, 'google-keys-not-loaded');
  });
  const parsed = v.safeParse(CertsSchema, certs);
  if (!parsed.success) throw signInError('google-keys-unreadable');
  return new Map(Object.entries(parsed.output));
}

async function verify(
  idToken: string,
  certs: ReadonlyMap<string, string>,
  checks: JWTVerifyOptions,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(
      idToken,
      ({ kid }) => {
        const pem = certs.get(kid ?? '');
        if (pem === undefined) throw new errors.JWKSNoMatchingKey();
        return createPublicKey(pem);
      },
      { ...checks, algorithms: ['RS256'], requiredClaims: ['iss', 'sub', 'aud', 'iat', 'exp'] },
    );
    return v.parse(ClaimsSchema, payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw signInError('google-token-expired');
    const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : '';
    if (claim === 'aud') throw signInError('google-token-other-app');
    if (claim === 'iss') throw signInError('google-token-issuer');
    throw signInError('google-token-invalid');
  }
}

function toAppError(
  error: unknown,
  signal: AbortSignal,
  what: 'google-not-accepted' | 'google-keys-not-loaded',
): unknown {
  if (signal.aborted) return signal.reason;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AppError) return cause;
  if (!(error instanceof Error) || !('response' in error)) return signInError(what);
  const answer = v.safeParse(v.object({ status: v.number(), data: v.unknown() }), error.response);
  if (!answer.success) return signInError(what);
  const body = v.safeParse(OAuthErrorSchema, answer.output.data);
  if (body.success) return signInError({ id: `${what}-oauth`, oauth: body.output.error });
  return signInError({ id: `${what}-status`, http: answer.output.status });
}

function signInError(reason: Reason): AppError {
  return new AppError('sign-in-failed', reason);
}

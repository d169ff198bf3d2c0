/**
 * The two calls that make a Firebase session: Identity Toolkit takes a Google ID token, Secure Token a
 * refresh token. Both follow Google's documented REST API, so that Firebase's Auth emulator can take Google's
 * place. Whatever a server answers, the result is a parsed value or an AppError.
 *
 * https://firebase.google.com/docs/reference/rest/auth
 */
import * as v from 'valibot';
import { AppError } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { AuthConfig } from './contract.ts';
import { type Http, type HttpAnswer, parseJson } from './http.ts';

const IDENTITY_TOOLKIT = 'https://identitytoolkit.googleapis.com';
const SECURE_TOKEN = 'https://securetoken.googleapis.com';
/** Identity Toolkit requires an address here, and ignores it if it gets an ID token. */
const REQUEST_URI = 'http://127.0.0.1';

/** Errors of Secure Token after which a session can no longer be refreshed. */
const REFUSALS = ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface FirebaseTokens {
  readonly uid: Uid;
  readonly idToken: string;
  readonly refreshToken: string;
  /** How long the ID token is valid after the answer, in milliseconds. */
  readonly lifetime: number;
}

export type RefreshResult =
  | { readonly kind: 'tokens'; readonly tokens: FirebaseTokens }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface IdentityToolkit {
  /** @throws AppError `sign-in-failed` if the account is refused, `network` if no usable answer arrives */
  signInWithGoogle(googleIdToken: string, signal: AbortSignal): Promise<SignInAnswer>;
  /**
   * @throws AppError `network` for any answer other than tokens and the four refusals, because the session
   *   may still be valid
   */
  refresh(refreshToken: string, signal: AbortSignal): Promise<RefreshResult>;
}

export const UidSchema = v.custom<Uid>((value) => typeof value === 'string' && /^\S{1,128}$/.test(value));
export const TokenSchema = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,16384}$/));

/** Google sends seconds as a string. */
const LifetimeSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.integer(),
  v.minValue(1),
  v.maxValue(86_400),
  v.transform((seconds) => seconds * 1000),
);

const SignInSchema = v.pipe(
  v.object({
    localId: UidSchema,
    idToken: TokenSchema,
    refreshToken: TokenSchema,
    expiresIn: LifetimeSchema,
    email: v.optional(v.string()),
    displayName: v.optional(v.string()),
    photoUrl: v.optional(v.string()),
  }),
  v.transform(({ localId, expiresIn, displayName, photoUrl, ...rest }) => {
    return { ...rest, uid: localId, lifetime: expiresIn, name: displayName, picture: photoUrl };
  }),
);
export type SignInAnswer = Readonly<v.InferOutput<typeof SignInSchema>>;

const RefreshSchema = v.pipe(
  v.object({
    user_id: UidSchema,
    id_token: TokenSchema,
    refresh_token: TokenSchema,
    expires_in: LifetimeSchema,
  }),
  v.transform((answer): FirebaseTokens => {
    const { user_id: uid, id_token: idToken, refresh_token: refreshToken, expires_in: lifetime } = answer;
    return { uid, idToken, refreshToken, lifetime };
  }),
);

const ErrorSchema = v.object({ error: v.object({ message: v.string() }) });

export function createIdentityToolkit(config: AuthConfig, http: Http): IdentityToolkit {
  const at = (base: string, path: string): string =>
    `${base.replace(/\/+$/, '')}${path}?key=${encodeURIComponent(config.apiKey)}`;
  const signInUrl = at(config.endpoints?.identityToolkit ?? IDENTITY_TOOLKIT, '/v1/accounts:signInWithIdp');
  const refreshUrl = at(config.endpoints?.secureToken ?? SECURE_TOKEN, '/v1/token');

  return {
    async signInWithGoogle(googleIdToken, signal) {
      const postBody = String(new URLSearchParams({ id_token: googleIdToken, providerId: 'google.com' }));
      const answer = await http({
        url: signInUrl,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ postBody, requestUri: REQUEST_URI, returnSecureToken: true }),
        signal,
      });
      const parsed = v.safeParse(SignInSchema, parseJson(answer.text));
      if (answer.status === 200 && parsed.success) return parsed.output;
      throw new AppError('sign-in-failed', problemOf(answer, ACCOUNT));
    },

    async refresh(refreshToken, signal) {
      const answer = await http({
        url: refreshUrl,
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
        signal,
      });
      const parsed = v.safeParse(RefreshSchema, parseJson(answer.text));
      if (answer.status === 200 && parsed.success) return { kind: 'tokens', tokens: parsed.output };
      const code = errorCodeOf(answer);
      const refusal = REFUSALS.find((each) => each === code);
      if (answer.status === 400 && refusal !== undefined) return { kind: 'refused', refusal };
      throw new AppError('network', problemOf(answer, REFRESH));
    },
  };
}

/**
 * Google's messages are a code, sometimes followed by ` : ` and a detail. Only the code is used, because the
 * detail of INVALID_IDP_RESPONSE quotes the ID token.
 */
function errorCodeOf(answer: HttpAnswer): string | undefined {
  const parsed = v.safeParse(ErrorSchema, parseJson(answer.text));
  if (!parsed.success) return undefined;
  return /^([A-Z][A-Z_]{2,60})(?:\s*:|$)/.exec(parsed.output.error.message)?.[1];
}

const ACCOUNT = {
  refused: 'account-refused',
  status: 'account-status',
  foreign: 'account-answer-foreign',
} as const;
const REFRESH = {
  refused: 'refresh-refused',
  status: 'refresh-status',
  foreign: 'refresh-answer-foreign',
} as const;

function problemOf(answer: HttpAnswer, ids: typeof ACCOUNT | typeof REFRESH): Reason {
  const code = errorCodeOf(answer);
  if (code !== undefined) return { id: ids.refused, code };
  return answer.status === 200 ? ids.foreign : { id: ids.status, http: answer.status };
}

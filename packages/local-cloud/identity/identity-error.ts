/**
 * Errors of the Identity Toolkit and Secure Token APIs in Google's JSON form.
 * https://firebase.google.com/docs/reference/rest/auth#section-error-format
 */
import { HttpError } from '../http/http-error.ts';

/** A documented code, such as `INVALID_REFRESH_TOKEN`, with a detail if Google adds one. */
export function identityError(code: string, detail?: string): HttpError {
  return googleError(400, detail === undefined ? code : `${code} : ${detail}`, 'invalid');
}

export function missingApiKey(): HttpError {
  return googleError(
    403,
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or " +
      'other form of API consumer identity to call this API.',
    'forbidden',
    'PERMISSION_DENIED',
  );
}

export function invalidApiKey(): HttpError {
  const message = 'API key not valid. Please pass a valid API key.';
  return googleError(400, message, 'badRequest', 'INVALID_ARGUMENT', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'identitytoolkit.googleapis.com' },
    },
  ]);
}

export function googleError(
  code: number,
  message: string,
  reason: string,
  status?: string,
  details?: readonly object[],
): HttpError {
  return new HttpError(code, {
    error: {
      code,
      message,
      errors: [{ message, domain: 'global', reason }],
      ...(status === undefined ? {} : { status }),
      ...(details === undefined ? {} : { details }),
    },
  });
}

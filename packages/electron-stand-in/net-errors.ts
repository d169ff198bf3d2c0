/**
 * The errors of a page that cannot be loaded, with Chromium's numbers (`net_error_list.h`). Limit: only those
 * of this list.
 */
import { notBuiltError } from './strict.ts';

const NUMBERS: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_UNEXPECTED: -9,
  ERR_ACCESS_DENIED: -10,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_CONNECTION_FAILED: -104,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_SOCKS_CONNECTION_FAILED: -120,
  ERR_UNSAFE_PORT: -312,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_INVALID_URL: -300,
  ERR_DISALLOWED_URL_SCHEME: -301,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_TOO_MANY_REDIRECTS: -310,
  ERR_INVALID_RESPONSE: -320,
  ERR_EMPTY_RESPONSE: -324,
};

/** Why a page could not be loaded. */
export interface LoadFailure {
  /** Electron's `errorDescription`, such as `ERR_FAILED`. */
  readonly code: string;
  readonly errno: number;
  readonly url: string;
}

/** @param text Chromium's name, such as `net::ERR_FAILED`. Throws for an error that is not in the list. */
export function loadFailure(text: string, url: string): LoadFailure {
  const code = text.replace('net::', '');
  const errno = NUMBERS[code];
  if (errno === undefined) throw notBuiltError(code);
  return { code, errno, url };
}

/** The error with which `loadURL` rejects. */
export function loadError(failure: LoadFailure): Error {
  const { code, errno, url } = failure;
  return Object.assign(new Error(`${code} (${errno}) loading '${url.slice(0, 2048)}'`), failure);
}

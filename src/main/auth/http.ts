/**
 * All requests of auth to servers, and those for update feeds. They are limited in time and size, and follow
 * no redirect, which could carry a token to another host. Errors contain neither the query of an address nor
 * any part of a body.
 */
import { AppError, codeTextOf } from '#shared/base/error.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import type { AuthPorts } from './contract.ts';

/**
 * Google answers within a second; a server that takes longer than this counts as unreachable. Milliseconds.
 */
export const REQUEST_TIMEOUT = 15_000;
/** The longest body of an answer after decompression, in bytes. Google's are under 10 KiB. */
export const MAX_ANSWER = 1024 * 1024;

interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: NonNullable<RequestInit['headers']>;
  readonly body?: NonNullable<RequestInit['body']>;
  /** Ends the request, which then throws the signal's reason. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
}

/**
 * @throws AppError `network` if no complete answer arrives, with the `Obstacle` as its reason if that is
 *   known; the signal's reason if the signal ended the request
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

export function createHttp(fetch: AuthPorts['fetch'], after: AuthPorts['after']): Http {
  return async ({ signal, url, ...init }) => {
    signal.throwIfAborted();
    const ended = new AbortController();
    const cancelTimer = after(REQUEST_TIMEOUT, () => {
      ended.abort(new AppError('network', 'server-silent'));
    });
    const either = AbortSignal.any([signal, ended.signal]);
    try {
      const response = await fetch(url, { ...init, redirect: 'error', signal: either });
      // Only a proxy answers 407 (RFC 9110 §15.5.8).
      if (response.status === 407) throw new AppError('network', 'proxy-password');
      const body = await readBounded(response);
      const text = new TextDecoder().decode(body);
      return { status: response.status, headers: response.headers, body, text };
    } catch (error) {
      either.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw toNetworkError(error);
    } finally {
      cancelTimer();
      // Closes the connection if the body was not read to its end.
      ended.abort();
    }
  };
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw new AppError('network', 'server-too-long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The code of the error, such as ECONNREFUSED. The message is not used, because it may quote the address. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return codeTextOf(cause);
}

/** @param error of `fetch` */
export function toNetworkError(error: unknown): AppError {
  const code = codeOf(error);
  const obstacle = obstacleOf(code);
  return new AppError('network', obstacle ?? { id: 'server-unreachable', code });
}

/** @param code an error code of Chromium (net/base/net_error_list.h) */
function obstacleOf(code: string): Obstacle | null {
  if (code.startsWith('ERR_CERT_')) return 'certificate';
  if (code.startsWith('ERR_PROXY_AUTH_')) return 'proxy-password';
  return code === 'ERR_TUNNEL_CONNECTION_FAILED' ? 'proxy-refuses' : null;
}

/** @returns undefined if the text is not JSON; no schema accepts that as an answer */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

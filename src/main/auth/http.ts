/**
 * The one way that auth asks a server: bounded in time and size, never redirected (a redirect would carry a
 * token to another host), and with errors that hold neither the query of an address nor anything of a body.
 */
import { AppError } from '#shared/error.ts';
import type { AuthPorts } from './contract.ts';

/** Google answers within a second; a server that is slower than this is as good as away. Milliseconds. */
export const REQUEST_TIMEOUT = 15_000;
/** Bytes of an answer's body after decompression. Google's are under 10 KiB. */
export const MAX_ANSWER = 1024 * 1024;

interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: NonNullable<RequestInit['headers']>;
  readonly body?: NonNullable<RequestInit['body']>;
  /** Ends the request; its reason is what is thrown then. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @throws AppError `network` where no whole answer came; the reason of the signal where that ended it. */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>;

export function createHttp(after: AuthPorts['after']): Http {
  return async ({ signal, url, ...init }) => {
    signal.throwIfAborted();
    const { host } = new URL(url);
    const ended = new AbortController();
    const cancelTimer = after(REQUEST_TIMEOUT, () => {
      ended.abort(new AppError('network', `${host} did not answer in time.`));
    });
    const either = AbortSignal.any([signal, ended.signal]);
    try {
      const response = await fetch(url, { ...init, redirect: 'error', signal: either });
      const text = await readBounded(response, host);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      either.throwIfAborted();
      if (error instanceof AppError) throw error;
      throw new AppError('network', `${host} could not be reached${causeOf(error)}.`);
    } finally {
      cancelTimer();
      // Lets go of the connection where the body was not read to its end.
      ended.abort();
    }
  };
}

async function readBounded(response: Response, host: string): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw new AppError('network', `${host} sent more than an answer can hold.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The system's name of what went wrong, such as ECONNREFUSED: never a message, which may quote the address. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
}

/** `undefined` where the text is not JSON, which no schema takes for an answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

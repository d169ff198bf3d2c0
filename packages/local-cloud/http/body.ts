/** Reading request bodies and writing answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from './http-error.ts';

const MAX_BODY = 20 * 1024 * 1024;

/** @throws HttpError 413 for more than 20 MiB */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_BODY) throw new HttpError(413, { error: 'The body is over 20 MiB.' });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The body as JSON; an empty object if there is none.
 * @throws HttpError 400
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new HttpError(400, { error: 'The body is not JSON.' });
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  });
  response.end(html);
}

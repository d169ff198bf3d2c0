/**
 * Serves the built renderer as `app://inkling/`, a standard and secure origin, with a strict content security
 * policy for each answer. No address can name a file outside the renderer's folder.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { APP_HOST, APP_ORIGIN, APP_SCHEME } from '../ipc/sender.ts';
import { ACCOUNT_PICTURE } from '#shared/ipc/session.ts';
import type { Picture } from './account-picture.ts';
import { NO_PAGE_POLICY, PAGE_CONNECTIONS, pagePolicy } from './content-security-policy.ts';
import { pageSession } from '../system/page-session.ts';

/** Placeholder in index.html for the nonce of the styles that Fluent UI makes at run time. */
const NONCE_MARK = '__CSP_NONCE__';

export const APP_PAGE = `${APP_ORIGIN}/index.html`;
export const QUICK_NOTE_PAGE = `${APP_ORIGIN}/quick-note.html`;

/** Other kinds of files are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * @param root folder of the built renderer
 * @param picture of the signed-in account
 * @param onMissing called with the error if a file of the app cannot be read; a page then fails to load
 */
export function serveApp(
  root: string,
  picture: () => Promise<Picture | null>,
  onMissing: (error: unknown) => void,
): void {
  pageSession().protocol.handle(APP_SCHEME, async (request) => {
    const isPicture = request.url.startsWith(`${APP_ORIGIN}/${ACCOUNT_PICTURE}?`);
    if (isPicture && request.method === 'GET') return respondWithPicture(await picture());
    const file = fileFor(request.url, root);
    if (file === null || request.method !== 'GET') return notFound();
    try {
      return respondWith(await readFile(file), path.extname(file));
    } catch (error) {
      onMissing(error);
      return Response.error();
    }
  });
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'content-security-policy': NO_PAGE_POLICY } });
}

function respondWithPicture(picture: Picture | null): Response {
  if (picture === null) return notFound();
  const headers = {
    'content-type': picture.type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE_POLICY,
  };
  return new Response(new Uint8Array(picture.bytes), { headers });
}

function respondWith(content: Buffer, extension: string): Response {
  const headers = {
    'content-type': CONTENT_TYPES[extension] ?? '',
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE_POLICY,
  };
  if (extension !== '.html') return new Response(new Uint8Array(content), { headers });
  const nonce = randomBytes(16).toString('base64');
  return new Response(content.toString('utf8').replaceAll(NONCE_MARK, nonce), {
    headers: {
      ...headers,
      'content-security-policy': pagePolicy(nonce),
      'connection-allowlist': PAGE_CONNECTIONS,
      'cache-control': 'no-store',
    },
  });
}

/** The file that an address names; null if it is not a file of the renderer. */
export function fileFor(address: string, root: string): string | null {
  const { host, pathname } = new URL(address);
  if (host !== APP_HOST) return null;
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const file = path.resolve(root, `.${name === '/' ? '/index.html' : name}`);
  const inside = file.startsWith(path.resolve(root) + path.sep) && !name.includes('\0');
  return inside && path.extname(file) in CONTENT_TYPES ? file : null;
}

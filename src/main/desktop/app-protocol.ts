/**
 * Serves the built renderer as `app://inkling/`, a standard and secure origin of its own, under a strict content
 * security policy. Nothing outside the renderer's folder can be named.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { APP_ORIGIN, APP_SCHEME } from '../ipc/sender.ts';
import { CONTENT_TYPES, contentSecurityPolicy, fileFor } from './app-files.ts';

/** Where index.html wants the nonce for the styles that Fluent UI makes at run time. */
const NONCE_MARK = '__CSP_NONCE__';

export const APP_PAGE = `${APP_ORIGIN}/index.html`;
export const QUICK_NOTE_PAGE = `${APP_ORIGIN}/quick-note.html`;

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** @param root folder of the built renderer */
export function serveApp(root: string): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const file = fileFor(request.url, root);
    if (file === null || request.method !== 'GET') return new Response(null, { status: 404 });
    try {
      const body = await readFile(file);
      return file.endsWith('.html') ? page(body.toString('utf8')) : asset(body, path.extname(file));
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

function page(html: string): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(html.replaceAll(NONCE_MARK, nonce), {
    headers: {
      'content-type': CONTENT_TYPES['.html'] ?? '',
      'content-security-policy': contentSecurityPolicy(nonce),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function asset(body: Buffer, extension: string): Response {
  return new Response(new Uint8Array(body), {
    headers: { 'content-type': CONTENT_TYPES[extension] ?? '', 'x-content-type-options': 'nosniff' },
  });
}

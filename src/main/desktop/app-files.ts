/** Which files `app://inkling/` serves, and under what policy. */
import path from 'node:path';
import { APP_HOST } from '../ipc/sender.ts';

export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The file that an address names; null where it is none of the renderer's. */
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

export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // The account's picture comes from Google's servers.
    "img-src 'self' data: https://*.googleusercontent.com",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

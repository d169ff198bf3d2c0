/**
 * Builds the renderer alone and serves it on loopback under the policy of the real app, for tests that drive it in
 * a plain Chromium with the fake bridge.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'out/renderer-harness');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export async function buildRenderer(): Promise<void> {
  await build({
    root: join(ROOT, 'src/renderer'),
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: OUT, emptyOutDir: true },
  });
}

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveRenderer(): Promise<Served> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(OUT, normalize(path === '/' ? 'index.html' : path));
    readFile(file).then(
      (bytes) => {
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        if (type !== 'text/html') return response.writeHead(200, { 'content-type': type }).end(bytes);
        const nonce = randomBytes(16).toString('base64');
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy(nonce) });
        return response.end(bytes.toString().replaceAll('__CSP_NONCE__', nonce));
      },
      () => response.writeHead(path === '/favicon.ico' ? 204 : 404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server must have a port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
  ].join('; ');
}

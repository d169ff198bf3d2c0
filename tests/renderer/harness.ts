/**
 * Builds the renderer alone and serves it on loopback under the policy of the real app, for tests that drive it in
 * a plain Chromium with the fake bridge.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { licencesPlugin } from '#build/licences.ts';

const RENDERER = fileURLToPath(new URL('../../src/renderer', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The built files by their path from the page. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** Builds into memory, as for production whatever the tests' own environment is. */
export async function buildRenderer(): Promise<Files> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const result = await build({
      root: RENDERER,
      configFile: false,
      base: './',
      logLevel: 'error',
      plugins: [react(), licencesPlugin()],
      build: { write: false },
    });
    if (!('output' in result)) throw new Error('One build must give one output');
    return new Map(
      result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
    );
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  }
}

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveRenderer(files: Files): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(path);
    if (file === undefined) {
      // Browsers ask for an icon by themselves.
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    if (type !== 'text/html') {
      response.writeHead(200, { 'content-type': type }).end(file);
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy(nonce) });
    response.end(file.toString().replaceAll('__CSP_NONCE__', nonce));
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
    "img-src 'self' data: https://*.googleusercontent.com",
    "font-src 'self'",
  ].join('; ');
}

/**
 * Serves the built renderer on loopback, with the real app's content security policy, for a plain Chromium.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pagePolicy } from '#main/guard/content-security-policy.ts';
import { ACCOUNT_PICTURE } from '#shared/ipc/session.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../out/renderer');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The built files by their URL path. */
function builtFiles(): ReadonlyMap<string, Buffer> {
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [`/${path.relative(BUILT, file).replaceAll(path.sep, '/')}`, readFileSync(file)];
    }),
  );
}

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveRenderer(): Promise<Served> {
  const files = builtFiles();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === `/${ACCOUNT_PICTURE}`) {
      // Tests have pictures with `data:` addresses.
      const [, base64 = ''] = decodeURIComponent(search).split(',');
      response.writeHead(200, { 'content-type': 'image/gif' }).end(Buffer.from(base64, 'base64'));
      return;
    }
    const address = pathname === '/' ? '/index.html' : pathname;
    const file = files.get(address);
    if (file === undefined) {
      // Browsers request an icon by themselves.
      response.writeHead(address === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    const type = TYPES[path.extname(address)] ?? 'application/octet-stream';
    if (type !== 'text/html') {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(file);
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.writeHead(200, { 'content-type': type, 'content-security-policy': pagePolicy(nonce) });
    response.end(file.toString('utf8').replaceAll('__CSP_NONCE__', nonce));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server must have a port');
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

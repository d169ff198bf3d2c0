import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { contentSecurityPolicy, fileFor, serveApp } from '#main/desktop/app-protocol.ts';

const electron = vi.hoisted(() => ({
  answer: null as null | ((request: Request) => Promise<Response>),
}));
vi.mock('electron', () => ({
  protocol: { handle: (_scheme: string, handler: typeof electron.answer) => (electron.answer = handler) },
}));

const root = path.resolve('/some/renderer');

describe('addresses of app://inkling/', () => {
  test.each([
    ['app://inkling/', 'index.html'],
    ['app://inkling/index.html?x#/archive', 'index.html'],
    ['app://inkling/assets/a%20b.js', 'assets/a b.js'],
  ])('the address %s serves a file of the renderer', (address, file) =>
    expect(fileFor(address, root)).toBe(path.join(root, file)),
  );

  // The URL parser resolves `..` no further than the top of the renderer's folder.
  test.each(['app://inkling/../main/index.js', 'app://inkling/%2e%2e/main/index.js'])(
    'the address %s stays inside the renderer’s folder',
    (address) => {
      expect(fileFor(address, root)).toBe(path.join(root, 'main/index.js'));
    },
  );

  test.each([
    'app://elsewhere/index.html',
    'app://inkling/..%2f..%2fetc/passwd.html',
    'app://inkling/index.html%00.js',
    'app://inkling/%ff.html',
    'app://inkling/secret.sqlite',
    'app://inkling/assets/',
  ])('the address %s serves nothing', (address) => expect(fileFor(address, root)).toBeNull());
});

test('a missing file is answered with a network error, which fails its page, and is reported', async () => {
  const reports: string[] = [];
  serveApp(root, (report) => void reports.push(report));
  const answer = await electron.answer?.(new Request('app://inkling/index.html'));
  expect(answer?.type).toBe('error');
  expect(reports).toEqual([expect.stringContaining('index.html')]);
  const other = await electron.answer?.(new Request('app://inkling/secret.sqlite'));
  expect(other?.status).toBe(404);
});

test('the content security policy allows no inline code and no code of another origin', () => {
  const policy = contentSecurityPolicy('abc');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'nonce-abc'");
  expect(policy).not.toContain('unsafe');
});

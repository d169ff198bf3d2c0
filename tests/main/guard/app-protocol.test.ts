import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { fileFor, serveApp } from '#main/guard/app-protocol.ts';
import type { Picture } from '#main/guard/account-picture.ts';
import { NO_PAGE_POLICY, pagePolicy } from '#main/guard/content-security-policy.ts';
import { pictureAddress } from '#shared/ipc/session.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const electron = vi.hoisted(() => ({
  answer: null as null | ((request: Request) => Promise<Response>),
}));
vi.mock('electron', () => ({
  session: {
    fromPartition: () => ({
      protocol: { handle: (_scheme: string, handler: typeof electron.answer) => (electron.answer = handler) },
    }),
  },
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
    '[C95] the address %s stays inside the renderer’s folder',
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
  ])('[C95] the address %s serves nothing', (address) => expect(fileFor(address, root)).toBeNull());
});

test('a missing file is answered with a network error, which fails its page, and is reported', async () => {
  const reports: unknown[] = [];
  serveApp(
    root,
    async () => null,
    (error) => void reports.push(error),
  );
  const answer = await electron.answer?.(new Request('app://inkling/index.html'));
  expect(answer?.type).toBe('error');
  expect(reports).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  const refused = await electron.answer?.(new Request('app://inkling/secret.sqlite'));
  expect(refused?.status).toBe(404);
});

test('[C61] [C78] [C84] the policy of pages allows no inline code, and nothing of another origin', () => {
  const policy = pagePolicy('abc').split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "worker-src 'none'"]),
  );
  expect(policy).toContain("style-src 'self' 'nonce-abc'");
  expect(policy).toContain("img-src 'self' data:");
  expect(policy).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types text']),
  );
  expect(policy.join('; ')).not.toMatch(/unsafe|\*|https?:/);
});

test('[C62] [C63] the account’s picture is served as an image under which nothing runs, and without one there is none', async () => {
  let picture: Picture | null = { bytes: Buffer.from('bytes'), type: 'image/png' };
  serveApp(
    root,
    async () => picture,
    () => undefined,
  );
  const ask = (name: string) => electron.answer?.(new Request(`app://inkling/${name}`));
  const answer = await ask(pictureAddress('https://lh3.googleusercontent.com/a/ada'));
  expect(await answer?.text()).toBe('bytes');
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE_POLICY,
  });
  picture = null;
  expect((await ask(pictureAddress('x')))?.status).toBe(404);
});

test('[C114] pages may connect only to the app, and not by WebRTC', async () => {
  const folder = temporaryFolder();
  const pages = ['index.html', 'quick-note.html'];
  for (const name of pages) writeFileSync(path.join(folder, name), '');
  serveApp(
    folder,
    async () => null,
    () => undefined,
  );
  for (const name of pages) {
    const answer = await electron.answer?.(new Request(`app://inkling/${name}`));
    // WebRTC would need `;webrtc=allow`.
    expect(answer?.headers.get('connection-allowlist')).toBe('(response-origin)');
  }
});

test('[C62] [C84] each response has a policy, and that of a file other than a page lets nothing run or load', async () => {
  const folder = temporaryFolder();
  const pages = ['index.html', 'quick-note.html'];
  const others = ['script.js', 'list.json', 'style.css', 'logo.svg', 'font.woff2'];
  for (const name of [...pages, ...others])
    writeFileSync(path.join(folder, name), '<p nonce="__CSP_NONCE__">');
  serveApp(
    folder,
    async () => null,
    () => undefined,
  );
  const policyOf = async (name: string, method = 'GET'): Promise<readonly string[]> => {
    const answer = await electron.answer?.(new Request(`app://inkling/${name}`, { method }));
    expect(answer?.status).toBe([...pages, ...others].includes(name) && method === 'GET' ? 200 : 404);
    return answer?.headers.get('content-security-policy')?.split('; ') ?? [];
  };
  for (const page of pages) {
    const policy = await policyOf(page);
    expect(policy).toContain("script-src 'self'");
    expect(await policyOf(page)).not.toEqual(policy);
  }
  for (const [name, method] of [
    ...others.map((file) => [file, 'GET'] as const),
    ['missing.sqlite', 'GET'],
    ['index.html', 'POST'],
  ] as const) {
    const policy = await policyOf(name, method);
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox', "trusted-types 'none'"]));
    expect(policy.join('; ')).not.toMatch(/script-src|img-src|style-src|connect-src|allow-/);
  }
});

/** npm's report of vulnerable packages, with npm itself and a registry on this machine. */
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { auditPackages, isSerious } from '#tools/commands/lib/audit.mjs';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** Creates a folder with a lock file that names one package. */
function project(): string {
  const folder = temporaryFolder();
  const root = { name: 'made-up', version: '1.0.0', devDependencies: { soft: '1.0.0' } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root));
  const packages = { '': root, 'node_modules/soft': { version: '1.0.0', dev: true } };
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
  );
  return folder;
}

/** Makes npm use this registry. */
async function serveRegistry(answer: RequestListener): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  vi.stubEnv('npm_config_cache', temporaryFolder());
  vi.stubEnv('no_proxy', '127.0.0.1');
}

const advisory = {
  id: 1,
  url: 'https://example.invalid/1',
  title: 'It is too soft',
  severity: 'moderate',
  vulnerable_versions: '<2.0.0',
};

function answerWith(bulk: unknown): RequestListener {
  return (request, response) => {
    const isBulk = request.url?.endsWith('/advisories/bulk') === true;
    const versions = { '1.0.0': { name: 'soft', version: '1.0.0' } };
    const body = isBulk ? bulk : { name: 'soft', 'dist-tags': { latest: '1.0.0' }, versions };
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

test('[C74] a package with a known vulnerability is listed with its place of installation', async () => {
  await serveRegistry(answerWith({ soft: [advisory] }));
  expect(await auditPackages(project())).toMatchObject([
    { name: 'soft', severity: 'moderate', nodes: ['node_modules/soft'] },
  ]);
});

test('nothing is listed if the registry knows no vulnerability', async () => {
  await serveRegistry(answerWith({}));
  expect(await auditPackages(project())).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['refuses the request', (_request, response) => response.writeHead(405).end()],
  ['answers with a page', (_request, response) => response.writeHead(200).end('<html>')],
  ['closes the connection', (request) => request.socket.destroy()],
])('[C74] a registry that %s gives no report', async (_what, answer) => {
  await serveRegistry(answer);
  expect(await auditPackages(project())).toBeNull();
});

test('a registry that does not answer is not waited for', async () => {
  await serveRegistry(() => undefined);
  expect(await auditPackages(project(), 3_000)).toBeNull();
});

test('[C74] any vulnerability of a package that ships is serious, and a high one of every package', () => {
  const shipped = new Set(['soft']);
  const isSeriousIn = (name: string, severity: 'low' | 'moderate' | 'high' | 'critical'): boolean =>
    isSerious({ name, severity, nodes: [`node_modules/${name}`] }, shipped);
  expect(isSeriousIn('soft', 'low')).toBe(true);
  expect(isSeriousIn('tool', 'moderate')).toBe(false);
  expect(isSeriousIn('tool', 'high')).toBe(true);
  expect(isSeriousIn('tool', 'critical')).toBe(true);
});

/** Firestore through real proxies on loopback, and the obstacles reported if one does not let it through. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import { startJourneys, startTestProxy, through } from './journeys.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let journeys: Awaited<ReturnType<typeof startJourneys>>;

beforeAll(async () => {
  journeys = await startJourneys();
});

afterAll(() => journeys.cloud.close());

test('notes sync through a proxy that requires CONNECT', async () => {
  const company = await startTestProxy();
  const seen = journeys.listen(through(company));
  await expect.poll(() => seen.arrived).toBe(1);
  expect(company.tunnels).toEqual([journeys.cloud.firestoreHost]);
  expect(seen.obstacles).toEqual([]);
});

test('notes sync through a proxy with the password in its address', async () => {
  const company = await startTestProxy({ login: 'ada@company:100% right' });
  const seen = journeys.listen(through(company, 'ada%40company:100%25%20right@'));
  await expect.poll(() => seen.arrived).toBe(1);
});

test('without its password the proxy is reported as the obstacle', async () => {
  const company = await startTestProxy({ login: 'ada:secret' });
  const seen = journeys.listen(through(company));
  await expect.poll(() => seen.obstacles).toEqual(['proxy-password']);
  expect(company.tunnels).toEqual([]);
});

test.each([
  [403, ['proxy-refuses']],
  [502, []],
] as const)(
  'a proxy that answers %d leads to the obstacles %j, and another proxy connects afterwards',
  async (refusal, obstacles) => {
    const company = await startTestProxy({ refusal });
    const working = await startTestProxy();
    const seen = journeys.listen(through(company));
    await expect.poll(() => seen.obstacles).toEqual(obstacles);
    // If the proxy itself cannot reach the cloud, the device counts as offline. Another network may reach it.
    seen.route = through(working);
    await expect.poll(() => seen.arrived).toBe(1);
    expect(seen.obstacles.at(-1) ?? null).toBeNull();
  },
);

test('a computer that leaves the proxy’s network connects without the proxy', async () => {
  const company = await startTestProxy();
  const seen = journeys.listen(through(company));
  await expect.poll(() => seen.arrived).toBe(1);
  await company.close();
  seen.route = { kind: 'direct' };
  await expect.poll(() => seen.arrived).toBe(2);
});

test('[C42] in a new network, nothing is sent by another route before the system has named that route', async () => {
  const before = journeys.cloud.controls.requests().length;
  const company = await startTestProxy({ refusal: 502 });
  const seen = journeys.listen(through(company));
  await expect.poll(() => seen.routeQuestions).toBeGreaterThan(0);
  seen.route = new AppError('network', 'cloud-route-unknown');
  const questions = seen.routeQuestions;
  await expect.poll(() => seen.routeQuestions).toBeGreaterThan(questions + 1);
  expect(seen.endings).toEqual([]);
  expect(journeys.cloud.controls.requests()).toHaveLength(before);
  seen.route = { kind: 'direct' };
  await expect.poll(() => seen.arrived).toBe(1);
});

test('[C42] nothing is sent past a proxy of an unknown kind', async () => {
  const before = journeys.cloud.controls.requests().length;
  const seen = journeys.listen({ kind: 'unsupported' });
  await expect.poll(() => seen.endings).toContainEqual(expect.objectContaining({ kind: 'wait' }));
  expect(seen.obstacles).toEqual(['proxy-kind']);
  expect(journeys.cloud.controls.requests()).toHaveLength(before);
  seen.route = { kind: 'direct' };
  await expect.poll(() => seen.arrived).toBe(1);
  expect(seen.obstacles).toEqual(['proxy-kind', null]);
});

test('[C42] environment variables do not make gRPC ignore the system’s proxy', async () => {
  const company = await startTestProxy();
  Object.assign(process.env, { no_proxy: 'localhost,', https_proxy: 'http://127.0.0.1:9' });
  const seen = journeys.listen(through(company));
  await expect.poll(() => seen.arrived).toBe(1);
  expect(company.tunnels).toEqual([journeys.cloud.firestoreHost]);
});

const GOOGLE = 'firestore.googleapis.com:443';

test.each([
  ['GOOGLE_CLOUD_UNIVERSE_DOMAIN', 'example.org'],
  ['GOOGLE_API_USE_MTLS_ENDPOINT', 'always'],
  ['GOOGLE_API_USE_CLIENT_CERTIFICATE', 'true'],
])(
  '[C36] the variable %s of Google’s libraries does not redirect the notes to another server',
  async (name, value) => {
    const { firestoreHost } = journeys.cloud;
    const others = ['firestore.example.org:443', 'firestore.mtls.googleapis.com:443'];
    const hosts = Object.fromEntries([GOOGLE, ...others].map((host) => [host, firestoreHost]));
    const company = await startTestProxy({ hosts });
    process.env[name] = value;
    onTestFinished(() => void delete process.env[name]);
    journeys.listen(through(company), { host: undefined });
    await expect.poll(() => company.tunnels[0]).toBe(GOOGLE);
  },
);

function temporaryFile(content: string): string {
  const folder = temporaryFolder();
  const file = path.join(folder, 'authority.pem');
  writeFileSync(file, content);
  return file;
}

test('[C40] an inspecting proxy that the system does not trust is reported as the obstacle', async () => {
  const { host, proxy } = await journeys.startCompany(['h2']);
  const seen = journeys.listen(through(proxy), { host });
  await expect.poll(() => seen.obstacles).toEqual(['certificate']);
  expect(seen.arrived).toBe(0);
});

test.each([[['http/1.1']], [[]]])(
  'an inspecting proxy that speaks no HTTP/2 is reported as the obstacle: protocols %j',
  async (protocols) => {
    const { authority, host, proxy } = await journeys.startCompany(protocols);
    const caFile = temporaryFile(authority.cert);
    const seen = journeys.listen(through(proxy), { host, caFile });
    await expect.poll(() => seen.obstacles).toEqual(['no-http2']);
  },
);

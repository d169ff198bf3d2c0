/**
 * Company networks: the system's proxies, which the tests set by Chromium's own switches, and a proxy that
 * intercepts TLS. Addresses of this computer go through a proxy only because of `<-loopback>` (chromium
 * net/docs/proxy.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OBSTACLE_WORDS } from '#shared/base/obstacle.ts';
import { createAuthority, signFor } from '#tests/support/certificates.ts';
import { type ProxyOptions, startProxy, type TestProxy } from '#tests/support/proxy.ts';
import { addNote, ADA, expect, launch, signIn, test as base } from '../support/fixtures.ts';
import { waitUntilSynced, titles } from './people.ts';

const test = base.extend<{ proxyFor: (options?: ProxyOptions) => Promise<TestProxy> }>({
  proxyFor: async ({}, use) => {
    const started: TestProxy[] = [];
    await use(async (options) => {
      const proxy = await startProxy(options);
      started.push(proxy);
      return proxy;
    });
    await Promise.all(started.map((proxy) => proxy.close()));
  },
});

const through = ({ address }: TestProxy): readonly string[] => [
  `--proxy-server=${address}`,
  '--proxy-bypass-list=<-loopback>',
];

test('signing in and syncing go through a proxy, with the password from the environment', async ({
  cloud,
  proxyFor,
  start,
}) => {
  const company = await proxyFor({ login: 'ada:a secret' });
  const env = { https_proxy: `http://ada:a%20secret@${company.address}` };
  const app = await start(undefined, { args: through(company), env });
  await signIn(app, cloud, ADA);
  await addNote(app.page, 'at work', '');
  await expect.poll(() => titles(cloud)).toEqual(['at work']);
  await waitUntilSynced(app.page);
  expect(company.tunnels).toContain(cloud.firestoreHost);
  const { token, identityToolkit } = cloud.config.endpoints;
  for (const address of [token, identityToolkit]) {
    expect(company.requests.some((url) => url.startsWith(address))).toBe(true);
  }
});

test('a proxy that asks for an unknown password is named in the window, and the notes stay usable', async ({
  cloud,
  proxyFor,
  start,
}) => {
  const home = await start();
  await signIn(home, cloud, ADA);
  await addNote(home.page, 'at home', '');
  await expect.poll(() => titles(cloud)).toEqual(['at home']);
  await waitUntilSynced(home.page);
  await home.close();
  const company = await proxyFor({ login: 'ada:secret' });
  const { page } = await start(undefined, { args: through(company) });
  await expect(page.getByText(OBSTACLE_WORDS['proxy-password'])).toBeVisible();
  await expect(page.getByRole('article')).toHaveText(/at home/);
  await addNote(page, 'at work', '');
  await expect(page.getByText('Offline – 1 change waiting')).toBeVisible();
  expect(titles(cloud)).toEqual(['at home']);
});

test('[C42] with a SOCKS proxy nothing is synced past it, and the window says so', async ({
  cloud,
  proxyFor,
  start,
}) => {
  const home = await start();
  await signIn(home, cloud, ADA);
  await waitUntilSynced(home.page);
  await home.close();
  const { address } = await proxyFor();
  cloud.controls.clearRequests();
  const args = [`--proxy-server=socks5://${address}`, '--proxy-bypass-list=<-loopback>'];
  const { page } = await start(undefined, { args });
  await expect(page.getByText(OBSTACLE_WORDS['proxy-kind'])).toBeVisible();
  expect(cloud.controls.requests().filter(({ rpc }) => rpc === 'Listen')).toEqual([]);
});

test('syncing goes through a PAC file and an intercepting proxy whose authority the system trusts', async ({
  cloud,
  proxyFor,
  userData,
}) => {
  const [authority, host] = [await createAuthority(), 'firestore.example:443'];
  const signed = await signFor('firestore.example', authority);
  const company = await proxyFor({
    hosts: { [host]: cloud.firestoreHost },
    interception: { ...signed, protocols: ['h2'], ca: readFileSync(cloud.caFile) },
  });
  const authorityFile = path.join(userData, 'authority.pem');
  writeFileSync(authorityFile, authority.cert);
  // On Windows and macOS a test would have to change the machine's own store of trusted authorities.
  const isTrusted = process.platform === 'linux';
  const caFile = isTrusted ? undefined : authorityFile;
  const config = path.join(userData, 'company.json');
  const endpoints = { ...cloud.config.endpoints, firestore: host, caFile };
  writeFileSync(config, JSON.stringify({ ...cloud.config, endpoints }));
  const script = `function FindProxyForURL(url, host) {
    return host === 'firestore.example' ? 'PROXY ${company.address}; DIRECT' : 'DIRECT';
  }`;
  const url = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`;
  const app = await launch(config, userData, {
    args: [`--proxy-pac-url=${url}`],
    env: isTrusted ? { SSL_CERT_FILE: authorityFile } : {},
  });
  try {
    await signIn(app, cloud, ADA);
    await addNote(app.page, 'at work', '');
    await expect.poll(() => titles(cloud)).toEqual(['at work']);
    expect(company.tunnels).toContain(host);
  } finally {
    await app.close();
  }
});

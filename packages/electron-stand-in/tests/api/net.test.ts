/** `net.request` and `session.resolveProxy`, with proxies set by Chromium's own switches. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { type ProxyOptions, startProxy, type TestProxy } from '../../../../tests/support/proxy.ts';
import { launchFixture, makeUserData, test } from '../support/fixture-app.ts';

async function startServer(): Promise<string> {
  const server = http.createServer((request, response) => {
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/' });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function launchWith(args: readonly string[]) {
  const userData = await makeUserData();
  const { app } = await launchFixture(userData.path, { args });
  onTestFinished(async () => {
    await app.close();
    await userData.remove();
  });
  return {
    /** @param logins the answer to each `login` event in order, null for none */
    ask: (url: string, logins: readonly ([string, string] | null)[] = [], header = 'x-of-ours') =>
      app.evaluate(
        async ({ net }, options) => {
          const events: unknown[] = [];
          const request = net.request({
            url: options.url,
            method: 'POST',
            redirect: 'error',
            cache: 'no-store',
          });
          request.setHeader(options.header, 'yes');
          const over = new Promise<void>((resolve) => {
            request.on('login', ({ isProxy, port }, callback) => {
              const login = options.logins[events.length] ?? null;
              events.push(`login ${isProxy} ${port > 0}`);
              if (login === null) callback();
              else callback(...login);
            });
            request.on('error', ({ message }) => {
              events.push(message);
              resolve();
            });
            request.on('response', (response) => {
              events.push(response.statusCode);
              response.on('data', (chunk) => events.push(String(chunk)));
              response.on('end', () => resolve());
              response.on('error', ({ message }: Error) => {
                events.push(message);
                resolve();
              });
            });
          });
          request.end('words');
          await over;
          return events;
        },
        { url, logins, header },
      ),
    resolve: (url: string) =>
      app.evaluate(({ session }, address) => session.defaultSession.resolveProxy(address), url),
  };
}

async function proxy(options?: ProxyOptions): Promise<TestProxy & { readonly args: readonly string[] }> {
  const started = await startProxy(options);
  onTestFinished(() => started.close());
  return { ...started, args: [`--proxy-server=${started.address}`, '--proxy-bypass-list=<-loopback>'] };
}

describe('without a proxy', () => {
  test('a request without a proxy gets its answer, or fails with Chromium’s name of the error', async () => {
    const { ask, resolve } = await launchWith([]);
    const server = await startServer();
    expect(await resolve('https://example.org/')).toBe('DIRECT');
    expect(await ask(server)).toEqual([200, 'words']);
    expect(await ask(`${server}/elsewhere`)).toEqual([
      "Attempted to redirect, but redirect policy was 'error'",
    ]);
    expect(await ask('http://127.0.0.1:9')).toEqual(['net::ERR_CONNECTION_REFUSED']);
    expect(await ask('http://nowhere.invalid')).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
    expect(await ask(server, [], 'host')).toEqual(['net::ERR_INVALID_ARGUMENT']);
  });
});

describe('with a proxy', () => {
  test('a request goes to the proxy, even to this computer if the bypass switch says so', async () => {
    const company = await proxy();
    const server = await startServer();
    const { ask, resolve } = await launchWith(company.args);
    expect(await resolve(server)).toBe(`PROXY ${company.address}`);
    expect(await ask(server)).toEqual([200, 'words']);
    expect(company.requests).toEqual([`${server}/`]);
  });

  test('a proxy with a password serves a request with the login, and answers 407 to one without it', async () => {
    const company = await proxy({ login: 'ada:a secret' });
    const server = await startServer();
    const { ask } = await launchWith(company.args);
    expect(await ask(server, [['ada', 'a secret']])).toEqual(['login true true', 200, 'words']);
    expect(await ask(server)).toEqual(['login true true', 407]);
    expect(await ask('https://example.org/')).toEqual([
      'login true true',
      407,
      'net::ERR_TUNNEL_CONNECTION_FAILED',
    ]);
  });

  test('a request does not bypass a proxy that cannot be reached', async () => {
    const { ask } = await launchWith(['--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>']);
    expect(await ask(await startServer())).toEqual(['net::ERR_PROXY_CONNECTION_FAILED']);
  });

  test('a PAC file decides for each address, except for those of this computer', async () => {
    const script = `function FindProxyForURL(url, host) {
      return host === 'example.org' ? 'PROXY company:3128; DIRECT' : 'SOCKS5 tor:9050';
    }`;
    const { resolve } = await launchWith([`--proxy-pac-url=data:,${encodeURIComponent(script)}`]);
    expect(await resolve('https://example.org/notes')).toBe('PROXY company:3128; DIRECT');
    expect(await resolve('https://example.com/')).toBe('SOCKS5 tor:9050');
    expect(await resolve('https://localhost:8080/')).toBe('DIRECT');
  });
});

// Electron's `session`: the handlers alone decide about permissions, and a proxy about a page's network.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();

/** Sets handlers that give these answers and list their questions; `null` removes a handler. */
const answer = (check: boolean | null, request: boolean | null) =>
  fixture.app.evaluate(
    ({ session }, [checked, requested]) => {
      const permissionCalls: unknown[] = [];
      Object.assign(globalThis, { permissionCalls });
      session.defaultSession.setPermissionCheckHandler(
        checked === null
          ? null
          : (_contents, permission, origin) => {
              permissionCalls.push(['check', permission, origin]);
              return checked;
            },
      );
      session.defaultSession.setPermissionRequestHandler(
        requested === null
          ? null
          : (_contents, permission, decide, { requestingUrl, isMainFrame }) => {
              permissionCalls.push(['request', permission, requestingUrl, isMainFrame]);
              decide(requested);
            },
      );
    },
    [check, request] as const,
  );
const permissionCalls = () =>
  fixture.app.evaluate(() => Reflect.get(globalThis, 'permissionCalls') as unknown[]);
const query = (name: string) =>
  fixture.page.evaluate(
    async (wanted) => (await navigator.permissions.query({ name: wanted as PermissionName })).state,
    name,
  );

beforeEach(() => answer(null, null));
afterEach(() => answer(null, null));

describe('permissions that a page queries', () => {
  test.each(['notifications', 'geolocation', 'camera', 'storage-access', 'persistent-storage', 'midi'])(
    'a query of the permission %s is answered by the check handler with granted or denied',
    async (name) => {
      await answer(false, true);
      expect(await query(name)).toBe('denied');
      await answer(true, false);
      expect(await query(name)).toBe('granted');
      const electronName = name === 'camera' ? 'media' : name;
      expect(await permissionCalls()).toEqual([['check', electronName, 'app://bundle/']]);
    },
  );

  test('a queried permission is granted if there is no check handler', async () => {
    expect(await query('geolocation')).toBe('granted');
  });
});

describe('permissions that a page requests', () => {
  const ask = () => fixture.page.evaluate(() => Notification.requestPermission());

  test('a requested permission is decided by the request handler', async () => {
    await answer(true, false);
    expect(await ask()).toBe('denied');
    expect(await permissionCalls()).toEqual([['request', 'notifications', 'app://bundle/index.html', true]]);
    await answer(false, true);
    expect(await ask()).toBe('granted');
  });
});

test('pages reach a server until their session has a proxy that leads nowhere', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end('here');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const isReached = () =>
    fixture.page.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      address,
    );
  expect(await isReached()).toBe(true);
  await fixture.app.evaluate(({ session }) =>
    session
      .fromPartition('persist:pages')
      .setProxy({ proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' }),
  );
  expect(await isReached()).toBe(false);
});

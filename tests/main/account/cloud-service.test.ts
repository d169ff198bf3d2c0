import { expect, test } from 'vitest';
import { createHttp } from '#main/auth/http.ts';
import { createCloudHost } from '#main/account/cloud-service.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

/**
 * A host that renews a session at a server; requests fail with Chromium's error code in `says`.
 */
function createHost(says: { code: string | null }) {
  const http = createHttp(async () => {
    const cause = Object.assign(new Error(), { code: says.code });
    if (says.code !== null) throw new TypeError('fetch failed', { cause });
    return new Response('a token');
  }, createManualClock().after);
  const obstacles: (Obstacle | null)[] = [];
  const ask = {
    url: 'https://securetoken.googleapis.com',
    method: 'POST',
    signal: new AbortController().signal,
  } as const;
  const host = createCloudHost(
    {
      idToken: async () => (await http(ask)).text,
      rejectToken: () => undefined,
      route: async () => ({ kind: 'direct' }),
      reportTrouble: () => undefined,
    },
    (obstacle) => obstacles.push(obstacle),
  );
  return { host, obstacles };
}

test('an obstacle to renewing the session is reported once, and cleared if the device is just offline', async () => {
  const says = { code: 'ERR_CERT_AUTHORITY_INVALID' as string | null };
  const { host, obstacles } = createHost(says);
  await expect(host.idToken()).rejects.toMatchObject({ code: 'network' });
  await expect(host.idToken()).rejects.toMatchObject({ code: 'network' });
  expect(obstacles).toEqual(['certificate']);
  says.code = 'ERR_INTERNET_DISCONNECTED';
  await expect(host.idToken()).rejects.toMatchObject({ code: 'network' });
  expect(obstacles).toEqual(['certificate', null]);
});

test('an obstacle to the connection is reported first, and one to renewing the session after it', async () => {
  const says = { code: 'ERR_TUNNEL_CONNECTION_FAILED' as string | null };
  const { host, obstacles } = createHost(says);
  host.reportObstacle('proxy-password');
  await expect(host.idToken()).rejects.toMatchObject({ code: 'network' });
  expect(obstacles).toEqual(['proxy-password']);
  host.reportObstacle(null);
  expect(obstacles).toEqual(['proxy-password', 'proxy-refuses']);
  says.code = null;
  expect(await host.idToken()).toBe('a token');
  expect(obstacles).toEqual(['proxy-password', 'proxy-refuses', null]);
});

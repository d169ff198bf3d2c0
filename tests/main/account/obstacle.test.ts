/** Pages are told why the cloud cannot be reached. */
import { expect, test } from 'vitest';
import { OBSTACLE_WORDS } from '#shared/base/obstacle.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

async function syncing(app: TestHost): Promise<TestHost> {
  app.signIn('ada');
  app.host.startSync();
  await app.titles();
  await settle();
  return app;
}

test('pages show the obstacle while the device is offline, and no longer once it is gone', async () => {
  const app = await syncing(createTestHost());
  expect(app.host.current?.sync).toMatchObject({ phase: 'offline' });
  app.reportObstacle('proxy-password');
  expect(app.syncs.at(-1)).toMatchObject({ phase: 'offline', obstacle: 'proxy-password' });
  expect(app.host.current?.sync).toEqual(app.syncs.at(-1));
  expect(app.troubles.at(-1)).toContain(OBSTACLE_WORDS['proxy-password']);
  app.reportObstacle(null);
  expect(app.syncs.at(-1)).not.toHaveProperty('obstacle');
});

test('a device in sync shows no obstacle', async () => {
  const cloud = createFakeCloud();
  const app = await syncing(createTestHost({ connect: () => cloud.connect() }));
  app.reportObstacle('certificate');
  expect(app.host.current?.sync).toMatchObject({ phase: 'live' });
  expect(app.host.current?.sync).not.toHaveProperty('obstacle');
});

test('an obstacle that a thread reports after its account was signed out is not shown', async () => {
  const app = await syncing(createTestHost());
  await app.signOut();
  const syncsBefore = app.syncs.length;
  app.reportObstacle('proxy-password');
  expect(app.syncs).toHaveLength(syncsBefore);
});

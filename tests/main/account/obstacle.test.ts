/** Pages are told why the cloud cannot be reached. */
import { expect, test } from 'vitest';
import { OBSTACLE_WORDS } from '#shared/obstacle.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

async function syncing(there: TestHost): Promise<TestHost> {
  there.signIn('ada');
  there.host.startSync();
  await there.titles();
  await settle();
  return there;
}

test('pages show the obstacle while the device is offline, and no longer once it is gone', async () => {
  const there = await syncing(createTestHost());
  expect(there.host.current?.sync).toMatchObject({ phase: 'offline' });
  there.reportObstacle('proxy-password');
  expect(there.syncs.at(-1)).toMatchObject({ phase: 'offline', obstacle: 'proxy-password' });
  expect(there.host.current?.sync).toEqual(there.syncs.at(-1));
  expect(there.troubles.at(-1)).toContain(OBSTACLE_WORDS['proxy-password']);
  there.reportObstacle(null);
  expect(there.syncs.at(-1)).not.toHaveProperty('obstacle');
});

test('a device that is in sync shows no obstacle', async () => {
  const cloud = createFakeCloud();
  const there = await syncing(createTestHost({ connect: () => cloud.connect() }));
  there.reportObstacle('certificate');
  expect(there.host.current?.sync).toMatchObject({ phase: 'live' });
  expect(there.host.current?.sync).not.toHaveProperty('obstacle');
});

test('an obstacle that a thread reports after its account was signed out is not shown', async () => {
  const there = await syncing(createTestHost());
  await there.signOut();
  const syncsBefore = there.syncs.length;
  there.reportObstacle('proxy-password');
  expect(there.syncs).toHaveLength(syncsBefore);
});

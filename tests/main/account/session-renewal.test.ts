/** The cloud refuses a session that Google still renews: only a new sign-in helps (S8.3). */
import { afterEach, expect, test } from 'vitest';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, signedIn, type TestHost } from '#tests/support/test-host.ts';

let app: TestHost;
afterEach(() => app.host.close());

test('[S8.3] an attempt to sign in again sends the cloud no request before it has succeeded', async () => {
  const cloud = createFakeCloud();
  let connections = 0;
  app = createTestHost({
    connect() {
      connections += 1;
      return cloud.connect();
    },
  });
  const { host } = app;
  host.startSync();
  const session = signedIn('ada');
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in');
  host.applySession(session);
  await app.titles();
  await settle();
  cloud.endListeners({ kind: 'session', reason: 'session-expired' });
  await app.add('ada', { title: 'waits', text: '' });
  await settle();
  expect(host.current?.sync.phase).toBe('session-expired');

  for (const signingIn of [true, false, true]) {
    host.applySession({ ...session, signingIn });
    await settle();
    expect(host.current?.sync).toMatchObject({ phase: 'session-expired', pending: 1 });
  }
  expect(connections).toBe(1);
  host.applySession(signedIn('ada'));
  await settle();
  expect(host.current?.sync).toMatchObject({ phase: 'live', pending: 0 });
  expect(connections).toBe(2);
});

test('[S8.3] a late answer of the cloud to the previous session does not end the new one', async () => {
  const cloud = createFakeCloud();
  let endOfOldSession = (): void => undefined;
  app = createTestHost({
    connect() {
      const connection = cloud.connect();
      return {
        ...connection,
        listen(handlers) {
          endOfOldSession = () => handlers.onEnd({ kind: 'session', reason: 'session-expired' });
          return connection.listen(handlers);
        },
      };
    },
  });
  const { host } = app;
  host.startSync();
  host.applySession(signedIn('ada'));
  await app.titles();
  await settle();
  cloud.endListeners({ kind: 'session', reason: 'session-expired' });
  await settle();
  expect(host.current?.sync.phase).toBe('session-expired');

  // While the user signs in, the computer wakes: the previous session is tried again, and its answer is late.
  host.current?.wake();
  await settle();
  const endLate = endOfOldSession;
  host.applySession(signedIn('ada'));
  await settle();
  endLate();
  await settle();
  expect(host.current?.sync.phase).toBe('live');
});

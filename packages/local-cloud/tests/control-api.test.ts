import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { newNote, useCloud } from './testing.ts';

const fixture = useCloud();

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${fixture.cloud.controlUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

test('the control API returns documents with their fields and times', async () => {
  const { uid, firestore } = await fixture.newUser();
  const { writeTime } = await firestore.doc('notes/shown').create(newNote(uid));
  const { body } = await call('GET', '/docs/shown');
  const fields = { uid, title: 'Title', text: 'Text', isArchived: false, isDeleted: false };
  expect(body).toMatchObject({ id: 'shown', path: 'notes/shown', ...fields, fields });
  const { createdAt, updateTime } = body as { createdAt: string; updateTime: string };
  expect(Date.parse(createdAt)).toBe(writeTime.toMillis());
  expect(Date.parse(updateTime)).toBe(writeTime.toMillis());
  expect((await call('GET', '/docs')).body).toContainEqual(body);
});

test('a document is put from plain JSON and reaches a listener', async () => {
  const { uid, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  const { status } = await call('PUT', '/docs/plain', {
    uid,
    title: 'T',
    createdAt: '2026-01-31T12:00:00.5Z',
    seen: { timestamp: '2026-02-01T00:00:00+01:00' },
    count: 3,
    ratio: 0.5,
    list: [null, { a: true }],
  });
  expect(status).toBe(200);
  const data = (await live.next()).docs[0]?.data();
  expect(data).toMatchObject({ title: 'T', count: 3, ratio: 0.5, list: [null, { a: true }] });
  expect(data).toMatchObject({
    createdAt: Timestamp.fromDate(new Date('2026-01-31T12:00:00.500Z')),
    seen: Timestamp.fromDate(new Date('2026-01-31T23:00:00Z')),
  });
  expect((await call('DELETE', '/docs/plain')).status).toBe(200);
  expect(await live.changes()).toEqual(['removed:plain']);
  expect((await call('DELETE', '/docs/plain')).status).toBe(404);
});

test('a put without createdAt sets the current time, and odd types can be put in REST form', async () => {
  await call('PUT', '/docs/now', { uid: 'a' });
  const { createdAt, createTime } = (await call('GET', '/docs/now')).body as Record<string, string>;
  expect(createdAt).toBe(createTime);
  const odd = { fields: { title: { integerValue: '5' }, at: { geoPointValue: { latitude: 1 } } } };
  expect((await call('PUT', '/docs/odd', odd)).body).toMatchObject({ title: 5, at: { latitude: 1 } });
  expect((await call('PUT', '/docs/odd', { fields: { title: { wrong: 1 } } })).status).toBe(400);
});

test('many documents are put as one commit', async () => {
  const { uid, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  const answer = await call('POST', '/docs', {
    'many-1': { uid, title: 'A' },
    'many-2': { uid, title: 'B' },
  });
  expect(answer).toEqual({ status: 200, body: { count: 2 } });
  expect((await live.next()).docs.map(({ id }) => id).toSorted()).toEqual(['many-1', 'many-2']);
  expect((await call('POST', '/docs', { 'many-1': 5 })).status).toBe(400);
});

test('a request is refused if a document is not an object or its id cannot be decoded', async () => {
  for (const body of [[], [1], 'text', 5, null]) {
    expect((await call('PUT', '/docs/wrong', body)).status).toBe(400);
  }
  expect((await call('POST', '/docs', [])).status).toBe(400);
  expect((await call('POST', '/docs', { wrong: [] })).status).toBe(400);
  expect((await call('GET', '/docs/wrong')).status).toBe(404);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await call(method, '/docs/%zz', method === 'PUT' ? {} : undefined);
    expect({ status, body }).toEqual({ status: 400, body: { error: '"%zz" is not percent-encoded text.' } });
  }
  expect((await call('PUT', '/docs/two%20words', {})).body).toMatchObject({ id: 'two words' });
});

test('faults are added, listed, cleared and checked', async () => {
  expect((await call('POST', '/faults', { rpc: 'Commit', kind: 'hang', times: 2 })).status).toBe(200);
  expect((await call('GET', '/faults')).body).toEqual([{ rpc: 'Commit', kind: 'hang', times: 2 }]);
  expect((await call('DELETE', '/faults')).status).toBe(200);
  expect((await call('GET', '/faults')).body).toEqual([]);
  const wrong = [
    { rpc: 'Nothing', kind: 'hang' },
    { rpc: 'Commit', kind: 'nothing' },
    { kind: 'delay' },
    { kind: 'status', code: 'NO_STATUS' },
    { kind: 'cut', often: 1 },
    'text',
  ];
  for (const fault of wrong) {
    const { status, body } = await call('POST', '/faults', fault);
    expect(status).toBe(400);
    expect(body).toHaveProperty('error');
  }
});

test('received requests are listed with the user who made them', async () => {
  const { uid, firestore } = await fixture.newUser();
  await call('DELETE', '/requests');
  await firestore.doc('notes/recorded').create(newNote(uid));
  expect((await call('GET', '/requests')).body).toMatchObject([
    {
      rpc: 'Commit',
      uid,
      writes: [{ operation: 'update', path: 'notes/recorded', currentDocument: { exists: false } }],
    },
  ]);
});

test('the control API sets who signs in, users’ tokens, changes of ID tokens and the order of checks', async () => {
  const { body } = await call('POST', '/accounts', { sub: 'c', email: 'c@example.com', name: 'C' });
  expect((await call('GET', '/accounts')).body).toContainEqual(body);
  const { uid } = body as { uid: string };
  for (const change of [{ deny: true }, { chooser: true }, { email: 'd@example.com', deny: true }]) {
    expect((await call('POST', '/accounts', change)).status).toBe(200);
  }
  expect((await call('POST', '/accounts', { email: 'no address' })).status).toBe(400);
  for (const change of [
    { ttlSeconds: 60 },
    { signInProvider: 'password' },
    { revoke: uid },
    { disable: uid },
    { enable: uid },
    { delete: uid },
  ]) {
    expect((await call('POST', '/tokens', change)).status).toBe(200);
  }
  expect((await call('POST', '/tokens', { revoke: 'nobody' })).status).toBe(404);
  expect((await call('POST', '/oauth', { idToken: { nonce: null }, times: 1 })).status).toBe(200);
  expect((await call('POST', '/oauth', { idToken: { wrong: 1 } })).status).toBe(400);
  expect((await call('POST', '/rules', { order: 'rules-first' })).status).toBe(200);
});

test('the control API refuses web pages and malformed requests', async () => {
  expect((await call('GET', '/docs', undefined, { origin: 'https://example.com' })).status).toBe(403);
  const broken = await fetch(`${fixture.cloud.controlUrl}/docs/a`, { method: 'PUT', body: '{' });
  expect(broken.status).toBe(400);
  expect((await fetch(`${fixture.cloud.controlUrl}/nothing`)).status).toBe(404);
});

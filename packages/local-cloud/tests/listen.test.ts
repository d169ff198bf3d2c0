import { expect, test } from 'vitest';
import { refresh } from '../client.ts';
import { newNote, useCloud } from './testing.ts';

const fixture = useCloud();

test('a live query reports added, modified and removed documents', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  expect(await live.changes()).toEqual([]);
  await firestore.doc('notes/one').create(newNote(uid));
  expect(await live.changes()).toEqual(['added:one']);
  await firestore.doc('notes/one').update({ title: 'New' });
  expect(await live.changes()).toEqual(['modified:one']);
  await firestore.doc('notes/one').delete();
  expect(await live.changes()).toEqual(['removed:one']);
});

test('a batch arrives as one snapshot', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  const live = fixture.live(notes);
  await live.next();
  const batch = firestore.batch();
  for (const id of ['b1', 'b2', 'b3']) batch.create(firestore.doc(`notes/${id}`), newNote(uid));
  await batch.commit();
  expect((await live.next()).docs.map(({ id }) => id).toSorted()).toEqual(['b1', 'b2', 'b3']);
});

test('a document that no longer matches leaves the query', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  await firestore.doc('notes/leaves').create(newNote(uid));
  const live = fixture.live(notes.where('isArchived', '==', false));
  expect(await live.changes()).toEqual(['added:leaves']);
  await firestore.doc('notes/leaves').update({ isArchived: true });
  expect(await live.changes()).toEqual(['removed:leaves']);
});

test("a live query does not receive other people's changes", async () => {
  const ada = await fixture.newUser();
  const ben = await fixture.newUser();
  const live = fixture.live(ada.notes);
  await live.next();
  await ben.firestore.doc('notes/bens').create(newNote(ben.uid));
  await ada.firestore.doc('notes/adas').create(newNote(ada.uid));
  expect(await live.changes()).toEqual(['added:adas']);
});

test('after an outage a listener learns of documents added, modified and deleted meanwhile', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  for (const id of ['keep', 'edit', 'drop']) await firestore.doc(`notes/${id}`).create(newNote(uid));
  const live = fixture.live(notes);
  expect((await live.next()).size).toBe(3);
  await fixture.cloud.controls.addFault({ rpc: 'Listen', kind: 'down' });
  fixture.cloud.controls.deleteDoc('drop');
  fixture.cloud.controls.putDoc('edit', { uid, title: 'Edited' });
  fixture.cloud.controls.putDoc('fresh', { uid });
  await fixture.cloud.controls.clearFaults();
  expect(await live.changes()).toEqual(['removed:drop', 'added:fresh', 'modified:edit']);
});

test.each(['reset', 'forget-deletes'] as const)('a resuming listener copes with %s', async (kind) => {
  const { uid, firestore, notes } = await fixture.newUser();
  for (const id of [`${kind}-stays`, `${kind}-goes`]) await firestore.doc(`notes/${id}`).create(newNote(uid));
  const live = fixture.live(notes);
  expect((await live.next()).size).toBe(2);
  await fixture.cloud.controls.addFault({ rpc: 'Listen', kind, times: 1 });
  await fixture.cloud.controls.addFault({ rpc: 'Listen', kind: 'cut' });
  fixture.cloud.controls.deleteDoc(`${kind}-goes`);
  expect(await live.changes()).toEqual([`removed:${kind}-goes`]);
  expect(fixture.cloud.controls.faults()).toEqual([]);
});

test('a single document can be listened to, even before it exists', async () => {
  const { uid, firestore } = await fixture.newUser();
  const seen: (string | undefined)[] = [];
  const done = Promise.withResolvers<void>();
  const steps = [
    async () => firestore.doc('notes/single').create(newNote(uid, { title: 'A' })),
    async () => firestore.doc('notes/single').update({ title: 'B' }),
    async () => firestore.doc('notes/single').delete(),
  ];
  const stop = firestore.doc('notes/single').onSnapshot((snapshot) => {
    const title: unknown = snapshot.get('title');
    seen.push(typeof title === 'string' ? title : undefined);
    const step = steps.shift();
    if (step === undefined) done.resolve();
    else step().catch(done.reject);
  }, done.reject);
  await done.promise;
  stop();
  expect(seen).toEqual([undefined, 'A', 'B', undefined]);
});

test('a live query that is not limited to the user’s own notes is refused', async () => {
  const ada = await fixture.newUser();
  const ben = await fixture.newUser();
  const all = ada.firestore.collection('notes');
  for (const query of [all, all.where('uid', '==', ben.uid), all.where('uid', 'in', [ada.uid, ben.uid])]) {
    expect((await fixture.live(query).error).message).toContain('Missing or insufficient permissions');
  }
});

test('a stream ends when its token expires, and continues with a new one', async () => {
  fixture.cloud.controls.clearRequests();
  fixture.cloud.controls.setTokenTtl(1);
  const short = await fixture.newUser();
  fixture.cloud.controls.setTokenTtl(3600);
  const tokens = [short.idToken];
  const answer = await refresh(fixture.cloud, {
    grant_type: 'refresh_token',
    refresh_token: short.refreshToken,
  });
  const { id_token: renewed } = (await answer.json()) as { id_token: string };
  const firestore = fixture.open(() => tokens.shift() ?? renewed);
  const live = fixture.live(firestore.collection('notes').where('uid', '==', short.uid));
  await live.next();
  await expect
    .poll(() => fixture.cloud.controls.requests().filter(({ rpc }) => rpc === 'Listen').length)
    .toBe(2);
  fixture.cloud.controls.putDoc('later', { uid: short.uid });
  expect(await live.changes()).toEqual(['added:later']);
});

test('10,000 documents arrive in a first snapshot', async () => {
  const { uid, notes } = await fixture.newUser();
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  fixture.cloud.controls.putDocs(
    many.map((index) => [`many-${index}`, { uid, title: `Note ${index}`, text: 'Some words.' }] as const),
  );
  const live = fixture.live(notes);
  const snapshot = await live.next();
  expect(snapshot.size).toBe(10_000);
  fixture.cloud.controls.deleteDoc('many-5000');
  expect(await live.changes()).toEqual(['removed:many-5000']);
});

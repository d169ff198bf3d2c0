import { status } from '@grpc/grpc-js';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { codeOf, newNote, useCloud } from './testing.ts';

const fixture = useCloud();

test('a batch of 500 writes is one commit', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  const batch = firestore.batch();
  for (let index = 0; index < 500; index += 1)
    batch.create(firestore.doc(`notes/all-${index}`), newNote(uid));
  const results = await batch.commit();
  expect(new Set(results.map(({ writeTime }) => writeTime.toMillis())).size).toBe(1);
  expect((await notes.get()).size).toBe(500);
});

test('a batch with one refused write applies none of the other 499 writes', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  await firestore.doc('notes/taken').create(newNote(uid));
  const batch = firestore.batch();
  for (let index = 0; index < 499; index += 1)
    batch.create(firestore.doc(`notes/none-${index}`), newNote(uid));
  batch.create(firestore.doc('notes/taken'), newNote(uid));
  expect(await codeOf(batch.commit())).toBe(status.ALREADY_EXISTS);
  expect((await notes.get()).size).toBe(1);
});

test('a batch of 501 writes is refused', async () => {
  const { uid, firestore } = await fixture.newUser();
  const batch = firestore.batch();
  for (let index = 0; index < 501; index += 1)
    batch.create(firestore.doc(`notes/over-${index}`), newNote(uid));
  expect(await codeOf(batch.commit())).toBe(status.INVALID_ARGUMENT);
});

test('a write with a stale updateTime is refused, and one with the current updateTime is applied', async () => {
  const { uid, firestore } = await fixture.newUser();
  const note = firestore.doc('notes/stale');
  const created = await note.create(newNote(uid));
  const updated = await note.update({ title: 'B' }, { lastUpdateTime: created.writeTime });
  const stale = { lastUpdateTime: created.writeTime };
  expect(await codeOf(note.update({ title: 'C' }, stale))).toBe(status.FAILED_PRECONDITION);
  expect(await codeOf(note.delete(stale))).toBe(status.FAILED_PRECONDITION);
  expect((await note.get()).get('title')).toBe('B');
  await note.delete({ lastUpdateTime: updated.writeTime });
  expect((await note.get()).exists).toBe(false);
});

test('a missing document cannot be updated, and is deleted only without a precondition', async () => {
  const { firestore } = await fixture.newUser();
  const note = firestore.doc('notes/missing');
  const lastUpdateTime = Timestamp.now();
  expect(await codeOf(note.update({ title: 'B' }))).toBe(status.NOT_FOUND);
  expect(await codeOf(note.delete({ lastUpdateTime }))).toBe(status.NOT_FOUND);
  expect(await codeOf(note.delete())).toHaveProperty('writeTime');
});

test('with rules-first a repeated create is refused by the rules', async () => {
  const { uid, firestore } = await fixture.newUser();
  await firestore.doc('notes/repeated').create(newNote(uid));
  const again = async () => codeOf(firestore.doc('notes/repeated').create(newNote(uid)));
  expect(await again()).toBe(status.ALREADY_EXISTS);
  fixture.cloud.controls.checkOrder = 'rules-first';
  // If both times are in the same millisecond, the rules allow the create, and its precondition refuses it.
  await expect.poll(again).toBe(status.PERMISSION_DENIED);
});

test('the updateTime of a document strictly increases and has microseconds', async () => {
  const { uid, firestore } = await fixture.newUser();
  const note = firestore.doc('notes/times');
  await note.create(newNote(uid));
  const times: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { writeTime } = await note.update({ title: String(index) });
    times.push(writeTime.seconds * 1e6 + writeTime.nanoseconds / 1000);
  }
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect(times.every((time) => Number.isInteger(time))).toBe(true);
});

test('a write without changes keeps the updateTime and reaches no listener', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  const note = firestore.doc('notes/same');
  const { writeTime } = await note.create(newNote(uid));
  const live = fixture.live(notes);
  await live.next();
  expect((await note.update({ title: 'Title' })).writeTime).toEqual(writeTime);
  await note.update({ title: 'Other' });
  expect((await live.next()).docs.at(0)?.get('title')).toBe('Other');
});

test('an update changes only its fields, a set replaces the document', async () => {
  const { uid, firestore } = await fixture.newUser();
  const note = firestore.doc('notes/partial');
  await note.create(newNote(uid, { extra: { a: 1, b: 2 }, 'odd name`\\': true }));
  await note.update({ 'extra.a': FieldValue.delete(), 'extra.c': 3, isArchived: true });
  const data = (await note.get()).data();
  expect(data).toMatchObject({
    title: 'Title',
    extra: { b: 2, c: 3 },
    'odd name`\\': true,
    isArchived: true,
  });
  expect(data?.['extra']).not.toHaveProperty('a');
  await note.set({ uid, createdAt: data?.['createdAt'] as unknown });
  expect(Object.keys((await note.get()).data() ?? {}).toSorted()).toEqual(['createdAt', 'uid']);
});

test('the server’s timestamp is the time of the request, in milliseconds', async () => {
  const { uid, firestore } = await fixture.newUser();
  const note = firestore.doc('notes/timestamp');
  await note.create(newNote(uid));
  const { writeTime } = await note.update({ seenAt: FieldValue.serverTimestamp() });
  const seenAt: unknown = (await note.get()).get('seenAt');
  expect(seenAt).toEqual(Timestamp.fromMillis(writeTime.toMillis()));
});

test('documents and fields over their limits are refused', async () => {
  const { uid, firestore } = await fixture.newUser();
  const note = firestore.doc('notes/large');
  const create = async (fields: object) => codeOf(note.create(newNote(uid, fields)));
  expect(await create({ blob: 'x'.repeat(1_048_488) })).toBe(status.INVALID_ARGUMENT);
  expect(await create({ a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) })).toBe(status.INVALID_ARGUMENT);
  expect(await create({ a: 'x'.repeat(1_000_000) })).toHaveProperty('writeTime');
});

test('a request over 10 MiB is refused', async () => {
  const { uid, firestore } = await fixture.newUser();
  const batch = firestore.batch();
  for (let index = 0; index < 11; index += 1) {
    batch.create(firestore.doc(`notes/heavy-${index}`), newNote(uid, { text: 'x'.repeat(1_000_000) }));
  }
  expect(await codeOf(batch.commit())).toBe(status.INVALID_ARGUMENT);
});

test('a transform other than the server’s timestamp is not implemented', async () => {
  const { firestore } = await fixture.newUser();
  const change = firestore.doc('notes/any').set({ count: FieldValue.increment(1) });
  expect(await codeOf(change)).toBe(status.UNIMPLEMENTED);
});

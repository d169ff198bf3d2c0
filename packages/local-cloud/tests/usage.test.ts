/** The local cloud counts what Firestore would bill. */
import { expect, test } from 'vitest';
import { newNote, useCloud } from './testing.ts';

const fixture = useCloud();

test('reads, writes and deletions are counted as Firestore bills them', async () => {
  const { uid, firestore, notes } = await fixture.newUser();
  const { controls } = fixture.cloud;
  let before = controls.usage();
  const since = () => {
    const { reads, writes, deletes } = controls.usage();
    const used = [reads - before.reads, writes - before.writes, deletes - before.deletes];
    before = controls.usage();
    return used;
  };
  await firestore.doc('notes/first').create(newNote(uid));
  await firestore.doc('notes/second').create(newNote(uid));
  expect(since()).toEqual([0, 2, 0]);
  const live = fixture.live(notes);
  await live.next();
  expect(since()).toEqual([2, 0, 0]);
  await firestore.doc('notes/first').update({ title: 'Other' });
  await live.next();
  expect(since()).toEqual([1, 1, 0]);
  await firestore.doc('notes/missing').get();
  expect(since()).toEqual([1, 0, 0]);
  await firestore.doc('notes/first').delete();
  await live.next();
  expect(since()).toEqual([0, 0, 1]);
});

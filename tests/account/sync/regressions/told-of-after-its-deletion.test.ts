/**
 * Found by simulated seed 4581: a note was added and deleted for ever, both were acknowledged, and only then
 * the live query reported it. The note came back for a moment, and its words went into the history as if
 * another device had removed it.
 */
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createDevice, type Device } from '#tests/support/device.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { fields } from '#tests/support/fields.ts';

async function addUntold(device: Device, cloud: FakeCloud): Promise<NoteId> {
  device.engine.start();
  await settle();
  cloud.silent = true;
  const id = device.notes.add({ title: 'a', text: 'b' });
  await settle();
  return id;
}

/** A snapshot with the note as the cloud has it now, to be replayed later. */
function snapshotOf(cloud: FakeCloud, id: NoteId) {
  const note = cloud.documents.get(id);
  if (note === undefined) throw new Error('The note was not pushed');
  return { complete: false, readTime: note.updateTime, changes: [{ kind: 'present', note } as const] };
}

test('[S2.8] a note that was deleted for ever stays deleted when the live query reports it late', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const id = await addUntold(device, cloud);
  const late = snapshotOf(cloud, id);
  device.notes.deleteForever(id);
  await settle();
  expect(cloud.documents.size).toBe(0);
  cloud.replay(late);
  expect(device.store.read(id)).toBeNull();
  cloud.replay({ ...late, changes: [{ kind: 'absent', id }] });
  expect(device.history(id)).toEqual([]);
});

test('[S2.8] a note whose deletion had no answer stays deleted when the live query reports it late', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const id = await addUntold(device, cloud);
  const late = snapshotOf(cloud, id);
  cloud.faultNextCommit({ kind: 'lose-answer' });
  device.notes.deleteForever(id);
  await settle();
  device.clock.advance(1_000);
  await settle();
  expect(device.engine.state.pending).toBe(0);
  cloud.replay(late);
  expect(device.store.read(id)).toBeNull();
});

test('[S2.8] a note that another client creates with the id of a deleted note is shown', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const id = await addUntold(device, cloud);
  device.notes.deleteForever(id);
  await settle();
  cloud.put(id, fields('new', ''));
  cloud.catchUp();
  await settle();
  expect(device.shown(id)).toMatchObject({ title: 'new' });
});

/**
 * Found by a real run: the only difference of a pending note was a missing field, which no push can write.
 */
import { expect, test } from 'vitest';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';

test('[S5.9] a pending note that only lacks a field gets it from the cloud, and the change is announced', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const id = device.notes.add({ title: 'a', text: 'b', marks: { color: 'RED' } });
  device.engine.start();
  await settle();
  const record = device.store.read(id);
  if (record === null || record.local === null) throw new Error('The note is missing');
  const pending = { sequence: device.store.nextSequence(), revision: 1, attempts: [], refused: null };
  device.store.write({ ...record, local: { ...record.local, color: null }, pending }, record);
  const before = device.announced;
  device.engine.push();
  await settle();
  expect(device.shown(id)).toMatchObject({ text: 'b', color: 'RED' });
  expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0, refused: 0 });
  expect(device.announced).toBe(before + 1);
});

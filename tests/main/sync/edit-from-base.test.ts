/** Edits of a note that changed while its dialog was open. */
import { expect, test } from 'vitest';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';

async function opened(text: string) {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  device.engine.start();
  const id = device.notes.add({ title: 'List', text });
  await settle();
  return { cloud, device, id, base: { title: 'List', text } };
}

test('[S5] what arrived while the dialog was open is merged with the edit', async () => {
  const { cloud, device, id, base } = await opened('milk\neggs\nbread\n');
  cloud.put(id, fields('Shopping', 'oat milk\neggs\nbread\n'));
  const holder = device.notes.edit(id, { title: 'List', text: 'milk\neggs\nrye bread\n' }, base);
  expect(holder).toBe(id);
  expect(device.shown(id)).toMatchObject({ title: 'Shopping', text: 'oat milk\neggs\nrye bread\n' });
  await settle();
  expect(cloud.documents.get(id)?.fields.text).toBe('oat milk\neggs\nrye bread\n');
});

test('[S5] an edit that cannot be merged stands beside the note as a conflict copy', async () => {
  const { cloud, device, id, base } = await opened('milk');
  cloud.put(id, fields('List', 'from elsewhere'));
  const holder = device.notes.edit(id, { title: 'List', text: 'mine' }, base);
  expect(holder).not.toBe(id);
  expect(device.shown(id)?.text).toBe('from elsewhere');
  expect(device.shown(holder)?.text).toBe('mine');
  await settle();
  expect(cloud.documents.get(holder)?.fields.text).toBe('mine');
});

test('[S6] an edit of a note that went meanwhile becomes a note', async () => {
  const { cloud, device, id, base } = await opened('milk');
  cloud.remove(id);
  expect(device.shown(id)).toBeNull();
  const holder = device.notes.edit(id, { title: 'List', text: 'milk and honey' }, base);
  expect(device.shown(holder)?.text).toBe('milk and honey');
});

test('[S6] what another device deleted for ever can be brought back', async () => {
  const { cloud, device, id } = await opened('milk');
  cloud.remove(id);
  expect(device.store.removed.read(id)?.fields.text).toBe('milk');
  device.notes.recover(id);
  expect(device.shown(id)?.text).toBe('milk');
  expect(device.store.removed.read(id)).toBeNull();
  await settle();
  expect(cloud.documents.get(id)?.fields.text).toBe('milk');
});

test('[S6] what was deleted for ever here is not kept', async () => {
  const { device, id } = await opened('milk');
  device.notes.deleteForever(id);
  await settle();
  expect(device.store.removed.read(id)).toBeNull();
});

test('[S8] a refused note gets another chance', async () => {
  const { cloud, device, id } = await opened('milk');
  cloud.poisoned.add(id);
  device.edit(id, { title: 'List', text: 'oat milk' });
  await settle();
  expect(device.engine.state).toMatchObject({ pending: 0, refused: 1 });
  cloud.poisoned.clear();
  device.engine.retryRefused();
  await settle();
  expect(device.engine.state).toMatchObject({ pending: 0, refused: 0 });
  expect(cloud.documents.get(id)?.fields.text).toBe('oat milk');
});

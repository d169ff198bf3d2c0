/**
 * One conflict that is found twice: by two devices, one of which may have restored older files of the other,
 * or after a crash.
 */
import { expect, test } from 'vitest';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import { createDevice, type Device } from '#tests/support/device.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';

const note = 'note' as NoteId;

/** Two devices with the same unpushed words, and a cloud with words that they cannot be merged with. */
async function twoDevices(): Promise<{ cloud: FakeCloud; firstDevice: Device; secondDevice: Device }> {
  const cloud = createFakeCloud();
  cloud.put(note, fields('', 'before'));
  const [firstDevice, secondDevice] = [createDevice(cloud), createDevice(cloud)];
  for (const device of [firstDevice, secondDevice]) device.engine.start();
  await settle();
  cloud.isDown = true;
  for (const device of [firstDevice, secondDevice]) device.edit(note, { title: '', text: 'mine' });
  cloud.put(note, fields('', 'theirs'));
  return { cloud, firstDevice, secondDevice };
}

async function syncAll(cloud: FakeCloud, ...devices: readonly Device[]): Promise<void> {
  cloud.isDown = false;
  for (const device of devices) {
    device.engine.wake();
    await settle();
    expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0, refused: 0 });
  }
}

function copiesIn(cloud: FakeCloud): readonly (NoteFields & { id: NoteId })[] {
  return [...cloud.documents.values()]
    .filter(({ id }) => id !== note)
    .map(({ id, fields: copy }) => ({ ...copy, id }));
}

test('[S5.10] two devices that find the same conflict make one copy', async () => {
  const { cloud, firstDevice, secondDevice } = await twoDevices();
  await syncAll(cloud, firstDevice, secondDevice);
  // The other device pushes before it listens, so it creates a note that the cloud has already.
  expect(cloud.commits.flat().filter(({ kind }) => kind === 'create')).toHaveLength(2);
  expect(copiesIn(cloud)).toMatchObject([{ text: 'mine', conflictOf: note }]);
  for (const device of [firstDevice, secondDevice])
    expect(device.texts().toSorted()).toEqual(['mine', 'theirs']);
});

test('[S5.10] a copy that both devices make with different labels has all of them', async () => {
  const { cloud, firstDevice, secondDevice } = await twoDevices();
  firstDevice.notes.change(note, { to: { addLabels: ['one'] } });
  secondDevice.notes.change(note, { to: { addLabels: ['other'] } });
  await syncAll(cloud, firstDevice, secondDevice);
  expect(copiesIn(cloud)).toMatchObject([{ text: 'mine', labels: ['other', 'one'] }]);
});

test('[S5.10] no words are lost if a device with an older database creates a copy that was edited since', async () => {
  const { cloud, firstDevice, secondDevice } = await twoDevices();
  const before = secondDevice.store.read(note);
  if (before === null) throw new Error('The note is missing');
  await syncAll(cloud, firstDevice, secondDevice);
  const [{ id } = { id: note }] = copiesIn(cloud);
  firstDevice.edit(id, { title: '', text: 'edited' });
  await settle();
  secondDevice.store.write(before);
  secondDevice.exec(`DELETE FROM notes WHERE id = '${id}'`);
  secondDevice.engine.push();
  await settle();
  await syncAll(cloud, firstDevice, secondDevice);
  for (const device of [firstDevice, secondDevice])
    expect(device.texts().toSorted()).toEqual(['edited', 'mine', 'theirs']);
  expect(copiesIn(cloud).filter((copy) => copy.id === id)).toMatchObject([{ text: 'edited' }]);
});

test('[S5.10] a conflict that is found again leaves its copy as the user has edited it', async () => {
  const { cloud, firstDevice } = await twoDevices();
  const before = firstDevice.store.read(note);
  if (before === null) throw new Error('The note is missing');
  await syncAll(cloud, firstDevice);
  const [{ id } = { id: note }] = copiesIn(cloud);
  firstDevice.edit(id, { title: '', text: 'mine, edited' });
  await settle();
  // An older page of the disk brings the pending change back.
  firstDevice.store.write(before);
  firstDevice.engine.push();
  await settle();
  expect(firstDevice.engine.state).toMatchObject({ pending: 0, refused: 0 });
  expect(copiesIn(cloud)).toMatchObject([{ id, text: 'mine, edited' }]);
});

test('[S5.10] different words, or the same words against another state of the note, make another copy', async () => {
  const { cloud, firstDevice, secondDevice } = await twoDevices();
  secondDevice.edit(note, { title: '', text: 'something else' });
  await syncAll(cloud, firstDevice, secondDevice);
  firstDevice.edit(note, { title: '', text: 'mine' });
  await settle();
  cloud.isDown = true;
  firstDevice.edit(note, { title: '', text: 'my words' });
  cloud.put(note, fields('', 'their words'));
  await syncAll(cloud, firstDevice);
  cloud.isDown = true;
  firstDevice.edit(note, { title: '', text: 'my words' });
  cloud.put(note, fields('', 'yet other words of theirs'));
  await syncAll(cloud, firstDevice);
  expect(copiesIn(cloud)).toMatchObject(
    ['mine', 'something else', 'my words', 'my words'].map((text) => ({ text, conflictOf: note })),
  );
});

test('[S5.10] an edit without a request, applied twice, makes one copy', () => {
  const device = createDevice(createFakeCloud());
  const id = device.notes.add({ title: '', text: 'before' });
  device.edit(id, { title: '', text: 'theirs' });
  const apply = (): NoteId =>
    device.notes.edit(id, { title: '', text: 'mine' }, { title: '', text: 'before' });
  expect(apply()).toBe(apply());
  expect(device.texts().toSorted()).toEqual(['mine', 'theirs']);
});

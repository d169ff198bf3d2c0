/**
 * Found by a simulated run: a change that was undone before its push was refused never settled.
 */
import { expect, test } from 'vitest';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { TRANSITIONS } from '#shared/note/note.ts';

test('[S8] a refused change that was undone meanwhile leaves nothing pending and no refusal', async () => {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  const id = device.notes.add({ title: 'a', text: 'b' });
  device.engine.start();
  await settle();
  const held = Promise.withResolvers<void>();
  cloud.faultNextCommit({ kind: 'hold', until: held.promise });
  cloud.poisoned.add(id);
  device.notes.change(id, { to: TRANSITIONS.archive });
  await settle();
  device.notes.change(id, { to: TRANSITIONS.unarchive });
  held.resolve();
  await settle();
  expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0, refused: 0 });
});

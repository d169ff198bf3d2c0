import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createSyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes } from '#account/sync/local-notes.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { specify } from './spec.ts';
import { fields } from '#tests/support/fields.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

test('[S1.3] an added note is in the file as soon as the action is answered', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'notes.sqlite');
  const id = createDevice(createFakeCloud(), file).notes.add({ title: 'Milk', text: 'two litres' });
  // The first device is still open, so closing cannot have written the note.
  expect(createDevice(createFakeCloud(), file).shown(id)).toMatchObject({
    title: 'Milk',
    text: 'two litres',
  });
});

specify('[S1.1] an edit that the disk refuses is not acknowledged and changes nothing', (spec) =>
  spec
    .userAdds('note', 'before')
    .storeFailsAfter(0)
    .step('an edit that throws', (world) => {
      const seen = world.content('note');
      const edit = () => world.device.notes.edit(world.id('note'), { title: '', text: 'after' }, seen);
      expect(edit).toThrow('disk');
    })
    .expectShown('note', { text: 'before' })
    .expectPending(1),
);

specify('[S1.2] notes are added and edited without a network', (spec) =>
  spec
    .networkOff()
    .starts()
    .userAdds('note', 'a')
    .userEdits('note', { text: 'b' })
    .userMoves('note', 'archive')
    .expectShown('note', { text: 'b', isArchived: true })
    .expectState({ phase: 'offline', pending: 1 }),
);

specify('[S1.3] a note that was added offline is there after a restart, and is then pushed', (spec) =>
  spec
    .networkOff()
    .starts()
    .userAdds('note', 'typed offline')
    .networkOn()
    .restarts()
    .expectShown('note', { text: 'typed offline' })
    .expectCloud('note', { text: 'typed offline' })
    .expectState({ phase: 'live', pending: 0 }),
);

test('[S1.4] actions of the user are durable at once, remote changes and attempts only later', async () => {
  const cloud = createFakeCloud();
  const { store, clock } = createDevice(cloud);
  const transactions: string[] = [];
  const watched: LocalStore = {
    ...store,
    transaction(work, durable = 'at once') {
      transactions.push(durable);
      return store.transaction(work, durable);
    },
  };
  let made = 0;
  const makeId = (): NoteId => `note-${(made += 1)}` as NoteId;
  const remote = cloud.connect();
  const quiet = (): void => undefined;
  const engine = createSyncEngine({
    store: watched,
    remote,
    clock,
    deriveId,
    onStoreChange: quiet,
    onTrouble: quiet,
  });
  onTestFinished(() => engine.dispose());
  const notes = createLocalNotes({ store: watched, clock, makeId, deriveId });
  const id = notes.add({ title: '', text: 'a' });
  notes.edit(id, { title: '', text: 'b' }, { title: '', text: 'a' });
  notes.change(id, { to: TRANSITIONS.trash });
  expect(transactions.splice(0)).toEqual(['at once', 'at once', 'at once']);
  engine.start();
  await settle();
  cloud.put(id, fields('', 'c'));
  await settle();
  expect(store.read(id)?.local?.text).toBe('c');
  expect(transactions.length).toBeGreaterThan(2);
  expect(new Set(transactions)).toEqual(new Set(['soon']));
});

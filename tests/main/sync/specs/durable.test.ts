import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { specify } from './spec.ts';

test('[S1.3] a note is in the file as soon as it is answered', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'notes.sqlite');
  const id = createDevice(createFakeCloud(), file).notes.add({ title: 'Milk', text: 'two litres' });
  // The first device is still open: nothing was left to its end.
  expect(createDevice(createFakeCloud(), file).shown(id)).toMatchObject({
    title: 'Milk',
    text: 'two litres',
  });
});

specify('[S1.1] what the disk does not take is not answered, and changes nothing', (spec) =>
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

specify('[S1.3] what was answered is there after a restart, and is pushed then', (spec) =>
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

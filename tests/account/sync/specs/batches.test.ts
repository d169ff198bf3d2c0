import { expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createSyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes } from '#account/sync/local-notes.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';
import { type Spec, specify } from './spec.ts';

specify(
  '[S4.1] 1,100 notes go in commits of at most 500, a small one first and last, oldest first',
  (spec) => {
    for (let index = 0; index < 1_100; index += 1) spec.userAdds(`note ${index}`, `${index}`);
    return spec
      .starts()
      .clockAdvances(0)
      .expectState({ phase: 'live', pending: 0 })
      .step('sizes and order', ({ cloud }) => {
        expect(cloud.commits.map((writes) => writes.length)).toEqual([100, 500, 400, 100]);
        const texts = cloud.commits
          .flat()
          .map((write) => (write.kind === 'create' ? write.fields.text : null));
        expect(texts).toEqual(Array.from({ length: 1_100 }, (_, index) => `${index}`));
      });
  },
);

specify('[S4.1] a pending note that is edited again keeps its place in the outbox', (spec) =>
  spec
    .userAdds('first', 'first')
    .userAdds('second', 'second')
    .userEdits('first', { text: 'first, edited' })
    .starts()
    .step('order', ({ cloud, id }) =>
      expect(cloud.commits.flat().map((write) => write.id)).toEqual([id('first'), id('second')]),
    ),
);

specify('[S4.2] a commit stays under 10 MiB', (spec) => {
  for (let index = 0; index < 30; index += 1) spec.userAdds(`note ${index}`, 'é'.repeat(250_000));
  return spec
    .starts()
    .expectState({ phase: 'live', pending: 0 })
    .step('sizes', ({ cloud }) => {
      const sizes = cloud.commits.map((writes) => Buffer.byteLength(JSON.stringify(writes)));
      expect(Math.max(...sizes)).toBeLessThan(10 * 1024 * 1024);
      expect(cloud.documents.size).toBe(30);
    });
});

specify('[S4.2] a note that does not fit into a commit is pushed before all later ones', (spec) => {
  for (let index = 0; index < 130; index += 1)
    spec.userAdds(`note ${index}`, `${index} `.padEnd(100_000, 'x'));
  return spec
    .starts()
    .expectState({ phase: 'live', pending: 0 })
    .step('order', ({ cloud, id }) =>
      expect(cloud.commits.flat().map((write) => write.id)).toEqual(
        Array.from({ length: 130 }, (_, index) => id(`note ${index}`)),
      ),
    );
});

specify('[S4.3] an edit and a deletion require the updateTime that they are based on', (spec) => {
  let versions: unknown[] = [];
  return spec
    .starts()
    .userAdds('edited', 'a')
    .userAdds('deleted', 'b')
    .step('remember the versions', ({ cloud, id }) => {
      versions = [id('edited'), id('deleted')].map((note) => cloud.documents.get(note)?.updateTime);
      expect(versions).not.toContain(undefined);
    })
    .userMoves('edited', 'archive')
    .userDeletesForever('deleted')
    .expectCommits(['create'], ['create'], ['edit'], ['delete'])
    .step('what was required', ({ cloud }) => {
      const demands = cloud.commits.flat().map((write) => (write.kind === 'create' ? null : write.basedOn));
      expect(demands).toEqual([null, null, ...versions]);
    });
});

specify('[S4.3] a creation requires that the cloud has no note with its id', (spec) =>
  spec
    .step('import a note', ({ device, id }) =>
      device.notes.addImported([{ id: id('note'), knownAs: null, fields: fields('', 'mine'), extra: {} }]),
    )
    .elsewhereWrites('note', { text: 'theirs' })
    .watchIsSilent()
    .starts()
    .expectCloud('note', { text: 'theirs' })
    .expectCloudTexts('mine', 'theirs'),
);

function addNotes(spec: Spec, count: number): Spec {
  for (let index = 0; index < count; index += 1) spec.userAdds(`note ${index}`, `${index}`);
  return spec;
}

specify('[S4.4] while a commit has no answer, the attempts of the next are recorded and not sent', (spec) =>
  addNotes(spec, 300)
    .pushIsHeld()
    .starts()
    .step('one commit', ({ cloud }) => expect(cloud.commits).toHaveLength(1))
    .step('the next is recorded', ({ device, id }) =>
      expect(device.store.read(id('note 299'))?.pending?.attempts).toHaveLength(1),
    )
    .pushGoesOn()
    .step('two commits', ({ cloud }) => expect(cloud.commits).toHaveLength(2))
    .expectPending(0),
);

specify('[S4.4] if a commit fails, the next is not sent, and its attempts are dropped', (spec) =>
  addNotes(spec, 300)
    .pushFails('wait')
    .watchIsSilent()
    .starts()
    .step('one commit', ({ cloud }) => expect(cloud.commits).toHaveLength(1))
    .step('the first may have arrived, the other cannot', ({ device, id }) => {
      expect(device.store.read(id('note 0'))?.pending?.attempts).toHaveLength(1);
      expect(device.store.read(id('note 299'))?.pending?.attempts).toEqual([]);
    })
    .wakes()
    .clockAdvances(0)
    .step('in their order', ({ cloud }) =>
      expect(cloud.commits.map((writes) => writes.length)).toEqual([100, 100, 200]),
    )
    .expectPending(0),
);

specify('[S4.4] an edit of a note whose attempt is recorded and not sent yet is pushed as well', (spec) =>
  addNotes(spec, 300)
    .pushIsHeld()
    .starts()
    .userEdits('note 299', { text: 'edited' })
    .pushGoesOn()
    .expectCloud('note 299', { text: 'edited' })
    .expectPending(0),
);

specify(
  '[S4.4] a note that is deleted for ever after its attempt was recorded does not stay in the cloud',
  (spec) =>
    addNotes(spec, 300)
      .pushIsHeld()
      .starts()
      .userDeletesForever('note 299')
      .pushGoesOn()
      .clockAdvances(0)
      .expectCloud('note 299', null)
      .expectShown('note 299', null)
      .expectPending(0),
);

test('[S4.4] a note that is added just as the last batch ends is pushed, too', async () => {
  const cloud = createFakeCloud();
  const { store, clock } = createDevice(cloud);
  let isLate = false;
  const watched: LocalStore = {
    ...store,
    pendingIds(limit) {
      const ids = store.pendingIds(limit);
      if (isLate && ids.length === 0) {
        isLate = false;
        queueMicrotask(() => add('late'));
      }
      return ids;
    },
  };
  let made = 0;
  const makeId = (): NoteId => `note-${(made += 1)}` as NoteId;
  const quiet = (): void => undefined;
  const ports = {
    store: watched,
    remote: cloud.connect(),
    clock,
    deriveId,
    onStoreChange: quiet,
    onTrouble: quiet,
  };
  const engine = createSyncEngine(ports);
  const notes = createLocalNotes({ store: watched, clock, makeId, deriveId });
  onTestFinished(() => engine.dispose());
  function add(text: string): void {
    notes.add({ title: '', text });
    engine.push();
  }
  engine.start();
  await settle();
  // A snapshot with the push would itself make the engine push again.
  cloud.silent = true;
  isLate = true;
  add('in time');
  await settle();
  expect([...cloud.documents.values()].map((note) => note.fields.text)).toEqual(['in time', 'late']);
});

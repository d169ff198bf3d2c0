import type { RemoteNote } from '#shared/note/remote-store.ts';
import { specify } from './spec.ts';

specify('[S2.1] a snapshot changes the fields that are not pending and leaves the pending ones', (spec) =>
  spec
    .starts()
    .userAdds('note', 'two litres', 'Milk')
    .pushFails('wait')
    .userEdits('note', { text: 'three litres' })
    .elsewhereWrites('note', { title: 'Oat milk' })
    .expectShown('note', { title: 'Oat milk', text: 'three litres' })
    .expectCloud('note', { title: 'Oat milk', text: 'three litres' }),
);

specify('[S2.2] [S2.3] a remote change older than the known state is ignored', (spec) => {
  let first: RemoteNote | undefined;
  return spec
    .starts()
    .watchIsSilent()
    .userAdds('note', 'first')
    .step('remember the first version', ({ cloud, id }) => (first = cloud.documents.get(id('note'))))
    .userEdits('note', { text: 'second' })
    .step('an old version', ({ cloud }) => {
      if (first === undefined) throw new Error('the note was not pushed');
      const changes = [{ kind: 'present', note: first }] as const;
      cloud.replay({ complete: false, readTime: first.updateTime, changes });
    })
    .expectShown('note', { text: 'second' })
    .step('an old absence', ({ cloud }) => {
      if (first === undefined) throw new Error('the note was not pushed');
      cloud.replay({ complete: true, readTime: first.updateTime, changes: [] });
    })
    .expectShown('note', { text: 'second' });
});

specify(
  '[S2.1] the cloud’s date of a note is stored even if the note’s updateTime is known already',
  (spec) =>
    spec
      .starts()
      .watchIsSilent()
      .userAdds('note', 'a')
      .watchEnds()
      .watchCatchesUp()
      .clockAdvances(1_000)
      .step('both have one date', ({ cloud, device, id }) => {
        const createdInCloud = cloud.documents.get(id('note'))?.created;
        const here = device.store.read(id('note'))?.created;
        if (createdInCloud === undefined || here !== createdInCloud)
          throw new Error(`${here} here, ${createdInCloud} in the cloud`);
      }),
);

specify('[S2.1] a clock that is years ahead or behind disturbs neither edits nor pushes', (spec) =>
  spec
    .starts()
    .step('the clock runs ahead', ({ device }) => device.clock.set(Date.UTC(2031, 0, 1)))
    .userAdds('ahead', 'ahead')
    .step('the clock falls back', ({ device }) => device.clock.set(Date.UTC(2001, 0, 1)))
    .userAdds('behind', 'behind')
    .userEdits('ahead', { text: 'ahead and edited' })
    .expectTexts('ahead and edited', 'behind')
    .expectCloudTexts('ahead and edited', 'behind')
    .expectState({ phase: 'live', pending: 0 }),
);

specify(
  '[S2.9] if a damaged file lost a pending change, the note becomes the cloud’s; its words stay in the history',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'as pushed')
      .userAdds('other', 'untouched')
      .pushFails('wait')
      .userEdits('note', { text: 'forgotten' })
      .step('the outbox has an older page', ({ device }) => device.exec('DELETE FROM outbox'))
      .restarts()
      .expectTexts('untouched', 'as pushed')
      .expectHistory('note', 'as pushed', 'forgotten')
      .expectHistory('other')
      .expectState({ phase: 'live', pending: 0 }),
);

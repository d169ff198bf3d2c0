import { expect } from 'vitest';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { specify } from './spec.ts';

specify('[S10.1] an ended engine has no timer and no live query, and pushes nothing', (spec) =>
  spec
    .starts()
    .pushFails('wait')
    .userAdds('note', 'a')
    .ends()
    .expectNextTryIn(null)
    .step('no live query', ({ cloud }) => expect(cloud.listeners).toBe(0))
    .expectCommits(['create'])
    .wakes()
    .userAdds('other', 'b')
    .userRetries()
    .starts()
    .clockAdvances(60_000)
    .expectCommits()
    .expectCloudTexts(),
);

for (const answer of ['an acknowledgement', 'a refusal', 'a conflict'] as const) {
  specify(`[S10.2] ${answer} that arrives after the engine’s end changes nothing`, (spec) => {
    let before: NoteRecord | null = null;
    spec.starts().pushIsHeld().userAdds('note', 'a');
    if (answer === 'a refusal') spec.cloudRefuses('note');
    if (answer === 'a conflict')
      spec.elsewhereWrites('other', { text: 'b' }).watchIsSilent().elsewhereWrites('note', { text: 'c' });
    return spec
      .step('remember', ({ device, id }) => {
        before = device.store.read(id('note'));
        expect(before?.pending?.attempts).toHaveLength(1);
      })
      .ends()
      .pushGoesOn()
      .elsewhereWrites('late', { text: 'late' })
      .watchCatchesUp()
      .step('as before', ({ device, id }) => expect(device.store.read(id('note'))).toEqual(before))
      .expectShown('late', null)
      .expectNextTryIn(null);
  });
}

specify('[S10.2] an engine that ends during a check of the connection does not resubscribe', (spec) =>
  spec
    .starts()
    .connectionFreezes()
    .step('wakes and ends', ({ device }) => {
      device.engine.wake();
      device.engine.dispose();
    })
    .step('no live query', ({ cloud }) => expect(cloud.listeners).toBe(0))
    .expectNextTryIn(null),
);

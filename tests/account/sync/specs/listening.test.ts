import { expect } from 'vitest';
import type { FailureKind } from '#shared/note/remote-store.ts';
import { specify } from './spec.ts';

for (const kind of ['wait', 'note', 'conflict'] as const satisfies FailureKind[]) {
  specify(`[S9.1] a live query that ends with "${kind}" is resubscribed`, (spec) =>
    spec
      .starts()
      .watchEnds(kind)
      .expectState({ phase: 'offline' })
      .expectNextTryIn(750)
      .clockAdvances(750)
      .elsewhereWrites('note', { text: 'new' })
      .expectTexts('new')
      .expectState({ phase: 'live' })
      .expectNextTryIn(null),
  );
}

specify('[S9.1] the live query is resubscribed after a network outage', (spec) =>
  spec
    .starts()
    .networkOff()
    .expectState({ phase: 'offline' })
    .clockAdvances(10_000)
    .expectState({ phase: 'offline' })
    .elsewhereWrites('note', { text: 'new' })
    .networkOn()
    .wakes()
    .expectTexts('new')
    .expectState({ phase: 'live' }),
);

specify('[S9.2] a note that the first snapshot of a new subscription leaves out is removed', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .networkOff()
    .elsewhereRemoves('note')
    .networkOn()
    .clockAdvances(60_000)
    .expectTexts()
    .expectState({ phase: 'live' }),
);

specify('[S9.3] a wake detects a connection that died while the machine slept', (spec) =>
  spec
    .starts()
    .connectionFreezes()
    .elsewhereWrites('note', { text: 'new' })
    .expectTexts()
    .expectState({ phase: 'live' })
    .wakes()
    .expectState({ phase: 'offline' })
    .clockAdvances(1_000)
    .expectTexts('new')
    .expectState({ phase: 'live' }),
);

specify('[S9.3] a wake does not resubscribe if the connection works', (spec) =>
  spec
    .starts()
    .step('remember', ({ cloud, opened }) =>
      opened.set('listeners', { title: `${cloud.subscribed}`, text: '' }),
    )
    .wakes()
    .wakes()
    .expectState({ phase: 'live' })
    .step('the same live query', ({ cloud, opened }) =>
      expect(`${cloud.subscribed}`).toBe(opened.get('listeners')?.title),
    )
    .expectNextTryIn(null),
);

specify('[S9.3] no change is lost when keepalive finds the connection dead', (spec) =>
  spec
    .starts()
    .connectionFreezes()
    .elsewhereWrites('note', { text: 'new' })
    .userAdds('mine', 'mine')
    .expectState({ pending: 1 })
    .step('keepalive', ({ cloud }) => cloud.keepAlive())
    .expectTexts('mine', 'new')
    .expectCloudTexts('mine', 'new')
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S9.4] the connection is checked if the first snapshot does not come within 2.5 s', (spec) =>
  spec
    .step('make the connection', ({ device }) => void device.engine)
    .connectionFreezes()
    .checksAreHeld()
    .starts()
    .clockAdvances(2_499)
    .expectChecks(0)
    .clockAdvances(1)
    .expectChecks(1)
    .clockAdvances(2_499)
    .expectState({ phase: 'connecting' })
    .clockAdvances(1)
    .expectState({ phase: 'offline' })
    .elsewhereWrites('note', { text: 'new' })
    .checksAreAnswered()
    .clockAdvances(1_000)
    .expectTexts('new')
    .expectState({ phase: 'live' }),
);

specify('[S9.4] a cloud that answers is given time for a large first snapshot', (spec) =>
  spec
    .watchIsSilent()
    .starts()
    .clockAdvances(60_000)
    .expectState({ phase: 'connecting' })
    .step('the same live query', ({ cloud }) => expect(cloud.subscribed).toBe(1))
    .clockAdvances(240_000)
    .expectState({ phase: 'offline' })
    .clockAdvances(1_000)
    .step('another one', ({ cloud }) => expect(cloud.subscribed).toBe(2))
    .clockAdvances(599_000)
    .step('which is given twice the time', ({ cloud }) => expect(cloud.subscribed).toBe(2))
    .watchCatchesUp()
    .expectState({ phase: 'live' })
    .expectNextTryIn(null)
    .watchIsSilent()
    .watchEnds()
    .clockAdvances(1_000)
    .clockAdvances(300_000)
    .clockAdvances(2_000)
    .step('the one after a success has the first time again', ({ cloud }) =>
      expect(cloud.subscribed).toBe(4),
    ),
);

specify(
  '[S9.3] the device counts as offline when a check has no answer for 2.5 s, until it is answered',
  (spec) =>
    spec
      .starts()
      .checksAreHeld()
      .wakes()
      .clockAdvances(2_499)
      .expectState({ phase: 'live' })
      .clockAdvances(1)
      .expectState({ phase: 'offline' })
      .checksAreAnswered()
      .expectState({ phase: 'live' })
      .expectNextTryIn(null),
);

specify('[S9.7] a live query that is interrupted counts as offline after 3 s, until it goes on', (spec) =>
  spec
    .starts()
    .watchIsInterrupted()
    .elsewhereWrites('note', { text: 'new' })
    .clockAdvances(2_999)
    .expectState({ phase: 'live' })
    .clockAdvances(1)
    .expectState({ phase: 'offline' })
    .clockAdvances(600_000)
    .step('it is left to go on by itself', ({ cloud }) => expect(cloud.subscribed).toBe(1))
    .watchGoesOn()
    .expectTexts('new')
    .expectState({ phase: 'live' })
    .step('nothing was subscribed again', ({ cloud }) => expect(cloud.subscribed).toBe(1))
    .expectNextTryIn(null),
);

specify('[S9.7] a live query that goes on within 3 s of its interruption never counts as offline', (spec) =>
  spec.starts().watchIsInterrupted().watchGoesOn().expectNextTryIn(null).expectState({ phase: 'live' }),
);

specify(
  '[S9.7] a repeated interruption does not restart the 3 s until the device counts as offline',
  (spec) =>
    spec
      .starts()
      .watchIsInterrupted()
      .clockAdvances(2_000)
      .watchIsInterrupted()
      .clockAdvances(1_000)
      .expectState({ phase: 'offline' }),
);

specify('[S9.7] a cloud that cannot be reached from the start counts as offline at once', (spec) =>
  spec
    .watchIsSilent()
    .starts()
    .expectState({ phase: 'connecting' })
    .watchIsInterrupted()
    .expectState({ phase: 'offline' })
    .watchGoesOn()
    .expectState({ phase: 'live' })
    .expectNextTryIn(null),
);

specify('[S9.7] pending changes are pushed as soon as an interrupted live query goes on', (spec) =>
  spec
    .starts()
    .watchIsInterrupted()
    .pushFails('wait', 2)
    .userAdds('note', 'a')
    .clockAdvances(750)
    .expectNextTryIn(1_500)
    .expectState({ phase: 'offline', pending: 1 })
    .watchGoesOn()
    .expectCloudTexts('a')
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S9.7] a wake during an interruption of the live query leaves the device offline', (spec) =>
  spec
    .starts()
    .watchIsInterrupted()
    .clockAdvances(3_000)
    .wakes()
    .expectChecks(1)
    .expectState({ phase: 'offline' }),
);

specify('[S9.5] the live query is resubscribed after a snapshot could not be stored', (spec) =>
  spec
    .starts()
    .storeFailsAfter(0)
    .elsewhereWrites('note', { text: 'new' })
    .expectTexts()
    .expectState({ phase: 'offline' })
    .expectTrouble('The disk is full')
    .storeWorks()
    .clockAdvances(1_000)
    .expectTexts('new')
    .expectState({ phase: 'live' }),
);

specify('[S9.6] pending changes are pushed before the live query is subscribed', (spec) =>
  spec
    .userAdds('note', 'a')
    .pushIsHeld()
    .starts()
    .step('no live query', ({ cloud }) => expect(cloud.listeners).toBe(0))
    .expectState({ phase: 'connecting' })
    .pushGoesOn()
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S9.6] the live query waits for a push for one second at most', (spec) =>
  spec
    .elsewhereWrites('theirs', { text: 'theirs' })
    .userAdds('note', 'a')
    .pushIsHeld()
    .starts()
    .clockAdvances(999)
    .step('no live query', ({ cloud }) => expect(cloud.listeners).toBe(0))
    .clockAdvances(1)
    .expectTexts('theirs', 'a')
    .expectState({ phase: 'live', pending: 1 })
    .pushGoesOn()
    .step('it is subscribed once', ({ cloud }) => expect(cloud.subscribed).toBe(1))
    .expectPending(0),
);

specify('[S9.6] the live query is subscribed at once if the push before it fails', (spec) =>
  spec.userAdds('note', 'a').pushFails('wait').starts().expectState({ phase: 'live', pending: 0 }),
);

specify('[S9.6] an engine that ends during the push before the live query never subscribes', (spec) =>
  spec
    .userAdds('note', 'a')
    .pushIsHeld()
    .starts()
    .ends()
    .pushGoesOn()
    .clockAdvances(2_000)
    .step('no live query', ({ cloud }) => expect(cloud.subscribed).toBe(0)),
);

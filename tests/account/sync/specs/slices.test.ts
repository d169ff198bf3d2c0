/** Remote changes are stored slice by slice. Here a slice has two notes. */
import { expect } from 'vitest';
import { specify } from './spec.ts';

const two = { sliceSteps: 2 };

specify(
  '[S2.6] notes are shown, edited and pushed between the slices of a first snapshot',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .elsewhereWrites('d', { text: 'd' })
      .starts()
      .expectTexts('a', 'b')
      .expectState({ phase: 'connecting', loaded: false })
      .userEdits('a', { text: 'edited' })
      .expectPending(1)
      .slicePasses()
      .expectTexts('edited', 'b', 'c', 'd')
      .clockAdvances(0)
      .expectTexts('edited', 'b', 'c', 'd')
      .expectCloud('a', { text: 'edited' })
      .expectState({ phase: 'live', loaded: true, pending: 0 }),
  two,
);

specify(
  '[S2.6] later snapshots are stored after all slices of the first',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .elsewhereWrites('c', { text: 'newer' })
      .elsewhereRemoves('a')
      .expectTexts('a', 'b')
      .clockAdvances(0)
      .expectTexts('b', 'newer')
      .expectState({ phase: 'live', loaded: true }),
  two,
);

specify(
  '[S2.6] fetched notes are stored after a snapshot that arrived before them',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'line\n' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .elsewhereWrites('d', { text: 'd' })
      .starts()
      .watchIsSilent()
      .elsewhereWrites('a', { text: 'line\ntheirs\n' })
      .userEdits('a', { text: 'mine\nline\n' })
      .expectShown('a', { text: 'mine\nline\n' })
      .clockAdvances(0)
      .clockAdvances(0)
      .expectShown('a', { text: 'mine\nline\ntheirs\n' })
      .expectCloud('a', { text: 'mine\nline\ntheirs\n' })
      .expectState({ phase: 'live', pending: 0 }),
  two,
);

specify(
  '[S2.7] notes that a complete snapshot leaves out are removed only after all of it is stored',
  (spec) =>
    spec
      .starts()
      .userAdds('old', 'old')
      .networkOff()
      .elsewhereRemoves('old')
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .networkOn()
      .restarts()
      .expectTexts('old', 'a', 'b')
      .userAdds('new', 'new')
      .clockAdvances(0)
      .expectTexts('a', 'b', 'new')
      .expectCloudTexts('a', 'b', 'new')
      .expectState({ phase: 'live', pending: 0 }),
  two,
);

specify(
  '[S2.7] a note that is pushed between the slices of a complete snapshot is not removed by it',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .watchIsSilent()
      .userAdds('new', 'new')
      .clockAdvances(0)
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c', 'new')
      .expectCloud('new', { text: 'new' })
      .expectState({ phase: 'live', pending: 0 }),
  two,
);

specify(
  '[S2.7] after a restart in the middle of a snapshot, the account counts as loaded only at its end',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .restarts()
      .expectState({ loaded: false })
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c')
      .expectState({ phase: 'live', loaded: true }),
  two,
);

specify(
  '[S2.7] a snapshot is stored to its end even if its live query ends, and the next one is complete',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .watchEnds()
      .elsewhereRemoves('a')
      .expectTexts('a', 'b')
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c')
      .expectState({ phase: 'offline', loaded: true })
      .clockAdvances(1_000)
      .clockAdvances(0)
      .expectTexts('b', 'c')
      .expectState({ phase: 'live' }),
  two,
);

specify(
  '[S2.7] a complete snapshot replaces the unstored rest of an earlier one',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .watchEnds()
      .elsewhereRemoves('c')
      .wakes()
      .slicePasses()
      .expectTexts('a', 'b')
      .clockAdvances(0)
      .expectTexts('a', 'b')
      .expectState({ phase: 'live', loaded: true }),
  two,
);

specify(
  '[S9.5] if the disk fails in the middle of a snapshot, the live query is resubscribed and no note is missing',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .elsewhereWrites('d', { text: 'd' })
      .starts()
      .storeFailsAfter(0)
      .elsewhereWrites('e', { text: 'e' })
      .slicePasses()
      .expectTexts('a', 'b')
      .expectState({ phase: 'offline', loaded: false })
      .expectTrouble('The disk is full')
      .storeWorks()
      .clockAdvances(1_000)
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c', 'd', 'e')
      .expectState({ phase: 'live', loaded: true }),
  two,
);

specify(
  '[S9.5] a failure to store the rest of an ended live query’s snapshot is logged',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .watchEnds()
      .storeFailsAfter(0)
      .clockAdvances(0)
      .expectTexts('a', 'b')
      .expectTrouble('A snapshot could not be stored: The disk is full')
      .storeWorks()
      .clockAdvances(1_000)
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c')
      .expectState({ phase: 'live' }),
  two,
);

specify(
  '[S10.2] no more of a snapshot is stored after the account’s end',
  (spec) =>
    spec
      .elsewhereWrites('a', { text: 'a' })
      .elsewhereWrites('b', { text: 'b' })
      .elsewhereWrites('c', { text: 'c' })
      .starts()
      .ends()
      .expectNextTryIn(null)
      .clockAdvances(60_000)
      .expectTexts('a', 'b'),
  two,
);

specify(
  '[S2.5] no note is fetched for an acknowledgement that a waiting snapshot confirms',
  (spec) =>
    spec
      .starts()
      .pushIsHeld()
      .userAdds('b', 'b')
      .watchIsSilent()
      .elsewhereWrites('c', { text: 'c' })
      .elsewhereWrites('d', { text: 'd' })
      .elsewhereWrites('e', { text: 'e' })
      .watchCatchesUp()
      .watchIsSilent()
      .step('count fetches', ({ cloud }) => (cloud.fetches.length = 0))
      .pushGoesOn()
      .watchCatchesUp()
      .expectPending(1)
      .clockAdvances(0)
      .clockAdvances(0)
      .clockAdvances(0)
      .expectTexts('b', 'c', 'd', 'e')
      .expectState({ phase: 'live', pending: 0 })
      .step('no fetch', ({ cloud }) => expect(cloud.fetches).toEqual([])),
  two,
);

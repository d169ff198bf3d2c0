import { expect } from 'vitest';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { type Spec, specify } from './spec.ts';

specify('[S6.1] a removed note with a pending edit is recreated with all its fields, known or not', (spec) =>
  spec
    .elsewhereWrites('note', { title: 'List', text: 'b' }, { colour: { stringValue: 'red' } })
    .starts()
    .watchIsSilent()
    .elsewhereRemoves('note')
    .userEdits('note', { text: 'still here' })
    .expectCloud('note', { title: 'List', text: 'still here' })
    .step('unknown fields', ({ cloud, id }) =>
      expect(cloud.documents.get(id('note'))?.extra).toEqual({ colour: { stringValue: 'red' } }),
    )
    .expectShown('note', { text: 'still here' })
    .expectPending(0),
);

specify(
  '[S6.2] a note that the cloud removed is removed here, too, and its last words can be restored',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'milk')
      .userMoves('note', 'archive')
      .elsewhereRemoves('note')
      .expectShown('note', null)
      .expectRemoved('note', 'milk')
      .userRecovers('note')
      .expectShown('note', { text: 'milk', isArchived: true })
      .expectCloud('note', { text: 'milk', isArchived: true })
      .expectRemoved('note', null),
);

specify(
  '[S6.2] the last words of a note that was removed while the device was offline stay in the history',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'milk')
      .networkOff()
      .elsewhereRemoves('note')
      .networkOn()
      .wakes()
      .expectShown('note', null)
      .expectRemoved('note', 'milk'),
);

specify('[S6.2] the words of a removed note can be restored offline', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .elsewhereRemoves('note')
    .networkOff()
    .userRecovers('note')
    .expectShown('note', { text: 'milk' })
    .networkOn()
    .wakes()
    .expectCloud('note', { text: 'milk' }),
);

specify(
  '[S6.3] restored words become a note beside the original if the cloud has recreated it meanwhile',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'milk')
      .elsewhereRemoves('note')
      .watchIsSilent()
      .elsewhereWrites('note', { text: 'written anew' })
      .userRecovers('note')
      .watchCatchesUp()
      .expectTexts('milk', 'written anew')
      .expectCloudTexts('milk', 'written anew'),
);

specify('[S6.3] removed words stay in the history if the cloud has the note again with other words', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .elsewhereRemoves('note')
    .elsewhereWrites('note', { text: 'written anew' })
    .expectRemoved('note', 'milk')
    .userRecovers('note')
    .expectTexts('milk', 'written anew')
    .expectCloudTexts('milk', 'written anew'),
);

specify('[S6.3] the words of a note that is back with the same words no longer count as removed', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .elsewhereRemoves('note')
    .elsewhereWrites('note', { text: 'milk' })
    .expectTexts('milk')
    .expectRemoved('note', null),
);

specify('[S6.4] a deletion for ever that conflicts with an edit brings the note back', (spec) =>
  spec
    .starts()
    .userAdds('note', 'b')
    .watchIsSilent()
    .elsewhereWrites('note', { text: 'written elsewhere' })
    .userDeletesForever('note')
    .expectCloud('note', { text: 'written elsewhere' })
    .expectShown('note', { text: 'written elsewhere' })
    .expectPending(0),
);

specify('[S6.5] an edit of a note that was removed while it was open becomes a new note', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .userOpens('note')
    .elsewhereRemoves('note')
    .expectShown('note', null)
    .userSaves('note', { text: 'milk and honey' }, 'new')
    .expectShown('new', { text: 'milk and honey' })
    .expectCloudTexts('milk and honey'),
);

specify('[S6.5] an edit of a note whose deletion is pending becomes a new note', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .userOpens('note')
    .networkOff()
    .userDeletesForever('note')
    .userSaves('note', { text: 'milk and honey' }, 'new')
    .networkOn()
    .wakes()
    .expectTexts('milk and honey')
    .expectCloudTexts('milk and honey')
    .expectPending(0),
);

specify('[S6.6] a note that was deleted for ever on this device does not go into the history', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .userDeletesForever('note')
    .expectTexts()
    .expectCloudTexts()
    .expectRemoved('note', null),
);

/** Whether the cloud's removals arrive as one snapshot while the device runs, or after it was started again. */
const ARRIVALS = {
  'in one snapshot of changes': (spec: Spec, remove: (spec: Spec) => Spec) =>
    remove(spec.watchIsSilent()).watchCatchesUp(),
  'in a complete snapshot': (spec: Spec, remove: (spec: Spec) => Spec) =>
    remove(spec.networkOff()).networkOn().wakes().clockAdvances(60_000),
} as const;

function hasNotes(spec: Spec, count: number): Spec {
  spec.starts();
  for (let note = 0; note < count; note += 1) spec.userAdds(`note ${note}`, `words ${note}`);
  return spec.expectPending(0);
}

function elsewhereRemovesMany(count: number): (spec: Spec) => Spec {
  return (spec) => {
    for (let note = 0; note < count; note += 1) spec.elsewhereRemoves(`note ${note}`);
    return spec;
  };
}

function expectMissing(spec: Spec, count: number): Spec {
  return spec.step(`expectMissing ${count}`, ({ device }) => expect(device.missing()).toHaveLength(count));
}

for (const [name, arrive] of Object.entries(ARRIVALS)) {
  specify(`[S13.7] most notes that are removed ${name} are gone from the lists, and are missing`, (spec) => {
    arrive(hasNotes(spec, 30), elsewhereRemovesMany(21)).expectTexts(
      ...Array.from({ length: 9 }, (_, index) => `words ${index + 21}`),
    );
    return expectMissing(spec, 21)
      .step('the words do not expire', ({ device, cloud }) => {
        cloud.passTime(100);
        device.store.history.setExpiryStart('000000000001.000000000' as UpdateTime, 1_000_000);
        device.store.history.dropExpired('999999999999.000000000' as UpdateTime);
        expect(device.missing()).toHaveLength(21);
      })
      .step('the words stay although the user clears the history', ({ device }) => {
        device.store.history.clear();
        expect(device.missing()).toHaveLength(21);
      })
      .step('the user wants them back', ({ device }) => {
        for (const version of device.missing()) device.notes.recover(version);
      })
      .step('all are there', ({ device, cloud }) => {
        expect(device.texts()).toHaveLength(30);
        expect(cloud.documents.size).toBe(30);
        expect(device.missing()).toEqual([]);
      });
  });

  specify(`[S13.7] twenty notes that are removed ${name} are not missing`, (spec) => {
    arrive(hasNotes(spec, 30), elsewhereRemovesMany(20));
    return expectMissing(spec, 0);
  });

  specify(`[S13.7] half of all notes that are removed ${name} are not missing`, (spec) => {
    arrive(hasNotes(spec, 44), elsewhereRemovesMany(22));
    return expectMissing(spec, 0);
  });

  specify(`[S13.7] notes of the trash that are removed ${name} are not missing`, (spec) => {
    hasNotes(spec, 30);
    for (let note = 0; note < 25; note += 1) spec.userMoves(`note ${note}`, 'trash');
    arrive(spec.expectPending(0), elsewhereRemovesMany(30));
    return expectMissing(spec, 0);
  });
}

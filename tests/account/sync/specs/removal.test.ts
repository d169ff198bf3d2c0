import { expect } from 'vitest';
import { specify } from './spec.ts';

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

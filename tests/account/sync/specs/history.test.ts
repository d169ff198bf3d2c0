/** The history after each way of overwriting or removing words. */
import { expect } from 'vitest';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { specify } from './spec.ts';

specify('[S12.1] each edit of a note adds the words before it to the history', (spec) =>
  spec
    .userAdds('note', 'one')
    .userEdits('note', { text: 'two' })
    .userEdits('note', { title: 'Title' })
    .userMoves('note', 'archive')
    .expectHistory('note', 'one', 'two'),
);

specify('[S12.1] a remote change and a merge add the words before them to the history', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a\n')
    .elsewhereWrites('note', { text: 'a\nb\n' })
    .expectHistory('note', 'a\n')
    .watchIsSilent()
    .elsewhereWrites('note', { text: 'a\nb\nc\n' })
    .userEdits('note', { text: 'mine\na\nb\n' })
    .expectShown('note', { text: 'mine\na\nb\nc\n' })
    .expectHistory('note', 'a\n', 'a\nb\n', 'mine\na\nb\n'),
);

specify('[S12.1] the history has the words of both removals of a note that was removed twice', (spec) =>
  spec
    .starts()
    .userAdds('note', 'first')
    .elsewhereRemoves('note')
    .elsewhereWrites('note', { text: 'second' })
    .elsewhereRemoves('note')
    .expectHistory('note', 'first', 'second')
    .expectRemoved('note', 'second'),
);

specify('[S12.1] a note that was never pushed and is deleted for ever has no history', (spec) =>
  spec
    .userAdds('note', 'one')
    .userEdits('note', { text: 'two' })
    .userDeletesForever('note')
    .expectHistory('note'),
);

specify('[S12.1] a pushed note that is deleted for ever has no history', (spec) =>
  spec
    .starts()
    .userAdds('note', 'one')
    .userEdits('note', { text: 'two' })
    .userDeletesForever('note')
    .expectCloud('note', null)
    .expectHistory('note'),
);

specify('[S12.2] a refused note that gets another id retains its history', (spec) =>
  spec
    .userAdds('note', 'one')
    .userEdits('note', { text: 'two' })
    .cloudRefuses('note')
    .starts()
    .expectPending(0, 1)
    .userRetries()
    .expectCloudTexts('two')
    .expectHistory('note')
    .step('under the new name', ({ cloud, device }) => {
      const [id] = cloud.documents.keys();
      expect(device.history(id).map(({ text, removed }) => ({ text, removed }))).toEqual([
        { text: 'one', removed: false },
      ]);
    }),
);

specify(
  '[S12.3] the age of a version counts from the first complete snapshot that was requested after it',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'one')
      .networkOff()
      .userEdits('note', { text: 'two' })
      .step('no time was received since: it stays', ({ device }) => {
        device.store.history.dropExpired('999999999999.000000000' as UpdateTime);
      })
      .expectHistory('note', 'one')
      .networkOn()
      .wakes()
      .expectPending(0)
      .networkOff()
      .networkOn()
      .wakes()
      .step('by the time of the complete snapshot requested then', ({ device }) => {
        const heard = device.engine.cloudTime;
        if (heard === null) throw new Error('no time was received');
        device.store.history.dropExpired(heard);
        expect(device.history()).toHaveLength(1);
        device.store.history.dropExpired(`${heard}1` as UpdateTime);
        expect(device.history()).toEqual([]);
      }),
);

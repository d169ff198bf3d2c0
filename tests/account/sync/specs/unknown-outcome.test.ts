import { expect } from 'vitest';
import type { NoteContent, NoteId } from '#shared/note/note.ts';
import { specify } from './spec.ts';
import type { World } from './world.ts';

specify(
  '[S7.1] an attempt is recorded before it is sent, so that a restarted device recognises its own write',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'a')
      .pushLosesAnswer()
      .userEdits('note', { text: 'first' })
      .userEdits('note', { text: 'second' })
      .restarts()
      .watchCatchesUp()
      .clockAdvances(1_000)
      .expectTexts('second')
      .expectCloudTexts('second')
      .expectPending(0),
);

specify('[S7.2] a creation whose answer was lost is done once', (spec) =>
  spec
    .starts()
    .pushLosesAnswer()
    .userAdds('note', 'a')
    .expectPending(1)
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectTexts('a')
    .expectCloudTexts('a')
    .expectPending(0),
);

specify('[S7.2] an edit whose answer was lost is done once', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .pushLosesAnswer()
    .userEdits('note', { text: 'b' })
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectTexts('b')
    .expectCloudTexts('b')
    .expectPending(0),
);

specify('[S7.2] a deletion whose answer was lost is done once', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .pushLosesAnswer()
    .userDeletesForever('note')
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectTexts()
    .expectCloudTexts()
    .expectPending(0),
);

specify('[S7.2] an edit on top of an unanswered one causes no conflict', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .pushLosesAnswer()
    .userEdits('note', { text: 'first' })
    .userEdits('note', { text: 'second' })
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectTexts('second')
    .expectCloudTexts('second'),
);

specify('[S7.3] a change that was undone while its push had no answer is undone in the cloud', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .pushLosesAnswer()
    .userMoves('note', 'archive')
    .userMoves('note', 'unarchive')
    .clockAdvances(1_000)
    .watchCatchesUp()
    .expectCloud('note', { isArchived: false })
    .expectPending(0),
);

specify('[S7.3] a push that arrives in the cloud after its change was undone is refused', (spec) => {
  const late = { version: '', answer: null as unknown };
  return spec
    .starts()
    .userAdds('note', 'a')
    .step('remember the version', ({ cloud, id }) => {
      late.version = cloud.documents.get(id('note'))?.updateTime ?? '';
      expect(late.version).not.toBe('');
    })
    .pushFails('wait')
    .userMoves('note', 'archive')
    .userMoves('note', 'unarchive')
    .clockAdvances(1_000)
    .step('the late push', ({ cloud, id }) => {
      const basedOn = late.version as never;
      void cloud
        .connect()
        .commit([{ kind: 'edit', id: id('note'), patch: { isArchived: true }, basedOn }])
        .then((answer) => (late.answer = answer));
    })
    .step('it is refused', () => expect(late.answer).toMatchObject({ failure: { kind: 'conflict' } }))
    .expectCloud('note', { isArchived: false })
    .expectPending(0);
});

specify(
  '[S7.4] a note that is deleted for ever while its creation has no answer is deleted in the cloud, too',
  (spec) =>
    spec
      .starts()
      .pushLosesAnswer()
      .userAdds('note', 'a')
      .userDeletesForever('note')
      .clockAdvances(1_000)
      .watchCatchesUp()
      .expectTexts()
      .expectCloudTexts()
      .expectPending(0),
);

specify('[S7.4] a creation that never arrived and is deleted for ever has nothing to push', (spec) =>
  spec
    .starts()
    .pushFails('wait')
    .userAdds('note', 'a')
    .userDeletesForever('note')
    .clockAdvances(1_000)
    .expectCloudTexts()
    .expectPending(0),
);

specify(
  '[S7.4] a creation whose id is taken by another user’s note leaves nothing if its note is deleted for ever',
  (spec) =>
    spec
      .starts()
      .pushFails('wait')
      .userAdds('note', 'a')
      .cloudHasForeign('note')
      .userDeletesForever('note')
      .userAdds('other', 'b')
      .clockAdvances(1_000)
      .expectTexts('b')
      .expectCloudTexts('b')
      .expectPending(0),
);

specify('[S7.5] equal attempts are recorded once', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .pushFails('wait', 50)
    .userEdits('note', { text: 'b' })
    .clockAdvances(60_000)
    .clockAdvances(60_000)
    .clockAdvances(60_000)
    .step('one attempt', ({ device, id }) =>
      expect(device.store.read(id('note'))?.pending?.attempts).toHaveLength(1),
    ),
);

specify('[S7.5] the first and the last of many different attempts without an answer are recorded', (spec) => {
  spec
    .starts()
    .userAdds('note', 'a')
    .pushLosesAnswer()
    .userEdits('note', { text: 'the first' })
    .pushFails('wait', 40);
  for (let edit = 0; edit < 40; edit += 1) spec.userEdits('note', { text: `edit ${edit}` }).wakes();
  return spec
    .step('not all are recorded', ({ device, id }) =>
      expect(device.store.read(id('note'))?.pending?.attempts.length).toBeLessThan(20),
    )
    .watchCatchesUp()
    .clockAdvances(60_000)
    .expectTexts('edit 39')
    .expectCloudTexts('edit 39')
    .expectPending(0);
});

specify(
  '[S7.2] a pending change whose fields and attempt equal the cloud’s state is dropped without a push',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'a')
      .expectCommits(['create'])
      .step('as a salvage may leave it', ({ device, id }) => {
        const record = device.store.read(id('note'));
        if (record === null) throw new Error('the note is missing');
        const pending = { sequence: 99, revision: 1, attempts: [record.local], refused: null };
        device.store.transaction(() => device.store.write({ ...record, pending }));
      })
      .wakes()
      .expectCommits()
      .expectShown('note', { text: 'a' })
      .expectPending(0),
);

const request = 'the-name-of-a-request' as NoteId;

specify(
  '[S7.6] a note that is added twice with the same id is added once, and its later edit stays',
  (spec) =>
    spec
      .step('add', ({ device }) => expect(device.notes.add(content('a'), request)).toBe(request))
      .step('edit', ({ device }) => device.notes.edit(request, content('b'), content('a')))
      .step('again', ({ device }) => expect(device.notes.add(content('a'), request)).toBe(request))
      .starts()
      .expectTexts('b')
      .expectCloudTexts('b'),
);

for (const went of [false, true]) {
  const outcome = went ? 'a new note' : 'a conflict copy';
  specify(`[S7.6] an edit that made ${outcome} and is requested again makes no second one`, (spec) => {
    const save = ({ device, id }: World) =>
      expect(device.notes.edit(id('note'), content('mine'), content('milk'), request)).toBe(request);
    spec.starts().userAdds('note', 'milk');
    if (went) spec.elsewhereRemoves('note');
    else spec.elsewhereWrites('note', { text: 'theirs' });
    return spec
      .step('save', save)
      .step('go on', ({ device }) => device.notes.edit(request, content('mine, later'), content('mine')))
      .step('again', save)
      .expectTexts(...(went ? ['mine, later'] : ['mine, later', 'theirs']))
      .expectCloudTexts(...(went ? ['mine, later'] : ['mine, later', 'theirs']));
  });
}

specify('[S7.6] an edit in place that is requested again is done once', (spec) => {
  const save = ({ device, id }: World) =>
    expect(device.notes.edit(id('note'), content('a\nb\nc\n'), content('a\nb\n'), request)).toBe(id('note'));
  return spec
    .starts()
    .userAdds('note', 'a\nb\n')
    .elsewhereWrites('note', { text: 'A\nb\n' })
    .step('save', save)
    .step('again', save)
    .expectTexts('A\nb\nc\n')
    .expectCloudTexts('A\nb\nc\n');
});

specify('[S7.6] a repeated request to restore removed words restores them once', (spec) => {
  let version = 0;
  return spec
    .starts()
    .userAdds('note', 'milk')
    .elsewhereRemoves('note')
    .elsewhereWrites('note', { text: 'written anew' })
    .step('remember', ({ device, id }) => (version = device.history(id('note'))[0]?.version ?? 0))
    .step('restore', ({ device }) => device.notes.recover(version, request))
    .step('again', ({ device }) => device.notes.recover(version, request))
    .expectTexts('milk', 'written anew');
});

function content(text: string): NoteContent {
  return { title: '', text };
}

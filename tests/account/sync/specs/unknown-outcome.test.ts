import { expect } from 'vitest';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
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

// What another device does with a new note while this device waits for the answer to its creation.
for (const [act, change] of [
  ['trashes', { isDeleted: true }],
  ['archives', { isArchived: true }],
  ['unpins', { isPinned: false }],
  ['unlabels', { labels: [] }],
  ['recolours', { color: 'BLUE' }],
  ['continues', { text: 'milk and eggs' }],
  ['rewrites', { text: 'tea' }],
] as const) {
  specify(`[S7.7] another device ${act} a note whose creation has no answer, and it stays so`, (spec) =>
    spec
      .starts()
      .pushLosesAnswer()
      .userAdds('note', 'milk', '', { isPinned: true, addLabels: ['home'], color: 'RED' })
      .elsewhereWrites('note', change)
      .restarts()
      .watchCatchesUp()
      .clockAdvances(60_000)
      .expectShown('note', change)
      .expectCloud('note', change)
      .step('without a copy', ({ cloud }) => expect(cloud.documents.size).toBe(1))
      .expectPending(0),
  );
}

specify('[S7.7] an own creation without an answer is sent again as it was, and edited afterwards', (spec) =>
  spec
    .starts()
    .pushFails('wait')
    .userAdds('note', 'milk')
    .userMoves('note', 'archive')
    .clockAdvances(1_000)
    .expectCommits(['create'], ['create'], ['edit'])
    .step('the same creation twice', ({ cloud }) => expect(cloud.commits[1]).toEqual(cloud.commits[0]))
    .expectCloud('note', { isArchived: true })
    .expectPending(0),
);

specify('[S7.7] a creation that the cloud’s client sent twice is recognised by its refusal', (spec) =>
  spec
    .starts()
    .watchIsSilent()
    .step('the first try arrives, and is continued', (world) => {
      const id = world.id('note');
      world.cloud.put(id, { ...NO_FIELDS, title: '', text: 'milk', isDeleted: true });
      world.device.notes.add(content('milk'), id);
    })
    .expectCommits(['create'])
    .expectShown('note', { text: 'milk', isDeleted: true })
    .expectPending(0),
);

specify(
  '[S7.7] the document of an import proves no creation, because another device may have made it',
  (spec) =>
    spec
      .starts()
      .pushFails('wait')
      .step('import', ({ device, id }) => {
        const note = { fields: { ...NO_FIELDS, text: 'milk' }, knownAs: null, extra: {} };
        device.notes.addImported([{ ...note, id: id('note') }]);
      })
      .elsewhereWrites('note', { text: 'milk', isArchived: true })
      .expectShown('note', { isArchived: false }),
);

specify('[S7.7] a refused creation is sent as it was edited since', (spec) =>
  spec
    .starts()
    .pushFails('wait')
    .userAdds('note', 'milk')
    .cloudRefuses('note')
    .clockAdvances(1_000)
    .expectPending(0, 1)
    .cloudRefusesNothing()
    .step('forget the commits', (world) => (world.commitsSeen = world.cloud.commits.length))
    .userEdits('note', { text: 'less' })
    .expectCommits(['create'])
    .expectCloud('note', { text: 'less' }),
);

specify('[S7.8] an edit without an answer that another device continued leaves the other’s words', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .pushLosesAnswer()
    .userEdits('note', { text: 'milk, tea' })
    .elsewhereWrites('note', { text: 'milk, tea and eggs' })
    .restarts()
    .watchCatchesUp()
    .clockAdvances(60_000)
    .expectTexts('milk, tea and eggs')
    .expectCloudTexts('milk, tea and eggs')
    .expectPending(0),
);

specify('[S7.8] words that an unanswered edit removed stay removed if the cloud still has them', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk\ntea\n')
    .pushFails('wait')
    .userEdits('note', { text: 'milk\n' })
    .elsewhereWrites('note', { text: 'bread\nmilk\ntea\n' })
    .clockAdvances(60_000)
    .expectTexts('bread\nmilk\n')
    .expectCloudTexts('bread\nmilk\n'),
);

specify('[S7.8] an unanswered edit of a flag that another device reverted is done again', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .pushLosesAnswer()
    .userMoves('note', 'archive')
    .elsewhereWrites('note', { isArchived: false })
    .restarts()
    .watchCatchesUp()
    .clockAdvances(60_000)
    .expectCloud('note', { isArchived: true }),
);

specify(
  '[S7.8] a note whose creation has no answer and that is gone from the cloud is created again',
  (spec) =>
    spec
      .starts()
      .pushLosesAnswer()
      .userAdds('note', 'milk')
      .elsewhereRemoves('note')
      .restarts()
      .watchCatchesUp()
      .clockAdvances(60_000)
      .expectTexts('milk')
      .expectCloudTexts('milk'),
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

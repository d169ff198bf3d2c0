import { describe, expect } from 'vitest';
import { createConflictCopies } from '#account/sync/conflict-copies.ts';
import { type Settlement, settlementChanges, settlementOf } from '#shared/note/conflict.ts';
import type { Choice } from '#shared/text/hunks.ts';
import { type NoteContent, type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { reverseOf } from '#shared/note/note-change.ts';
import { toMicros } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';
import { type Spec, specify } from './spec.ts';
import type { World } from './world.ts';

specify(
  '[S5.1] [S5.3] an edit with a failed precondition is rebased field by field and pushed again',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'b', 'a')
      .watchIsSilent()
      .elsewhereWrites('note', { title: 'other title' })
      .userEdits('note', { text: 'my text' })
      .expectCommits(['create'], ['edit'], ['edit'])
      .expectCloud('note', { title: 'other title', text: 'my text' })
      .expectPending(0),
);

specify(
  '[S5.1] a creation whose id is taken by another user’s note does not stop the other notes',
  (spec) => {
    spec.starts().userAdds('note', 'a\n').watchIsSilent();
    spec
      .elsewhereWrites('note', { text: 'a\ntheirs\n' })
      .networkOff()
      .userEdits('note', { text: 'mine\na\n' });
    for (let index = 0; index < 5; index += 1) spec.userAdds(`more ${index}`, `${index}`);
    return spec
      .userAdds('foreign', 'b')
      .cloudHasForeign('foreign')
      .networkOn()
      .wakes()
      .expectCloudTexts('0', '1', '2', '3', '4', 'mine\na\ntheirs\n')
      .expectTrouble('The cloud refused a note: The cloud’s rules do not allow this note.')
      .expectPending(0, 1)
      .userRetries()
      .expectCloudTexts('0', '1', '2', '3', '4', 'b', 'mine\na\ntheirs\n')
      .expectPending(0);
  },
);

specify('[S5.2] a flag that one side changed has that side’s value', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .watchIsSilent()
    .elsewhereWrites('note', { isDeleted: true })
    .userMoves('note', 'archive')
    .expectCloud('note', { isArchived: true, isDeleted: true })
    .expectPending(0),
);

specify('[S5.2] a flag that both sides changed has the local action’s value', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .userMoves('note', 'archive')
    .watchIsSilent()
    .elsewhereWrites('note', { isDeleted: true })
    .userMoves('note', 'unarchive')
    .expectCloud('note', { isArchived: false, isDeleted: true })
    .expectPending(0),
);

specify('[S5.3] two edits of one text are merged line by line and word by word', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk\neggs and ham\nbread\n')
    .watchIsSilent()
    .elsewhereWrites('note', { text: 'oat milk\neggs and ham\nbread\n' })
    .userEdits('note', { text: 'milk\nfresh eggs and ham\nbread\njam\n' })
    .expectCloud('note', { text: 'oat milk\nfresh eggs and ham\nbread\njam\n' })
    .expectShown('note', { text: 'oat milk\nfresh eggs and ham\nbread\njam\n' })
    .expectPending(0),
);

specify('[S5.3] a local tick and a remote word in one line are merged', (spec) =>
  spec
    .starts()
    .userAdds('note', '☐ milk\n- [ ] bread\n')
    .watchIsSilent()
    .elsewhereWrites('note', { text: '☐ oat milk\n- [x] bread\n' })
    .userEdits('note', { text: '☑ milk\n- [ ] rye bread\n' })
    .expectCloud('note', { text: '☑ oat milk\n- [x] rye bread\n' })
    .expectPending(0),
);

specify('[S5.3] a local tick ticks no other line if its line was removed elsewhere', (spec) =>
  spec
    .starts()
    .userAdds('note', '☐ milk\n☐ eggs')
    .watchIsSilent()
    .elsewhereWrites('note', { text: '☐ eggs, ten' })
    .userEdits('note', { text: '☑ milk\n☐ eggs' })
    .expectCloud('note', { text: '☐ eggs, ten' })
    .expectPending(0),
);
specify('[S5.3] a local tick stays with its line if the lines were reordered elsewhere', (spec) =>
  spec
    .starts()
    .userAdds('note', '☐ milk\n☐ eggs\n☐ bread')
    .watchIsSilent()
    .elsewhereWrites('note', { text: '☐ bread\n☐ eggs\n☐ milk' })
    .userEdits('note', { text: '☑ milk\n☐ eggs\n☐ bread' })
    .expectCloud('note', { text: '☐ bread\n☐ eggs\n☑ milk' })
    .expectPending(0),
);

specify(
  '[S5.4] a text that cannot be merged becomes a conflict copy that names its note and has its unknown fields',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'b', 'a')
      .watchIsSilent()
      .elsewhereWrites('note', { text: 'theirs' }, { colour: { stringValue: 'red' } })
      .userEdits('note', { text: 'mine' })
      .watchCatchesUp()
      .expectShown('note', { text: 'theirs' })
      .expectTexts('mine', 'theirs')
      .step('the copy is marked', ({ cloud, id }) => {
        const copy = [...cloud.documents.values()].find((note) => note.id !== id('note'));
        expect(copy).toMatchObject({ fields: { title: 'a', text: 'mine', conflictOf: id('note') } });
        expect(copy?.extra).toEqual({ colour: { stringValue: 'red' } });
      })
      .expectPending(0),
);

/** The last second of the year 9999. */
const LAST_DATE = toMicros(253_402_300_799, 0);

specify('[S5.4] a conflict copy of a note with the latest possible date has the same date', (spec) =>
  spec
    .starts()
    .step('another client writes a date', ({ cloud, id }) =>
      cloud.put(id('note'), fields('', 'a'), {}, LAST_DATE),
    )
    .userOpens('note')
    .elsewhereWrites('note', { text: 'theirs' })
    .networkOff()
    .userSaves('note', { text: 'mine' }, 'copy')
    .step('dates', ({ device, id }) => expect(device.store.read(id('copy'))?.created).toBe(LAST_DATE))
    .userAdds('new', 'new')
    .step('a new note has none of it', ({ device, id }) =>
      expect(device.store.read(id('new'))?.created).toBeLessThan(LAST_DATE - 1),
    )
    .expectTexts('mine', 'new', 'theirs'),
);

specify(
  '[S5.4] a pending edit that cannot be merged with a remote change becomes a conflict copy before any push',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'b')
      .pushFails('wait')
      .userEdits('note', { text: 'mine' })
      .elsewhereWrites('note', { text: 'theirs' })
      .expectTexts('mine', 'theirs')
      .expectCloudTexts('mine', 'theirs'),
);

specify(
  '[S5.5] a remote change that arrives while a note is open is merged with the edit of the note',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'milk\neggs\nbread\n', 'List')
      .userOpens('note')
      .elsewhereWrites('note', { title: 'Shopping', text: 'oat milk\neggs\nbread\n' })
      .userSaves('note', { text: 'milk\neggs\nrye bread\n' })
      .expectShown('note', { title: 'Shopping', text: 'oat milk\neggs\nrye bread\n' })
      .expectCloud('note', { title: 'Shopping', text: 'oat milk\neggs\nrye bread\n' }),
);

specify('[S5.5] an edit that cannot be merged is stored beside the note as a conflict copy', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk')
    .userOpens('note')
    .elsewhereWrites('note', { text: 'from elsewhere' })
    .userSaves('note', { text: 'mine' }, 'copy')
    .expectShown('copy', { text: 'mine' })
    .expectTexts('from elsewhere', 'mine')
    .expectCloudTexts('from elsewhere', 'mine'),
);

specify('[S5.5] fields that the user did not change in the open note are not edited', (spec) =>
  spec
    .starts()
    .userAdds('note', 'milk', 'List')
    .userOpens('note')
    .elsewhereWrites('note', { text: 'from elsewhere' })
    .userSaves('note', {})
    .expectTexts('from elsewhere')
    .expectPending(0),
);

specify(
  '[S5.5] an edit keeps the line ends that another client wrote, and is merged with its next edit',
  (spec) =>
    spec
      .starts()
      .userAdds('note', 'milk')
      .elsewhereWrites('note', { text: 'milk\r\neggs\r\nbread\r\n' })
      .userOpens('note')
      .userSaves('note', { text: 'milk\neggs\nbread\n' })
      .expectTexts('milk\r\neggs\r\nbread\r\n')
      .userOpens('note')
      .elsewhereWrites('note', { text: 'oat milk\r\neggs\r\nbread\r\n' })
      .userSaves('note', { text: 'milk\neggs\nrye bread\nham\n' })
      .expectTexts('oat milk\r\neggs\r\nrye bread\r\nham\r\n')
      .expectCloudTexts('oat milk\r\neggs\r\nrye bread\r\nham\r\n'),
);

specify('[S5.6] after three conflicts in a row pushes are slowed down, and the edit is not lost', (spec) =>
  spec
    .starts()
    .userAdds('note', 'a')
    .expectCommits(['create'])
    .pushFails('conflict', 4)
    .userEdits('note', { text: 'b' })
    .expectCommits(['edit'], ['edit'], ['edit'], ['edit'])
    .expectState({ phase: 'offline', pending: 1 })
    .expectNextTryIn(750)
    .clockAdvances(1_000)
    .expectCloud('note', { text: 'b' })
    .expectState({ phase: 'live', pending: 0 }),
);

specify('[S5.1] two devices end with the same notes', (spec) =>
  spec
    .userAdds('note', 'from one')
    .on('two')
    .userAdds('other', 'from two')
    .on('one')
    .starts()
    .on('two')
    .starts()
    .userEdits('note', { text: 'from one and two' })
    .expectTexts('from one and two', 'from two')
    .on('one')
    .expectTexts('from one and two', 'from two'),
);

specify('[S5.6] a push that succeeds ends the series of conflicts', (spec) =>
  spec
    .starts()
    .pushFails('conflict', 3)
    .userAdds('note', 'a')
    .expectState({ phase: 'live', pending: 0 })
    .pushFails('conflict', 3)
    .userEdits('note', { text: 'b' })
    .expectCloud('note', { text: 'b' })
    .expectState({ phase: 'live', pending: 0 }),
);

describe('announcing conflict copies', () => {
  const untold = ({ device }: World): readonly unknown[] =>
    device.store.newCopies.list().map((id) => device.store.read(id)?.local?.text);
  const settleBoth = (world: World, copy: NoteId): void => {
    const { device, id } = world;
    const [mine, theirs] = [world.content('note'), world.content('note')];
    const settlement = settlementOf({ copy, original: id('note'), mine, theirs }, 'both');
    createConflictCopies({ store: device.store, notes: device.notes }).settle(settlement);
  };
  /** The same words are changed here and elsewhere, and this device finds the conflict. */
  const inConflict = (spec: Spec): Spec =>
    spec
      .starts()
      .userAdds('note', 'b')
      .watchIsSilent()
      .elsewhereWrites('note', { text: 'theirs' })
      .userEdits('note', { text: 'mine' })
      .watchCatchesUp();

  specify('[S5.13] the user is told once of a copy that sync has made, even after a restart', (spec) =>
    inConflict(spec)
      .step('not told yet', (world) => expect(untold(world)).toEqual(['mine']))
      .restarts()
      .starts()
      .step('told', (world) => {
        expect(untold(world)).toEqual(['mine']);
        for (const id of world.device.store.newCopies.list()) world.device.store.newCopies.drop(id);
        expect(untold(world)).toEqual([]);
      })
      .restarts()
      .starts()
      .step('told once', (world) => expect(untold(world)).toEqual([])),
  );

  const gone: readonly (readonly [how: string, act: (world: World, copy: NoteId) => void])[] = [
    ['settled', (world, copy) => settleBoth(world, copy)],
    ['moved to the trash', ({ device }, copy) => void device.notes.change(copy, { to: TRANSITIONS.trash })],
    ['deleted for ever', ({ device }, copy) => void device.notes.deleteForever(copy)],
  ];
  for (const [how, act] of gone) {
    specify(`[S5.13] the user is not told of a copy that is ${how} by then`, (spec) =>
      inConflict(spec).step(how, (world) => {
        expect(untold(world)).toEqual(['mine']);
        const [copy] = world.device.store.newCopies.list();
        if (copy === undefined) throw new Error('no copy was made');
        act(world, copy);
        expect(untold(world)).toEqual([]);
      }),
    );
  }

  specify('[S5.13] the user is told of the copy that settling another one makes', (spec) =>
    inConflict(spec).step('settle, after the original has changed once more', (world) => {
      const { device, id } = world;
      const [copy] = device.store.newCopies.list();
      if (copy === undefined) throw new Error('no copy was made');
      const [mine, theirs] = [
        { title: '', text: 'mine' },
        { title: '', text: 'what was seen' },
      ];
      const settlement = settlementOf(
        { copy, original: id('note'), mine, theirs },
        { title: '', text: 'chosen' },
      );
      createConflictCopies({ store: device.store, notes: device.notes }).settle(settlement);
      expect(untold(world)).toEqual(['chosen']);
    }),
  );

  specify('[S5.13] a device is not told of a copy that another device has made', (spec) =>
    inConflict(spec)
      .on('two')
      .starts()
      .expectTexts('mine', 'theirs')
      .step('it has the copy, with its mark alone', (world) => {
        expect(untold(world)).toEqual([]);
      }),
  );
});

describe('settling a conflict copy', () => {
  const settlement = ({ id }: World, decision: Choice | NoteContent): Settlement =>
    settlementOf(
      {
        copy: id('copy'),
        original: id('note'),
        mine: { title: '', text: 'mine' },
        theirs: { title: '', text: 'theirs' },
      },
      decision,
    );
  const settling =
    (keep: Choice | NoteContent) =>
    (world: World): void => {
      const { device } = world;
      createConflictCopies({ store: device.store, notes: device.notes }).settle(settlement(world, keep));
      device.engine.push();
    };
  const reopening =
    (keep: Choice | NoteContent) =>
    (world: World): void => {
      for (const { ids, ...change } of settlementChanges(settlement(world, keep), false).map(reverseOf))
        for (const id of ids) world.device.notes.change(id, change);
    };
  const inConflict = (spec: Spec): Spec =>
    spec
      .starts()
      .userAdds('note', 'b')
      .userOpens('note')
      .elsewhereWrites('note', { text: 'theirs' })
      .userSaves('note', { text: 'mine' }, 'copy')
      .step('it names its note in the cloud', ({ cloud, id }) =>
        expect(cloud.documents.get(id('copy'))?.fields.conflictOf).toBe(id('note')),
      );

  for (const [choice, text, isDeleted] of [
    ['mine', 'mine', true],
    ['theirs', 'theirs', true],
    ['both', 'theirs', false],
    [{ title: '', text: 'theirs and mine' }, 'theirs and mine', true],
  ] as const) {
    const what = typeof choice === 'string' ? choice : 'words of both';
    specify(`[S5.7] a conflict copy is settled and reopened in the cloud as well: keeping ${what}`, (spec) =>
      inConflict(spec)
        .step('settle', settling(choice))
        .expectCloud('note', { text })
        .expectCloud('copy', { text: 'mine', conflictOf: '', isDeleted })
        .restarts()
        .starts()
        .expectShown('copy', { conflictOf: '', isDeleted })
        .step('reopen', (world) => {
          reopening(choice)(world);
          expect(world.shown('copy')?.conflictOf).toBe(world.id('note'));
        })
        .expectCloud('note', { text: 'theirs' })
        .expectCloud('copy', { text: 'mine', isDeleted: false })
        .expectPending(0),
    );
  }

  specify('[S5.7] a conflict copy that is settled while its note changes elsewhere loses no word', (spec) =>
    inConflict(spec)
      .watchIsSilent()
      .elsewhereWrites('note', { text: 'theirs, later' })
      .step('settle', settling('mine'))
      .watchCatchesUp()
      .expectCloud('copy', { conflictOf: '', isDeleted: true })
      .expectTexts('mine', 'mine', 'theirs, later'),
  );
});

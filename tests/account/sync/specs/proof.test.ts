/** What the engine trusts, and what it does not, after the file of a device was damaged and salvaged. */
import { expect } from 'vitest';
import { UNVERIFIED } from '#shared/remote-store.ts';
import { type Spec, specify } from './spec.ts';

interface Damage {
  /** The text of the note in the file, if it differs from the cloud's; null if it could not be read. */
  readonly text?: string | null;
  /** Whether the outbox could be read whole. */
  readonly outbox?: 'whole' | 'lost';
  /** Whether the note's `updateTime` could be read. */
  readonly version?: 'read' | 'lost';
}

/** The app ends, its file is damaged, and a salvage fills a new one; then the app is started again. */
function isSalvaged(
  spec: Spec,
  note: string,
  { text, outbox = 'whole', version = 'read' }: Damage = {},
): Spec {
  return spec
    .ends()
    .step('is salvaged', ({ device, id }) => {
      const stood = version === 'read' ? (device.store.read(id(note))?.remote?.updateTime ?? '') : '';
      device.exec(`
        UPDATE cache SET confirmed = 0;
        UPDATE notes SET update_time = '${UNVERIFIED}';
      `);
      const stored = text === null ? 'NULL' : `'${text}'`;
      if (text !== undefined) device.exec(`UPDATE notes SET text = ${stored} WHERE id = '${id(note)}'`);
      if (outbox === 'whole') return;
      device.exec(`DELETE FROM outbox; INSERT INTO doubts VALUES ('${id(note)}', '${stood}')`);
    })
    .restarts();
}

specify(
  '[S13.2] what a complete snapshot leaves out stays where storing it has failed',
  (spec) => {
    spec.starts().userAdds('old', 'old').networkOff().elsewhereRemoves('old');
    for (const note of ['a', 'b', 'c', 'd']) spec.elsewhereWrites(note, { text: note });
    return spec
      .networkOn()
      .storeFailsAfter(1)
      .wakes()
      .clockAdvances(0)
      .expectTexts('a', 'b', 'old')
      .expectState({ phase: 'offline' })
      .expectTrouble('could not be stored on this device: the disk is full')
      .storeWorks()
      .clockAdvances(1_000)
      .clockAdvances(0)
      .expectTexts('a', 'b', 'c', 'd')
      .expectState({ phase: 'live' });
  },
  { sliceSteps: 2 },
);

specify('[S13.3] the first complete snapshot after a salvage removes nothing, the next one does', (spec) =>
  isSalvaged(
    spec.starts().userAdds('gone', 'gone').userAdds('note', 'a').ends().elsewhereRemoves('gone'),
    'note',
  )
    .expectTexts('a', 'gone')
    .expectState({ phase: 'live' })
    .step('is confirmed', ({ device }) => expect(device.store.isConfirmed()).toBe(true))
    .restarts()
    .expectTexts('a')
    .expectHistory('gone', 'gone'),
);

specify('[S13.3] while it is not stored whole the account is not confirmed', (spec) => {
  spec.starts().userAdds('gone', 'gone').userAdds('note', 'a').ends().elsewhereRemoves('gone');
  return isSalvaged(spec.storeFailsAfter(0), 'note')
    .expectState({ phase: 'offline' })
    .step('is not confirmed', ({ device }) => expect(device.store.isConfirmed()).toBe(false))
    .storeWorks()
    .clockAdvances(1_000)
    .expectTexts('a', 'gone')
    .step('is confirmed', ({ device }) => expect(device.store.isConfirmed()).toBe(true));
});

specify('[S13.3] what the live query tells of by name goes all the same', (spec) =>
  isSalvaged(spec.starts().userAdds('note', 'a'), 'note')
    .elsewhereRemoves('note')
    .expectTexts()
    .expectHistory('note', 'a'),
);

specify('[S13.4] words that were changed on the version that the cloud still has are pushed', (spec) =>
  isSalvaged(spec.starts().userAdds('note', 'a'), 'note', { text: 'unpushed', outbox: 'lost' })
    .expectTexts('unpushed')
    .expectCloudTexts('unpushed')
    .expectState({ phase: 'live', pending: 0 }),
);

for (const version of ['read', 'lost'] as const) {
  specify(
    `[S13.4] words of which nobody knows whether they are newer stand beside the cloud’s: version ${version}`,
    (spec) => {
      spec.starts().userAdds('note', 'a');
      if (version === 'read') spec.ends().elsewhereWrites('note', { text: 'theirs' });
      return isSalvaged(spec, 'note', { text: 'mine', outbox: 'lost', version })
        .expectShown('note', { text: version === 'read' ? 'theirs' : 'a' })
        .expectTexts('mine', version === 'read' ? 'theirs' : 'a')
        .expectCloudTexts('mine', version === 'read' ? 'theirs' : 'a')
        .expectHistory('note', 'a', 'mine')
        .expectPending(0);
    },
  );
}

specify('[S13.4] equal words are one note, as the cloud has it', (spec) =>
  isSalvaged(
    spec.starts().userAdds('note', 'a').ends().elsewhereWrites('note', { isArchived: true }),
    'note',
    {
      outbox: 'lost',
      version: 'lost',
    },
  )
    .expectShown('note', { text: 'a', isArchived: true })
    .expectTexts('a')
    .expectCloudTexts('a')
    .expectPending(0),
);

specify('[S13.4] an edit that follows the salvage is one of the version that the cloud still has', (spec) =>
  isSalvaged(spec.starts().userAdds('note', 'a\n').networkOff(), 'note', {
    text: 'a\nunpushed\n',
    outbox: 'lost',
  })
    .userEdits('note', { text: 'first\na\nunpushed\n' })
    .networkOn()
    .wakes()
    .expectTexts('first\na\nunpushed\n')
    .expectCloudTexts('first\na\nunpushed\n')
    .expectPending(0),
);

specify('[S13.4] an edit that follows the salvage does not overwrite what was written elsewhere', (spec) =>
  isSalvaged(
    spec.starts().userAdds('note', 'a\n').networkOff().elsewhereWrites('note', { text: 'theirs\n' }),
    'note',
    {
      text: 'a\nunpushed\n',
      outbox: 'lost',
    },
  )
    .userEdits('note', { text: 'first\na\nunpushed\n' })
    .networkOn()
    .wakes()
    .expectTexts('first\na\nunpushed\n', 'theirs\n')
    .expectCloudTexts('first\na\nunpushed\n', 'theirs\n')
    .expectPending(0),
);

for (const version of ['read', 'lost'] as const)
  specify(
    `[S13.4] [S5.9] a text that could not be read, with a version that was ${version}, is the cloud's`,
    (spec) =>
      isSalvaged(spec.starts().userAdds('note', 'a', 'A'), 'note', { text: null, outbox: 'lost', version })
        .expectTexts('a')
        .expectShown('note', { title: 'A', text: 'a' })
        .expectCloudTexts('a')
        .expectState({ phase: 'live', pending: 0 }),
  );

specify('[S13.4] a doubt ends with the first complete snapshot', (spec) =>
  isSalvaged(spec.starts().userAdds('note', 'a'), 'note', { text: 'mine', outbox: 'lost' })
    .step('no doubt', ({ device, id }) => expect(device.store.updateTimeInDoubt(id('note'))).toBeUndefined())
    .elsewhereWrites('note', { text: 'theirs' })
    .expectTexts('theirs'),
);

specify(
  '[S13.5] a salvaged note takes whatever version the cloud tells of, and an edit is rebased on it',
  (spec) =>
    isSalvaged(
      spec.starts().userAdds('note', 'a\n').ends().elsewhereWrites('note', { text: 'a\nb\n' }).networkOff(),
      'note',
    )
      .userEdits('note', { text: 'mine\na\n' })
      .networkOn()
      .wakes()
      .expectTexts('mine\na\nb\n')
      .expectCloudTexts('mine\na\nb\n')
      .expectPending(0),
);

specify(
  '[S13.5] a salvaged note that is deleted for ever while the cloud has the same words goes there, too',
  (spec) =>
    isSalvaged(spec.starts().userAdds('note', 'a').networkOff(), 'note')
      .userDeletesForever('note')
      .networkOn()
      .wakes()
      .expectCloudTexts()
      .expectPending(0),
);

/** What the engine trusts after the file of a device was damaged and salvaged. */
import { expect } from 'vitest';
import { UNVERIFIED } from '#shared/note/remote-store.ts';
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
  '[S13.2] notes that a complete snapshot leaves out stay if a part of it could not be stored',
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
      .expectTrouble('Live query ended: The disk is full')
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

specify(
  '[S13.3] an account is not confirmed until its first complete snapshot after a salvage is stored to its end',
  (spec) => {
    spec.starts().userAdds('gone', 'gone').userAdds('note', 'a').ends().elsewhereRemoves('gone');
    return isSalvaged(spec.storeFailsAfter(0), 'note')
      .expectState({ phase: 'offline' })
      .step('is not confirmed', ({ device }) => expect(device.store.isConfirmed()).toBe(false))
      .storeWorks()
      .clockAdvances(1_000)
      .expectTexts('a', 'gone')
      .step('is confirmed', ({ device }) => expect(device.store.isConfirmed()).toBe(true));
  },
);

specify('[S13.3] after a salvage, a note that the live query reports as absent is removed', (spec) =>
  isSalvaged(spec.starts().userAdds('note', 'a'), 'note')
    .elsewhereRemoves('note')
    .expectTexts()
    .expectHistory('note', 'a'),
);

specify(
  '[S13.4] words of a note in doubt are pushed if the cloud still has the updateTime that was stored with them',
  (spec) =>
    isSalvaged(spec.starts().userAdds('note', 'a'), 'note', { text: 'unpushed', outbox: 'lost' })
      .expectTexts('unpushed')
      .expectCloudTexts('unpushed')
      .expectState({ phase: 'live', pending: 0 }),
);

for (const version of ['read', 'lost'] as const) {
  specify(
    `[S13.4] words of a note in doubt that may be outdated become a conflict copy: updateTime ${version}`,
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

specify(
  '[S13.4] a note in doubt whose words equal the cloud’s takes the cloud’s state, without a conflict copy',
  (spec) =>
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

specify(
  '[S13.4] an edit of a note in doubt is pushed in place if the cloud still has the updateTime of the note',
  (spec) =>
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

specify(
  '[S13.4] an edit of a note in doubt becomes a conflict copy if another client has changed the note',
  (spec) =>
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
    `[S13.4] [S5.9] an unreadable text of a note is replaced by the cloud’s: updateTime ${version}`,
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
  '[S13.5] a salvaged note takes any updateTime that the cloud reports, and its edit is rebased on it',
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
  '[S13.5] a salvaged note that is deleted for ever is deleted in the cloud if the cloud has the same words',
  (spec) =>
    isSalvaged(spec.starts().userAdds('note', 'a').networkOff(), 'note')
      .userDeletesForever('note')
      .networkOn()
      .wakes()
      .expectCloudTexts()
      .expectPending(0),
);

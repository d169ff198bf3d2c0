import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/note/remote-store.ts';
import { combine, type SalvageResult, type Source } from '#account/recovery/combine.ts';
import type { DraftRow, NoteRow, PastRow, PendingRow } from '#account/recovery/damaged-rows.ts';
import type { Table } from '#account/recovery/read-damaged.ts';
import { columnOf, mapColumns } from '#shared/note/note-fields.ts';
import { fields } from '#tests/support/fields.ts';

const id = 'note' as NoteId;
const [FIRST, SECOND] = ['000000000001.000000000', '000000000002.000000000'] as [UpdateTime, UpdateTime];

function note(text: string, version: UpdateTime | null = FIRST): NoteRow {
  return {
    key: 5,
    id,
    ...mapColumns((name) => columnOf(name, fields('', text))),
    is_gone: 0,
    created: 5,
    update_time: version,
    extra: '{}',
  };
}

function pending(revision = 1, attempts: string | null = null): PendingRow {
  const sent = attempts === null ? [] : [fields('', attempts)];
  const remote = JSON.stringify(fields('', 'in the cloud'));
  return { note_id: id, sequence: 3, revision, remote, attempts: JSON.stringify(sent), refused: null };
}

function table<Row>(complete: boolean, ...rows: readonly Row[]): Table<Row> {
  return { complete, rows: new Map(rows.map((row) => [id, row])), replaced: new Map(), duplicates: [] };
}

/** A table that was read whole, with one row in which these columns were unreadable. */
function replaced<Row>(row: Row, ...columns: readonly (string & keyof Row)[]): Table<Row> {
  return { ...table(true, row), replaced: new Map([[id, columns]]) };
}

interface Given {
  readonly notes: Table<NoteRow>;
  readonly outbox: Table<PendingRow>;
}

function source(kind: Source['kind'], { notes, outbox }: Given): Source {
  const lost = table<never>(false);
  return {
    kind,
    notes,
    outbox,
    drafts: lost,
    history: lost,
    answers: lost,
    notices: lost,
    doubts: lost,
    cache: lost,
  };
}

const NOTHING = { notes: table<NoteRow>(false), outbox: table<PendingRow>(false) };

function salvaged(file: Given, backup: Given): SalvageResult['rows'] {
  return combine([source('newest', file), source('backup', backup)], 7).rows;
}

test('if the log has lost commits, a backup’s words go into the history although the file was read whole', () => {
  const whole = { notes: table(true, note('before')), outbox: table<PendingRow>(true) };
  const backup = { notes: table(true, note('later')), outbox: table<PendingRow>(true) };
  const sources = [source('uncertain', whole), source('backup', backup)];
  const { rows, isUnsyncedRead } = combine(sources, 7);
  expect(rows.notes.map(({ text }) => text)).toEqual(['before']);
  expect(rows.history.map(({ text }) => text)).toEqual(['later']);
  expect(isUnsyncedRead).toBe(false);
});

test('notes and pending changes that only the file without its log has are salvaged', () => {
  const cache = {
    ...table(true),
    rows: new Map([
      ['1', { only_row: 1, loaded: 1, last_sequence: 1, confirmed: 1, last_removal: 0, number: 1 }],
    ]),
  } as Source['cache'];
  const all = {
    drafts: table<never>(true),
    history: table<never>(true),
    answers: table<never>(true),
  };
  const rest = { ...all, notices: table<never>(true), doubts: table<never>(true), cache };
  const alone = {
    ...source('uncertain', { notes: table(true, note('mine')), outbox: table(true, pending()) }),
    ...rest,
  };
  const together = {
    ...source('uncertain', { ...NOTHING, notes: table<NoteRow>(true) }),
    ...rest,
    drafts: table<never>(false),
  };
  const { notes, outbox } = combine([together, alone], 1).rows;
  expect([notes.map(({ text }) => text), outbox.length]).toEqual([['mine'], 1]);
});

test('[S12.7] a salvage does not forget that backups have words that were deleted for good', () => {
  const cacheOf = (lastRemoval: number): Source['cache'] => ({
    ...table(true),
    rows: new Map([
      [
        '1',
        { only_row: 1, loaded: 1, last_sequence: 1, confirmed: 1, last_removal: lastRemoval, number: 90 },
      ],
    ]),
  });
  const sources = [
    { ...source('newest', NOTHING), cache: cacheOf(80) },
    { ...source('backup', NOTHING), cache: cacheOf(70) },
  ];
  expect(combine(sources, 7).rows.cache).toMatchObject([{ last_removal: 80 }]);
});

describe('the answers to requests that the main process may repeat', () => {
  const WITH_WORDS = ['"note"', '"taken"', 'null'];
  const all = [...WITH_WORDS, '{"reverse":[]}'].map((answer, index) => ({
    request: `request ${index}`,
    answer,
    stores_words: index < WITH_WORDS.length ? (1 as const) : (0 as const),
  }));
  const answers = { ...table<never>(true), rows: new Map(all.map((row) => [row.request, row])) };
  const read = { notes: table<NoteRow>(true), drafts: table<never>(true), history: table<never>(true) };
  const cases: [string, readonly string[], Partial<Source>][] = [
    ['all notes and drafts were read', [], {}],
    ['not all notes were read', WITH_WORDS, { notes: table<NoteRow>(false) }],
    ['a note has an unreadable column', WITH_WORDS, { notes: replaced(note(''), 'text') }],
    ['not all drafts were read', WITH_WORDS, { drafts: table<never>(false) }],
    ['not all of the history was read', WITH_WORDS, { history: table<never>(false) }],
    ['the state may be of several moments', WITH_WORDS, { kind: 'uncertain' }],
  ];

  test.each(cases)('if %s, those that are not kept are %j', (_what, dropped, file) => {
    const { rows } = combine([{ ...source('newest', NOTHING), ...read, answers, ...file }], 7);
    expect(rows.answers).toEqual(all.filter(({ answer }) => !dropped.includes(answer)));
  });
});

function draft(words: string): DraftRow {
  return {
    place: 'new',
    note_id: '',
    title: '',
    text: words,
    base_title: null,
    base_text: null,
    marks: null,
  };
}

describe('the draft of an edit whose note cannot be read', () => {
  const edit: DraftRow = { ...draft('seen'), place: 'edit', note_id: id, base_title: '', base_text: 'seen' };
  const combineWith = (notes: Table<NoteRow>, outbox: Table<PendingRow>, more: Partial<Source> = {}) =>
    combine([{ ...source('newest', { notes, outbox }), drafts: table(true, edit), ...more }], 7).rows;

  test('the base of a draft goes into the history if only an older state of its note was read', () => {
    const backup = source('backup', { notes: table(true, note('older')), outbox: table<PendingRow>(true) });
    const file = source('newest', { ...NOTHING, outbox: table<PendingRow>(true) });
    const { drafts, history } = combine([{ ...file, drafts: table(true, edit) }, backup], 7).rows;
    expect(drafts).toEqual([edit]);
    expect(history).toMatchObject([{ note_id: id, text: 'seen', removed: 0 }]);
  });

  test('the base of a draft is not stored twice if the history has it', () => {
    const rest = {
      version: 1,
      note_id: id,
      removed: 0,
      stored_at: 1,
      expiry_start: null,
      by_cloud: 0,
      by_edit: 0,
      version_before: null,
      unsaved: 0,
      is_missing: 0,
    } as const;
    const history = table<PastRow>(true, { ...note('seen'), ...rest });
    const { history: versions } = combineWith(table<NoteRow>(false), table<PendingRow>(true), { history });
    expect(versions).toHaveLength(1);
  });

  test('the base of a draft does not go into the history if its note was read', () => {
    expect(combineWith(table(true, note('now')), table<PendingRow>(true)).history).toEqual([]);
  });

  test('the base of a draft goes into the history if the draft’s note is lost', () => {
    const { drafts, history } = combineWith(table<NoteRow>(false), table<PendingRow>(false));
    expect([drafts, history.map(({ text }) => text)]).toEqual([[edit], ['seen']]);
  });
});

describe('drafts of a backup, if not all drafts or notes could be read', () => {
  const drafts = (complete: boolean, text: string) => ({ drafts: table(complete, draft(text)) });
  const backup = { ...source('backup', NOTHING), ...drafts(true, 'earlier') };
  const draftsWith = (file: Partial<Source>) =>
    combine([{ ...source('newest', NOTHING), ...file }, backup], 7).rows.drafts.map(({ text }) => text);

  test('a backup’s draft is appended to a later draft of the same place if not all drafts were read', () => {
    expect(draftsWith(drafts(false, 'later'))).toEqual(['later\n\nearlier']);
  });

  test('a backup’s draft of an edit is merged with a later draft of the same edit', () => {
    const edit = (text: string) => ({
      drafts: table(false, {
        place: 'edit',
        note_id: id,
        title: '',
        text,
        base_title: '',
        base_text: 'one\ntwo\nthree\n',
        marks: null,
      } satisfies DraftRow),
    });
    const sources = [
      { ...source('newest', NOTHING), ...edit('one\ntwo\nthree\nlater\n') },
      { ...source('backup', NOTHING), ...edit('earlier\none\ntwo\nthree\n') },
    ];
    const texts = combine(sources, 7).rows.drafts.map(({ text }) => text);
    expect(texts).toEqual(['earlier\none\ntwo\nthree\nlater\n']);
  });

  test('a backup’s draft is dropped if a note contains its words', () => {
    expect(draftsWith({ ...drafts(false, 'later'), notes: table(true, note('earlier')) })).toEqual(['later']);
  });

  test('a backup’s draft is retained if it may have become a note that was not read', () => {
    expect(draftsWith({ ...drafts(true, 'later'), notes: table<NoteRow>(false) })).toEqual([
      'later\n\nearlier',
    ]);
  });

  test('a backup’s draft is ignored if all drafts and notes were read', () => {
    expect(draftsWith({ ...drafts(true, 'later'), notes: table<NoteRow>(true) })).toEqual(['later']);
  });
});

describe('pages from different times in one file', () => {
  test('if a note has several rows from different times, the words of the other rows go into the history', () => {
    const notes = { ...table(false, note('first')), duplicates: [note('second'), note('first')] };
    const { rows } = combine([source('newest', { ...NOTHING, notes })], 7);
    expect(rows.notes.map(({ text }) => text)).toEqual(['first']);
    expect(rows.history).toMatchObject([{ note_id: id, text: 'second', removed: 0, stored_at: 7 }]);
  });

  test('the words of a note’s other rows go into the history even if the history was read whole', () => {
    const notes = { ...table(true, note('first')), duplicates: [note('second')] };
    const file = { ...source('newest', { ...NOTHING, notes }), history: table<never>(true) };
    const { history } = combine([file], 7).rows;
    expect(history.map(({ text }) => text)).toEqual(['second']);
  });

  test('if a version has several rows from different times, each of them stays in the history', () => {
    const past = (text: string): PastRow => {
      const { key: _key, id: noteId, is_gone: _isGone, update_time: _version, ...content } = note(text);
      return {
        ...content,
        version: 1,
        note_id: noteId,
        removed: 0,
        stored_at: 1,
        expiry_start: null,
        by_cloud: 0,
        by_edit: 0,
        version_before: null,
        unsaved: 0,
        is_missing: 0,
      };
    };
    const history = { ...table(false, past('first')), duplicates: [past('second')] };
    const { rows } = combine([{ ...source('newest', NOTHING), history }], 7);
    expect(rows.history.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  test.each([
    ['first', 'second', 'first\n\nsecond'],
    ['first', 'first and more', 'first and more'],
    ['first and more', 'first', 'first and more'],
  ])('a draft that has rows with %j and %j is salvaged as %j', (text, other, all) => {
    const drafts = { ...table(false, draft(text)), duplicates: [draft(other)] };
    const { rows } = combine([{ ...source('newest', NOTHING), drafts }], 7);
    expect(rows.drafts).toEqual([draft(all)]);
  });
});

describe('a note whose own row is lost', () => {
  const backup = { notes: table(true, note('of the backup')), outbox: table(true, pending(1)) };

  test('a note whose row is lost comes from the backup if the backup has the same pending change', () => {
    const { notes, outbox } = salvaged({ ...NOTHING, outbox: table(true, pending(1)) }, backup);
    expect([notes[0]?.text, outbox[0]?.revision]).toEqual(['of the backup', 1]);
  });

  test('a note whose row is lost comes from the backup if both have the same pending change with an attempt', () => {
    const lost = { ...NOTHING, outbox: table(true, pending(2, 'sent')) };
    const { notes, outbox } = salvaged(lost, { ...backup, outbox: table(true, pending(2, 'sent')) });
    expect([notes[0]?.text, outbox[0]?.revision]).toEqual(['of the backup', 2]);
  });

  test('a note whose row is lost comes from the backup without a pending change if the outbox has none', () => {
    const { notes, outbox, doubts } = salvaged({ ...NOTHING, outbox: table<PendingRow>(true) }, backup);
    expect([notes[0]?.text, notes[0]?.update_time, outbox, doubts]).toEqual([
      'of the backup',
      UNVERIFIED,
      [],
      [],
    ]);
  });

  test('the words of a backup go into the history if not all notes were read, although the history was', () => {
    // Neither a lost row nor one of an earlier time says what became of the words, and only the cloud may say
    // that they were deleted.
    const history = table<never>(true);
    const unpushed = {
      notes: table(true, note('never pushed', null)),
      outbox: table(true, { ...pending(), remote: null }),
    };
    const wordsWith = (notes: Table<NoteRow>, from: Given): readonly unknown[] =>
      combine(
        [
          { ...source('newest', { notes, outbox: table<PendingRow>(true) }), history },
          source('backup', from),
        ],
        7,
      ).rows.history.map(({ text }) => text);
    expect(wordsWith(table<NoteRow>(false), unpushed)).toEqual(['never pushed']);
    expect(wordsWith(table(false, note('of a page of an earlier time')), backup)).toEqual(['of the backup']);
    expect(wordsWith(table(true, note('now')), backup)).toEqual([]);
  });

  test('the words last sent of a note whose row is lost go into the history', () => {
    const sent = { ...NOTHING, outbox: table(true, pending(2, 'sent')) };
    expect(salvaged(sent, NOTHING).history).toMatchObject([{ note_id: id, text: 'sent', removed: 1 }]);
    expect(salvaged(sent, backup).history).toMatchObject([{ note_id: id, text: 'sent', removed: 0 }]);
  });
});

describe('whether the cloud has all words of notes and drafts that were not read', () => {
  const none = table<never>(true);
  /** A file in which only the page with the note cannot be read. */
  const file: Source = { ...source('newest', NOTHING), outbox: none, drafts: none, doubts: none };
  const doubt = { note_id: id, update_time: '' } as const;
  const backupOf = (revision: number): Source =>
    source('backup', { notes: table(true, note('of the backup')), outbox: table(true, pending(revision)) });
  const cases: [string, boolean, ...Source[]][] = [
    ['a lost note that was not pending', true, file],
    ['an incomplete outbox', false, { ...file, outbox: table<never>(false) }],
    ['incomplete drafts', false, { ...file, drafts: table<never>(false) }],
    ['incomplete doubts', false, { ...file, doubts: table<never>(false) }],
    ['a state that may be of several moments', false, { ...file, kind: 'uncertain' }],
    ['a lost note that was in doubt', false, { ...file, doubts: table(true, doubt) }],
    ['a note in doubt', true, { ...file, notes: table(false, note('read')), doubts: table(true, doubt) }],
    ['a pending note', true, { ...file, notes: table(false, note('read')), outbox: table(true, pending()) }],
    ['a lost note that was pending', false, { ...file, outbox: table(true, pending()) }],
    ['a backup with the same change', true, { ...file, outbox: table(true, pending(2)) }, backupOf(2)],
    ['a backup with an older change', false, { ...file, outbox: table(true, pending(2)) }, backupOf(1)],
  ];

  test.each(cases)('%s: %j', (_what, expected, ...sources) => {
    expect(combine(sources, 7).isUnsyncedRead).toBe(expected);
  });
});

describe('a note with an unreadable column', () => {
  const inCloud = { ...note('in the cloud') };

  test('an edit with an unreadable column is not pushed, and its words stay beside those of the cloud', () => {
    const read = { ...note(''), title: 'edited' };
    const file = source('newest', { notes: replaced(read, 'text'), outbox: table(true, pending()) });
    const { rows, isUnsyncedRead } = combine([file], 7);
    expect(rows.notes).toMatchObject([{ title: 'edited', update_time: UNVERIFIED }]);
    expect([rows.outbox, rows.doubts]).toEqual([[], [{ note_id: id, update_time: '' }]]);
    expect(isUnsyncedRead).toBe(false);
  });

  test('a note that the cloud never had is pushed with its readable columns', () => {
    const fresh = { ...pending(), remote: null };
    const file = { notes: replaced({ ...note(''), title: 'typed' }, 'text'), outbox: table(true, fresh) };
    expect(salvaged(file, NOTHING)).toMatchObject({
      notes: [{ title: 'typed', update_time: null }],
      outbox: [fresh],
    });
  });

  test('the words last sent of a note with an unreadable column go into the history', () => {
    const file = { notes: replaced(note(''), 'text'), outbox: table(true, pending(2, 'sent')) };
    expect(salvaged(file, NOTHING).history.map(({ text }) => text)).toContain('sent');
  });

  test('a note with an unreadable column and no pending change gets an unverified updateTime', () => {
    const file = { notes: replaced(inCloud, 'extra'), outbox: table<PendingRow>(true) };
    const { notes, outbox } = salvaged(file, NOTHING);
    expect([notes[0]?.update_time, outbox]).toEqual([UNVERIFIED, []]);
  });

  test('a note with words and an unreadable column is in doubt without an updateTime if the outbox is lost', () => {
    const file = { ...NOTHING, notes: replaced({ ...note(''), title: 'edited' }, 'text') };
    expect(salvaged(file, NOTHING).doubts).toEqual([{ note_id: id, update_time: '' }]);
    const nothingLeft = { ...NOTHING, notes: replaced(note(''), 'text') };
    expect(salvaged(nothingLeft, NOTHING).doubts).toEqual([]);
  });

  test('a note with an unreadable column has the words of the backup in its history', () => {
    const file = { notes: replaced(note(''), 'text'), outbox: table(true, pending()) };
    const backup = { notes: table(true, note('of the backup')), outbox: table<PendingRow>(true) };
    expect(salvaged(file, backup).history.map(({ text }) => text)).toContain('of the backup');
  });
});

describe('a note whose pending change is lost', () => {
  test('a lost pending change comes from the backup if the note has the updateTime that it was based on', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, note('edited')) }, backup);
    expect([notes[0]?.text, outbox.length]).toEqual(['edited', 1]);
  });

  test('a note whose pending change is lost is in doubt if its updateTime is not that of the backup', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { outbox, doubts } = salvaged({ ...NOTHING, notes: table(true, note('edited', SECOND)) }, backup);
    expect([outbox, doubts]).toEqual([[], [{ note_id: id, update_time: SECOND }]]);
  });

  test('a pending note that only a backup has is in doubt, because it may have been pushed and undone later', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { notes, outbox, doubts } = salvaged(NOTHING, backup);
    expect([notes[0]?.text, notes[0]?.update_time, outbox]).toEqual(['before', UNVERIFIED, []]);
    expect(doubts).toEqual([{ note_id: id, update_time: FIRST }]);
  });

  test('a pending note that only a backup has stays pending if the cloud never had it', () => {
    const made = { ...pending(1), remote: null };
    const backup = { notes: table(true, note('made', null)), outbox: table(true, made) };
    const { notes, outbox } = salvaged(NOTHING, backup);
    expect([notes[0]?.update_time, outbox]).toEqual([null, [made]]);
  });

  test.each(['uncertain', 'backup'] as const)(
    'a note that was never pushed is omitted if only the source “%s” has it and the outbox lacks it',
    (kind) => {
      const file = source('newest', { ...NOTHING, outbox: table<PendingRow>(true) });
      const older = source(kind, { notes: table(true, note('before', null)), outbox: table(true) });
      const { notes, outbox } = combine([file, older], 7).rows;
      expect([notes, outbox]).toEqual([[], []]);
    },
  );

  test('a note whose pending change and updateTime are lost is in doubt without an updateTime', () => {
    const { doubts } = salvaged({ ...NOTHING, notes: table(true, note('edited', UNVERIFIED)) }, NOTHING);
    expect(doubts).toEqual([{ note_id: id, update_time: '' }]);
  });

  test('a note whose pending change is lost is pending again if it has no updateTime', () => {
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, note('made here', null)) }, NOTHING);
    expect([notes[0]?.update_time, outbox[0]?.remote]).toEqual([null, null]);
  });

  test('a note that was deleted for ever comes back if its pending change is lost', () => {
    const gone: NoteRow = { ...note('words'), is_gone: 1 };
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, gone) }, NOTHING);
    expect([notes[0]?.is_gone, outbox]).toEqual([0, []]);
  });
});

import { describe, expect, test } from 'vitest';
import type { NoteFields, NoteId } from '#shared/note.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/remote-store.ts';
import { combine, type SalvageResult, type Source } from '#account/recovery/combine.ts';
import type { DraftRow, NoteRow, PastRow, PendingRow } from '#account/recovery/damaged-rows.ts';
import type { Table } from '#account/recovery/read-damaged.ts';
import { columnOf, mapColumns } from '#shared/note-fields.ts';
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

function pending(version = 1, attempts: string | null = null): PendingRow {
  const sent = attempts === null ? [] : [fields('', attempts)];
  const remote = JSON.stringify(fields('', 'in the cloud'));
  return { note_id: id, sequence: 3, version, remote, attempts: JSON.stringify(sent), refused: null };
}

function table<Row>(complete: boolean, ...rows: readonly Row[]): Table<Row> {
  return { complete, rows: new Map(rows.map((row) => [id, row])), replaced: new Map(), others: [] };
}

/** A table that was read whole, with one row of which these columns made no sense. */
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
    removed: lost,
    answers: lost,
    notices: lost,
    doubts: lost,
    cache: lost,
  };
}

const NOTHING = { notes: table<NoteRow>(false), outbox: table<PendingRow>(false) };

function salvaged(file: Given, backup: Given): SalvageResult['rows'] {
  return combine([source('newest', file), source('backup', backup)], false, 7).rows;
}

test('where the log has lost commits, a backup has words that file and log lack, although both are whole', () => {
  const whole = { notes: table(true, note('before')), outbox: table<PendingRow>(true) };
  const backup = { notes: table(true, note('later')), outbox: table<PendingRow>(true) };
  const sources = [source('newest', whole), source('without log', whole), source('backup', backup)];
  const { rows, unread } = combine(sources, true, 7);
  expect(rows.notes.map(({ text }) => text)).toEqual(['before']);
  expect(rows.history.map(({ text }) => text)).toEqual(['later']);
  expect(unread).toBe('.unread');
});

test('a file that is whole without its log has notes that the two together lack', () => {
  const cache = {
    ...table(true),
    rows: new Map([['1', { one: 1, loaded: 1, last_sequence: 1, confirmed: 1 }]]),
  } as Source['cache'];
  const all = {
    drafts: table<never>(true),
    history: table<never>(true),
    removed: table<never>(true),
    answers: table<never>(true),
  };
  const rest = { ...all, notices: table<never>(true), doubts: table<never>(true), cache };
  const alone = {
    ...source('without log', { notes: table(true, note('mine')), outbox: table(true, pending()) }),
    ...rest,
  };
  const together = {
    ...source('newest', { ...NOTHING, notes: table<NoteRow>(true) }),
    ...rest,
    drafts: table<never>(false),
  };
  const { notes, outbox } = combine([together, alone], false, 1).rows;
  expect([notes.map(({ text }) => text), outbox.length]).toEqual([['mine'], 1]);
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
    combine([{ ...source('newest', { notes, outbox }), drafts: table(true, edit), ...more }], false, 7).rows;

  test('has the note in its older state as its base, so that saving the draft brings back the words', () => {
    const { notes, drafts } = combineWith(table<NoteRow>(false), table(true, pending(1, 'sent')));
    expect(notes.map(({ text }) => text)).toEqual(['sent']);
    expect(drafts).toEqual([{ ...edit, base_text: 'sent' }]);
  });

  test('keeps its base if that is the older one, for the history has it', () => {
    const rest = { version: 1, note_id: id, removed: 0, kept_at: 1, known_at: null, by_cloud: 0 } as const;
    const history = table<PastRow>(true, { ...note('seen'), ...rest });
    const { drafts } = combineWith(table<NoteRow>(false), table(true, pending(1, 'sent')), { history });
    expect(drafts).toEqual([edit]);
  });

  test('keeps its base if the note was read', () => {
    expect(combineWith(table(true, note('now')), table<PendingRow>(true)).drafts).toEqual([edit]);
  });

  test('leaves its base in the history if there is no note', () => {
    const { drafts, history } = combineWith(table<NoteRow>(false), table<PendingRow>(false));
    expect([drafts, history.map(({ text }) => text)]).toEqual([[edit], ['seen']]);
  });
});

describe('where not all drafts or notes could be read, a draft of a backup', () => {
  const drafts = (complete: boolean, text: string) => ({ drafts: table(complete, draft(text)) });
  const backup = { ...source('backup', NOTHING), ...drafts(true, 'earlier') };
  const draftsWith = (file: Partial<Source>) =>
    combine([{ ...source('newest', NOTHING), ...file }, backup], false, 7).rows.drafts.map(
      ({ text }) => text,
    );

  test('stands below what was typed later in the same place', () => {
    expect(draftsWith(drafts(false, 'later'))).toEqual(['later\n\nearlier']);
  });

  test('is merged with what was typed later in the same edit', () => {
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
    const texts = combine(sources, false, 7).rows.drafts.map(({ text }) => text);
    expect(texts).toEqual(['earlier\none\ntwo\nthree\nlater\n']);
  });

  test('is dropped where its words are kept in a note', () => {
    expect(draftsWith({ ...drafts(false, 'later'), notes: table(true, note('earlier')) })).toEqual(['later']);
  });

  test('is kept where it may have become a note that was not read', () => {
    expect(draftsWith({ ...drafts(true, 'later'), notes: table<NoteRow>(false) })).toEqual([
      'later\n\nearlier',
    ]);
  });

  test('is not asked for where all of both were read', () => {
    expect(draftsWith({ ...drafts(true, 'later'), notes: table<NoteRow>(true) })).toEqual(['later']);
  });
});

describe('where pages of different times stand side by side', () => {
  test('the words of every row of a note are kept', () => {
    const notes = { ...table(false, note('first')), others: [note('second'), note('first')] };
    const { rows } = combine([source('newest', { ...NOTHING, notes })], false, 7);
    expect(rows.notes.map(({ text }) => text)).toEqual(['first']);
    expect(rows.history).toMatchObject([{ note_id: id, text: 'second', removed: 0, kept_at: 7 }]);
  });

  test('also where the history and everything else were read whole', () => {
    const notes = { ...table(true, note('first')), others: [note('second')] };
    const file = { ...source('newest', { ...NOTHING, notes }), history: table<never>(true) };
    const { history } = combine([{ ...file, removed: table<never>(true) }], false, 7).rows;
    expect(history.map(({ text }) => text)).toEqual(['second']);
  });

  test('those of every row of the history are kept', () => {
    const past = (text: string): PastRow => {
      const { key: _key, id: noteId, is_gone: _isGone, update_time: _version, ...content } = note(text);
      return { ...content, version: 1, note_id: noteId, removed: 0, kept_at: 1, known_at: null, by_cloud: 0 };
    };
    const history = { ...table(false, past('first')), others: [past('second')] };
    const { rows } = combine([{ ...source('newest', NOTHING), history }], false, 7);
    expect(rows.history.map(({ text }) => text)).toEqual(['first', 'second']);
  });

  test.each([
    ['first', 'second', 'first\n\nsecond'],
    ['first', 'first and more', 'first and more'],
    ['first and more', 'first', 'first and more'],
  ])('a draft that is %j and %j there holds %j', (text, other, all) => {
    const drafts = { ...table(false, draft(text)), others: [draft(other)] };
    const { rows } = combine([{ ...source('newest', NOTHING), drafts }], false, 7);
    expect(rows.drafts).toEqual([draft(all)]);
  });
});

describe('a note whose own row is lost', () => {
  const backup = { notes: table(true, note('of the backup')), outbox: table(true, pending(1)) };

  test('is that of the backup, pending as it is there, where its pending change is still there', () => {
    const { notes, outbox } = salvaged({ ...NOTHING, outbox: table(true, pending(1)) }, backup);
    expect([notes[0]?.text, outbox[0]?.version]).toEqual(['of the backup', 1]);
  });

  test('is that of the backup where just this was pending there, whatever was sent before', () => {
    const lost = { ...NOTHING, outbox: table(true, pending(2, 'sent')) };
    const { notes, outbox } = salvaged(lost, { ...backup, outbox: table(true, pending(2, 'sent')) });
    expect([notes[0]?.text, outbox[0]?.version]).toEqual(['of the backup', 2]);
  });

  test('is settled where nothing was pending of it any more', () => {
    const { notes, outbox, doubts } = salvaged({ ...NOTHING, outbox: table<PendingRow>(true) }, backup);
    expect([notes[0]?.text, notes[0]?.update_time, outbox, doubts]).toEqual([
      'of the backup',
      UNVERIFIED,
      [],
      [],
    ]);
  });

  test('holds what was sent last, and what the backup has stands in the history', () => {
    const { notes, outbox, history } = salvaged(
      { ...NOTHING, outbox: table(true, pending(2, 'sent')) },
      backup,
    );
    expect([notes[0]?.text, outbox[0]?.version]).toEqual(['sent', 2]);
    expect(history.map(({ text }) => text)).toEqual(['of the backup']);
  });

  test('keeps the account, because its newest words may be lost', () => {
    const file = source('newest', { ...NOTHING, outbox: table(true, pending(2)) });
    expect(
      combine([{ ...file, drafts: table<never>(true) }, source('backup', backup)], false, 7).unread,
    ).toBe('.unread');
  });
});

describe('a note of which a column makes no sense', () => {
  const inCloud = { ...note('in the cloud') };

  test('keeps the edit of the other columns, and the value that the cloud had', () => {
    const read = { ...note(''), title: 'edited' };
    const { rows, unread } = combine(
      [source('newest', { notes: replaced(read, 'text'), outbox: table(true, pending()) })],
      false,
      7,
    );
    expect(rows.notes).toMatchObject([{ title: 'edited', text: 'in the cloud', update_time: UNVERIFIED }]);
    expect(rows.outbox).toHaveLength(1);
    expect(unread).toBe('.unread');
  });

  test('has what was sent last in its place', () => {
    const file = { notes: replaced(note(''), 'text'), outbox: table(true, pending(2, 'sent')) };
    expect(salvaged(file, NOTHING).notes[0]?.text).toBe('sent');
  });

  const ODD = { unknown: { integerValue: '7' } };
  const coloured = (color: NoteFields['color']): PendingRow => ({
    ...pending(),
    remote: JSON.stringify({ ...fields('', 'in the cloud'), color }),
  });

  test.each([
    ['the column', ['color'], '{"mood":{"nullValue":null},"color":{"stringValue":"damaged"}}'],
    ['the extra fields', ['extra'], '{}'],
  ] as const)('has a colour of another type again where %s cannot be read', (_what, columns, extra) => {
    const read = { ...note('edited'), extra };
    const file = { notes: replaced(read, ...columns), outbox: table(true, coloured(ODD)) };
    expect(JSON.parse(salvaged(file, NOTHING).notes[0]?.extra ?? '')).toMatchObject({ color: ODD.unknown });
  });

  test('has no colour that was changed before', () => {
    const read = { ...note('edited'), color: 'RED', extra: '{}' };
    const file = { notes: replaced(read, 'extra'), outbox: table(true, coloured(ODD)) };
    expect(salvaged(file, NOTHING).notes[0]).toMatchObject({ color: 'RED', extra: '{}' });
  });

  test('is read from the cloud again where it has no pending change', () => {
    const file = { notes: replaced(inCloud, 'extra'), outbox: table<PendingRow>(true) };
    const { notes, outbox } = salvaged(file, NOTHING);
    expect([notes[0]?.update_time, outbox]).toEqual([UNVERIFIED, []]);
  });

  test('is no edit of the version that stood with it where the outbox is lost', () => {
    const file = { ...NOTHING, notes: replaced({ ...note(''), title: 'edited' }, 'text') };
    expect(salvaged(file, NOTHING).doubts).toEqual([{ note_id: id, update_time: '' }]);
    const nothingLeft = { ...NOTHING, notes: replaced(note(''), 'text') };
    expect(salvaged(nothingLeft, NOTHING).doubts).toEqual([]);
  });

  test('has the words of the backup in its history', () => {
    const file = { notes: replaced(note(''), 'text'), outbox: table(true, pending()) };
    const backup = { notes: table(true, note('of the backup')), outbox: table<PendingRow>(true) };
    expect(salvaged(file, backup).history.map(({ text }) => text)).toContain('of the backup');
  });
});

describe('a note of which the pending change is lost', () => {
  test('goes on with that of the backup where it has the version on which that was made', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, note('edited')) }, backup);
    expect([notes[0]?.text, outbox.length]).toEqual(['edited', 1]);
  });

  test('is in doubt where it has another version', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { outbox, doubts } = salvaged({ ...NOTHING, notes: table(true, note('edited', SECOND)) }, backup);
    expect([outbox, doubts]).toEqual([[], [{ note_id: id, update_time: SECOND }]]);
  });

  test('is in doubt where a backup alone has both, because it may have been pushed and undone since', () => {
    const backup = { notes: table(true, note('before')), outbox: table(true, pending(1)) };
    const { notes, outbox, doubts } = salvaged(NOTHING, backup);
    expect([notes[0]?.text, notes[0]?.update_time, outbox]).toEqual(['before', UNVERIFIED, []]);
    expect(doubts).toEqual([{ note_id: id, update_time: FIRST }]);
  });

  test('is pending where a backup alone has both and the cloud never had the note', () => {
    const made = { ...pending(1), remote: null };
    const backup = { notes: table(true, note('made', null)), outbox: table(true, made) };
    const { notes, outbox } = salvaged(NOTHING, backup);
    expect([notes[0]?.update_time, outbox]).toEqual([null, [made]]);
  });

  test.each(['without log', 'backup'] as const)(
    'is none that the cloud never had where only %s has it so, and the outbox does not know it any more',
    (kind) => {
      const file = source('newest', { ...NOTHING, outbox: table<PendingRow>(true) });
      const older = source(kind, { notes: table(true, note('before', null)), outbox: table(true) });
      const { notes, outbox } = combine([file, older], false, 7).rows;
      expect([notes, outbox]).toEqual([[], []]);
    },
  );

  test('is in doubt without a version where that cannot be read', () => {
    const { doubts } = salvaged({ ...NOTHING, notes: table(true, note('edited', UNVERIFIED)) }, NOTHING);
    expect(doubts).toEqual([{ note_id: id, update_time: '' }]);
  });

  test('is pending where the cloud is not known to have it', () => {
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, note('made here', null)) }, NOTHING);
    expect([notes[0]?.update_time, outbox[0]?.remote]).toEqual([null, null]);
  });

  test('is there again where it was deleted for ever, because nobody knows whether that was to be pushed', () => {
    const gone: NoteRow = { ...note('words'), is_gone: 1 };
    const { notes, outbox } = salvaged({ ...NOTHING, notes: table(true, gone) }, NOTHING);
    expect([notes[0]?.is_gone, outbox]).toEqual([0, []]);
  });
});

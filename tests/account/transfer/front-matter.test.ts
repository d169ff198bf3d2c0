/**
 * Front matter of a whole import: dates by any name, comments and odd keys, and words that only look like
 * front matter.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shownLabels } from '#shared/note/labels.ts';
import { createAccount } from './support/account.ts';
import { writeFiles } from './support/written-files.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterEach(() => vi.unstubAllEnvs());

async function notesOf(files: Readonly<Record<string, string>>) {
  const account = createAccount();
  const result = await account.import(writeFiles(files));
  const notes = account.shown().map(({ local, extra }) => {
    const time = (name: string): string | null => {
      const value = extra[name];
      return value !== undefined && 'timestampValue' in value ? value.timestampValue.slice(0, 19) : null;
    };
    return {
      title: local?.title,
      text: local?.text,
      labels: shownLabels(local?.labels ?? null),
      isArchived: local?.isArchived,
      isPinned: local?.isPinned,
      color: local?.color,
      created: time('originalCreatedAt'),
      edited: time('originalEditedAt'),
    };
  });
  return { result, notes };
}

async function noteOf(file: string) {
  const { notes } = await notesOf({ 'name.md': file });
  const [note] = notes;
  if (note === undefined || notes.length > 1) throw new Error('One note was expected.');
  return note;
}

describe('times', () => {
  test.each(
    'created,Created,createdOn,created_on,created-at,CREATED AT,createdTime,created_time,date created,Date-Created,creation,creationDate,creation_time,creation-timestamp,created.date,ctime,date,Date,datetime,time,timestamp,createdTimestampMs,created_date_time,birthtime,note created,created_utc'.split(
      ',',
    ),
  )('the property %s says when a note was created', async (name) => {
    const note = await noteOf(`---\n${name}: 2016-03-02T18:09:24Z\n---\nBody`);
    expect(note).toMatchObject({ text: 'Body', created: '2016-03-02T18:09:24' });
  });

  test.each(
    'edited,edited_at,last_edited_time,lastEditedTime,Last Edited,modified,date modified,dateModified,modification-date,lastmod,last_modified_at,updated,updatedAt,last-updated,update time,mtime,changed'.split(
      ',',
    ),
  )('the property %s says when a note was edited', async (name) => {
    const note = await noteOf(`---\n${name}: 2016-03-02T18:09:24Z\n---\nBody`);
    expect(note).toMatchObject({ text: 'Body', created: null, edited: '2016-03-02T18:09:24' });
  });

  test.each([
    'due date',
    'date of birth',
    'birthday',
    'Birth date',
    'modified by',
    'publish date',
    'timezone',
    'runtime',
    'update log',
    'candidate',
  ])('the property %s is no time of a note and stays below the text', async (name) => {
    const note = await noteOf(`---\ntitle: a\n${name}: 2016-03-02T18:09:24Z\n---\nBody`);
    expect(note).toMatchObject({ text: `Body\n\n${name}: 2016-03-02T18:09:24Z`, created: null });
  });

  test.each([
    ['indented', 'timestamps:\n  created: 2016-03-02 18:09:24\n  edited: 2017-03-02 18:09:24'],
    ['in braces', 'dates: {createdAt: 2016-03-02 18:09:24, last modified: 2017-03-02 18:09:24}'],
    [
      'within another table',
      'meta:\n  times:\n    created: 2016-03-02 18:09:24\n    updated: 2017-03-02 18:09:24',
    ],
  ])('times in a table are read: %s', async (_what, lines) => {
    expect(await noteOf(`---\ntitle: a\n${lines}\n---\nBody`)).toMatchObject({
      text: 'Body',
      created: '2016-03-02T18:09:24',
      edited: '2017-03-02T18:09:24',
    });
  });

  test('a table with anything else stays below the text, and its times are read', async () => {
    const table = 'times:\n  created: 2016-03-02 18:09:24\n  place: Porto';
    expect(await noteOf(`---\ntitle: a\n${table}\n---\nBody`)).toMatchObject({
      text: `Body\n\n${table}`,
      created: '2016-03-02T18:09:24',
    });
  });

  test('the order of a date in numbers is that of the other dates of the import', async () => {
    const file = (date: string) => `---\ncreated_at: ${date}\n---\nbody`;
    const dayFirst = await notesOf({
      'a.md': file('01-03-2026 05:12 PM'),
      'b.md': file('13-03-2026 05:12 PM'),
    });
    expect(dayFirst.notes.map(({ created }) => created ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['2026-03-01T17:12:00', '2026-03-13T17:12:00'],
    );
    expect(dayFirst.result.remarks).toBeUndefined();
    const monthFirst = await notesOf({ 'a.md': file('01/03/2026'), 'b.md': file('03/13/2026') });
    expect(
      monthFirst.notes.map(({ created }) => created ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['2026-01-03T00:00:00', '2026-03-13T00:00:00']);
    const unclear = await notesOf({ 'a.md': file('01/03/2026') });
    expect(unclear.notes).toMatchObject([{ created: '2026-03-01T00:00:00' }]);
    expect(unclear.result.remarks).toEqual([
      { file: 'Dates', reason: expect.stringContaining('such as 01/03/2026') },
    ]);
  });

  test('a note of Notesnook has the dates that it writes by default', async () => {
    const front =
      'title: "My note: part 2"\ncreated_at: 01-03-2026 05:12 PM\nupdated_at: 02-03-2026 06:12 PM\npinned: false\nfavorite: true\ncolor: purple\ntags: trip, to do';
    expect(await noteOf(`---\n${front}\n---\n\n# My note: part 2\n\nbody`)).toEqual({
      title: 'My note: part 2',
      text: 'body\n\nfavorite: true',
      labels: ['trip', 'to do'],
      isArchived: false,
      isPinned: null,
      color: 'PURPLE',
      created: '2026-03-01T17:12:00',
      edited: '2026-03-02T18:12:00',
    });
  });

  test('a note of another exporter of Keep has its times, archive and colour', async () => {
    const front =
      'title: exporter\narchived: true\npinned: false\ncolor: RED\nlabels:\n- a\ntimestamps:\n  created: 2016-03-02 18:09:24\n  edited: 2017-03-02 18:09:24';
    expect(await noteOf(`---\n${front}\n---\nBody`)).toMatchObject({
      title: 'exporter',
      text: 'Body',
      labels: ['a'],
      isArchived: true,
      color: 'RED',
      created: '2016-03-02T18:09:24',
      edited: '2017-03-02T18:09:24',
    });
  });
});

test('an untitled note of nothing but properties has their words', async () => {
  const account = createAccount();
  const untitled = { 'Untitled.md': '---\nauthor: Ada\n---\n', 'Untitled 1.md': '---\ntags: [a]\n---\n' };
  expect(await account.import(writeFiles(untitled))).toMatchObject({ added: 1, empty: 1 });
  expect(account.shown()).toMatchObject([{ local: { title: 'Untitled', text: 'author: Ada' } }]);
});

describe('what is not a value', () => {
  test.each<[string, string, object]>([
    [
      'comments behind values',
      'title: Plan # call Anna first\ntags: a, b # and c\ncreated: 2020-01-01 # approx.\nowner: me # kept?',
      {
        title: 'Plan',
        text: 'Body\n\ntitle: Plan # call Anna first\ntags: a, b # and c\ncreated: 2020-01-01 # approx.\nowner: me # kept?',
        labels: ['a', 'b'],
        created: '2020-01-01T00:00:00',
      },
    ],
    [
      'a comment on its own line',
      'title: Shopping\n# remember the oat milk\ntags: [home]',
      { title: 'Shopping', text: 'Body\n\n# remember the oat milk', labels: ['home'] },
    ],
    [
      'a comment within a list',
      'tags:\n  - a\n  # not yet: b\n  - c',
      { text: 'Body\n\ntags:\n  - a\n  # not yet: b\n  - c', labels: ['a', 'c'] },
    ],
    [
      'a key of another form',
      'title: First\n? odd key\n: odd value\ntags: x',
      { title: 'First', text: 'Body\n\n? odd key\n: odd value', labels: ['x'] },
    ],
    [
      'words without a key',
      'title: First\njust words\ntags: x',
      { title: 'First', text: 'Body\n\njust words', labels: ['x'] },
    ],
    [
      'what a person has answered with false, unlike the flags of programs',
      'title: Ada\nvegetarian: false\nfavorite: false\npublish: false',
      { title: 'Ada', text: 'Body\n\nvegetarian: false' },
    ],
    ['a value that looks like a comment', 'title: #1 thing', { title: '#1 thing', text: 'Body' }],
    ['bars', 'title: | a | b', { title: '| a | b', text: 'Body' }],
    ['a second colon', 'title: Fwd: Clever Hints.....', { title: 'Fwd: Clever Hints.....', text: 'Body' }],
    ['a number', 'title: 0123', { title: '0123', text: 'Body' }],
    ['a minus, with the quotes that Joplin removes', 'title: -5 #hot', { title: '-5 #hot', text: 'Body' }],
    ['a minus and quotes within', "title: -5 o''clock", { title: "-5 o'clock", text: 'Body' }],
    ['quotes', "title: '-5 o''clock'", { title: "-5 o'clock", text: 'Body' }],
    ['a sign of a comment within quotes', 'title: "a # b"', { title: 'a # b', text: 'Body' }],
    ['a sign of a comment within a word', 'title: C#4', { title: 'C#4', text: 'Body' }],
  ])('no words of front matter are lost: %s', async (_what, front, expected) => {
    expect(await noteOf(`---\n${front}\n---\nBody`)).toMatchObject(expected);
  });

  test('lines of names and values between rules are text, as they stand', async () => {
    const text = '---\n\nNote: remember the milk\nTodo: call\n\n---\n\nBody after two rules';
    expect(await noteOf(`${text}\n`)).toMatchObject({ title: 'name', text });
  });

  test('a mark of the byte order within words stays, and one before them goes', async () => {
    const words = 'a\uFEFFb \uFEFF\uFEFF c\uFEFF';
    expect(await noteOf(`\uFEFF# T\uFEFFt\n\n${words}`)).toMatchObject({ title: 'T\uFEFFt', text: words });
    const account = createAccount();
    const html = `<p>${words}</p>`;
    const file = JSON.stringify({
      title: 'x\uFEFFy',
      textContent: words,
      textContentHtml: html,
      isTrashed: false,
    });
    await account.import(writeFiles({ 'a.json': file }));
    expect(account.shown()[0]?.local).toMatchObject({ title: 'x\uFEFFy', text: words });
  });
});

import { describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { fromKeep, isKeepNote } from '#account/transfer/notes/keep-note.ts';

const uid = 'ada' as Uid;
const created = 1_500_000_000_123_456;

function keep(more: Record<string, unknown> = {}) {
  return {
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    textContent: 'text',
    title: 'title',
    userEditedTimestampUsec: created + 5,
    createdTimestampUsec: created,
    ...more,
  };
}

const textOf = (more: Record<string, unknown>) => fromKeep(keep(more), uid)?.fields.text;

test('a note of Google Keep is read with its words, flags and times', () => {
  expect(fromKeep(keep({ isArchived: true }), uid)).toMatchObject({
    fields: { title: 'title', text: 'text', isArchived: true, isDeleted: false },
    extra: {
      importedFrom: { stringValue: 'google-keep' },
      originalCreatedAt: { timestampValue: '2017-07-14T02:40:00.123456000Z' },
      originalEditedAt: { timestampValue: '2017-07-14T02:40:00.123461000Z' },
    },
  });
});

test('a note that is both archived and trashed in Google Keep is in the trash', () => {
  const note = fromKeep(keep({ isTrashed: true, isArchived: true }), uid);
  expect(note?.fields).toMatchObject({ isArchived: false, isDeleted: true });
});

test('colour, pin and labels of Google Keep become the note’s marks', () => {
  const more = {
    color: 'TEAL',
    isPinned: true,
    labels: [{ name: 'home' }, { name: 'Home ' }, { name: 'todo' }],
  };
  const note = fromKeep(keep(more), uid);
  expect(note?.fields).toMatchObject({ color: 'TEAL', isPinned: true, labels: ['home', 'todo'] });
  expect(fromKeep(keep(), uid)?.fields).toMatchObject({ color: null, isPinned: null, labels: null });
  expect(fromKeep(keep({ color: 'MAUVE' }), uid)?.fields.color).toBe('MAUVE');
});

describe('the text of a note of Google Keep', () => {
  const list = [
    { textHtml: '<p>a</p>', text: 'milk', isChecked: false },
    { text: 'eggs', isChecked: true },
    { text: '', isChecked: false },
  ];
  test.each([
    ['a list', { textContent: undefined, listContent: list }, '☐ milk\n☑ eggs\n☐'],
    [
      'white space at the end of an item',
      { textContent: undefined, listContent: [{ text: 'milk  ' }, { text: ' \t' }, { text: 'eggs\u00a0' }] },
      '☐ milk  \n☐\n☐ eggs\u00a0',
    ],
    ['a list with text', { listContent: list }, 'text\n\n☐ milk\n☑ eggs\n☐'],
    ['lines of Windows and of old Macs', { textContent: 'a\r\nb\rc' }, 'a\nb\nc'],
    ['half a character', { textContent: 'a\uD800b' }, 'a\uFFFDb'],
    ['a NUL', { textContent: 'a\0b' }, 'a\0b'],
    [
      'an address that is only attached',
      { annotations: [{ url: 'https://example.org/a', source: 'WEBLINK' }] },
      'text\n\nhttps://example.org/a',
    ],
    [
      'an address that is typed already',
      { textContent: 'see Example.org', annotations: [{ url: 'http://example.org/' }] },
      'see Example.org',
    ],
    [
      'a web page with its title',
      {
        annotations: [{ url: 'https://example.org/a', title: 'A  page', source: 'WEBLINK' }, { title: 'B' }],
      },
      'text\n\nA page: https://example.org/a\nB',
    ],
    [
      'a web page whose title is typed already',
      { title: 'a page', annotations: [{ url: 'https://example.org/a', title: 'A page' }] },
      'text\n\nhttps://example.org/a',
    ],
    [
      'people with whom it is shared, without its owner',
      {
        sharees: [
          { isOwner: true, type: 'WRITER', email: 'ada@example.org' },
          { isOwner: false, type: 'WRITER', email: 'bob@example.org' },
        ],
      },
      'text\n\nShared with: bob@example.org',
    ],
    [
      'reminders',
      {
        reminders: [
          { title: 'Call', timestampUsec: String(created), recurrence: { freq: 'WEEKLY', count: 3 } },
          { location: { name: 'Home' } },
        ],
      },
      'text\n\nReminder: Call, 14 July 2017 at 02:40 UTC, WEEKLY\nReminder: Home',
    ],
    [
      'words that only its HTML has',
      { textContent: '', textContentHtml: '<p dir="ltr">a &amp; b<br>c</p><p>d&nbsp;&#233;</p>' },
      'a & b\nc\nd é',
    ],
    ['fewer words than its HTML has', { textContentHtml: '<p>text</p><p>and more</p>' }, 'text\nand more'],
    ['other words than its HTML has', { textContentHtml: '<p>other</p>' }, 'text\n\nother'],
    ['words that its HTML only repeats', { textContentHtml: '<p>\ntext </p>' }, 'text'],
    [
      'a list whose words only its HTML has',
      { textContent: '', listContent: [{ text: '', textHtml: '<p>milk</p>', isChecked: true }] },
      '☑ milk',
    ],
    [
      'a list in a list',
      {
        textContent: '',
        listContent: [
          {
            text: 'a',
            isChecked: 'false',
            children: [{ text: 'b', isChecked: 'TRUE', children: [{ text: 'c' }] }],
          },
          { text: 'd', isChecked: false, indentation: 1 },
        ],
      },
      '☐ a\n  ☑ b\n    ☐ c\n  ☐ d',
    ],
    [
      'attached files',
      { attachments: [{ filePath: 'a.jpg', mimetype: 'image/jpeg' }, { filePath: 'b\nc.png' }] },
      'text\n\n[Attachment: a.jpg]\n[Attachment: b c.png]',
    ],
    [
      'nothing but a file',
      { title: '', textContent: '', attachments: [{ filePath: 'a.jpg' }] },
      '[Attachment: a.jpg]',
    ],
  ])('a note of Google Keep with %s is converted to text', (_what, more, expected) => {
    expect(textOf(more)).toBe(expected);
  });
});

describe('a note of Google Keep without a word', () => {
  test.each([
    ['empty texts', { title: '', textContent: '' }],
    ['blank texts', { title: ' ', textContent: ' \n' }],
    ['no texts', { title: undefined, textContent: undefined }],
    ['empty items', { title: '', textContent: '', listContent: [{ text: '', isChecked: true }] }],
  ])('a note of Google Keep with %s has no words and is left out', (_what, more) => {
    expect(fromKeep(keep(more), uid)).toBeNull();
  });
});

describe('malformed parts of a note of Google Keep', () => {
  test.each([
    ['the title', { title: 7 }],
    ['the text', { textContent: ['a'] }],
    ['the list', { listContent: { text: 'a' } }],
    ['the only item', { title: '', textContent: '', listContent: [{ text: 1 }] }],
  ])('a note of Google Keep is refused if its malformed part is %s', (_what, more) => {
    expect(() => fromKeep(keep(more), uid)).toThrow('not in Google Keep’s format');
  });

  test.each<[string, Record<string, unknown>]>([
    ['the flag', { isTrashed: 'yes' }],
    ['the labels', { labels: 'home' }],
    ['the time', { userEditedTimestampUsec: 'yesterday' }],
    ['the attachments', { attachments: [7] }],
    ['the colour', { color: 7 }],
    ['the HTML', { textContentHtml: 7 }],
    ['the sharees', { sharees: [7, { email: 8 }] }],
    ['the reminders', { reminders: 'tomorrow' }],
  ])('a note of Google Keep loses only its malformed part if that is %s', (_what, more) => {
    expect(fromKeep(keep(more), uid)?.fields).toMatchObject({
      title: 'title',
      text: 'text',
      isArchived: false,
      isDeleted: false,
    });
  });

  test('an unreadable label among others is left out and reported', () => {
    const note = fromKeep(
      keep({ labels: [{ name: 'a' }, { name: 7 }, null, { name: ' ' }, { name: 'b' }] }),
      uid,
    );
    expect(note?.fields.labels).toEqual(['a', 'b']);
    expect(note?.losses).toEqual(['3 of its label entries could not be read.']);
  });

  test('flags that are written as text are read as flags', () => {
    const note = fromKeep(keep({ isPinned: 'true', isArchived: 'True', isTrashed: 'false' }), uid);
    expect(note?.fields).toMatchObject({ isPinned: true, isArchived: true, isDeleted: false });
  });

  test('malformed items of a list are left out and reported, and do not change the id of the note', () => {
    const milk = { text: 'milk', isChecked: true };
    const bread = { text: 'bread', isChecked: false };
    const listContent = [milk, null, { text: 5 }, { ...bread, children: [7, { text: 'rye' }] }];
    const note = fromKeep(keep({ textContent: '', listContent }), uid);
    expect(note?.fields.text).toBe('☑ milk\n☐ bread\n  ☐ rye');
    expect(note?.losses).toEqual(['3 of its list item entries could not be read.']);
    const whole = [milk, { ...bread, children: [{ text: 'rye' }] }];
    expect(note?.id).toBe(fromKeep(keep({ textContent: '', listContent: whole }), uid)?.id);
  });

  test('times that are written as text are read as times', () => {
    expect(fromKeep(keep({ createdTimestampUsec: String(created) }), uid)).toEqual(fromKeep(keep(), uid));
  });
});

describe('the id of a note of Google Keep', () => {
  const idOf = (more: Record<string, unknown> = {}, who = uid) => fromKeep(keep(more), who)?.id ?? '';

  test('the id of a note of Google Keep has Firestore’s form and does not depend on flags, colour or edits', () => {
    expect(idOf()).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(idOf({ isArchived: true, color: 'RED', userEditedTimestampUsec: 1 })).toBe(idOf());
  });

  test('the id of a note of Google Keep is the same in every version of the app', () => {
    expect(idOf()).toBe('6rwL9TYe0p8zuQcOJMAI');
    const listContent = [
      { text: 'a', isChecked: true },
      { text: '', isChecked: 'true', children: [{ text: 'b' }] },
    ];
    expect(idOf({ listContent, textContentHtml: '<p>more</p>', sharees: [{ email: 'a' }] })).toBe(
      '6rwL9TYe0aF3Jsnuy4aV',
    );
  });

  test('the id of a note of Google Keep differs for other words, another time and another account', () => {
    const ids = [
      idOf(),
      idOf({ title: 'other' }),
      idOf({ textContent: 'other' }),
      idOf({ listContent: [{ text: 'a', isChecked: false }] }),
      idOf({ textContentHtml: '<p>text</p><p>more</p>' }),
      idOf({ annotations: [{ url: 'https://example.org/a' }] }),
      idOf({ sharees: [{ email: 'a@example.org' }] }),
      idOf({ attachments: [{ filePath: 'a.jpg' }] }),
      idOf({ createdTimestampUsec: created + 1 }),
      idOf({}, 'bob' as Uid),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('ids of notes of Google Keep sort by creation time, or by the last edit if that is unknown', () => {
    const times = [undefined, 0, 61, 62, 999_999, created, Number.MAX_SAFE_INTEGER];
    const ids = times.map((time) => idOf({ createdTimestampUsec: undefined, userEditedTimestampUsec: time }));
    expect(ids.slice(1).toSorted()).toEqual(ids.slice(1));
    expect(idOf({ createdTimestampUsec: created + 1 }) > idOf()).toBe(true);
  });
});

describe('notes of Google Keep and other JSON', () => {
  test.each([
    ['a whole note is', keep(), true],
    ['a note with a text of another type is', { textContent: 7 }, true],
    ['a note of an image is', { title: '', isTrashed: false, attachments: [] }, true],
    ['metadata of photos is not', { title: 'Summer', description: '', creationTime: {} }, false],
    ['an array is not', [keep()], false],
    ['null is not', null, false],
    ['a number is not', 7, false],
  ])('%s taken for a note of Google Keep', (_what, value, expected) => {
    expect(isKeepNote(value)).toBe(expected);
  });
});

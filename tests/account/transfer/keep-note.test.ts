import { describe, expect, test } from 'vitest';
import type { Uid } from '#shared/note.ts';
import { fromKeep, isKeepNote } from '#account/transfer/keep-note.ts';

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

test('words, flags and times', () => {
  expect(fromKeep(keep({ isTrashed: true, isArchived: true }), uid)).toMatchObject({
    fields: { title: 'title', text: 'text', isArchived: true, isDeleted: true },
    extra: {
      importedFrom: { stringValue: 'google-keep' },
      originalCreatedAt: { timestampValue: '2017-07-14T02:40:00.123456000Z' },
      originalEditedAt: { timestampValue: '2017-07-14T02:40:00.123461000Z' },
    },
  });
});

test('colour, pin and labels are kept aside', () => {
  const more = { color: 'TEAL', isPinned: true, labels: [{ name: 'home' }, { name: 'todo' }] };
  expect(fromKeep(keep(more), uid)?.extra['googleKeep']).toEqual({
    mapValue: {
      color: { stringValue: 'TEAL' },
      isPinned: { booleanValue: true },
      labels: { arrayValue: [{ stringValue: 'home' }, { stringValue: 'todo' }] },
    },
  });
  expect(fromKeep(keep(), uid)?.extra).not.toHaveProperty('googleKeep');
});

describe('the text of', () => {
  const list = [
    { textHtml: '<p>a</p>', text: 'milk', isChecked: false },
    { text: 'eggs', isChecked: true },
    { text: '', isChecked: false },
  ];
  test.each([
    ['a list', { textContent: undefined, listContent: list }, '☐ milk\n☑ eggs\n☐'],
    ['a list with text', { listContent: list }, 'text\n\n☐ milk\n☑ eggs\n☐'],
    ['lines of Windows and of old Macs', { textContent: 'a\r\nb\rc' }, 'a\nb\nc'],
    ['half a character', { textContent: 'a\uD800b' }, 'a\uFFFDb'],
    ['a NUL', { textContent: 'a\0b' }, 'a\0b'],
    [
      'an address that is only attached',
      { annotations: [{ url: 'https://example.org/a', title: 'A', source: 'WEBLINK' }] },
      'text\n\nhttps://example.org/a',
    ],
    [
      'an address that is typed already',
      { textContent: 'see Example.org', annotations: [{ url: 'http://example.org/' }] },
      'see Example.org',
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
  ])('%s', (_what, more, expected) => {
    expect(textOf(more)).toBe(expected);
  });
});

describe('a note without a word', () => {
  test.each([
    ['empty texts', { title: '', textContent: '' }],
    ['blank texts', { title: ' ', textContent: ' \n' }],
    ['no texts', { title: undefined, textContent: undefined }],
    ['empty items', { title: '', textContent: '', listContent: [{ text: '', isChecked: true }] }],
  ])('%s', (_what, more) => {
    expect(fromKeep(keep(more), uid)).toBeNull();
  });
});

describe('what is not as expected', () => {
  test.each([
    ['a title', { title: 7 }],
    ['a text', { textContent: ['a'] }],
    ['a list', { listContent: { text: 'a' } }],
    ['an item', { listContent: [{ text: 1 }] }],
  ])('costs the note where it is %s', (_what, more) => {
    expect(() => fromKeep(keep(more), uid)).toThrow('not of the form');
  });

  test.each<[string, Record<string, unknown>]>([
    ['a flag', { isTrashed: 'yes' }],
    ['labels', { labels: 'home' }],
    ['a time', { userEditedTimestampUsec: 'yesterday' }],
    ['attachments', { attachments: [7] }],
  ])('costs only itself where it is %s', (_what, more) => {
    expect(fromKeep(keep(more), uid)?.fields).toMatchObject({
      title: 'title',
      text: 'text',
      isArchived: false,
      isDeleted: false,
    });
  });

  test('times as digits are times', () => {
    expect(fromKeep(keep({ createdTimestampUsec: String(created) }), uid)).toEqual(fromKeep(keep(), uid));
  });
});

describe('the name', () => {
  const idOf = (more: Record<string, unknown> = {}, who = uid) => fromKeep(keep(more), who)?.id ?? '';

  test('is of Firestore’s form and always the same', () => {
    expect(idOf()).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(idOf({ isArchived: true, color: 'RED', userEditedTimestampUsec: 1 })).toBe(idOf());
  });

  test('is another for other words, another time and another account', () => {
    const ids = [
      idOf(),
      idOf({ title: 'other' }),
      idOf({ textContent: 'other' }),
      idOf({ listContent: [{ text: 'a', isChecked: false }] }),
      idOf({ createdTimestampUsec: created + 1 }),
      idOf({}, 'bob' as Uid),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('sorts by time, by the last edit where the creation is unknown', () => {
    const times = [undefined, 0, 61, 62, 999_999, created, Number.MAX_SAFE_INTEGER];
    const ids = times.map((time) => idOf({ createdTimestampUsec: undefined, userEditedTimestampUsec: time }));
    expect(ids.slice(1).toSorted()).toEqual(ids.slice(1));
    expect(idOf({ createdTimestampUsec: created + 1 }) > idOf()).toBe(true);
  });
});

describe('a note is told from other JSON', () => {
  test.each([
    ['a note', keep(), true],
    ['one with a wrong text', { textContent: 7 }, true],
    ['one of an image', { title: '', isTrashed: false, attachments: [] }, true],
    ['labels of photos', { title: 'Summer', description: '', creationTime: {} }, false],
    ['an array', [keep()], false],
    ['null', null, false],
    ['a number', 7, false],
  ])('%s', (_what, value, expected) => {
    expect(isKeepNote(value)).toBe(expected);
  });
});

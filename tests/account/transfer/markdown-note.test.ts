/** Notes from Markdown and text files, as other programs write them. */
import { describe, expect, test } from 'vitest';
import { MAX_LABEL, MOST_LABELS } from '#shared/note/labels.ts';
import type { Uid } from '#shared/note/note.ts';
import { entryOfText } from '#account/transfer/notes/markdown-note.ts';
import type { IncomingNote } from '#account/transfer/notes/incoming-note.ts';
import { toTimestamp } from '#shared/note/times.ts';

const uid = 'ada' as Uid;
const CHANGED = Date.UTC(2020, 0, 2);

function read(text: string, name = 'vault/My note.md'): IncomingNote | null {
  const entry = entryOfText(text, { name, changed: CHANGED }, uid);
  return entry.kind === 'note' ? entry.note('day first') : null;
}

const front = (lines: string, body = 'text'): string => `---\n${lines}\n---\n\n${body}\n`;

function contentOf(text: string, name?: string) {
  const fields = read(text, name)?.fields;
  return fields && [fields.title, fields.text];
}

const datesOf = (text: string) => {
  const { created = null, edited = null } = read(text)?.origin ?? {};
  return [created, edited].map((time) => time && toTimestamp(time).slice(0, 16));
};

describe('notes as other programs export them', () => {
  test('a note of Obsidian is read with its title, tags and dates', () => {
    const text = front(
      'tags:\n- Recipes\n- "#quick"\naliases: []\ncreated: 2021-03-04',
      '# Pancakes\n\n- [ ] milk\n',
    );
    const note = read(text, 'vault/Food/Pancakes.md');
    expect(note?.fields).toMatchObject({
      title: 'Pancakes',
      text: '- [ ] milk',
      labels: ['Recipes', 'quick'],
    });
    expect(note?.extra).toMatchObject({
      importedFrom: { stringValue: 'markdown' },
      originalCreatedAt: { timestampValue: '2021-03-04T00:00:00.000000000Z' },
      originalEditedAt: { timestampValue: '2020-01-02T00:00:00.000000000Z' },
    });
  });

  test('a note has as many of its tags as a note can have, and says that the others did not come', () => {
    const tags = Array.from({ length: 150 }, (_, at) => `tag ${at}`);
    const note = read(front(`tags: ${JSON.stringify([...tags, 'x'.repeat(200)])}`));
    expect(note?.fields.labels).toEqual(tags.slice(0, MOST_LABELS));
    expect(note?.losses).toEqual([expect.stringContaining('Only its first 100 labels')]);
    const long = read(front(`tags: ["${'x'.repeat(200)}"]`));
    expect(long?.fields.labels).toEqual(['x'.repeat(MAX_LABEL)]);
    expect(long?.losses).toHaveLength(1);
    expect(read(front('tags: [a, b]'))?.losses).toEqual([]);
  });

  test('a note of Joplin is read with its title, tags, dates and other data', () => {
    const text = front(
      'title: "Trip: Porto"\nupdated: 2021-05-06 10:00:00Z\ncreated: 2021-05-05 09:00:00Z\nlatitude: 41.15\ntags:\n  - travel',
      'Ferry at 9',
    );
    expect(read(text)?.fields).toMatchObject({
      title: 'Trip: Porto',
      text: 'Ferry at 9\n\nlatitude: 41.15',
      labels: ['travel'],
    });
    expect(datesOf(text)).toEqual(['2021-05-05T09:00', '2021-05-06T10:00']);
  });

  test('a note of Simplenote is read with its title and tags, and from its trash folder', () => {
    const text = 'Shopping list\r\n\r\nmilk\r\neggs\r\n\r\nTags:\r\n  home, Weekly\r\n';
    expect(read(text, 'notes/Shopping list.txt')?.fields).toMatchObject({
      title: 'Shopping list',
      text: 'milk\neggs',
      labels: ['home', 'Weekly'],
      isDeleted: false,
    });
    expect(read('old', 'notes/trash/old.txt')?.fields.isDeleted).toBe(true);
  });

  test('a note of Notesnook is read with its title, marks and dates', () => {
    const text = front(
      'title: Plan\ncreated_at: 2023-06-06T09:00:00.000Z\nupdated_at: 2023-06-16T10:30:00.000Z\npinned: true\nfavorite: false\ncolor: blue\ntags: work, deep thought',
      '# Plan\n\nOne',
    );
    expect(read(text)?.fields).toMatchObject({
      title: 'Plan',
      text: 'One',
      isPinned: true,
      color: 'BLUE',
      labels: ['work', 'deep thought'],
    });
    expect(datesOf(text)).toEqual(['2023-06-06T09:00', '2023-06-16T10:30']);
  });
});

describe('title and text of a file', () => {
  const cases: readonly [string, string, readonly [string, string] | undefined][] = [
    ['only a text', 'words', ['My note', 'words']],
    ['a heading of any level', '\n\n## Second ##\nwords', ['Second', 'words']],
    ['a heading that is underlined', 'First\n=====\n\nwords', ['First', 'words']],
    ['a heading below other words', 'words\n\n# Later', ['My note', 'words\n\n# Later']],
    ['a tag that is no heading', '#tag words', ['My note', '#tag words']],
    ['a heading without words', '#  \nwords', ['My note', '#  \nwords']],
    ['a heading beside another title', front('title: One', '# Two\n\nwords'), ['One', '# Two\n\nwords']],
    ['a heading with more signs than the title', front('title: C', '# C++\n\nwords'), ['C++', 'words']],
    ['a heading that repeats the title', front('title: One!', '# One\n\nwords'), ['One!', 'words']],
    ['a first line that equals its name', 'My note?\nwords', ['My note?', 'words']],
    ['no words and a name', '', ['My note', '']],
    ['indented words', '\n    code\n\n\n', ['My note', '    code']],
    ['a byte order mark', '\uFEFFwords', ['My note', 'words']],
  ];
  test.each(cases)('title and text are read from a file with %s', (_what, text, expected) => {
    expect(contentOf(text.replace(/^\uFEFF/, ''))).toEqual(expected);
  });

  test('the first line of a file is its title if the file’s name is cut off from it', () => {
    const line = 'A long first line that no file name holds whole';
    expect(contentOf(`${line}\nwords`, 'A long first line that no file.txt')).toEqual([line, 'words']);
  });

  test('an empty file with a default name is no note', () => {
    expect(read(' \n', 'Untitled 3.md')).toBeNull();
  });
});

describe('front matter', () => {
  test.each([
    ['an inline list', 'tags: [a, "b c", \'d\', 2024]', ['a', 'b c', 'd', '2024']],
    ['a list', 'Tags:\n  - a\n  - b', ['a', 'b']],
    ['words between commas', 'labels: a, b c', ['a', 'b c']],
    ['marked words', 'tags: "#a #b"', ['a', 'b']],
    ['one word', 'tag: a', ['a']],
    ['two entries', 'tags: a\nlabels: [b, A]', ['a', 'b']],
    ['an empty entry', 'tags:', null],
  ])('tags in front matter are read from %s', (_what, lines, labels) => {
    expect(read(front(lines))?.fields.labels).toEqual(labels);
  });

  test('tags in front matter that are no plain text stand in the text', () => {
    const lines = 'tags:\n  - project: alpha\n  - [deep]\n  - b';
    expect(read(front(lines))?.fields).toMatchObject({ labels: null, text: expect.stringContaining(lines) });
  });

  test('hundreds of lines of data between hyphens are text and no front matter', () => {
    const file = front(Array.from({ length: 600 }, (_, index) => `key ${index}: value`).join('\n'));
    expect(read(file)?.fields.text).toContain('---\nkey 0: value\n');
  });

  test('front matter archives, trashes and pins a note', () => {
    expect(read(front('archived: true'))?.fields).toMatchObject({ isArchived: true, isDeleted: false });
    expect(read(front('trashed: yes\narchived: true'))?.fields).toMatchObject({
      isArchived: false,
      isDeleted: true,
    });
    expect(read(front('pinned: false'))?.fields.isPinned).toBeNull();
  });

  test.each([
    ['2021-03-04T05:06:07.123456789Z', '2021-03-04T05:06'],
    ['2021-03-04 05:06Z', '2021-03-04T05:06'],
    ['2021-03-04T05:06:07+02:00', '2021-03-04T03:06'],
    ['4 March 2021 05:06 GMT', '2021-03-04T05:06'],
    ['1614834360', '2021-03-04T05:06'],
    ['1614834360000', '2021-03-04T05:06'],
  ])('the date %s in front matter is read as %s', (date, expected) => {
    expect(datesOf(front(`date created: "${date}"`))[0]).toBe(expected);
  });

  test.each([
    [
      'unknown entries stay below the text',
      'author: Ada\nkeywords:\n  - x',
      'text\n\nauthor: Ada\nkeywords:\n  - x',
    ],
    ['empty entries are left out', 'author:\naliases: []\nnote: ""', 'text'],
    ['an invalid date stays below the text', 'created: 12345-01-01', 'text\n\ncreated: 12345-01-01'],
    [
      'a year in words stays below the text',
      'created: sometime in 2021',
      'text\n\ncreated: sometime in 2021',
    ],
    ['an unknown colour stays below the text', 'color: "#fff"', 'text\n\ncolor: "#fff"'],
    ['a value that is no YAML stays below the text', 'author: {{name}}', 'text\n\nauthor: {{name}}'],
  ])('in front matter, %s', (_what, lines, text) => {
    expect(contentOf(front(lines))).toEqual(['My note', text]);
  });

  test('front matter with an entry that is no YAML loses no entry', () => {
    const fields = read(front('title: Trip: Porto\ntags: [a, b\ncreated: 2021-01-01T00:00:00Z'))?.fields;
    expect(fields).toMatchObject({ title: 'Trip: Porto', labels: ['[a', 'b'] });
  });

  test.each([
    ['a text between two lines of hyphens', '---\nwords\n---\nmore'],
    ['a text below a line of hyphens', '---\nwords: more'],
    ['a text of names and values between rules', '---\nNote: remember the milk\nTodo: call\n---\nmore'],
    ['such a text with empty lines', '---\n\nNote: remember the milk\n\n---\n\nmore'],
    ['such a text with a name of a property', '---\nDate: call Anna tomorrow\n---\n\nmore'],
    ['an entry below an empty line', '---\n\ntitle: One\n---\n\nmore'],
    ['a pair of lines of hyphens', '---\n---\nwords'],
  ])('%s is no front matter', (_what, text) => {
    expect(contentOf(text)).toEqual(['My note', text]);
  });

  test('hostile front matter with aliases, __proto__ or very long white space is read without an error', () => {
    const bomb = `a: &a [${'x,'.repeat(9)}x]\nb: [*a]\n__proto__: [1]\nconstructor: x`;
    expect(contentOf(front(bomb))?.[1]).toContain('constructor: x');
    expect(read(`---\n${' '.repeat(500_000)}\n---`)).not.toBeNull();
    expect(read(`---\na${' '.repeat(500_000)}b\n---`)).not.toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import {
  isForImport,
  MAX_BYTES,
  noteOfFile,
  refusalSentence,
  refuseUnread,
} from '#renderer/drop/dropped-file.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('a text file', () => {
  test.each([
    ['UTF-8', utf8('Zoë 🪶\nmilk')],
    ['UTF-8 with a mark', utf8('\ufeffZoë 🪶\nmilk')],
    ['UTF-16, little end first', utf16('Zoë 🪶\nmilk', 'le')],
    ['UTF-16, big end first', utf16('Zoë 🪶\nmilk', 'be')],
    ['UTF-8 with line ends of Windows', utf8('Zoë 🪶\r\nmilk')],
  ])('a text file in %s becomes a note titled with the file’s name', (_how, bytes) => {
    expect(noteOfFile('Shopping list.v2.txt', bytes)).toEqual({
      title: 'Shopping list.v2',
      text: 'Zoë 🪶\nmilk',
    });
  });

  test.each([
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff)],
    ['Latin-1', Uint8Array.of(0x5a, 0x6f, 0xeb)],
    ['text with a zero byte', utf8('a\0b')],
    ['half a UTF-16 character', utf16('a', 'le').slice(0, 3)],
  ])('a text file whose content is %s is refused', (_what, bytes) => {
    expect(noteOfFile('a.txt', bytes)).toMatch(/not UTF-8/);
  });

  test('a text file named only .txt becomes a note of that title', () => {
    expect(noteOfFile('.txt', utf8('a'))).toMatchObject({ title: '.txt' });
  });

  test('a text file that would be larger than 1 MB in the cloud’s encoding is refused', () => {
    expect(noteOfFile('a.txt', utf16('語'.repeat(MAX_BYTES / 2 - 10), 'le'))).toMatch(/larger than 1 MB/);
  });
});

describe('a Markdown file', () => {
  const title = (text: string): unknown => {
    const note = noteOfFile('plan.md', utf8(text));
    return typeof note === 'string' ? note : note.title;
  };
  test.each([
    ['words\n\n## The plan ##\n# Later', 'The plan'],
    ['#tag\n   # Indented', 'Indented'],
    ['```sh\n# comment\n```\n# After', 'After'],
    ['~~~\n```\n# inside\n~~~\n# After', 'After'],
    ['#\n# \nno heading', 'plan'],
    ['', 'plan'],
    ['# C#', 'C#'],
  ])('the note of the Markdown file %j is titled %j', (text, expected) => {
    expect(title(text)).toBe(expected);
  });

  test('a Markdown heading stays in the text, and a # in a plain text file is not a heading', () => {
    expect(noteOfFile('plan.md', utf8('# Plan\n\n- a\n'))).toMatchObject({ text: '# Plan\n\n- a\n' });
    // In plain text, `#` may begin a comment of a script.
    expect(noteOfFile('plan.txt', utf8('# Plan'))).toMatchObject({ title: 'plan' });
  });
});

test('a file that is not text, too large, empty or a folder is refused before it is read', () => {
  const facts = { name: 'a.txt', type: '', size: 3, isFolder: false };
  expect(refuseUnread(facts)).toBe(null);
  expect(refuseUnread({ ...facts, name: 'LOG.MD' })).toBe(null);
  expect(refuseUnread({ ...facts, name: 'noending', type: 'text/plain' })).toBe(null);
  expect(refuseUnread({ ...facts, name: 'a.png', type: 'image/png' })).toMatch(/only text and Markdown/);
  expect(refuseUnread({ ...facts, name: 'a.html', type: 'text/html' })).toMatch(/only text and Markdown/);
  expect(refuseUnread({ ...facts, size: MAX_BYTES + 1 })).toMatch(/larger than 1 MB/);
  expect(refuseUnread({ ...facts, size: 0 })).toMatch(/empty/);
  expect(refuseUnread({ ...facts, isFolder: true })).toMatch(/folder/);
});

test('a single refused file is named, several are counted', () => {
  expect(refusalSentence([['a.png', 'it is a folder.']])).toBe('“a.png” was not added: it is a folder.');
  expect(
    refusalSentence([
      ['a', 'x'],
      ['b', 'y'],
    ]),
  ).toBe('2 files were not added: only text and Markdown files of up to 1 MB become notes.');
});

test.each(['takeout-001.tgz', 'takeout.tar.gz', 'joplin.tar', 'Bear Notes.bearbk', 'Takeout.ZIP'])(
  'the archive %s is passed to an import, which reads it or says what to do',
  (name) => {
    expect(isForImport({ name, type: 'application/gzip', size: 1, isFolder: false })).toBe(true);
  },
);

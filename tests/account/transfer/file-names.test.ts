import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { baseNameOf, createFileNames } from '#account/transfer/file-names.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';

describe('the name of an exported file', () => {
  test.each([
    ['the title', 'Shopping list', 'milk', 'Shopping list'],
    ['the first words of the text', '', 'Call the dentist\ntomorrow', 'Call the dentist tomorrow'],
    ['the text if the title has no usable character', '///', 'milk', 'milk'],
    ['a default word if title and text have no usable character', '???', '...', 'Note'],
    ['no path', '../../etc/passwd', '', 'etc passwd'],
    ['no path of Windows', 'C:\\Windows\\win.ini', '', 'C Windows win.ini'],
    ['no device name', 'con', '', '_con'],
    ['no device name with an extension', 'NUL.txt', '', '_NUL.txt'],
    ['no device name of other digits', 'COM¹', '', '_COM¹'],
    ['a word that only begins with a device name', 'Console', '', 'Console'],
    ['no dot or space at its end', 'What? ... ', '', 'What'],
    ['no dot at its beginning', '.profile', '', 'profile'],
    ['no option of a command', '--force', '', 'force'],
    ['no character that reverses the direction', 'invoice\u202Egpj.exe', '', 'invoice gpj.exe'],
    ['composed letters', 'Cafe\u0301', '', 'Caf\u00E9'],
    ['whole words if the title is long', 'word '.repeat(20), '', 'word '.repeat(12).trim()],
    ['whole characters if the title is long', '👩'.repeat(40), '', '👩'.repeat(30)],
  ])('the name of an exported file has %s', (_what, title, text, expected) => {
    expect(baseNameOf(title, text)).toBe(expected);
  });
});

const words = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aA.. /\\:\n\t~-ﬁß\u0301\uD83D\uDE00')), maxLength: 80 }),
  fc.constantFrom('CON', 'nul', 'lpt1.md', '..', '.', '', '~', '-'),
);

test('the name of an exported file is valid on every system, whatever its title and text', () => {
  fc.assert(
    fc.property(words, words, (title, text) => {
      const name = baseNameOf(title, text);
      expect(name.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(`${name} (99999).md`)).toBeLessThan(255);
      expect(name).toBe(name.normalize('NFC'));
      expect(name).not.toMatch(/[<>:"/\\|?*\p{C}]|^[.\s~-]|[.\s]$/u);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
    }),
    { numRuns: 2_000 },
  );
});

test('no two file names are equal on a system that ignores case and Unicode form', () => {
  const names = createFileNames('.md');
  const taken = ['Straße', 'STRASSE', 'Café', 'CAFE\u0301', 'Café (2)', 'café'].map((name) =>
    names.claim(name),
  );
  expect(taken).toEqual([
    'Straße.md',
    'STRASSE (2).md',
    'Café.md',
    'CAFE\u0301 (2).md',
    'Café (2) (2).md',
    'café (3).md',
  ]);
});

test('ten thousand notes of one name get ten thousand different file names', () => {
  const names = createFileNames('.md');
  const taken = new Set(Array.from({ length: 10_000 }, () => names.claim('Note')));
  expect(taken.size).toBe(10_000);
  expect(taken.has('Note (10000).md')).toBe(true);
});

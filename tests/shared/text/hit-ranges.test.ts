import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { graphemeEnd, graphemeStart } from '#shared/text/graphemes.ts';
import { cutBefore, hitRanges } from '#shared/text/hit-ranges.ts';
import { loosen } from '#shared/text/loosen.ts';
import { fold, matcher } from '#shared/text/search.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';

const found = (text: string, query: string): string[] =>
  hitRanges(text, query).map(({ start, end }) => text.slice(start, end));

const graphemes = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Every position where the text can be cut. */
function cutsOf(text: string): ReadonlySet<number> {
  let at = 0;
  return new Set([0, ...graphemes(text).map((segment) => (at += segment.length))]);
}

describe('highlights', () => {
  test.each([
    ['Good butter, Butterfly', 'butter', ['butter', 'Butter']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['Straße', 'ss', ['ß']],
    ['Straße', 's', ['S', 'ß']],
    ['STRASSE', 'ß', ['SS']],
    ['Straße am Markt', 'markt', ['Markt']],
    ['İstanbul', 'stan', ['stan']],
    ['ΟΔΟΣ', 'οδος', ['ΟΔΟΣ']],
    ['nothing', 'x', []],
    ['two words', ' ', []],
    ['🙂 smile 🙂', '🙂', ['🙂', '🙂']],
    ['un cafe\u0301 noir', 'café', ['cafe\u0301']],
    ['un café noir', 'cafe\u0301', ['café']],
    ['cafe\u0301s et cafés', 's', ['s', 's']],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '글', ['\u1100\u1173\u11af']],
    ['q\u0323\u0307 and q', 'q', ['q']],
    ['ß q\u0323\u0307', 'q', []],
    ['aq\u0323\u0307', 'aq', ['aq\u0323\u0307']],
    ['👩🏽‍🚀 and 👩', '👩', ['👩']],
    ['👨‍👩‍👧', '👩', []],
    ['our 👨‍👩‍👧', 'our 👨', ['our 👨‍👩‍👧']],
    ['🇩🇪🇪🇺', '🇪🇪', []],
    ['हिन्दी', 'हिन्द', ['हिन्दी']],
    ['a\r\nb', '\n', []],
    ['ß q\u0307\u0323', 'q', ['q\u0307\u0323']],
  ])('the highlights in %j for the query %j are %j', (text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  test('a text without marks and emoji has highlights exactly if the search matches it, and no other text has highlights without a match', () => {
    const unit = fc.oneof(
      anyCodePoint,
      fc.constantFrom(
        'a',
        'A',
        'ß',
        's',
        'S',
        'İ',
        'i',
        'ς',
        'ﬁ',
        'ŉ',
        'é',
        'e',
        '\u0301',
        '\u0323',
        '\u0345',
      ),
      fc.constantFrom('ΐ', 'α', 'ᾴ', '\u1100', '\u1161', '\u11a8', '가', 'か', '\u3099', 'が'),
    );
    const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, fc.boolean(), (note, anyText, isPart) => {
        const query = isPart ? note.slice(anyText.length / 3, anyText.length) : anyText;
        fc.pre(query.trim() !== '');
        const ranges = hitRanges(note, query);
        const isHit = matcher(query)({ title: null, text: note });
        if (ranges.length > 0) expect(isHit).toBe(true);
        // If each unit is a character, no hit is part of one.
        if (graphemes(note).length === note.length) expect(ranges.length > 0).toBe(isHit);
        let end = 0;
        for (const range of ranges) {
          expect(fold(note.slice(range.start, range.end))).toContain(fold(query));
          expect(range.start).toBeGreaterThanOrEqual(end);
          end = range.end;
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('neither a highlight nor a cut divides a visible character', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        ' ',
        '\n',
        '\r\n',
        'e\u0301',
        'q\u0323\u0307',
        '\u0301',
        'ß',
        '가',
        '\u1100',
        '\u1161',
        'の',
      ),
      fc.constantFrom(
        '👩',
        '👨‍👩‍👧',
        '👩🏽‍🚀',
        '🏽',
        '\u200d',
        '🇩🇪',
        '🇪',
        '❤️',
        '1️⃣',
        'क',
        'का',
        'न्दी',
        '\u0600',
        'กำ',
        '漢',
      ),
      anyCodePoint,
    );
    const text = fc.array(unit, { maxLength: 14 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(30), (note, from, to) => {
        const cuts = cutsOf(note);
        const query = note.slice(Math.min(from, to), Math.max(from, to));
        for (const { start, end } of [...hitRanges(note, query), ...hitRanges(note, query, loosen)]) {
          expect(cuts).toContain(start);
          expect(cuts).toContain(end);
        }
        expect(cuts).toContain(cutBefore(note, Math.min(from, note.length)));
        const at = Math.min(to, note.length);
        expect(graphemeStart(note, at)).toBe(Math.max(...[...cuts].filter((cut) => cut <= at)));
        expect(graphemeEnd(note, at)).toBe(Math.min(...[...cuts].filter((cut) => cut >= at)));
      }),
      { numRuns: 5_000 },
    );
  });

  test('highlights in a long text of emoji are found in time linear in their number', () => {
    const note = '👩🏽‍🚀 and 👩, '.repeat(5_000);
    expect(hitRanges(note, '👩')).toHaveLength(5_000);
  });

  test('lower-casing shortens no character, on which highlights rely', () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (character.toLowerCase().length < character.length) expect.fail(`U+${codePoint.toString(16)}`);
    }
  });

  test('no character that composes or swaps places with the one before is highlighted alone', () => {
    // After a letter and a mark of the last combining class (240), a character that cannot stand alone moves
    // before that mark.
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      const [first = '', ...rest] = character.normalize('NFD');
      for (const part of [
        ...rest,
        ...(`α\u0345${first}`.normalize('NFD').startsWith('α\u0345') ? [] : [first]),
      ]) {
        // If the part were a separate piece, it would be a hit by itself.
        const ranges = hitRanges(`ß${part}`, fold(part));
        expect(ranges, `U+${codePoint.toString(16)}`).not.toContainEqual({ start: 1, end: 1 + part.length });
      }
    }
  });
});

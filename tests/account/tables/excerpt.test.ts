import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { hitRanges } from '#shared/text/hit-ranges.ts';
import { isBlank } from '#shared/text/search.ts';
import { EXCERPT_LENGTH } from '#shared/note/view.ts';
import { excerptOf, excerptsAtHits } from '#account/tables/excerpt.ts';
import { searchedWords } from '#tests/support/searched-words.ts';

/** The excerpt of a text of which the database first reads little more than an excerpt. */
function at(text: string, query: string, mostRead?: number) {
  return excerptsAtHits(query, mostRead)(text.slice(0, EXCERPT_LENGTH + 1), () => text);
}

const LINE = 'Nothing to see here at all.\n';

describe('the excerpt under a query', () => {
  test.each([
    ['in the first lines', `one two HIT three\n${LINE.repeat(99)}`],
    ['in the last line that a card shows', `${'a\n'.repeat(9)}HIT`],
    ['nowhere', LINE.repeat(99)],
  ])('an excerpt under a query is the beginning of the text if the hit is %s', (_where, text) => {
    expect(at(text, 'hit')).toEqual({ excerpt: excerptOf(text), clipped: text.length > EXCERPT_LENGTH });
  });

  test('an excerpt begins a line above a hit that a card would not show otherwise', () => {
    const text = `${LINE.repeat(20)}the line above\nbefore the hit and after\n${LINE.repeat(2)}`;
    expect(at(text, 'HIT')).toEqual({
      excerpt: `…the line above\nbefore the hit and after\n${LINE.repeat(2)}`,
      clipped: false,
    });
  });

  test.each([
    ['its line', '☐ the line above\n☑ before the hit', '☐ the line above\n☑ before the hit'],
    ['its indentation', 'a\n  ☐ above\n    ☐ the hit', '  ☐ above\n    ☐ the hit'],
    ['its sign', `above\n- [ ] ${'9'.repeat(54)} the hit`, `- [ ] ${'9'.repeat(54)} the hit`],
    ['its words', `above\n☐ ${'9'.repeat(57)} the hit`, `☐ ${'9'.repeat(57)} the hit`],
  ])(
    'an excerpt begins a line with a box before %s, so that the line retains its box',
    (_at, list, shown) => {
      expect(at(LINE.repeat(20) + list, 'the hit').excerpt).toBe(`…\n${shown}`);
    },
  );

  test('an excerpt begins with a whole word if the line of the hit is long', () => {
    const text = `${'words '.repeat(200)}and the hit ${'words '.repeat(999)}`;
    const { excerpt, clipped } = at(text, 'the hit');
    expect(excerpt).toMatch(/^…(words ){5,10}and the hit words/u);
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
    expect(clipped).toBe(true);
  });

  test('an excerpt begins anywhere in a text without words, but not between a letter and its marks', () => {
    const { excerpt } = at(`${'q\u0323\u0307'.repeat(999)}hit`, 'hit');
    expect(excerpt).toMatch(/^…(q\u0323\u0307)+hit$/u);
  });

  test('an excerpt counts wide characters twice, because a narrow card shows fewer of them', () => {
    expect(at(`${'日本'.repeat(70)}hit`, 'hit').excerpt).toMatch(/^日/u);
    expect(at(`${'日本'.repeat(90)}hit`, 'hit').excerpt).toMatch(/^…/u);
  });

  test('an excerpt shows the first hit that is a whole character, not a part of one', () => {
    expect(at(`${'👩‍🚀'.repeat(200)} 🚀`, '🚀').excerpt).toMatch(/^…🚀$/u);
  });

  test('excerpts show the beginning of the text once the limit of characters to search is reached', () => {
    const text = `${LINE.repeat(99)}hit`;
    const excerptAtHit = excerptsAtHits('hit', 2 * text.length);
    const begun = text.slice(0, EXCERPT_LENGTH + 1);
    const shown = Array.from({ length: 3 }, () => excerptAtHit(begun, () => text).excerpt.slice(0, 1));
    expect(shown).toEqual(['…', '…', 'N']);
  });

  test('an excerpt contains a hit if the text has one, in all of Unicode, and otherwise is the beginning', () => {
    const filler = fc
      .tuple(searchedWords, fc.integer({ min: 0, max: 900 }))
      .map(([unit, n]) => unit.repeat(n));
    fc.assert(
      fc.property(
        filler,
        searchedWords,
        filler,
        fc.nat(8),
        fc.nat(8),
        (before, middle, after, from, length) => {
          const query = middle.slice(from / 2, 1 + from / 2 + length);
          fc.pre(!isBlank(query));
          const text = before + middle + after;
          const { excerpt, clipped } = at(text, query);
          const first = hitRanges(text, query)[0];
          if (first === undefined) expect(excerpt).toBe(excerptOf(text));
          else expect(hitRanges(excerpt, query)).not.toEqual([]);
          const part = excerpt.replace(/^…/u, '');
          expect(text.includes(excerpt) || text.includes(part)).toBe(true);
          if (!clipped) expect(text.endsWith(part)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('an excerpt contains all of a hit that is longer than any excerpt', () => {
    const query = 'word and '.repeat(300);
    for (const before of ['', LINE.repeat(50)])
      expect(hitRanges(at(`${before}${query}${LINE}`, query).excerpt, query)).toHaveLength(1);
  });
});

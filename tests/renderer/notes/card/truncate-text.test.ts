/** How much of a long text a card draws. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { truncateForCard, lettersPerLine } from '#renderer/notes/card/truncate-text.ts';

const LETTERS = lettersPerLine(240);

describe('the text of a card', () => {
  test('a text with no more lines than a card shows is complete', () => {
    const twelve = Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n');
    expect(truncateForCard(twelve, LETTERS)).toBe(twelve);
    expect(truncateForCard('a'.repeat(12 * LETTERS), LETTERS)).toHaveLength(12 * LETTERS);
  });

  test('a long text ends one line after the last line that a card shows', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n');
    expect(truncateForCard(lines, LETTERS).trimEnd().split('\n')).toHaveLength(13);
  });

  test('a text of wide letters is cut earlier', () => {
    expect(truncateForCard('漢'.repeat(1000), LETTERS).length).toBeLessThan(
      truncateForCard('a'.repeat(1000), LETTERS).length * 0.6,
    );
  });

  test('a wider card has more letters per line, and a slightly wider one the same number', () => {
    expect(lettersPerLine(500)).toBeGreaterThan(lettersPerLine(240));
    expect(lettersPerLine(241)).toBe(lettersPerLine(240));
  });

  test('a truncated text is a beginning of the text, and no character is cut in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 800 }),
        fc.integer({ min: 10, max: 60 }),
        (text, letters) => {
          const shown = truncateForCard(text, letters);
          expect(text.startsWith(shown)).toBe(true);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

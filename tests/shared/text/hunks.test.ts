import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { applyChoices, type Choice, hunksOf } from '#shared/text/hunks.ts';

const lines = fc.array(fc.constantFrom('', 'a', 'b', 'c', '☐ d', 'e f'), { maxLength: 12 });
const anyText = lines.map((all) => all.join('\n'));
const choice = fc.constantFrom<Choice>('mine', 'theirs', 'both');
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (line === part[at]) at += 1;
  return at === part.length;
}

describe('choices between two versions', () => {
  test('taking every hunk from one side gives the text of that side', () => {
    fc.assert(
      fc.property(anyText, anyText, (mine, theirs) => {
        const stretches = hunksOf(mine, theirs);
        const all = (side: 'mine' | 'theirs') => stretches.map(() => side);
        expect(applyChoices(stretches, all('mine'))).toBe(mine);
        expect(applyChoices(stretches, all('theirs'))).toBe(theirs);
      }),
    );
  });

  test('taking both sides of every hunk has all lines of each side in its order, and common ones once', () => {
    fc.assert(
      fc.property(anyText, anyText, (mine, theirs) => {
        const stretches = hunksOf(mine, theirs);
        const both = linesOf(applyChoices(stretches, []));
        expect(isSubsequence(linesOf(mine), both)).toBe(true);
        expect(isSubsequence(linesOf(theirs), both)).toBe(true);
        const common = stretches.flatMap((one) => (one.kind === 'same' ? one.lines : [])).length;
        // A single empty line is an empty text.
        const expected = linesOf(mine).length + linesOf(theirs).length - common;
        expect(both.length).toBe(expected);
      }),
    );
  });

  test('whatever is chosen, each line occurs once if its side was chosen, and not at all otherwise', () => {
    const numbered = fc
      .uniqueArray(fc.nat(30), { maxLength: 20 })
      .map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(
        numbered,
        numbered,
        fc.array(choice, { minLength: 60, maxLength: 60 }),
        (mine, theirs, choices) => {
          const [myText, theirText] = [mine, theirs].map((all) =>
            all.map((line) => `line ${line}`).join('\n'),
          );
          const stretches = hunksOf(myText ?? '', theirText ?? '');
          const taken = linesOf(applyChoices(stretches, choices));
          expect(new Set(taken).size).toBe(taken.length);
          for (const line of new Set([...mine, ...theirs].map((number) => `line ${number}`))) {
            const place = stretches.findIndex(
              (one) => one.kind === 'hunk' && (one.mine.includes(line) || one.theirs.includes(line)),
            );
            const stretch = stretches[place];
            const side = stretch?.kind === 'hunk' && stretch.mine.includes(line) ? 'mine' : 'theirs';
            const isTaken = place === -1 || choices[place] === 'both' || choices[place] === side;
            expect([line, taken.includes(line)]).toEqual([line, isTaken]);
          }
        },
      ),
    );
  });

  test('hunks are minimal: lines that both sides have are in none', () => {
    expect(hunksOf('Milk\nAda\nOil\nkeys', 'Milk\nBen\nOil\nkeys\nmap')).toEqual([
      { kind: 'same', lines: ['Milk'] },
      { kind: 'hunk', mine: ['Ada'], theirs: ['Ben'] },
      { kind: 'same', lines: ['Oil', 'keys'] },
      { kind: 'hunk', mine: [], theirs: ['map'] },
    ]);
    expect(hunksOf('same', 'same')).toEqual([{ kind: 'same', lines: ['same'] }]);
    expect(hunksOf('', '')).toEqual([]);
  });

  test('a text with more hunks than the limit is one hunk', () => {
    const text = (word: string): string =>
      Array.from({ length: 402 }, (_, at) => (at % 2 ? word : `line ${at}`)).join('\n');
    expect(hunksOf(text('mine'), text('theirs'))).toHaveLength(1);
  });
});

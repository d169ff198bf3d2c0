import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { untick } from '#shared/text/list-lines.ts';
import { mergeText } from '#shared/text/merge-text.ts';

/** Includes every line end that a regular expression may recognise. */
const PIECES = [
  'a ',
  'b ',
  'c',
  '\n',
  'd\n',
  '  ',
  'é',
  '\r\n',
  '\r',
  '\u2028',
  '\u2029',
  '\v',
  '\u0085',
  '\0',
  '\uD83D',
  '☐ ',
  '☑ ',
  '- [ ] ',
  '- [x] ',
];

describe('[S5] merging texts', () => {
  test.each([
    ['edits of different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['edits of different words of one line', 'a b c d', 'A b c d', 'a b c D', 'A b c D'],
    ['an added line at each end', 'b\n', 'a\nb\n', 'b\nc\n', 'a\nb\nc\n'],
    ['the same edit twice', 'a\nb\n', 'a\nB\n', 'a\nB\n', 'a\nB\n'],
    [
      'lines with Windows line ends',
      'a\r\nb\r\nc\r\n',
      'A\r\nb\r\nc\r\n',
      'a\r\nb\r\nC\r\n',
      'A\r\nb\r\nC\r\n',
    ],
    ['words around a line separator', 'a b\u2028c d', 'A b\u2028c d', 'a b\u2028c D', 'A b\u2028c D'],
    ['a removed line beside an edited one', 'a\nb\nc\nd\n', 'b\nc\nd\n', 'a\nb\nc\nD\n', 'b\nc\nD\n'],
  ])('texts with %s are merged', (_name, base, local, remote, merged) => {
    expect(mergeText(base, local, remote)).toBe(merged);
  });

  test.each([
    ['one word changed in two ways', 'a b c', 'a X c', 'a Y c'],
    ['two different endings', 'Milk', 'Milk\nEggs', 'Milk\nHam'],
    ['a line removed on one side and edited on the other', 'a\nb\n', 'a\n', 'a\nB\n'],
    ['nothing in common', '', 'x', 'y'],
    ['a line with a Windows line end replaced in two ways', 'a\r\n', 'b\r\n', 'c\r\n'],
    [
      'a line separator removed on one side and a line edited on the other',
      'a\r\n\u2028',
      '\n',
      'b\r\n\u2028',
    ],
  ])('texts with %s are not merged', (_name, base, local, remote) => {
    expect(mergeText(base, local, remote)).toBeNull();
  });

  test('a text of 20,000 equal lines is merged if the edits are apart, and not merged otherwise', () => {
    const base = 'same\n'.repeat(20_000);
    expect(mergeText(base, `here\n${base}`, `${base}there\n`)).toBe(`here\n${base}there\n`);
    expect(mergeText(base, `here\n${base}x`, `y${base}there\n`)).toBeNull();
  });

  test('edits all over a long text with many blank lines are merged', () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => (index % 2 === 0 ? `line ${index}\n` : '\n'));
    const edited = (every: number, word: string) =>
      lines.map((line, index) => (index % every === 0 ? `${word} ${line}` : line));
    const [local, remote] = [edited(202, 'here'), edited(306, 'there')];
    const merged = local.map((line, index) => (index % 306 === 0 ? (remote[index] ?? '') : line));
    merged[0] = 'here there line 0\n';
    expect(mergeText(lines.join(''), local.join(''), remote.join(''))).toBeNull();
    [local[0], remote[0]] = [lines[0] ?? '', lines[0] ?? ''];
    merged[0] = lines[0] ?? '';
    expect(mergeText(lines.join(''), local.join(''), remote.join(''))).toBe(merged.join(''));
  });

  test('edits that are close to each other among many equal words are merged', () => {
    const words = Array.from({ length: 1_200 }, (_, index) => (index % 10 === 0 ? `w${index} ` : 'the '));
    const edited = (edits: Record<number, string>) =>
      words.map((word, index) => edits[index] ?? word).join('');
    const [here, there] = [
      { 10: 'here ', 1_010: 'here ' },
      { 13: 'there ', 1_013: 'there ' },
    ];
    expect(mergeText(words.join(''), edited(here), edited(there))).toBe(edited({ ...here, ...there }));
  });

  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((parts) => parts.join(''));

  test('if one side is unchanged, the merged text is the other side', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toBe(changed);
        expect(mergeText(base, base, changed)).toBe(changed);
        expect(mergeText(base, changed, changed)).toBe(changed);
      }),
    );
  });

  test('a merged text does not depend on which side is local, and has every new word', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (base, one, two) => {
        const insert = (at: number, word: string): string => {
          const place = at % (base.length + 1);
          return `${base.slice(0, place)} ${word} ${base.slice(place)}`;
        };
        const [local, remote] = [insert(one, 'LOCAL'), insert(two, 'REMOTE')];
        const merged = mergeText(base, local, remote);
        expect(mergeText(base, remote, local)).toBe(merged);
        if (merged !== null)
          expect([merged.includes('LOCAL'), merged.includes('REMOTE')]).toEqual([true, true]);
      }),
    );
  });
});

describe('[S5] merging ticks of a list', () => {
  test.each([
    ['a tick and a word in one line', '☐ milk', '☑ milk', '☐ oat milk', '☑ oat milk'],
    [
      'a tick and more words at the end of its line',
      '- [ ] milk\n',
      '- [x] milk\n',
      '- [ ] milk of oats\n',
      '- [x] milk of oats\n',
    ],
    ['a tick and other words in its line, which stay unticked', '☐ milk\n', '☑ milk\n', '☐ tea\n', '☐ tea\n'],
    ['a tick taken back', '  * [X] milk', '  * [ ] milk', '  * [X] oat milk', '  * [ ] oat milk'],
    ['ticks side by side', '☐ a\n☐ b', '☑ a\n☐ b', '☐ a\n☑ b', '☑ a\n☑ b'],
    ['a tick at the end and an added line', '☐ milk', '☑ milk', '☐ milk\n☐ tea', '☑ milk\n☐ tea'],
    ['a tick on each side', '☐ oat milk', '☑ oat milk', '☑ milk', '☑ milk'],
    ['a ticked line removed', '☐ milk\n☐ tea\n', '☑ milk\n☐ tea\n', '☐ tea\n', '☐ tea\n'],
    ['a ticked line moved', '☑ a\n☑ b\n☐ c\n', '☑ a\n☑ b\n☑ c\n', '☐ c\n☑ a\n☑ b\n', '☑ c\n☑ a\n☑ b\n'],
    ['one ticked line, one not', '', '☐ milk', '☑ milk', '☑ milk'],
    ['an added item on each side', '☐ milk', '☐ milk\n☐ tea', '☐ milk\n☐ ham', '☐ milk\n☐ ham\n☐ tea'],
    ['an added item on each side, and a tick', '☐ a\n', '☑ a\n☐ b\n', '☐ a\n☐ c\n', '☑ a\n☐ b\n☐ c\n'],
    ['the same item on each side', '☐ a', '☐ a\n☐ b\n☑ c', '☐ a\n☐ c', '☐ a\n☐ b\n☑ c'],
    ['added lines that are not items, by not merging', '☐ a', '☐ a\n☐ b\nc', '☐ a\n☐ d', null],
    ['an added item and changed words of the last one, by not merging', '☐ a', '☐ a\n☐ b', '☐ c', null],
    ['different words added to one line on each side, by not merging', '☐ a', '☐ a b', '☐ a c', null],
    [
      'items in the middle',
      'to buy\n\nby',
      'to buy\n☐ a\n\nby',
      'to buy\n- [ ] b\n\nby',
      'to buy\n- [ ] b\n☐ a\n\nby',
    ],
    ['two spellings of a tick', '- [ ] a', '- [X] a', '- [x] a', '- [x] a'],
    ['another spelling, and no tick', '- [x] a', '- [X] a', '- [ ] a', '- [ ] a'],
  ])('a merge of lists handles %s', (_name, base, local, remote, merged) => {
    expect(mergeText(base, local, remote)).toBe(merged);
    expect(mergeText(base, remote, local)).toBe(merged);
  });

  test('a long list that is ticked here and sorted there keeps all its ticks', () => {
    const list = Array.from({ length: 3_000 }, (_, index) => `☐ ${(index * 7919) % 3_000} of them`);
    const sorted = list.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const merged = mergeText(list.join('\n'), list.join('\n').replaceAll('☐', '☑'), sorted.join('\n'));
    expect(merged).toBe(sorted.join('\n').replaceAll('☐', '☑'));
  });

  test('words of one ticked line that both sides changed are not merged', () => {
    expect(mergeText('☐ milk', '☑ oat milk', '☐ rice milk')).toBeNull();
  });

  const lines = (...boxes: string[]) =>
    fc
      .array(
        fc.tuple(fc.constantFrom('', '  '), fc.constantFrom(...boxes), fc.constantFrom('a', 'b c', 'd')),
        {
          maxLength: 6,
        },
      )
      .map((list) => list.map((line) => line.join('')).join('\n'));

  test('ticks affect neither whether lists can be merged nor the merged words', () => {
    const side = lines('', '☐ ', '☑ ', '- [ ] ', '- [x] ', '- [X] ', 'a ☑ ');
    fc.assert(
      fc.property(side, side, side, (base, local, remote) => {
        const merged = mergeText(base, local, remote);
        const words = mergeText(untick(base), untick(local), untick(remote));
        expect(merged === null ? null : untick(merged)).toBe(words);
        expect(mergeText(base, remote, local)).toBe(merged);
      }),
      { numRuns: 1000 },
    );
  });

  test('a merge ticks no line that neither side has ticked, even if lines were moved', () => {
    type Change = readonly ['tick' | 'word' | 'remove' | 'move', number, number];
    const changes = fc.array(
      fc.tuple(fc.constantFrom<Change[0]>('tick', 'word', 'remove', 'move'), fc.nat(9), fc.nat(9)),
      { maxLength: 3 },
    );
    const changed = (base: readonly string[], all: readonly Change[], word: string): string[] => {
      const now = [...base];
      for (const [kind, from, to] of all) {
        const at = from % Math.max(1, now.length);
        const [line] = now.splice(at, 1);
        if (line === undefined || kind === 'remove') continue;
        if (kind === 'move') now.splice(to % (now.length + 1), 0, line);
        else now.splice(at, 0, kind === 'tick' ? line.replace('☐', '☑') : `${line} ${word}${to}`);
      }
      return now;
    };
    /** Words of the ticked lines. */
    const ticked = (text: readonly string[]): string[] =>
      text.filter((line) => line.startsWith('☑')).flatMap((line) => line.split(' ').slice(1));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), changes, changes, (count, one, other) => {
        const base = Array.from({ length: count }, (_, at) => `☐ item${at}`);
        const [local, remote] = [changed(base, one, 'here'), changed(base, other, 'there')];
        const merged = mergeText(base.join('\n'), local.join('\n'), remote.join('\n'))?.split('\n') ?? [];
        const tickedWords = new Set([...ticked(local), ...ticked(remote)]);
        for (const line of merged.filter((each) => each.startsWith('☑')))
          expect(ticked([line]).some((word) => tickedWords.has(word))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('a merged list has all ticks of both sides', () => {
    fc.assert(
      fc.property(lines('☐ ', '- [ ] '), fc.infiniteStream(fc.constantFrom(0, 1, 2)), (base, who) => {
        const ticks = base.split('\n').map(() => who.next().value);
        const tickedBy = (wanted: (by: number | undefined) => boolean): string =>
          base
            .split('\n')
            .map((line, at) => (wanted(ticks[at]) ? line.replace('☐', '☑').replace('[ ]', '[x]') : line))
            .join('\n');
        const [local, remote] = [tickedBy((by) => by === 1), tickedBy((by) => by === 2)];
        expect(mergeText(base, local, remote)).toBe(tickedBy((by) => by !== 0));
      }),
    );
  });
});

// The bounds are far above linear work on a slow machine, and far below quadratic work.
test.each([
  ['☐', '☐ '.repeat(60_000)],
  ['- [ ]', '- [ ] '.repeat(20_000)],
])('a line full of %s is merged in linear time', async (_name, line) => {
  const merge = (): void => expect(mergeText(line, `${line}here`, `there ${line}`)).toBe(`there ${line}here`);
  expect(await cpuTimeOf(merge)).toBeLessThan(3000);
});

test('a glyph in the middle of a line is not a box and is never ticked', () => {
  expect(mergeText('a ☐ b', 'a ☐ b c', 'x a ☐ b')).toBe('x a ☐ b c');
});

import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { contentAbove, contentBelow, joinedContent } from '#shared/note/draft.ts';
import { hasContent, type NoteContent } from '#shared/note/note.ts';

const content = (text: string, title = ''): NoteContent => ({ title, text });

test('added words are placed below the previous words, and only once', () => {
  expect(joinedContent(null, content('a'))).toEqual(content('a'));
  expect(joinedContent(content('a', 'A'), content('b', 'B'))).toEqual(content('a\n\nB\n\nb', 'A'));
  expect(joinedContent(content('a\n\nb'), content('b'))).toEqual(content('a\n\nb'));
});

test('added words that continue all the previous words replace them', () => {
  expect(joinedContent(content('a'), content('a b', 'A'))).toEqual(content('a b', 'A'));
  expect(joinedContent(content('a'), content('ab'))).toEqual(content('a\n\nab'));
});

test('contentBelow leaves all words before the added ones as they are, and adds them only once', () => {
  expect(contentBelow(content('', ''), content('b', 'B'))).toEqual(content('b', 'B'));
  expect(contentBelow(content('a'), content('a b', 'A'))).toEqual(content('a\n\nA\n\na b'));
  expect(contentBelow(content('a\n\nb', 'A'), content('b'))).toEqual(content('a\n\nb', 'A'));
});

test('contentAbove returns the words above the added ones', () => {
  expect(contentAbove(content('a\n\nB\n\nb', 'A'), content('b', 'B'))).toEqual(content('a', 'A'));
  expect(contentAbove(content('b', 'A'), content('b'))).toEqual(content('', 'A'));
  expect(contentAbove(content('b'), content('b'))).toBeNull();
  expect(contentAbove(content('a'), content('b'))).toEqual(content('a'));
  expect(contentAbove(content('a'), content(''))).toEqual(content('a'));
  expect(contentAbove(content('B\n\nb'), content('b', 'B'))).toBeNull();
});

test('removing words from joined words and adding them again loses nothing', () => {
  const words = fc.record({ title: fc.string(), text: fc.string() }).filter(hasContent);
  fc.assert(
    fc.property(words, words, (before, added) => {
      const all = joinedContent(before, added);
      const above = contentAbove(all, added);
      const rest = above === null ? added : joinedContent(above, added);
      for (const part of [all.title, all.text]) expect(`${rest.title}\n\n${rest.text}`).toContain(part);
    }),
  );
});

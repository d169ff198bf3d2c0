import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { foldTicked, unfolded, wholeText, withShown } from '#shared/text/folded-text.ts';
import { boxesIn, type Edit, withEdit } from '#shared/text/list-lines.ts';
import { listText } from './list-texts.ts';

/** An edit of a part of the text, given as two fractions of its length. */
const edits = fc.record({
  from: fc.nat(),
  length: fc.nat(30),
  insert: fc.constantFrom('', 'x', '\n', 'new\nlines\n', '☑ typed', '\n☐ '),
});
type AnyEdit = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function editOf(text: string, { from, length, insert }: AnyEdit): Edit {
  const start = from % (text.length + 1);
  return { start, end: Math.min(start + length, text.length), insert };
}

function typeIn(folded: ReturnType<typeof foldTicked>, edit: Edit) {
  return withShown(folded, withEdit(folded.shown, edit), edit.start + edit.insert.length);
}

describe('a folded text', () => {
  test.each([
    ['Shop\n☐ milk\n☑ bread\nend', 'Shop\n☐ milk\nend'],
    ['☑ milk', ''],
    ['☑ milk\n', ''],
    ['☐ a\n  ☑ b\n  ☐ c', '☐ a\n  ☐ c'],
  ])('of the folded text %j, %j is shown', (text, shown) => expect(foldTicked(text).shown).toBe(shown));

  test('folding hides the ticked boxes and nothing else, and does not change the whole text', () => {
    fc.assert(
      fc.property(listText, (text) => {
        const folded = foldTicked(text);
        expect(wholeText(folded)).toBe(text);
        expect(boxesIn(folded.shown).some(({ isTicked }) => isTicked)).toBe(false);
        expect(folded.hidden.every((line) => boxesIn(line.text)[0]?.isTicked)).toBe(true);
        expect(wholeText(unfolded(text))).toBe(text);
      }),
    );
  });

  test('whatever is typed in a folded text, all hidden lines stay, and the typed text is shown', () => {
    fc.assert(
      fc.property(listText, fc.array(edits, { maxLength: 6 }), (text, typed) => {
        const before = foldTicked(text);
        let folded = before;
        for (const one of typed) {
          const edit = editOf(folded.shown, one);
          const shown = withEdit(folded.shown, edit);
          folded = typeIn(folded, edit);
          expect(folded.shown).toBe(shown);
        }
        expect(folded.hidden.map((line) => line.text)).toEqual(before.hidden.map((line) => line.text));
        // The hidden lines are in the text, and its other lines are the shown ones.
        const rest = wholeText(folded).split('\n');
        for (const line of folded.hidden) rest.splice(rest.indexOf(line.text), 1);
        expect(rest.filter((line) => line !== '').toSorted()).toEqual(
          folded.shown
            .split('\n')
            .filter((line) => line !== '')
            .toSorted(),
        );
        expect(wholeText(withShown(folded, folded.shown, 0))).toBe(wholeText(folded));
      }),
    );
  });

  test('an edit within one shown line changes only that line of the text', () => {
    fc.assert(
      fc.property(listText, fc.nat(), fc.constantFrom('x', 'two words', ' '), (text, place, insert) => {
        const folded = foldTicked(text);
        if (folded.shown === '') return;
        const start = place % (folded.shown.length + 1);
        const after = wholeText(typeIn(folded, { start, end: start, insert })).split('\n');
        const changed = text.split('\n').flatMap((line, index) => (line === after[index] ? [] : [index]));
        expect(after).toHaveLength(text.split('\n').length);
        expect(changed).toHaveLength(1);
      }),
    );
  });

  test.each([
    // Enter inserts the new line right behind its line.
    ['☐ a\n☑ b\n☐ c', '☐ a\n☐ \n☐ c', 6, '☐ a\n☐ \n☑ b\n☐ c'],
    ['☐ a\n☑ b\n☐ c', '☐ ac', 3, '☐ ac\n☑ b'],
    ['☐ a\n☑ b\n☐ c', '', 0, '\n☑ b'],
    ['☑ b', '☐ new', 5, '☐ new\n☑ b'],
    ['☑ b\n', 'x', 1, '☑ b\nx'],
  ])('in the folded text %j, typing %j makes %j', (text, shown, caret, after) =>
    expect(wholeText(withShown(foldTicked(text), shown, caret))).toBe(after),
  );
});

import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  addItem,
  caretBesideBox,
  joinNextBox,
  moveLines,
  moveLineTo,
  nestLines,
  pasteLines,
  removeBox,
  selectionBesideBox,
  type SelectingEdit,
} from '#shared/text/list-edits.ts';
import { type Edit, linesIn, withEdit } from '#shared/text/list-lines.ts';
import { listText, marked } from './list-texts.ts';

/** The text after the edit, with `|` at its caret, or around its selection; null without an edit. */
function edited(text: string, edit: SelectingEdit | Edit | null): string | null {
  if (edit === null) return null;
  const after = withEdit(text, edit);
  if (!('selection' in edit)) return after;
  const { start, end } = edit.selection;
  const selected = start === end ? '|' : `|${after.slice(start, end)}|`;
  return after.slice(0, start) + selected + after.slice(end);
}

const sortedLines = (text: string): readonly string[] => text.split('\n').toSorted();

describe('moving a line of a list', () => {
  test.each([
    ['☐ a\n☐ b|\n☐ c', 'up', '☐ b|\n☐ a\n☐ c'],
    ['☐ a\n☐ |b\n☐ c', 'down', '☐ a\n☐ c\n☐ |b'],
    ['☐ a|\n  ☐ of a\n☐ b\n  ☐ of b\n☐ c', 'down', '☐ b\n  ☐ of b\n☐ a|\n  ☐ of a\n☐ c'],
    ['☐ a\n  ☐ of a\n☐ b|', 'up', '☐ b|\n☐ a\n  ☐ of a'],
    ['☐ a\n  ☐ x\n  ☐ y|', 'up', '☐ a\n  ☐ y|\n  ☐ x'],
    ['words\n☐ a|', 'up', '☐ a|\nwords'],
    ['☐ a|\n\n☐ b', 'down', '\n☐ a|\n☐ b'],
    ['☐ a\n☐ |b\n☐ c|\n☐ d', 'up', '☐ |b\n☐ c|\n☐ a\n☐ d'],
  ] as const)('moving %j %s makes %j', (before, by, after) => {
    const { text, start, end } = marked(before);
    const edit = moveLines(text, { start, end }, by);
    expect(edit === 'stays' ? edit : edited(text, edit)).toBe(after);
  });

  test.each([
    ['☐ a|\n☐ b', 'up', 'stays'],
    ['☐ a|\n  ☐ of a', 'down', 'stays'],
    ['words|\n☐ b', 'down', null],
  ] as const)('moving %j %s is %j', (before, by, outcome) => {
    const { text, start, end } = marked(before);
    expect(moveLines(text, { start, end }, by)).toBe(outcome);
  });

  test('moving a line keeps every line of the text, the order of all others, and its own selection', () => {
    fc.assert(
      fc.property(listText, fc.nat(), fc.constantFrom('up', 'down'), (text, place, by) => {
        const caret = place % (text.length + 1);
        const edit = moveLines(text, { start: caret, end: caret }, by);
        if (edit === null || edit === 'stays') return;
        const after = withEdit(text, edit);
        expect(sortedLines(after)).toEqual(sortedLines(text));
        const letters = (words: string, at: number) => [words[at - 1], words[at]];
        const [before, behind] = [letters(text, caret), letters(after, edit.selection.start)];
        // At an end of the text there is no newline.
        expect(behind.map((letter) => letter ?? '\n')).toEqual(before.map((letter) => letter ?? '\n'));
      }),
    );
  });

  test.each([
    [0, 2, '☐ b\n☐ a|\n☐ c'],
    [0, 3, '☐ b\n☐ c\n☐ a|'],
    [2, 0, '☐ c|\n☐ a\n☐ b'],
    [1, 1, null],
    [1, 2, null],
    [1, 9, null],
  ])('line %j dragged before line %j makes %j', (from, before, after) => {
    const text = '☐ a\n☐ b\n☐ c';
    expect(edited(text, moveLineTo(text, from, before))).toBe(after);
  });

  test('a dragged line takes the lines below it along, and loses none', () => {
    fc.assert(
      fc.property(listText, fc.nat(9), fc.nat(9), (text, from, before) => {
        const edit = moveLineTo(text, from, before);
        if (edit === null) return;
        const after = withEdit(text, edit);
        expect(after).not.toBe('');
        expect(sortedLines(after)).toEqual(sortedLines(text));
        const others = (lines: readonly string[], first: number, count: number) =>
          lines.toSpliced(first, count);
        const [lines, moved] = [text.split('\n'), after.split('\n')];
        const first = linesIn(after).findLastIndex(({ start }) => start < edit.selection.start + 1);
        const count = [1, 2, 3, 4, 5, 6, 7, 8].find(
          (size) => String(others(lines, from, size)) === String(others(moved, first, size)),
        );
        expect(count).toBeDefined();
      }),
    );
  });
});

describe('nesting', () => {
  test.each([
    ['☐ a\n☐ b|', 'in', '☐ a\n  ☐ b|'],
    ['☐ a\n  ☐ b|', 'in', null],
    ['☐ a|', 'in', null],
    ['words\n☐ a|', 'in', null],
    ['☐ a\n|☐ b', 'in', '☐ a\n  |☐ b'],
    ['☐ a\n- [x] b|\n  - [ ] of b\n☐ c', 'in', '☐ a\n  - [x] b|\n    - [ ] of b\n☐ c'],
    ['☐ a\n☐ |b\n☐ c|', 'in', '☐ a\n  ☐ |b\n  ☐ c|'],
    ['☐ a\n  ☐ b|\n    ☐ of b', 'out', '☐ a\n☐ b|\n  ☐ of b'],
    ['☐ a\n\t☐ b|', 'out', '☐ a\n  ☐ b|'],
    ['☐ a|', 'out', null],
    ['wor|ds', 'in', null],
  ] as const)('nesting %j %s makes %j', (before, by, after) => {
    const { text, start, end } = marked(before);
    expect(edited(text, nestLines(text, { start, end }, by))).toBe(after);
  });

  test('nesting a line and unnesting it again restores the line and the caret', () => {
    fc.assert(
      fc.property(listText, fc.nat(), (text, place) => {
        const caret = place % (text.length + 1);
        const nested = nestLines(text, { start: caret, end: caret }, 'in');
        if (nested === null) return;
        const after = withEdit(text, nested);
        expect(after.replaceAll(/^\s+/gmu, '')).toBe(text.replaceAll(/^\s+/gmu, ''));
        const back = nestLines(after, nested.selection, 'out');
        expect(back && withEdit(after, back)).toBe(text);
      }),
    );
  });
});

describe('Backspace and Delete beside a box', () => {
  test.each([
    ['☐ |milk', 'milk'],
    ['☐ a\n  - [x] |b', '☐ a\nb'],
    ['|☐ milk', 'milk'],
    ['☐ m|ilk', null],
    ['|milk', null],
  ])('Backspace in %j makes %j', (before, after) => {
    const { text, start } = marked(before);
    expect(edited(text, removeBox(text, start))).toBe(after);
  });

  test.each([
    ['☐ a|\n  ☑ b', '☐ ab'],
    ['a|\n- [ ] b', 'ab'],
    ['☐ a|\nb', null],
    ['☐ |a\n☐ b', null],
  ])('Delete in %j makes %j', (before, after) => {
    const { text, start } = marked(before);
    expect(edited(text, joinNextBox(text, start))).toBe(after);
  });
});

describe('adding a line to a list', () => {
  test.each([
    ['☐ a', '☐ a\n☐ |'],
    ['☐ a\n  ☑ b', '☐ a\n  ☑ b\n  ☐ |'],
    ['- [x] a', '- [x] a\n- [ ] |'],
    ['☐ a\n\nwords', '☐ a\n☐ |\n\nwords'],
    ['☐ a\nwords\n☐ b\n', '☐ a\nwords\n☐ b\n☐ |\n'],
    ['☐ a\n  ☐ ', '☐ a\n  ☐ |'],
    ['☐ a\n☑  \nwords', '☐ a\n☑ | \nwords'],
    ['', '☐ |'],
    ['words', 'words\n☐ |'],
  ])('a line more makes %j %j', (before, after) => {
    expect(edited(before, addItem(before))).toBe(after);
  });

  test('loses no words, and puts the caret into an empty box', () => {
    fc.assert(
      fc.property(listText, (text) => {
        const edit = addItem(text);
        const after = withEdit(text, edit);
        const added = after.slice(edit.start, edit.start + edit.insert.length);
        expect(after).toBe(text.slice(0, edit.start) + added + text.slice(edit.start));
        const line = linesIn(after).find(
          ({ start, text: words }) => edit.selection.start <= start + words.length,
        );
        expect(line?.text.slice((line.box?.words ?? NaN) - line.start).trim()).toBe('');
      }),
    );
  });
});

describe('pasting into a list', () => {
  test.each([
    ['☐ |', 'milk\nrye\n', '☐ milk\n☐ rye'],
    ['☐ oat |, fresh', 'milk\r\n\r\nrye', '☐ oat milk\n☐ rye, fresh'],
    ['- [ ] |', '* milk\n☑ rye', '- [ ] milk\n- [x] rye'],
    ['☐ |', '☑ milk\n  ☐ rye', '☑ milk\n  ☐ rye'],
    ['  ☑ a|', 'b\n- c', '  ☑ ab\n  ☐ c'],
    ['☐ |', '☐ milk', '☐ milk'],
    ['☐ a|b|c', '1\n2', '☐ a1\n☐ 2c'],
    ['☐ |', '[ ] milk\n[x] rye\n[X] oat\n[] bread', '☐ milk\n☑ rye\n☑ oat\n☐ bread'],
    ['☐ |', '1. [ ] milk\n2. [x] rye\n- 3) [x] oat', '☐ milk\n☑ rye\n☑ oat'],
    ['☐ |', '☐ a\n☑ b\n☒ c\n✓ d\n✔\uFE0F e', '☐ a\n☑ b\n☑ c\n☑ d\n☑ e'],
    ['☐ |', '✅ a\n⬜ b\n  □ c\n■ d', '☑ a\n☐ b\n  ☐ c\n☑ d'],
    ['- [ ] |', '✅ a\n◦ b\n– c\n▪ d', '- [x] a\n- [ ] b\n- [ ] c\n- [ ] d'],
    ['☐ |', '1. milk\n2) rye', '☐ 1. milk\n☐ 2) rye'],
    ['☐ |', '[x] milk', '☑ milk'],
    ['☐ |', '✅ milk', '☑ milk'],
    ['☐ state: |', '✓ milk', null],
    ['☐ state: |', '✓ milk\n✓ rye', '☐ state: ✓ milk\n☑ rye'],
    ['☐ |', '✓milk\n[x]rye', '☐ ✓milk\n☐ [x]rye'],
    ['☐ a|', 'milk', null],
    ['☐ a|', '\n', null],
    ['words|', 'milk\nrye', null],
  ])('into %j, pasting %j makes %j', (before, pasted, after) => {
    const { text, start, end } = marked(before);
    expect(edited(text, pasteLines(text, { start, end }, pasted))).toBe(after);
  });

  test('every pasted word is in the list afterwards, each line in a box', () => {
    const words = (text: string) => text.match(/oat|milk|one/gu) ?? [];
    fc.assert(
      fc.property(listText, (pasted) => {
        const edit = pasteLines('☐ one ', { start: 6, end: 6 }, pasted);
        if (edit === null) return;
        const after = withEdit('☐ one ', edit);
        expect(words(after)).toEqual(words(`one ${pasted}`));
        expect(linesIn(after).every(({ box }) => box !== null)).toBe(true);
      }),
    );
  });
});

test.each([
  ['☐ |milk', 9, '☐ |milk'],
  ['|☐ milk', 9, '☐ |milk'],
  ['  |  ☐ milk', 9, '    ☐ |milk'],
  ['a\n☐| milk', 4, 'a|\n☐ milk'],
  ['☐| milk', 2, '☐ |milk'],
  ['a\n|- [ ] b', 0, 'a\n- [ ] |b'],
])('the caret of %j, coming from %j, moves to %j', (before, from, after) => {
  const { text, start } = marked(before);
  const caret = caretBesideBox(text, start, from);
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after);
});

test.each([
  ['|☐ milk|', 9, '☐ |milk|'],
  ['a\n|☐ mi|lk', 9, 'a\n☐ |mi|lk'],
  ['a\n☐| mi|lk', 4, 'a|\n☐ mi|lk'],
  ['☐ m|il|k', 4, '☐ m|il|k'],
  ['|a\n☐ m|ilk', 4, '|a\n☐ m|ilk'],
  ['|☐ a\n☐ m|ilk', 4, '|☐ a\n☐ m|ilk'],
  ['|wo|rds', 2, '|wo|rds'],
])('the selection of %j, extended to the left from %j, becomes %j', (before, from, after) => {
  const { text, start, end } = marked(before);
  const next = selectionBesideBox(text, { start, end }, from);
  expect(`${text.slice(0, next)}|${text.slice(next, end)}|${text.slice(end)}`).toBe(after);
});

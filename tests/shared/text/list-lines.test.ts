import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { excerptsAtHits } from '#account/tables/excerpt.ts';
import {
  boxAt,
  boxesIn,
  boxFromBrackets,
  continueList,
  editBetween,
  findBox,
  linesIn,
  tickEdit,
  sortTickedLast,
  toggleList,
  toggleTicks,
  untick,
  withEdit,
} from '#shared/text/list-lines.ts';
import { listText, marked } from './list-texts.ts';

describe('boxes of a list', () => {
  test.each([
    ['☐ milk', 'milk', false],
    ['☑ milk', 'milk', true],
    ['☐milk', 'milk', false],
    ['☑\uFE0F milk', 'milk', true],
    ['  \t☑ milk', 'milk', true],
    ['- [ ] milk', 'milk', false],
    ['- [x] milk', 'milk', true],
    ['* [X] milk', 'milk', true],
    ['- [ ]', '', false],
    ['☐', '', false],
  ])('the line %j has a box before the words %j, ticked: %j', (written, words, isTicked) => {
    const [box] = boxesIn(written);
    expect(box).toMatchObject({ start: 0, end: written.length, isTicked });
    expect(written.slice(box?.words)).toBe(words);
  });

  test.each(['milk ☐', '- [] milk', '[ ] milk', '- [ ]milk', '- [y] milk', 'a\u2028☐ milk', 'a\r☐ milk'])(
    'the text %j has no box',
    (written) => expect(boxesIn(written)).toEqual([]),
  );

  test('each box of a list belongs to a line, and all lines together are the text', () => {
    fc.assert(
      fc.property(listText, (written) => {
        const lines = linesIn(written);
        expect(lines.map((one) => one.text).join('\n')).toBe(written);
        expect(lines.flatMap(({ box }) => box ?? [])).toEqual(boxesIn(written));
        for (const { start, text: words, box } of lines) {
          expect(written.slice(start, start + words.length)).toBe(words);
          expect(boxAt(written, start)).toEqual(box);
          expect(boxAt(written, start + words.length)).toEqual(box);
        }
      }),
    );
  });

  test('a tick keeps the length of the text and all other boxes, and its reverse restores the text', () => {
    fc.assert(
      fc.property(listText, fc.nat(), (written, nth) => {
        const boxes = boxesIn(written);
        const box = boxes[nth % boxes.length];
        if (box === undefined) return;
        const ticked = withEdit(written, tickEdit(written, box, !box.isTicked));
        expect(ticked).toHaveLength(written.length);
        const expected = boxes.map((one) => (one === box ? { ...box, isTicked: !box.isTicked } : one));
        expect(boxesIn(ticked)).toEqual(expected);
        expect(withEdit(ticked, tickEdit(ticked, box, box.isTicked)).toLowerCase()).toBe(
          written.toLowerCase(),
        );
      }),
    );
  });

  test.each([
    ['☐ a|\n☐ b', '☑ a\n☐ b'],
    ['|☐ a\nwords\n- [x] b|\n☐ c', '☑ a\nwords\n- [x] b\n☐ c'],
    ['|☑ a\n- [x] b\n|☐ c', '☐ a\n- [ ] b\n☐ c'],
    ['a|', null],
  ])('ticking the selected lines of %j makes %j', (before, after) => {
    const { text: written, start, end } = marked(before);
    const edit = toggleTicks(written, start, end);
    expect(edit && withEdit(written, edit)).toBe(after);
  });

  test('removing the ticks changes neither the length of a text nor its boxes, and has the same boxes', () => {
    fc.assert(
      fc.property(listText, (written) => {
        const expected = boxesIn(written).map((box) => ({ ...box, isTicked: false }));
        expect(untick(written)).toHaveLength(written.length);
        expect(boxesIn(untick(written))).toEqual(expected);
      }),
    );
  });
});

describe('a box that an excerpt shows', () => {
  const find = (written: string, excerpt: string, nth: number) => {
    const box = boxesIn(excerpt)[nth];
    const found = box && findBox(written, excerpt, box);
    return found && written.slice(found.start, found.end);
  };

  test.each([
    ['is found at the beginning of the text', '☐ a\n☑ b\n☐ a\nmore', '☐ a\n☑ b\n☐ a\nmo', 2, '☐ a'],
    ['is found if it was ticked meanwhile', '☑ a\n☐ b\n- [x] c', '☐ a\n☑ b\n- [ ] c', 2, '- [x] c'],
    ['is found in a later part of the text', '☐ x\nwords\n☐ y\n☐ x', '…words\n☐ y\n☐ x', 1, '☐ x'],
    ['is found in a part that begins with it', '☐ a\n☐ x\n☐ y', '…\n☐ x\n☐ y', 0, '☐ x'],
    ['is found in a text that has changed', '☐ new\n☑ a\n☐ b', '☐ a\n☐ b', 0, '☑ a'],
    ['is not found if the changed text has it twice', '☐ new\n☐ a\n☐ a', '☐ a\n☐ b', 0, null],
    ['is not found if it was removed', '☐ new', '☐ a\n☐ b', 0, null],
  ])('a box that an excerpt shows %s', (_name, written, excerpt, nth, found) =>
    expect(find(written, excerpt, nth)).toBe(found),
  );

  test('a box of an excerpt from the text’s beginning is found by its position, whatever was ticked', () => {
    fc.assert(
      fc.property(listText, fc.nat(), fc.nat(), (written, length, nth) => {
        const excerpt = untick(written.slice(0, length % (written.length + 1)));
        const boxes = boxesIn(excerpt).filter(({ start }) => boxAt(written, start) !== null);
        const box = boxes[nth % boxes.length];
        if (box !== undefined) expect(findBox(written, excerpt, box)?.tick).toBe(box.tick);
      }),
    );
  });
});

describe('Enter in a list', () => {
  test.each([
    ['☐ milk|', '☐ milk\n☐ '],
    ['☑ milk|\nbread', '☑ milk\n☐ \nbread'],
    ['  - [x] milk|', '  - [x] milk\n  - [ ] '],
    ['* [ ] oat |milk', '* [ ] oat \n* [ ] milk'],
    ['☐ o|at m|ilk', '☐ o\n☐ ilk'],
    ['☑ |milk', '☐ \n☑ milk'],
    ['a\n  - [x] |milk\nb', 'a\n  - [ ] \n  - [x] milk\nb'],
    ['☑ |mi|lk', '☑ \n☐ lk'],
    ['☐ milk\n☐ |', '☐ milk\n'],
    ['☐ milk\n  - [ ]|\nbread', '☐ milk\n\nbread'],
  ])('Enter in the list %j makes %j', (before, after) => {
    const { text: written, start, end } = marked(before);
    const edit = continueList(written, start, end);
    expect(edit && withEdit(written, edit)).toBe(after);
  });

  test.each(['milk|', '|☐ milk', '☐| milk', '\n|\n☐ milk'])(
    'Enter continues no list at the caret of %j',
    (before) => {
      const { text: written, start, end } = marked(before);
      expect(continueList(written, start, end)).toBeNull();
    },
  );
});

describe('turning lines into a list', () => {
  test.each([
    ['mi|lk', '☐ milk'],
    ['|', '☐ '],
    ['milk\n|\nbread', 'milk\n☐ \nbread'],
    ['|milk\n\n  bread|\nlast', '☐ milk\n\n  ☐ bread\nlast'],
    ['|milk\n|bread', '☐ milk\nbread'],
    ['- mi|lk', '- [ ] milk'],
    ['|☑ milk\nbread|', '☑ milk\n☐ bread'],
    ['|☑ milk\n\n  - [x] bread|', 'milk\n\n  - bread'],
    ['☐ ☐ |', ''],
    ['☐ ☑ - [ ] |milk', '- milk'],
  ])('making a list at %j makes %j', (before, after) => {
    const { text: written, start, end } = marked(before);
    expect(withEdit(written, toggleList(written, start, end))).toBe(after);
  });

  test('lines that become a list and then plain again are unchanged', () => {
    const plain = listText.filter((written) => boxesIn(written).length === 0 && written.trim() !== '');
    fc.assert(
      fc.property(plain, (written) => {
        const made = withEdit(written, toggleList(written, 0, written.length));
        expect(withEdit(made, toggleList(made, 0, made.length))).toBe(written);
      }),
    );
  });
});

test.each([
  ['[]|', '☐ |'],
  ['[ ]|milk', '☐ |milk'],
  ['a\n  []|\nb', 'a\n  ☐ |\nb'],
  ['- []|', '- [ ] |'],
  ['a []|', null],
  ['☐ []|', null],
  ['[|]', null],
  ['[x]|', null],
])('Space in %j makes %j', (before, after) => {
  const { text: written, start } = marked(before);
  const edit = boxFromBrackets(written, start);
  if (edit === null) expect(after).toBeNull();
  else {
    const made = withEdit(written, edit);
    const caret = edit.start + edit.insert.length;
    expect(`${made.slice(0, caret)}|${made.slice(caret)}`).toBe(after);
  }
});

describe('ticked lines moved to the end', () => {
  test.each([
    ['☑ a\n☐ b\n☑ c\n☐ d', '☐ b\n☐ d\n☑ a\n☑ c'],
    ['☑ a\n☐ b\n\nwords\n- [x] c\n- [ ] d\n', '☐ b\n☑ a\n\nwords\n- [ ] d\n- [x] c\n'],
    ['☑ a\n  ☐ of a\n☐ b\n  ☑ of b\n  ☐ too', '☐ b\n  ☐ too\n  ☑ of b\n☑ a\n  ☐ of a'],
    ['  ☑ a\n☐ b', '  ☑ a\n☐ b'],
  ])('moving ticked lines of %j to the end makes %j', (before, after) =>
    expect(sortTickedLast(before)).toBe(after),
  );

  test('moving ticked lines to the end loses no line, and a second time moves nothing', () => {
    fc.assert(
      fc.property(listText, (written) => {
        const moved = sortTickedLast(written);
        expect(withEdit(written, editBetween(written, moved))).toBe(moved);
        expect(moved.split('\n').toSorted()).toEqual(written.split('\n').toSorted());
        expect(sortTickedLast(moved)).toBe(moved);
      }),
    );
  });

  test('the edit between two texts turns one into the other, whatever their lines', () => {
    fc.assert(
      fc.property(listText, listText, (before, after) => {
        expect(withEdit(before, editBetween(before, after))).toBe(after);
        const { start, end, insert } = editBetween(before, before);
        expect([end - start, insert]).toEqual([0, '']);
      }),
    );
  });
});

test.each(['☑', '[x]'])('under the search "%s" a click on a box ticks the line that is shown', (query) => {
  const box = (ticked: boolean): string =>
    query === '☑' ? (ticked ? '☑' : '☐') : ticked ? '- [x]' : '- [ ]';
  const filler = Array.from({ length: 14 }, (_, at) => `line ${at}`).join('\n');
  const week = (milk: boolean): string => `${box(false)} eggs\n${box(milk)} milk\n${box(false)} tea`;
  const written = `Week 1\n${week(false)}\n${filler}\n${week(true)}`;
  const { excerpt } = excerptsAtHits(query)(written, () => written);
  const tea = boxesIn(excerpt).at(-1);
  if (tea === undefined) throw new Error(excerpt);
  expect(findBox(written, excerpt, tea)?.start).toBe(written.lastIndexOf(`${box(false)} tea`));
});

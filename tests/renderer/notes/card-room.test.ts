/** How much of a long text a card draws. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitting, roomOf } from '#renderer/notes/card-room.ts';

const ROOM = roomOf(240);

describe('the text of a card', () => {
  test('is whole where it takes no more lines than a card shows', () => {
    const twelve = Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n');
    expect(fitting(twelve, ROOM)).toBe(twelve);
    expect(fitting('a'.repeat(12 * ROOM), ROOM)).toHaveLength(12 * ROOM);
  });

  test('goes a line further than is seen', () => {
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join('\n');
    expect(fitting(lines, ROOM).trimEnd().split('\n')).toHaveLength(13);
  });

  test('is shorter where letters are wide', () => {
    expect(fitting('漢'.repeat(1000), ROOM).length).toBeLessThan(
      fitting('a'.repeat(1000), ROOM).length * 0.6,
    );
  });

  test('has more room in a wider card, and the same in one that is hardly wider', () => {
    expect(roomOf(500)).toBeGreaterThan(roomOf(240));
    expect(roomOf(241)).toBe(roomOf(240));
  });

  test('is the beginning of the note, and cuts no character in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 800 }),
        fc.integer({ min: 10, max: 60 }),
        (text, room) => {
          const shown = fitting(text, room);
          expect(text.startsWith(shown)).toBe(true);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

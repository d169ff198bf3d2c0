import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { applyInSlices, idsIn } from '#renderer/selection/slices.ts';

const ids = Array.from({ length: 2_500 }, (_, at) => `n${at}` as NoteId);

describe('many notes', () => {
  test('many notes are changed in slices of a thousand, in order', async () => {
    const slices: (readonly NoteId[])[] = [];
    const done: number[] = [];
    const end = await applyInSlices(
      [{ ids }],
      async (slice) => {
        slices.push(idsIn(slice));
        return idsIn(slice).slice(1);
      },
      (count) => done.push(count) > 0,
    );
    expect(slices.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(slices.flat()).toEqual(ids);
    expect(done).toEqual([1000, 2000, 2500]);
    expect(end).toEqual({ changed: ids.filter((_, at) => at % 1000 !== 0), failure: null, rest: [] });
  });

  test('a slice has the notes of several parts, and a part may have notes in several slices', async () => {
    const parts = [
      { ids: ids.slice(0, 400), to: 'first' },
      { ids: ids.slice(400, 1_500), to: 'second' },
      { ids: ids.slice(1_500), to: 'third' },
    ];
    const sizes: unknown[] = [];
    const end = await applyInSlices(parts, async (slice) => {
      sizes.push(slice.map((part) => [part.to, part.ids.length]));
      return idsIn(slice);
    });
    expect(sizes).toEqual([
      [
        ['first', 400],
        ['second', 600],
      ],
      [
        ['second', 500],
        ['third', 500],
      ],
      [['third', 500]],
    ]);
    expect(end).toEqual({ changed: ids, failure: null, rest: [] });
  });

  test('if a slice fails, earlier changes stay and the rest is left unchanged', async () => {
    const error = new Error('The disk is full.');
    let turns = 0;
    const end = await applyInSlices([{ ids }], async (slice) => {
      turns += 1;
      if (turns === 2) throw error;
      return idsIn(slice);
    });
    expect(turns).toBe(2);
    expect(end).toEqual({ changed: ids.slice(0, 1000), failure: { error }, rest: [] });
  });

  test('after a stop, the rest is left unchanged and told', async () => {
    const parts = [
      { ids: ids.slice(0, 1200), to: 'first' },
      { ids: ids.slice(1200), to: 'second' },
    ];
    const end = await applyInSlices(
      parts,
      async (slice) => idsIn(slice),
      (count) => count < 1000,
    );
    expect({ ...end, rest: end.rest.map(({ to }) => to) }).toEqual({
      changed: ids.slice(0, 1000),
      failure: null,
      rest: ['first', 'second', 'second'],
    });
    expect(idsIn(end.rest)).toEqual(ids.slice(1000));
  });
});

import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { createCardHeights } from '#renderer/masonry/card-heights.ts';
import { GAP } from '#renderer/masonry/columns.ts';
import { BREAK, layoutHeight } from '#renderer/masonry/layout.ts';
import {
  applyContent,
  applyGrid,
  applyHeights,
  cardsToDraw,
  createMasonry,
  type ListContent,
  type Masonry,
  moveViewport,
  OVERSCAN,
  visibleRange,
} from '#renderer/masonry/masonry.ts';
import { windowAround } from '#renderer/notes/state/view-window.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';

const gridOf = (columns: number) => ({ columns, cardWidth: 260, heights: createCardHeights(260) });

function rowOf(id: string): NoteRow {
  const text = 'a few words \n'.repeat(1 + (Number.parseInt(id, 36) % 9));
  return {
    id: id as NoteId,
    title: '',
    excerpt: text,
    clipped: false,
    createdAt: 0,
    editedAt: null,
    pending: false,
    refused: null,
    conflictCopy: false,
    pinned: false,
    color: null,
    labels: [],
  };
}

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index + 40).toString(36));

/** The rows of this list that the view window would have for the visible cards. */
function contentOf(list: readonly string[], masonry: Masonry | null, pinned = 0): ListContent {
  const { first, last } = masonry === null ? { first: 0, last: 20 } : visibleRange(masonry);
  const { offset, limit } = windowAround(first, last);
  const rows = list.slice(offset, offset + limit).map(rowOf);
  return { query: '', labels: [], total: list.length, pinned, offset, rows, ids: rows.map(({ id }) => id) };
}

/** Scrolls to `top` like the app: the rows follow the viewport. */
function scrolledTo(masonry: Masonry, list: readonly string[], top: number, pinned = 0): Masonry {
  let now = masonry;
  for (let round = 0; round < 3; round += 1) {
    now = moveViewport(now, { top, bottom: top + 800 });
    now = applyContent(now, contentOf(list, now, pinned));
  }
  return now;
}

const start = (list: readonly string[], columns = 4): Masonry =>
  createMasonry(contentOf(list, null), gridOf(columns), { top: -80, bottom: 720 });

/** The column and the height on the screen of each visible card, by its note. */
function seenOn(masonry: Masonry): Map<string, readonly [column: number, y: number]> {
  const { content, viewport } = masonry;
  return new Map(
    cardsToDraw(masonry, OVERSCAN)
      .filter(({ top, bottom }) => bottom > viewport.top && top < viewport.bottom)
      .map(
        ({ index, column, top }) =>
          [content.ids[index - content.offset] ?? '', [column, top - viewport.top]] as const,
      ),
  );
}

describe('a masonry', () => {
  test('at the top of a masonry, new notes push the others down', () => {
    const list = namesOf(300);
    const masonry = start(list);
    const after = applyContent(masonry, contentOf(['z', ...list], masonry));
    expect(after.scrollCorrection).toBe(0);
    expect(seenOn(after).get('z')).toEqual([0, 80]);
  });

  test('unpinned notes are below all pinned ones, and the gap closes when no note is pinned any more', () => {
    const list = namesOf(300);
    const bottomOf = (masonry: Masonry, index: number) =>
      cardsToDraw(masonry, OVERSCAN).find((place) => place.index === index)?.bottom ?? NaN;
    const pinned = applyContent(start(list), contentOf(list, null, 2));
    const tops = cardsToDraw(pinned, OVERSCAN).map(({ top }) => top);
    const unpinnedTop = Math.max(bottomOf(pinned, 0), bottomOf(pinned, 1)) + GAP + BREAK;
    expect(tops.slice(0, 6)).toEqual([0, 0, unpinnedTop, unpinnedTop, unpinnedTop, unpinnedTop]);
    const unpinned = applyContent(pinned, contentOf(list, null));
    expect(cardsToDraw(unpinned, OVERSCAN)).toEqual(cardsToDraw(start(list), OVERSCAN));
  });

  test('every visible card stays in place when notes arrive far above', () => {
    const list = namesOf(3000);
    const masonry = scrolledTo(start(list), list, 20_000);
    const arrived = ['x', 'y', 'z', ...list];
    const after = applyContent(masonry, contentOf(arrived, masonry));
    expect(seenOn(after)).toEqual(seenOn(masonry));
    expect(after.viewport.top - masonry.viewport.top).toBe(after.scrollCorrection - masonry.scrollCorrection);
    expect(after.layout.total).toBe(3003);
  });

  test('the anchor never moves, wherever notes come or go in the list', () => {
    const changes = fc.array(
      fc.record({
        at: fc.nat(1999),
        out: fc.nat(3),
        in: fc.nat(3),
        scroll: fc.integer({ min: -900, max: 900 }),
        pinned: fc.option(fc.nat(400)),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 3000, max: 60_000 }),
        changes,
        (columns, top, all) => {
          let list = namesOf(2000);
          let masonry = scrolledTo(
            start(list, columns),
            list,
            Math.min(top, layoutHeight(start(list, columns).layout) - 2000),
          );
          let made = 0;
          let pinned = 0;
          for (const change of all) {
            const added = Array.from({ length: change.in }, () => `new${(made += 1)}`);
            list = list.toSpliced(change.at, change.out, ...added);
            if (masonry.viewport.top < 300) return;
            const before = seenOn(masonry);
            pinned = change.pinned ?? pinned;
            const next = applyContent(masonry, contentOf(list, masonry, pinned));
            const anchor = [...before].find(
              ([id, [, y]]) => y >= 0 && next.content.ids.includes(id as NoteId),
            );
            if (anchor !== undefined) expect(seenOn(next).get(anchor[0])?.[1]).toBe(anchor[1][1]);
            expect(next.layout.total).toBe(list.length);
            masonry = scrolledTo(next, list, Math.max(0, next.viewport.top + change.scroll), pinned);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ['below', -60],
    ['above', 60],
  ])('cards reached from %s do not move when the next ones get their heights', (_from, by) => {
    const list = namesOf(3000);
    let masonry = scrolledTo(start(list), list, 30_000);
    for (let step = 0; step < 90; step += 1) {
      masonry = scrolledTo(masonry, list, masonry.viewport.top + by);
      const before = seenOn(masonry);
      // Newly drawn cards are higher than estimated.
      const { viewport } = masonry;
      for (const { index, top, bottom } of cardsToDraw(masonry, OVERSCAN)) {
        const row = masonry.content.rows[index - masonry.content.offset];
        const isHidden = by < 0 ? bottom < viewport.top : top > viewport.bottom;
        if (row !== undefined && isHidden) masonry.grid.heights.measure(row, 200 + (index % 5) * 21);
      }
      masonry = applyHeights(masonry);
      expect(seenOn(masonry)).toEqual(before);
    }
  });

  test('the anchor keeps its height on the screen when the number of columns changes', () => {
    const list = namesOf(3000);
    const masonry = scrolledTo(start(list), list, 20_000);
    const [id = '', [, y] = []] = [...seenOn(masonry)].find(([, [, top]]) => top >= 0) ?? [];
    const narrower = applyGrid(masonry, gridOf(2));
    expect(y).toBeDefined();
    expect(seenOn(narrower).get(id)?.[1]).toBe(y);
  });

  test('another query begins with a new layout', () => {
    const list = namesOf(300);
    const found = { ...contentOf(['7'], null), query: 'seven' };
    const masonry = applyContent(start(list), found);
    expect(cardsToDraw(masonry, OVERSCAN).map(({ index, column, top }) => [index, column, top])).toEqual([
      [0, 0, 0],
    ]);
  });
});

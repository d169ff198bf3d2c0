import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardHeights } from '#renderer/notes/card-heights.ts';
import {
  dealt,
  type Deck,
  drawn,
  followed,
  lookedAt,
  measuredAnew,
  reached,
  reshaped,
} from '#renderer/notes/deck.ts';
import { windowAround, type ViewContent } from '#renderer/notes/view-window.ts';
import type { NoteId } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';

const shapeOf = (columns: number) => ({ columns, cardWidth: 260, heights: cardHeights(260) });

function rowOf(id: string): NoteRow {
  const text = 'a few words \n'.repeat(1 + (Number.parseInt(id, 36) % 9));
  return {
    id: id as NoteId,
    title: '',
    excerpt: text,
    clipped: false,
    createdAt: 0,
    pending: false,
    refused: null,
    conflictCopy: false,
  };
}

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index + 40).toString(36));

/** What the view's window would hold of this list while the screen shows the deck's cards. */
function contentOf(list: readonly string[], revision: number, deck: Deck | null): ViewContent {
  const { first, last } = deck === null ? { first: 0, last: 20 } : reached(deck);
  const { offset, limit } = windowAround(first, last);
  const rows = list.slice(offset, offset + limit).map(rowOf);
  return { query: '', revision, total: list.length, offset, rows, ids: rows.map(({ id }) => id) };
}

/** Scrolls there as the app does: the rows follow the screen. */
function scrolledTo(deck: Deck, list: readonly string[], top: number): Deck {
  let now = deck;
  for (let round = 0; round < 3; round += 1) {
    now = lookedAt(now, { top, bottom: top + 800 });
    now = followed(now, contentOf(list, now.content.revision, now));
  }
  return now;
}

const start = (list: readonly string[], columns = 4): Deck =>
  dealt(contentOf(list, 1, null), shapeOf(columns), { top: -80, bottom: 720 });

/** Where each card of the screen is seen, by its note. */
function seenOn(deck: Deck): Map<string, readonly [lane: number, y: number]> {
  const { content, screen } = deck;
  return new Map(
    drawn(deck)
      .filter(({ top, bottom }) => bottom > screen.top && top < screen.bottom)
      .map(
        ({ index, lane, top }) =>
          [content.ids[index - content.offset] ?? '', [lane, top - screen.top]] as const,
      ),
  );
}

describe('a deck', () => {
  test('lets notes that arrive at the top push the others down while the screen is there', () => {
    const list = namesOf(300);
    const deck = start(list);
    const after = followed(deck, contentOf(['z', ...list], 2, deck));
    expect(after.drift).toBe(0);
    expect(seenOn(after).get('z')).toEqual([0, 80]);
  });

  test('holds every card on the screen in its place when notes arrive far above', () => {
    const list = namesOf(3000);
    const deck = scrolledTo(start(list), list, 20_000);
    const arrived = ['x', 'y', 'z', ...list];
    const after = followed(deck, contentOf(arrived, 2, deck));
    expect(seenOn(after)).toEqual(seenOn(deck));
    expect(after.screen.top - deck.screen.top).toBe(after.drift - deck.drift);
    expect(after.masonry.total).toBe(3003);
  });

  test('never moves what is read, whatever comes or goes anywhere in the list', () => {
    const changes = fc.array(
      fc.record({
        at: fc.nat(1999),
        out: fc.nat(3),
        in: fc.nat(3),
        scroll: fc.integer({ min: -900, max: 900 }),
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
          let deck = scrolledTo(
            start(list, columns),
            list,
            Math.min(top, start(list, columns).masonry.height - 2000),
          );
          let made = 0;
          let revision = 1;
          for (const change of all) {
            const added = Array.from({ length: change.in }, () => `new${(made += 1)}`);
            list = list.toSpliced(change.at, change.out, ...added);
            revision += 1;
            if (deck.screen.top < 300) return;
            const before = seenOn(deck);
            const next = followed(deck, contentOf(list, revision, deck));
            const anchor = [...before].find(
              ([id, [, y]]) => y >= 0 && next.content.ids.includes(id as NoteId),
            );
            if (anchor !== undefined) expect(seenOn(next).get(anchor[0])?.[1]).toBe(anchor[1][1]);
            expect(next.masonry.total).toBe(list.length);
            deck = scrolledTo(next, list, Math.max(0, next.screen.top + change.scroll));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ['below', -60],
    ['above', 60],
  ])(
    'does not let cards wobble that were scrolled to from %s, as the next ones get their heights',
    (_from, by) => {
      const list = namesOf(3000);
      let deck = scrolledTo(start(list), list, 30_000);
      for (let step = 0; step < 90; step += 1) {
        deck = scrolledTo(deck, list, deck.screen.top + by);
        const before = seenOn(deck);
        // Cards that were just drawn turn out to be higher than was thought.
        const { screen } = deck;
        for (const { index, top, bottom } of drawn(deck)) {
          const row = deck.content.rows[index - deck.content.offset];
          const isHidden = by < 0 ? bottom < screen.top : top > screen.bottom;
          if (row !== undefined && isHidden) deck.shape.heights.measure(row, 200 + (index % 5) * 21);
        }
        deck = measuredAnew(deck);
        expect(seenOn(deck)).toEqual(before);
      }
    },
  );

  test('shows the same card at the same height in more or fewer columns', () => {
    const list = namesOf(3000);
    const deck = scrolledTo(start(list), list, 20_000);
    const [id = '', [, y] = []] = [...seenOn(deck)].find(([, [, top]]) => top >= 0) ?? [];
    const narrower = reshaped(deck, shapeOf(2));
    expect(y).toBeDefined();
    expect(seenOn(narrower).get(id)?.[1]).toBe(y);
  });

  test('starts anew under another query', () => {
    const list = namesOf(300);
    const found = { ...contentOf(['7'], 2, null), query: 'seven' };
    const deck = followed(start(list), found);
    expect(drawn(deck).map(({ index, lane, top }) => [index, lane, top])).toEqual([[0, 0, 0]]);
  });
});

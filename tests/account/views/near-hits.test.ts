import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { IdsPage } from '#shared/ipc/bulk.ts';
import { nearMatcher } from '#shared/note/near.ts';
import { LISTS, type ListName } from '#shared/note/note.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { createLabels } from '#account/views/labels.ts';
import { createNearHits, type NearHit } from '#account/views/near-hits.ts';
import { fields } from '#tests/support/fields.ts';
import { openConnection, settledNote } from '../support/store.ts';

interface Stored {
  readonly title?: string | null;
  readonly text: string | null;
  readonly list?: ListName;
  readonly isPinned?: boolean;
  readonly labels?: readonly string[] | null;
}

/** @param notes the oldest first @param noteMs how long each note takes by a controlled clock */
function openStore(notes: readonly Stored[], noteMs = 0) {
  const db = openConnection();
  const store = createNoteStore(db);
  for (const [at, { title = '', text, list, ...marks }] of notes.entries()) {
    const flags = { isArchived: list === 'archived', isDeleted: list === 'trashed', ...marks };
    store.write({ ...settledNote(`n${at}`), created: at, local: { ...fields('', '', flags), title, text } });
  }
  const ids = db.prepare<[], { id: string; key: number }>('SELECT id, key FROM notes').all();
  const idOf = new Map(ids.map(({ id, key }) => [key, id]));
  let now = 0;
  const near = createNearHits(db, createLabels(db), () => {
    now += noteMs;
    return now;
  });
  return (
    query: string,
    list: ListName = 'active',
    { limit = 100, labels = [] as readonly string[] } = {},
  ) => {
    const found: (NearHit & { readonly id: string | undefined })[] = [];
    let slices = 0;
    let below: IdsPage['below'] = null;
    do {
      const page = near({ list, query, labels, below, limit });
      expect(page.hits.length).toBeLessThanOrEqual(limit);
      found.push(...page.hits.map((hit) => ({ ...hit, id: idOf.get(hit.key) })));
      ({ below } = page);
      slices += 1;
    } while (below !== null);
    return { found, slices };
  };
}

const idsAndKinds = (found: ReturnType<ReturnType<typeof openStore>>['found']) =>
  found.map(({ id, kind }) => `${id} ${kind}`);

test('notes with other accents, with all words and with one slip are found, newest first, without the hits of the search itself', () => {
  const near = openStore([
    { text: 'Crème brûlée' },
    { text: 'brulee, creme' },
    { text: 'creme brulee' },
    { title: 'Crème', text: 'brulée' },
    { text: 'creme' },
    { title: null, text: null },
    { title: 'brullee', text: 'CREME' },
  ]);
  expect(idsAndKinds(near('creme brulee').found)).toEqual(['n6 slip', 'n3 words', 'n1 words', 'n0 accents']);
  expect(near('nowhere to be found').found).toEqual([]);
});

test('near matches are those of one list and of notes with all of the labels', () => {
  const near = openStore([
    { text: 'Łódź', labels: ['travel'] },
    { text: 'Łódź', list: 'archived' },
    { text: 'Łódź', list: 'trashed' },
    { text: 'ŁÓDŹ' },
    { text: 'Łódź', isPinned: true, labels: ['Travel', 'city'] },
  ]);
  expect(idsAndKinds(near('lodz').found)).toEqual(['n4 accents', 'n3 accents', 'n0 accents']);
  expect(idsAndKinds(near('lodz', 'archived').found)).toEqual(['n1 accents']);
  expect(idsAndKinds(near('lodz', 'active', { labels: ['travel'] }).found)).toEqual([
    'n4 accents',
    'n0 accents',
  ]);
  expect(idsAndKinds(near('lodz', 'active', { labels: ['travel', 'CITY'] }).found)).toEqual(['n4 accents']);
  expect(near('lodz', 'active', { labels: ['none'] }).found).toEqual([]);
  expect(near('', 'active', { labels: ['travel'] }).found).toEqual([]);
});

test('a near match shows the part of its text around the match', () => {
  const near = openStore([
    { title: 'Long', text: `${'some words '.repeat(100)}in Łódź${' and more'.repeat(200)}` },
  ]);
  const [note] = near('lodz').found;
  expect(note?.excerpt).toEqual({
    excerpt: expect.stringMatching(/^…[\w ]{20,80}Łódź and/u),
    clipped: true,
  });
});

test('a hit that the card shows anyway leaves the excerpt at the beginning of the text', () => {
  const text = `${'some words '.repeat(9)}in Łódź`;
  const [note] = openStore([{ title: 'Short', text }])('lodz').found;
  expect(note?.excerpt).toEqual({ excerpt: text, clipped: false });
});

test('a query without possible near matches, and a very long one, are answered at once', () => {
  const near = openStore([{ text: 'a' }, { text: 'b' }], 4);
  for (const query of [' ', '\u0301', 'a b '.repeat(100)])
    expect(near(query)).toEqual({ found: [], slices: 1 });
});

test('a slice ends after three milliseconds, and goes on after at least one note', () => {
  const notes = Array.from({ length: 12 }, () => ({ text: 'short' }));
  expect(openStore(notes, 1)('nothing').slices).toBe(5);
  expect(openStore(notes, 100)('nothing').slices).toBe(13);
});

test('in slices of any size exactly the near matches of the plain definition are found', () => {
  const words = fc.constantFrom(
    'milk',
    'Mílk',
    'bread',
    'brêad milk',
    'MILK bread',
    'Łódź',
    'lodz',
    '',
    'bréad\nmilk',
  );
  const stored = fc.record({
    title: fc.option(words),
    text: fc.option(words),
    list: fc.constantFrom(...LISTS),
    isPinned: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(stored, { maxLength: 30 }),
      fc.constantFrom('milk', 'bread milk', 'lodz', 'míl', 'milk  bread', 'milk braed'),
      fc.double({ min: 0, max: 5, noNaN: true }),
      fc.integer({ min: 1, max: 5 }),
      (notes, query, noteMs, limit) => {
        const near = openStore(notes, noteMs);
        const kindOf = nearMatcher(query);
        for (const list of LISTS) {
          const newestFirst = notes.map((note, at) => ({ ...note, at })).toReversed();
          const isTop = (note: { isPinned: boolean }) => list === 'active' && note.isPinned;
          const expected = [...newestFirst.filter(isTop), ...newestFirst.filter((note) => !isTop(note))]
            .filter((note) => note.list === list)
            .map((note) => `n${note.at} ${kindOf(note)}`)
            .filter((found) => !found.endsWith('null'));
          expect(idsAndKinds(near(query, list, { limit }).found)).toEqual(expected);
        }
      },
    ),
    { numRuns: 200 },
  );
});

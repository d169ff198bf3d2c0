import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { IdsPage } from '#shared/ipc/bulk.ts';
import { LISTS, type NoteId } from '#shared/note/note.ts';
import type { View } from '#shared/note/view.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { createViews, type Views } from '#account/views/views.ts';
import { fields } from '#tests/support/fields.ts';
import { NO_INDEX } from './search-support.ts';
import { openConnection, settledNote } from '../support/store.ts';

const TEXTS = ['milk', 'MILK and bread', 'bread', ''];

function openStore() {
  const db = openConnection();
  return { store: createNoteStore(db), views: createViews(db, NO_INDEX) };
}

/** @param between called after each page but the last */
function allIds(views: Views, view: View, limit: number, between = () => {}): NoteId[] {
  const all: NoteId[] = [];
  for (let below: IdsPage['below'] = null; ;) {
    const page: IdsPage = views.ids({ ...view, below, limit });
    expect(page.ids.length).toBeLessThanOrEqual(limit);
    all.push(...page.ids);
    ({ below } = page);
    if (below === null) return all;
    between();
  }
}

test('the ids of a view are those of its rows, in their order, however they are divided', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: fc.constantFrom(...TEXTS),
          list: fc.constantFrom(...LISTS),
          isPinned: fc.boolean(),
          labels: fc.option(fc.subarray(['work', 'home'])),
        }),
        { maxLength: 30 },
      ),
      fc.constantFrom('', ' ', 'milk', 'bread', 'wine'),
      fc.subarray(['Work', 'home', 'none']),
      fc.integer({ min: 1, max: 40 }),
      (notes, query, labels, limit) => {
        const { store, views } = openStore();
        for (const [at, { text, list, ...marks }] of notes.entries()) {
          const flags = { isArchived: list === 'archived', isDeleted: list === 'trashed', ...marks };
          store.write({
            ...settledNote(`n${at}`),
            created: Math.floor(at / 3),
            local: fields('', text, flags),
          });
        }
        for (const list of LISTS) {
          const view = { list, query, labels };
          const { rows } = views.page({ ...view, offset: 0, limit: 500 }, 0);
          expect(allIds(views, view, limit)).toEqual(rows.map(({ id }) => id));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each(['', 'milk'])('view ids stay exact while notes come and go above them (query %j)', (query) => {
  const { store, views } = openStore();
  const write = (id: string, created: number, isArchived = false): void =>
    store.write({ ...settledNote(id), created, local: fields('', 'milk', { isArchived }) });
  const ids = Array.from({ length: 2_000 }, (_, at) => `n${at}`);
  for (const [at, id] of ids.entries()) write(id, 10_000 - at);
  let turn = 0;
  const read = allIds(views, { list: 'active', query, labels: [] }, 100, () => {
    // The notes read so far leave the list, and a new one comes to its top.
    for (let at = turn * 100; at < turn * 100 + 100; at += 1) write(`n${at}`, 10_000 - at, true);
    write(`new${turn}`, 20_000 + turn);
    turn += 1;
  });
  expect(read).toEqual(ids);
});

import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { LISTS, type NoteFlags, type NoteId } from '#shared/note/note.ts';
import { createListSizes } from '#account/views/list-sizes.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { PINNED } from '#account/views/sections.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { fields } from '#tests/support/fields.ts';
import { LIST_OF } from '#tests/support/list-of.ts';
import { openConnection, settledNote } from '../support/store.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function open(file = ':memory:') {
  const db = openConnection(file);
  // The note store prepares its statements before `createListSizes` makes the triggers.
  const store = createNoteStore(db);
  const sizes = createListSizes(db);
  const count = db.prepare<[number], { notes: number }>(
    `SELECT count(*) AS notes FROM notes WHERE ${LIST_OF} = ?`,
  );
  const pinned = db.prepare<[], { notes: number }>(
    `SELECT count(*) AS notes FROM notes WHERE ${LIST_OF} = 0 AND is_pinned = 1`,
  );
  return {
    store,
    storedSizes: () => [...LISTS.map((list) => sizes.sizeOfList(list)), sizes.sizeOfSection(PINNED)],
    counted: () => [...LISTS.map((_list, at) => count.get(at)?.notes), pinned.get()?.notes],
  };
}

interface Step {
  readonly id: string;
  readonly created: number;
  /** Null if the step removes the note. */
  readonly flags: (NoteFlags & { readonly isPinned: boolean | null }) | null;
  /** Whether the note was deleted for ever here and not yet in the cloud. */
  readonly isGone: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  created: fc.integer({ min: 1, max: 9 }),
  flags: fc.option(
    fc.record({ isArchived: fc.boolean(), isDeleted: fc.boolean(), isPinned: fc.option(fc.boolean()) }),
  ),
  isGone: fc.boolean(),
});

function recordOf({ id, created, flags, isGone }: Step, sequence: number): NoteRecord {
  const note = settledNote(id, 'text', created);
  const pending = { sequence, revision: 1, attempts: [], refused: null };
  if (flags === null) return { ...note, local: null, remote: null };
  return isGone
    ? { ...note, local: null, pending }
    : { ...note, local: { ...fields('', 'text'), ...flags }, pending };
}

test('the sizes of the lists equal a count of the notes, whatever is written and whatever fails', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ steps: fc.array(anyStep, { maxLength: 4 }), fails: fc.boolean() }), {
        maxLength: 20,
      }),
      (transactions) => {
        const { store, storedSizes, counted } = open();
        for (const { steps, fails } of transactions) {
          try {
            store.transaction(() => {
              for (const change of steps) store.write(recordOf(change, store.nextSequence()));
              if (fails) throw new Error('rolled back');
            });
          } catch (error) {
            expect(error).toMatchObject({ message: 'rolled back' });
          }
          expect(storedSizes()).toEqual(counted());
        }
      },
    ),
  );
});

test('the sizes of the lists include notes that another connection has written', () => {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const firstConnection = open(file);
  const secondConnection = open(file);
  secondConnection.store.write(settledNote('a'));
  expect(firstConnection.storedSizes()).toEqual([1, 0, 0, 0]);
  secondConnection.store.write({ ...settledNote('a'), id: 'b' as NoteId });
  firstConnection.store.write(settledNote('c'));
  expect(firstConnection.storedSizes()).toEqual([3, 0, 0, 0]);
  expect(secondConnection.storedSizes()).toEqual([3, 0, 0, 0]);
});

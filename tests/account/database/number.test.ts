/** The number of a database: of two copies, the one with the greater number is the later one. */
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { numberIn } from '#account/database/backups.ts';
import { createHistory } from '#account/tables/history.ts';
import { createNotices } from '#account/tables/notices.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { createListSizes } from '#account/views/list-sizes.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { allRows, openConnection, pendingNote, settledNote } from '../support/store.ts';

describe('the number of a database', () => {
  test('a transaction adds one, whatever it changes, and a nested transaction adds nothing', () => {
    const db = openConnection();
    const notes = createNoteStore(db);
    expect(numberIn(db)).toBe(0);
    notes.transaction(() => {
      for (const id of ['a', 'b'])
        notes.transaction(() => notes.write(pendingNote(id, notes.nextSequence())));
    });
    expect(numberIn(db)).toBe(1);
    notes.transaction(() => notes.setLoaded(), 'soon');
    expect(numberIn(db)).toBe(2);
    notes.write(settledNote('c'));
    expect(numberIn(db)).toBe(3);
  });

  test('a transaction draws a new tag, and stores the one before it', () => {
    const db = openConnection();
    const notes = createNoteStore(db);
    const select = db.prepare<[], { tag: number; tag_before: number }>('SELECT tag, tag_before FROM cache');
    const before = select.get();
    notes.write(settledNote('a'));
    const after = select.get();
    expect(after?.tag_before).toBe(before?.tag);
    expect(after?.tag).not.toBe(before?.tag);
    expect(openConnection().prepare('SELECT tag FROM cache').get()).not.toEqual({ tag: before?.tag });
    notes.transaction(() => undefined);
    expect(select.get()).toEqual(after);
  });

  test('a transaction that changes nothing or is rolled back adds nothing', () => {
    const db = openConnection();
    const notes = createNoteStore(db);
    notes.write(settledNote('a'));
    createNotices(db).take();
    createHistory(db).dropExpired('000000000002.000000000' as never);
    createListSizes(db).sizeOfList('active');
    const change = (): void => {
      notes.write(settledNote('b'));
      throw new Error('not this time');
    };
    expect(() => notes.transaction(change)).toThrow('not this time');
    expect(numberIn(db)).toBe(1);
  });

  test('expiry of the history adds one', () => {
    const db = openConnection();
    const notes = createNoteStore(db);
    notes.transaction(() => {
      notes.write(settledNote('a', 'before'));
      notes.write(settledNote('a', 'after'));
      notes.history.setExpiryStart('000000000001.000000000' as never, 1);
    });
    notes.history.dropExpired('000000000002.000000000' as never);
    expect(numberIn(db)).toBe(2);
  });

  test('a database whose row of facts is lost has the number 0', () => {
    const db = openConnection();
    db.exec('DELETE FROM cache');
    expect(numberIn(db)).toBe(0);
  });

  test('two states of a file with the same number are the same state', () => {
    const someWrites = fc.array(
      fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('', 'x', 'y'), fc.boolean()),
    );
    fc.assert(
      fc.property(someWrites, (writes) => {
        const file = path.join(temporaryFolder(), 'notes.sqlite');
        const db = openConnection(file);
        const notes = createNoteStore(db);
        const states = new Map([[0, JSON.stringify(allRows(file))]]);
        for (const [id, text, isUndone] of writes) {
          try {
            notes.transaction(() => {
              notes.write(settledNote(id, text));
              if (isUndone) throw new Error('undone');
            });
          } catch {
            // An undone transaction writes nothing.
          }
          const state = JSON.stringify(allRows(file));
          const number = numberIn(db);
          expect(states.get(number) ?? state).toBe(state);
          expect(Math.max(...states.keys())).toBeLessThanOrEqual(number);
          states.set(number, state);
        }
      }),
      { numRuns: 20 },
    );
  });
});

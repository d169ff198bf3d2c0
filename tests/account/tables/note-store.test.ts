import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { withChange } from '#account/sync/local-action.ts';
import { type NoteRecord, withoutState, withoutPending } from '#account/sync/note-record.ts';
import { rebaseOnAbsent, rebaseOnPresent, withAcknowledgement } from '#account/sync/rebase.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { isRefusal, REFUSALS } from '#shared/base/reasons.ts';
import { anyFields } from '#tests/support/any-fields.ts';
import { fields } from '#tests/support/fields.ts';
import { openConnection } from '../support/store.ts';

function openStore() {
  const db = openConnection();
  const order = db.prepare<[], { id: NoteId }>('SELECT id FROM notes ORDER BY key DESC');
  return {
    db,
    store: createNoteStore(db),
    /** Ids of the notes in the order of the lists. */
    newestFirst: () => order.all().map((row) => row.id),
    pragma: (name: string): unknown => Object.values(db.prepare<[], object>(`PRAGMA ${name}`).get() ?? {})[0],
  };
}

const id = 'note-1' as NoteId;
const clean: NoteRecord = {
  id,
  local: fields('a', 'b'),
  remote: { fields: fields('a', 'b'), updateTime: '000000000001.000000000' as UpdateTime },
  extra: {},
  created: 1_000_000,
  pending: null,
};

const anyRecord: fc.Arbitrary<NoteRecord> = fc.record({
  id: fc.constant(id),
  local: fc.option(anyFields, { nil: null }),
  remote: fc.option(
    fc.record({ fields: anyFields, updateTime: fc.constant('000000000001.000000002' as UpdateTime) }),
    { nil: null },
  ),
  extra: fc.constantFrom(
    {},
    { fieldOfAnotherClient: { stringValue: '🙂\0' } },
    { n: { doubleValue: 'NaN' as const } },
  ),
  created: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  pending: fc.record({
    sequence: fc.integer({ min: 1, max: 1e9 }),
    revision: fc.nat(),
    attempts: fc.array(fc.option(anyFields, { nil: null }), { maxLength: 3 }),
    refused: fc.constantFrom(null, ...Object.keys(REFUSALS).filter(isRefusal)),
  }),
});

/** The record after the sync rules: without a pending change it shows the cloud's state. */
function consistent(record: NoteRecord): NoteRecord {
  return record.pending !== null ? record : { ...record, local: record.remote?.fields ?? null };
}

describe('the note store', () => {
  test('every record is read as it was written', () => {
    const { store } = openStore();
    fc.assert(
      fc.property(anyRecord, (record) => {
        store.write(record);
        const expected =
          record.local === null && record.remote === null ? { ...record, remote: null } : record;
        expect(store.read(id)).toEqual(expected);
      }),
    );
  });

  test('a record that is written as a difference equals one that is written whole', () => {
    const { store } = openStore();
    const settled = anyRecord.chain((record) => fc.constantFrom(record, { ...record, pending: null }));
    fc.assert(
      fc.property(settled, settled, fc.nat(15), (firstRecord, secondRecord, copiedParts) => {
        store.write(clean);
        store.write(consistent(firstRecord));
        const before = store.read(id);
        if (before === null) return;
        // A step of the engine changes little of a record.
        const after = consistent({
          ...secondRecord,
          ...(copiedParts & 1 ? { local: before.local } : {}),
          ...(copiedParts & 2 ? { remote: before.remote } : {}),
          ...(copiedParts & 4 ? { extra: before.extra, created: before.created } : {}),
          ...(copiedParts & 8 ? { pending: before.pending } : {}),
        });
        store.write(after, before);
        const written = store.read(id);
        store.write(after);
        expect(written).toEqual(store.read(id));
      }),
    );
  });

  test('a record that the caller holds is read again after any change', () => {
    const { store } = openStore();
    const later = '000000000002.000000000' as UpdateTime;
    const anyStep = anyFields.chain((next) =>
      fc.constantFrom<(record: NoteRecord) => NoteRecord | null>(
        (record) => record,
        (record) => withChange(record, next, 7),
        (record) => withChange(record, null, 7),
        // What was pushed and then edited again counts from the first revision as well.
        (record) => withChange(withoutPending(record), next, 1_000_000_007),
        (record) => rebaseOnPresent(record, { ...record, fields: next, updateTime: later }).record,
        // The cloud reports the date of a note whose creation was acknowledged earlier.
        (record) =>
          record.remote && rebaseOnPresent(record, { ...record, ...record.remote, created: 5 }).record,
        rebaseOnAbsent,
        (record) => withAcknowledgement(record, next, later),
        // Only a note that the cloud has is deleted there.
        (record) => record.remote && withAcknowledgement(record, null, null),
      ),
    );
    fc.assert(
      fc.property(anyRecord, fc.array(anyStep, { minLength: 1, maxLength: 4 }), (start, steps) => {
        store.write(clean);
        store.write(start);
        const sentRecord = store.read(id) ?? clean;
        for (const step of steps) {
          const before = store.read(id);
          const after = before && step(before);
          store.write(after ?? withoutState(clean));
        }
        expect(store.read(id, sentRecord)).toEqual(store.read(id));
      }),
    );
    store.write({ ...clean, pending: { sequence: 1, revision: 1, attempts: [clean.local], refused: null } });
    const sentRecord = store.read(id) ?? clean;
    expect(store.read(id, sentRecord)).toBe(sentRecord);
    store.rename(id, 'other' as NoteId);
    expect(store.read(id, sentRecord)).toBeNull();
  });

  test('notes of one date are listed in the order in which they arrived', () => {
    const { store, newestFirst } = openStore();
    const ids = Array.from({ length: 50 }, (_, index) => `note-${index}` as NoteId);
    for (const note of ids) store.write({ ...clean, id: note, created: 5 });
    for (const note of ids) store.write({ ...clean, id: note, created: 7 });
    store.write({ ...clean, id: 'older' as NoteId, created: 6 });
    expect(newestFirst()).toEqual([...ids.toReversed(), 'older']);
  });

  test.each([Number.MAX_SAFE_INTEGER, 2 ** 53, 1e17, 2 ** 62])(
    'notes of one date that is beyond 2255 (%d) have places in the list',
    (created) => {
      const { store, newestFirst } = openStore();
      const ids = Array.from({ length: 5 }, (_, index) => `note-${index}` as NoteId);
      for (const note of ids) store.write({ ...clean, id: note, created });
      store.write({ ...clean, id: 'older' as NoteId, created: 6 });
      // The notes are written again, as when the cloud reports them once more.
      for (const note of ids) store.write({ ...clean, id: note, created });
      expect(newestFirst()).toHaveLength(6);
      expect(newestFirst().at(-1)).toBe('older');
    },
  );

  test('a note dated in the future, by another client, does not date the notes that are written here', () => {
    const { store } = openStore();
    const updateTime = '001700000000.500000000' as UpdateTime;
    const inCloud = clean.remote === null ? null : { ...clean.remote, updateTime };
    store.write({ ...clean, remote: inCloud, id: 'now' as NoteId, created: 1_700_000_000_500_000 });
    store.write({ ...clean, remote: inCloud, id: 'in 2128' as NoteId, created: 5e15 });
    store.write({ ...clean, remote: inCloud, id: 'in 9999' as NoteId, created: 253_402_300_799_000_000 });
    expect(store.newestCreated()).toBe(1_700_000_000_500_000);
    const pending = { sequence: 3, revision: 2, attempts: [], refused: null };
    store.write({ ...clean, remote: null, pending, id: 'new' as NoteId, created: 1_700_000_000_500_001 });
    expect(store.newestCreated()).toBe(1_700_000_000_500_001);
  });

  test.each([-(2 ** 53), -1e17])('notes of one date before 1685 (%d) have places in the list', (created) => {
    const { store, newestFirst } = openStore();
    for (const note of ['a', 'b', 'c'] as NoteId[]) store.write({ ...clean, id: note, created });
    store.write({ ...clean, id: 'newer' as NoteId, created: 6 });
    expect(newestFirst()).toEqual(['newer', 'c', 'b', 'a']);
  });

  test('a record with another id retains its pending change, its history, which does not grow, and its unannounced conflict copy', () => {
    const { store } = openStore();
    const pending = { sequence: 3, revision: 2, attempts: [], refused: 'note-denied' } as const;
    store.write({ ...clean, local: fields('before', ''), pending });
    store.write({ ...clean, local: { ...fields('now', ''), conflictOf: 'note' }, pending });
    store.newCopies.add(id);
    store.rename(id, 'other' as NoteId);
    expect(store.read(id)).toBeNull();
    expect(store.read('other' as NoteId)).toEqual({
      ...clean,
      id: 'other',
      local: { ...fields('now', ''), conflictOf: 'note' },
      pending,
    });
    expect(store.newCopies.list()).toEqual(['other']);
    expect(store.history.read(1)).toMatchObject({ id: 'other', fields: { title: 'before' } });
    expect(store.history.read(2)).toBeNull();
    store.transaction(() => store.rename('other' as NoteId, id));
    expect(store.pendingIds(9)).toEqual([]);
    expect(store.refusedRecords()).toHaveLength(1);
  });

  test('[S13] a new store is confirmed and without doubts, and confirming a store ends its doubts', () => {
    const { db, store } = openStore();
    expect(store.isConfirmed()).toBe(true);
    expect(store.updateTimeInDoubt(id)).toBeUndefined();
    db.exec(`UPDATE cache SET confirmed = 0;
      INSERT INTO doubts (note_id, update_time) VALUES ('a', ''), ('b', '000000000001.000000000')`);
    expect([
      store.isConfirmed(),
      store.updateTimeInDoubt('a' as NoteId),
      store.updateTimeInDoubt('b' as NoteId),
    ]).toEqual([false, null, '000000000001.000000000']);
    store.setConfirmed();
    expect([store.isConfirmed(), store.updateTimeInDoubt('a' as NoteId)]).toEqual([true, undefined]);
  });

  test('a transaction waits for the disk unless it only needs to be durable soon', () => {
    const { store, pragma } = openStore();
    const waits = (): unknown => pragma('synchronous');
    const [normal, full] = [1, 2];
    expect(store.transaction(waits)).toBe(full);
    expect(store.transaction(waits, 'soon')).toBe(normal);
    expect(store.transaction(() => store.transaction(waits, 'soon'))).toBe(full);
    expect(() =>
      store.transaction(() => {
        throw new Error('disk');
      }, 'soon'),
    ).toThrow('disk');
    expect(store.transaction(waits)).toBe(full);
  });

  test('a title and a text are stored with NUL and every other character', () => {
    const { store } = openStore();
    const odd = 'a\0b\u202e\u{1f600}\u0301\r\n';
    store.write({ ...clean, local: fields(odd, odd), remote: null });
    expect(store.read(id)?.local).toMatchObject({ title: odd, text: odd });
  });

  test('a record that has neither a local nor a remote state is removed', () => {
    const { store } = openStore();
    store.write(clean);
    store.write({ ...clean, local: null, remote: null });
    expect(store.read(id)).toBeNull();
    expect(store.remoteIds(null, 10)).toEqual([]);
  });

  test('a record whose creation is pending has no remote state, although its row has an updateTime', () => {
    const { store, db } = openStore();
    store.write({
      ...clean,
      remote: null,
      pending: { sequence: 1, revision: 1, attempts: [], refused: null },
    });
    // The page of `notes` is from another time than that of the outbox.
    db.exec(`UPDATE notes SET update_time = '000000000001.000000000'`);
    expect(store.read(id)?.remote).toBeNull();
  });

  test('a failing transaction changes nothing', () => {
    const { store } = openStore();
    store.write(clean);
    expect(() =>
      store.transaction(() => {
        store.write({ ...clean, local: fields('changed', '') });
        throw new Error('disk');
      }),
    ).toThrow('disk');
    expect(store.read(id)).toEqual(clean);
  });

  test('a full disk causes a clear error and changes nothing', () => {
    const { store, pragma } = openStore();
    store.write(clean);
    pragma(`max_page_count = ${String(pragma('page_count'))}`);
    const large = { ...clean, id: 'large' as NoteId, local: fields('', 'x'.repeat(1_000_000)) };
    expect(() => store.transaction(() => store.write(large))).toThrow(
      expect.objectContaining({ code: 'store-full' }),
    );
    expect(store.read('large' as NoteId)).toBeNull();
    expect(store.read(id)).toEqual(clean);
  });

  test('a pending change that the cloud refuses is not listed for pushing', () => {
    const { store } = openStore();
    const pending = { sequence: 1, revision: 1, attempts: [], refused: 'note-too-large' } as const;
    store.write({ ...clean, local: fields('x', ''), pending });
    expect(store.pendingIds(10)).toEqual([]);
    expect(store.counts()).toEqual({ pending: 0, refused: 1 });
  });

  test('sequence numbers only grow', () => {
    const { store } = openStore();
    const numbers = [store.nextSequence(), store.nextSequence(), store.nextSequence()];
    expect(numbers).toEqual([1, 2, 3]);
  });

  test('the next sequence number is unused even if the counter is behind', () => {
    const { store } = openStore();
    store.write({ ...clean, pending: { sequence: 7, revision: 1, attempts: [], refused: null } });
    expect(store.nextSequence()).toBe(8);
  });
});

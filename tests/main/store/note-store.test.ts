import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ListName, listOf, type NoteId } from '#shared/note.ts';
import { EXCERPT_LENGTH } from '#shared/view.ts';
import { excerptOf } from '#main/store/excerpt.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { createViews } from '#main/store/views.ts';
import type { NoteRecord } from '#main/sync/note-record.ts';
import type { UpdateTime } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';

function openStore() {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  return { db, store: createNoteStore(db), views: createViews(db) };
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

const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 50 }), { nil: null });
const anyFields = fc.record({ title: text, text, isArchived: fc.boolean(), isDeleted: fc.boolean() });
const anyRecord: fc.Arbitrary<NoteRecord> = fc.record({
  id: fc.constant(id),
  local: fc.option(anyFields, { nil: null }),
  remote: fc.option(
    fc.record({ fields: anyFields, updateTime: fc.constant('000000000001.000000002' as UpdateTime) }),
    { nil: null },
  ),
  extra: fc.constantFrom({}, { mood: { stringValue: '🙂\0' } }, { n: { doubleValue: 'NaN' as const } }),
  created: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  pending: fc.record({
    sequence: fc.integer({ min: 1, max: 1e9 }),
    version: fc.nat(),
    attempts: fc.array(fc.option(anyFields, { nil: null }), { maxLength: 3 }),
    refused: fc.option(fc.string(), { nil: null }),
  }),
});

/** As the rules leave a record: without a pending change it shows what the cloud has. */
function consistent(record: NoteRecord): NoteRecord {
  return record.pending !== null ? record : { ...record, local: record.remote?.fields ?? null };
}

describe('the store', () => {
  test('gives back every record as it was written', () => {
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

  test('a record that is written by what differs from the one before is the same', () => {
    const { store } = openStore();
    const settled = anyRecord.chain((record) => fc.constantFrom(record, { ...record, pending: null }));
    fc.assert(
      fc.property(settled, settled, fc.nat(15), (one, other, kept) => {
        store.write(clean);
        store.write(consistent(one));
        const before = store.read(id);
        if (before === null) return;
        // Steps keep most of a record as it is.
        const after = consistent({
          ...other,
          ...(kept & 1 ? { local: before.local } : {}),
          ...(kept & 2 ? { remote: before.remote } : {}),
          ...(kept & 4 ? { extra: before.extra, created: before.created } : {}),
          ...(kept & 8 ? { pending: before.pending } : {}),
        });
        store.write(after, before);
        const written = store.read(id);
        store.write(after);
        expect(written).toEqual(store.read(id));
      }),
    );
  });

  test('notes of one date stand in the order in which they came', () => {
    const { store, views } = openStore();
    const ids = Array.from({ length: 50 }, (_, index) => `note-${index}` as NoteId);
    for (const note of ids) store.write({ ...clean, id: note, created: 5 });
    for (const note of ids) store.write({ ...clean, id: note, created: 7 });
    store.write({ ...clean, id: 'older' as NoteId, created: 6 });
    const { rows } = views.page({ list: 'active', query: '', offset: 0, limit: 100 }, 0);
    expect(rows.map((row) => row.id)).toEqual([...ids.toReversed(), 'older']);
  });

  test('a transaction waits for the disk, except where it need not', () => {
    const { db, store } = openStore();
    const waits = (): unknown => db.pragma('synchronous', { simple: true });
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

  test('keeps NUL and every other character of a text', () => {
    const { store, views } = openStore();
    const odd = 'a\0b\u202e\u{1f600}\u0301\r\n';
    store.write({ ...clean, local: fields(odd, odd), remote: null });
    expect(views.note(id)).toMatchObject({ title: odd, text: odd });
  });

  test('removes a record of which nothing is left', () => {
    const { store } = openStore();
    store.write(clean);
    store.write({ ...clean, local: null, remote: null });
    expect(store.read(id)).toBeNull();
    expect(store.remoteVersion(id)).toBeNull();
    expect(store.remoteIds(null, 10)).toEqual([]);
  });

  test('a failing transaction leaves everything as it was', () => {
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

  test('a full disk is a clear error and changes nothing', () => {
    const { db, store } = openStore();
    store.write(clean);
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages}`);
    const large = { ...clean, id: 'large' as NoteId, local: fields('', 'x'.repeat(1_000_000)) };
    expect(() => store.transaction(() => store.write(large))).toThrow(
      expect.objectContaining({ code: 'store-full' }),
    );
    expect(store.read('large' as NoteId)).toBeNull();
    expect(store.read(id)).toEqual(clean);
  });

  test('what the cloud refuses is not among what is to be pushed', () => {
    const { store } = openStore();
    const pending = { sequence: 1, version: 1, attempts: [], refused: 'too large' };
    store.write({ ...clean, local: fields('x', ''), pending });
    expect(store.pending(10)).toEqual([]);
    expect(store.counts()).toEqual({ pending: 0, refused: 1 });
  });

  test('sequence numbers only grow', () => {
    const { store } = openStore();
    const numbers = [store.nextSequence(), store.nextSequence(), store.nextSequence()];
    expect(numbers).toEqual([1, 2, 3]);
  });

  test('sequence numbers are free, also where their counter is behind', () => {
    const { store } = openStore();
    store.write({ ...clean, pending: { sequence: 7, version: 1, attempts: [], refused: null } });
    expect(store.nextSequence()).toBe(8);
  });
});

describe('views', () => {
  test('§2 newest first, one window at a time, with the total', () => {
    const { store, views } = openStore();
    for (let index = 0; index < 10; index += 1) {
      store.write({ ...clean, id: `n${index}` as NoteId, created: index + 1, local: fields(`${index}`, '') });
    }
    const page = views.page({ list: 'active', query: '', offset: 2, limit: 3 }, 7);
    expect(page.rows.map(({ title }) => title)).toEqual(['7', '6', '5']);
    expect(page).toMatchObject({ revision: 7, offset: 2, total: 10 });
  });

  test('notes of the same moment all stand in the list', () => {
    const { store, views } = openStore();
    for (const name of ['a', 'b', 'c']) store.write({ ...clean, id: name as NoteId });
    store.write({ ...clean, id: 'b' as NoteId, local: fields('changed', '') });
    expect(views.counts()).toEqual({ active: 3, archived: 0, trashed: 0 });
  });

  test('a note whose date becomes known moves to its place', () => {
    const { store, views } = openStore();
    store.write({ ...clean, id: 'a' as NoteId, created: 10 });
    store.write({ ...clean, id: 'b' as NoteId, created: 20 });
    store.write({ ...clean, id: 'a' as NoteId, created: 30 });
    const { rows } = views.page({ list: 'active', query: '', offset: 0, limit: 9 }, 0);
    expect(rows.map((row) => row.id)).toEqual(['a', 'b']);
  });

  test('§3 each list shows its own', () => {
    const { store, views } = openStore();
    store.write({
      ...clean,
      id: 'a' as NoteId,
      local: fields('', '', { isArchived: true, isDeleted: true }),
    });
    store.write({ ...clean, id: 't' as NoteId, local: fields('', '', { isDeleted: true }) });
    store.write({ ...clean, id: 'gone' as NoteId, local: null });
    const ids = (list: ListName) =>
      views.page({ list, query: '', offset: 0, limit: 9 }, 0).rows.map((row) => row.id);
    expect([ids('active'), ids('archived'), ids('trashed')]).toEqual([[], ['a'], ['t']]);
  });

  test('§3 the table sorts notes into lists as the rule does', () => {
    const { store, views } = openStore();
    for (const isArchived of [false, true]) {
      for (const isDeleted of [false, true]) {
        const name = `${isArchived} ${isDeleted}` as NoteId;
        store.write({ ...clean, id: name, local: fields('', '', { isArchived, isDeleted }) });
        const list = listOf({ isArchived, isDeleted });
        const { rows } = views.page({ list, query: '', offset: 0, limit: 9 }, 0);
        expect(rows.map((row) => row.id)).toContain(name);
      }
    }
  });

  test('§5 search in one list, counted in full', () => {
    const { store, views } = openStore();
    for (let index = 0; index < 10; index += 1) {
      const local = fields(`Note ${index}`, index % 2 === 0 ? 'BUTTER' : 'bread');
      store.write({ ...clean, id: `n${index}` as NoteId, created: index + 1, local });
    }
    const page = views.page({ list: 'active', query: 'butter', offset: 1, limit: 2 }, 0);
    expect(page.total).toBe(5);
    expect(page.rows.map(({ title }) => title)).toEqual(['Note 6', 'Note 4']);
  });

  test('a card gets the beginning of a long text and never half a character', () => {
    const { store, views } = openStore();
    store.write({ ...clean, local: fields('', `${'x'.repeat(EXCERPT_LENGTH - 1)}😀 and more`) });
    const [row] = views.page({ list: 'active', query: '', offset: 0, limit: 1 }, 0).rows;
    expect(row).toMatchObject({ excerpt: 'x'.repeat(EXCERPT_LENGTH - 1), clipped: true });
  });

  test.each([
    '',
    '\0',
    'a\0b',
    '日'.repeat(EXCERPT_LENGTH),
    '日'.repeat(EXCERPT_LENGTH + 1),
    '😀'.repeat(EXCERPT_LENGTH / 2),
    '😀é\0'.repeat(9_999),
  ])('a card of text %# begins as the text does', (whole) => {
    const { store, views } = openStore();
    store.write({ ...clean, local: fields('', whole) });
    const [card] = views.page({ list: 'active', query: '', offset: 0, limit: 1 }, 0).rows;
    expect(card).toMatchObject({ excerpt: excerptOf(whole), clipped: whole.length > EXCERPT_LENGTH });
  });

  test('found notes come as they are asked for, without those that are gone', () => {
    const { store, views, db } = openStore();
    for (let index = 0; index < 5; index += 1) {
      store.write({ ...clean, id: `n${index}` as NoteId, created: index + 1 });
    }
    const keys = db.prepare<[], number>('SELECT key FROM notes ORDER BY key DESC').pluck().all();
    store.write({ ...clean, id: 'n3' as NoteId, local: null, remote: null });
    const { rows } = views.found(0, keys, { total: 4, counted: true }, 0);
    expect(rows.map((row) => row.id)).toEqual(['n4', 'n2', 'n1', 'n0']);
  });

  test('a note that is gone is a clear error', () => {
    const { views } = openStore();
    expect(() => views.note(id)).toThrow(expect.objectContaining({ code: 'note-not-found' }));
  });
});

import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { EXCERPT_LENGTH } from '#shared/note/view.ts';
import type { Connection } from '#account/database/connection.ts';
import { createHistory, type HistoryTable } from '#account/tables/history.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';
import { openConnection, settledNote } from '../support/store.ts';

let db: Connection;
let store: LocalStore;
let history: HistoryTable;
beforeEach(() => {
  db = openConnection();
  store = createNoteStore(db);
  history = createHistory(db);
});

const id = 'note' as NoteId;

function write(text: string, title = ''): void {
  store.write({ ...settledNote(id), local: fields(title, text), remote: null, pending: waiting });
}
const waiting = { sequence: 1, revision: 1, attempts: [], refused: null };

/** Writes the removal of a note by another device. */
function remove(record: NoteRecord): void {
  store.write({ ...record, local: null, remote: null, pending: null });
}

/** Writes the removal of a note together with most others. */
function writeMissing(text: string): void {
  const note = settledNote('missing', text);
  store.write(note);
  remove(note);
  history.addMissing(note.id);
}

function texts(): unknown[] {
  return db
    .prepare<[], { text: string }>('SELECT text FROM history ORDER BY version')
    .all()
    .map(({ text }) => text);
}

const CLOUD = ['000000000001.000000000', '000000000002.000000000', '000000000003.000000000'] as UpdateTime[];
const [FIRST = '' as UpdateTime, SECOND = '' as UpdateTime, THIRD = '' as UpdateTime] = CLOUD;

describe('[S12] words that were overwritten or removed', () => {
  test('a write that changes no words, or replaces empty ones, adds nothing to the history', () => {
    write('');
    write('words');
    write('words');
    store.write({
      ...settledNote(id),
      local: fields('', 'words', { isArchived: true }),
      pending: waiting,
      created: 9,
    });
    expect(texts()).toEqual([]);
  });

  test('deleting a note for ever on this device deletes its history', () => {
    for (const text of ['one', 'two']) write(text);
    store.markDeletedForever(id);
    expect(texts()).toEqual([]);
    store.write({ ...settledNote(id), local: null, remote: null, pending: null });
    expect([texts(), store.read(id)]).toEqual([[], null]);
  });

  test('a removed note is read from the history unchanged, with unknown fields and every character', () => {
    const anyWords = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed());
    const extras = fc.constantFrom(
      {},
      { fieldOfAnotherClient: { stringValue: '🙂\0' } },
      { n: { doubleValue: '-0' as const } },
    );
    fc.assert(
      fc.property(anyWords, anyWords, fc.boolean(), extras, fc.nat(), (title, text, flag, extra, created) => {
        fc.pre(title !== '' || text !== '');
        const local = fields(title, text, { isArchived: flag, isDeleted: !flag });
        const record = {
          ...settledNote(id),
          local,
          remote: { fields: local, updateTime: FIRST },
          extra,
          created,
        };
        store.write(record);
        remove(record);
        const version = history.page(0, 1).rows[0]?.version ?? 0;
        expect(history.read(version)).toEqual({ version, id, fields: local, extra, created });
      }),
    );
  });

  test('the number of a dropped version is not used again', () => {
    for (const text of ['one', 'two', 'three']) write(text);
    history.drop(2);
    history.drop(99);
    write('four');
    expect([history.read(2), history.read(3)?.fields.text]).toEqual([null, 'three']);
  });
});

describe('[S12] earlier versions of a note', () => {
  test('the earlier versions of a note are listed latest first in pages, with the device that wrote them', () => {
    const otherNote = settledNote('other', 'of another note');
    store.write(otherNote);
    store.write({ ...otherNote, local: fields('', 'changed') });
    for (const text of ['one', 'two', 'three']) write(text);
    const theirs = { fields: fields('', 'theirs'), updateTime: FIRST };
    store.write({ ...settledNote(id), local: fields('', 'theirs'), remote: theirs });
    store.write({ ...settledNote(id), local: fields('', 'four'), remote: theirs, pending: waiting });
    const { total, rows } = history.earlier(id, 0, 3);
    expect(total).toBe(4);
    expect(rows.map(({ version, written }) => [history.read(version)?.fields.text, written?.by])).toEqual([
      ['theirs', 'another device'],
      ['three', 'this device'],
      ['two', 'this device'],
    ]);
    expect(history.earlier(id, 3, 3).rows).toMatchObject([{ base: null, written: null, isUnsaved: false }]);
    expect(history.latest(id)).toMatchObject({ version: rows[0]?.version, written: { by: 'this device' } });
    expect(rows[0]?.base).toBe(rows[1]?.version);
    expect(rows[0]?.written?.at).toBe(rows[1]?.replacedAt);
  });

  test('unsaved words are listed between the versions, and replace none of them', () => {
    write('one');
    history.addUnsaved({ ...settledNote(id), fields: fields('', 'left') }, true);
    const now = history.earlier(id, 0, 9).rows;
    expect(now).toMatchObject([{ isUnsaved: true, base: null }]);
    for (const text of ['two', 'three']) write(text);
    const [two, one, left] = history.earlier(id, 0, 9).rows;
    expect(two?.base).toBe(one?.version);
    expect(one).toMatchObject({ base: null, written: null });
    expect(left).toMatchObject({ isUnsaved: true, base: one?.version, written: { at: left?.replacedAt } });
    expect(history.place(id, left?.version ?? 0)).toEqual(left);
    expect(history.place('other' as NoteId, left?.version ?? 0)).toBeNull();
  });

  test('[S12.4] if another device deletes a note for ever, its last words stay and its earlier versions do not', () => {
    for (const text of ['one', 'two']) write(text);
    remove(settledNote(id));
    expect(history.earlier(id, 0, 9)).toEqual({ total: 0, rows: [] });
    expect(texts()).toEqual(['two']);
  });

  test('[S12.4] the last words of a note that was emptied before its removal are those before it was emptied', () => {
    for (const text of ['one', 'two', '']) write(text);
    remove({ ...settledNote(id), local: fields('', '') });
    expect(history.page(0, 9)).toMatchObject({ total: 1, rows: [{ excerpt: 'two' }] });
    expect(texts()).toEqual(['two']);
  });

  test('[S12.4] unsaved words are not the last words of a note that was emptied', () => {
    for (const text of ['one', 'two', '']) write(text);
    const { extra, created } = settledNote(id);
    history.addUnsaved({ id, fields: fields('', 'not saved'), extra, created }, true);
    remove({ ...settledNote(id), local: fields('', '') });
    expect(history.page(0, 9)).toMatchObject({ total: 1, rows: [{ excerpt: 'two', isUnsaved: false }] });
    expect(texts()).toEqual(['two']);
  });

  test('no version is added by a change of the id, an answer of the cloud, or the deletion of a note that was never pushed', () => {
    write('refused');
    store.rename(id, 'renamed' as NoteId);
    const record = settledNote('renamed', 'refused');
    store.write(record);
    store.markDeletedForever(record.id);
    store.write({ ...record, local: null, remote: null, pending: null });
    expect(texts()).toEqual([]);
  });

  test('the earlier versions of a note follow it to a new id', () => {
    for (const text of ['one', 'two']) write(text);
    store.rename(id, 'renamed' as NoteId);
    expect(history.earlier('renamed' as NoteId, 0, 9).rows).toMatchObject([{ version: 1 }]);
  });

  test('[C4] the size of the history is the bytes of its words, and is 0 after the history is cleared', () => {
    for (const text of ['äö', 'two', 'three']) write(text, 'title');
    expect(history.use()).toEqual({ versions: 2, bytes: 4 + 3 + 2 * 5 });
    history.clear();
    expect(history.use()).toEqual({ versions: 0, bytes: 0 });
    write('four');
    expect(history.use().versions).toBe(1);
  });

  test('[C4] [S13.7] clearing the history leaves missing words until the user has answered', () => {
    writeMissing('missing');
    for (const text of ['overwritten', 'current']) write(text);
    history.clear();
    expect([texts(), history.countMissing()]).toEqual([['missing'], 1]);
    history.dismissMissing();
    history.clear();
    expect(texts()).toEqual([]);
  });
});

describe('[S6] recently removed notes', () => {
  test('recently removed notes do not include versions that were overwritten', () => {
    write('overwritten');
    write('removed');
    remove(settledNote(id));
    expect(history.page(0, 9)).toMatchObject({ total: 1, rows: [{ excerpt: 'removed', version: 2 }] });
  });

  test('recently removed notes are listed newest first in pages, with the start of their text', () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      const record = settledNote(name, `${'x'.repeat(EXCERPT_LENGTH - 1)}😀${'y'.repeat(1_000_000)}`);
      store.write(record);
      remove(record);
    }
    const { total, rows } = history.page(1, 2);
    expect(total).toBe(4);
    expect(rows.map(({ title }) => title)).toEqual(['title of c', 'title of b']);
    expect(rows[0]?.excerpt).toBe('x'.repeat(EXCERPT_LENGTH - 1));
  });

  test('a recently removed note is dropped from the list if the note is back with the same words', () => {
    for (const text of ['one', 'two']) {
      write(text);
      remove(settledNote(id));
    }
    history.dropRemoved(id, { title: '', text: 'one' });
    expect(texts()).toEqual(['two']);
  });
});

describe('[S12] the days for which versions stay', () => {
  test('the days of a version count from the first time of the cloud that is received after it', () => {
    write('one');
    write('two');
    history.setExpiryStart(SECOND, history.newestVersion());
    write('three');
    history.setExpiryStart(THIRD, history.newestVersion());
    history.dropExpired(SECOND);
    expect(texts()).toEqual(['one', 'two']);
    history.dropExpired(THIRD);
    expect(texts()).toEqual(['two']);
  });

  test('the days of a version do not begin before a time of the cloud is received', () => {
    write('one');
    write('two');
    history.dropExpired('999999999999.000000000' as UpdateTime);
    expect(texts()).toEqual(['one']);
  });

  test('[C4] [S13.7] the days of missing words begin with the answer of the user', () => {
    writeMissing('missing');
    history.setExpiryStart(FIRST, history.newestVersion());
    history.dropExpired(THIRD);
    expect(texts()).toEqual(['missing']);
    history.dismissMissing();
    history.dropExpired(THIRD);
    expect(texts()).toEqual(['missing']);
    history.setExpiryStart(SECOND, history.newestVersion());
    history.dropExpired(SECOND);
    expect(texts()).toEqual(['missing']);
    history.dropExpired(THIRD);
    expect(texts()).toEqual([]);
  });

  test('[C4] [S13.7] missing words do not expire, even if their days have begun', () => {
    writeMissing('missing');
    db.exec(`UPDATE history SET expiry_start = '${FIRST}'`);
    expect(history.dropExpired(THIRD)).toBe(false);
    expect(texts()).toEqual(['missing']);
  });

  test.each([
    ['forty short ones', 99, 'short', 59],
    ['half a megabyte of long ones', 15, 'long '.repeat(20_000), 10],
  ])('of expired versions at most %s are dropped at once', (_what, versions, text, remaining) => {
    for (let round = 0; round <= versions; round += 1) write(`${round} ${text}`);
    history.setExpiryStart(FIRST, history.newestVersion());
    expect(history.dropExpired(SECOND)).toBe(true);
    expect(texts()).toHaveLength(remaining);
    let pieces = 1;
    while (history.dropExpired(SECOND)) pieces += 1;
    expect([texts(), pieces < 4]).toEqual([[], true]);
  });
});

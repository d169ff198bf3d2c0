import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Note } from '#shared/note/note.ts';
import { smallDisk } from '../support/small-disk.ts';
import { destroyRoot, settledNote } from '../support/store.ts';
import {
  copyNotes,
  indexAll,
  indexPath,
  noteIdOf,
  openSearched,
  plainly,
  restoreNotes,
  type Searched,
  SMALL_STEPS,
  unindexed,
} from './search-support.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function open(folder = temporaryFolder()): Searched & { folder: string; reopen(): Searched } {
  let on = openSearched(folder);
  onTestFinished(() => on.close());
  return {
    ...on,
    folder,
    reopen() {
      on.close();
      on = openSearched(folder);
      return on;
    },
  };
}

function fill({ notes }: Searched, from: number, to: number, text = 'words'): void {
  notes.transaction(() => {
    for (let index = from; index < to; index += 1) {
      notes.write(settledNote(noteIdOf(index), `${text} of number ${index}`, index + 1));
    }
  });
}

function search(on: Searched, query: string): readonly number[] {
  return on.finder.find({ list: 'active', query, labels: [] }, Infinity, Infinity).keys;
}

describe('notes that are not indexed yet', () => {
  test('unindexed notes are indexed in slices and found all the while', () => {
    const on = open();
    fill(on, 0, 200);
    let slices = 0;
    let before = unindexed(on).all;
    expect(before).toBe(200);
    while (on.index.indexSome(true)) {
      slices += 1;
      const { all } = unindexed(on);
      if (before > 0) expect(all).toBeLessThan(before);
      before = all;
      expect(search(on, 'number 1')).toEqual(plainly(on, 'active', 'number 1'));
    }
    expect(slices).toBeGreaterThan(2);
    expect(before).toBe(0);
  });

  test('a long note is not indexed while other work waits, and is found all the while', () => {
    const on = open();
    fill(on, 0, 1, 'a long note, '.repeat(4_000));
    fill(on, 1, 100);
    while (on.index.indexSome(false));
    expect(unindexed(on).all).toBe(1);
    expect(search(on, 'a long note')).toEqual([1]);
    indexAll(on);
    expect(unindexed(on).all).toBe(0);
    expect(search(on, 'a long note')).toEqual([1]);
  });

  test('indexed notes are not indexed again at the next opening', () => {
    const on = open();
    fill(on, 0, 100);
    indexAll(on);
    const again = on.reopen();
    expect(again.index.indexSome(true)).toBe(false);
    expect(unindexed(again).all).toBe(0);
    expect(search(again, 'number 99')).toEqual([100]);
  });

  test('a note that the index cannot hold is searched by its text until the index can hold it', () => {
    const on = open();
    fill(on, 0, 3);
    fill(on, 3, 4, 'a \0 and more');
    indexAll(on);
    expect(unindexed(on)).toEqual({ all: 1, unindexable: 1 });
    expect(search(on, 'and more')).toEqual([4]);
    fill(on, 3, 4, 'nothing odd');
    indexAll(on);
    expect(unindexed(on)).toEqual({ all: 0, unindexable: 0 });
    expect(search(on, 'and more')).toEqual([]);
    expect(search(on, 'nothing odd')).toEqual([4]);
  });

  test('a note that is moved to another list is not indexed again', () => {
    const on = open();
    fill(on, 0, 3);
    indexAll(on);
    const record = on.notes.read(noteIdOf(1));
    if (record?.local) on.notes.write({ ...record, local: { ...record.local, isArchived: true } });
    expect(unindexed(on).all).toBe(0);
    expect(search(on, 'number')).toEqual([3, 1]);
  });
});

test('the index tells pinned notes from the others, even within one minute and after a change', () => {
  const on = open();
  const pin = (at: number, change: Partial<Note>): void => {
    const record = on.notes.read(noteIdOf(at));
    if (record?.local) on.notes.write({ ...record, local: { ...record.local, ...change } });
  };
  const query = { table: 'long', match: '"words of"', isExact: true } as const;
  const parts = () =>
    (['pinned', 'others'] as const).map((part) => on.index.keysBefore(query, part, 1_000, 99));
  fill(on, 0, 6);
  indexAll(on);
  expect(on.index.fewKeys(query, 6)).toBeNull();
  expect(on.index.fewKeys(query, 7)).toEqual([6, 5, 4, 3, 2, 1]);
  for (const at of [1, 3, 4]) pin(at, { isPinned: true });
  indexAll(on);
  expect(parts()).toEqual([
    [5, 4, 2],
    [6, 3, 1],
  ]);
  pin(0, { isPinned: true });
  pin(3, { isPinned: false });
  pin(4, { isArchived: true });
  expect(unindexed(on)).toEqual({ all: 3, unindexable: 0 });
  expect(search(on, 'words of')).toEqual([2, 1, 6, 4, 3]);
  indexAll(on);
  expect(parts()).toEqual([
    [2, 1],
    [6, 5, 4, 3],
  ]);
  expect(search(on, 'words of')).toEqual([2, 1, 6, 4, 3]);
});

test('the index retains nothing of removed notes and of notes with a new date', () => {
  const on = open();
  fill(on, 0, 100);
  indexAll(on);
  on.notes.transaction(() => {
    for (let at = 0; at < 50; at += 1) on.notes.write(settledNote(noteIdOf(at), 'dated anew', at + 1_000));
    for (let at = 50; at < 60; at += 1) {
      on.notes.write({ ...settledNote(noteIdOf(at)), local: null, remote: null });
    }
  });
  indexAll(on);
  on.close();
  const index = new Database(indexPath(on.folder));
  onTestFinished(() => void index.close());
  for (const table of ['documents', 'long_docsize', 'short_docsize']) {
    expect(index.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(90);
  }
});

test('only the new words of an edited note are found, even if a note of the same minute was removed', () => {
  const on = open();
  fill(on, 0, 100);
  indexAll(on);
  for (let at = 0; at < 100; at += 2) {
    on.notes.write({ ...settledNote(noteIdOf(at)), local: null, remote: null });
    on.notes.write(settledNote(noteIdOf(at + 1), 'edited', at + 2));
  }
  indexAll(on);
  expect(search(on, 'words of')).toEqual([]);
  expect(search(on, 'edited')).toHaveLength(50);
});

describe('an index that is ahead of the notes', () => {
  test('an index that is ahead by a slice without its second commit has only those notes indexed again', () => {
    const on = open();
    fill(on, 0, 100);
    indexAll(on);
    fill(on, 0, 3, 'edited');
    on.close();
    copyNotes(on.folder);
    const later = openSearched(on.folder);
    indexAll(later);
    later.close();
    restoreNotes(on.folder);
    const again = on.reopen();
    again.index.indexSome(true);
    expect(unindexed(again).all).toBe(0);
    expect(search(again, 'edited')).toEqual([3, 2, 1]);
  });

  test('an index that is ahead by a slice of edits that the notes lack does not find these edits', () => {
    const on = open();
    fill(on, 0, 100);
    indexAll(on);
    on.close();
    copyNotes(on.folder);
    const later = openSearched(on.folder);
    fill(later, 0, 3, 'edited');
    indexAll(later);
    later.close();
    restoreNotes(on.folder);
    const again = on.reopen();
    expect(search(again, 'edited')).toEqual([]);
    expect(search(again, 'words of number 2')).toEqual(plainly(again, 'active', 'words of number 2'));
    expect(unindexed(again).all).toBe(3);
  });

  test('an index that is ahead by more than a slice is built again', () => {
    const on = open();
    fill(on, 0, 100);
    indexAll(on);
    on.close();
    copyNotes(on.folder);
    for (const word of ['once', 'twice']) {
      const later = openSearched(on.folder);
      fill(later, 0, 3, word);
      indexAll(later);
      later.close();
    }
    restoreNotes(on.folder);
    const again = on.reopen();
    expect(search(again, 'once')).toEqual([]);
    expect(search(again, 'twice')).toEqual([]);
    again.index.indexSome(true);
    expect(unindexed(again).all).toBeGreaterThan(3);
    indexAll(again);
    expect(search(again, 'twice')).toEqual([]);
  });

  test('an index of another account is built again', () => {
    const on = open();
    fill(on, 0, 100);
    indexAll(on);
    const secondStore = open();
    fill(secondStore, 0, 100, 'other');
    indexAll(secondStore);
    on.close();
    secondStore.close();
    writeFileSync(indexPath(on.folder), readFileSync(indexPath(secondStore.folder)));
    const again = on.reopen();
    expect(search(again, 'other')).toEqual([]);
    again.index.indexSome(true);
    expect(unindexed(again).all).toBeGreaterThan(0);
    indexAll(again);
    expect(search(again, 'other')).toEqual([]);
    expect(search(again, 'words of number 2')).toEqual(plainly(again, 'active', 'words of number 2'));
  });
});

test('notes that name no index, as after a salvage, do not use the existing one', () => {
  const on = open();
  on.index.indexSome(true);
  fill(on, 0, 100);
  indexAll(on);
  on.db.exec("UPDATE cache SET index_id = ''; DELETE FROM unindexed");
  on.notes.transaction(() => on.db.exec("UPDATE notes SET text = 'salvaged'; DELETE FROM unindexed"));
  const again = on.reopen();
  expect(search(again, 'words of')).toEqual([]);
  indexAll(again);
  expect(search(again, 'words of')).toEqual([]);
  expect(search(again, 'salvaged')).toHaveLength(100);
});

test('notes of one minute, and of impossible dates, are found in their order', () => {
  const on = openSearched(temporaryFolder(), { limits: SMALL_STEPS });
  onTestFinished(() => on.close());
  const dates = [
    0,
    1,
    2,
    100,
    2 ** 26,
    2 ** 26 + 1,
    2 ** 30,
    2 ** 40,
    2 ** 40 + 1,
    2 ** 51,
    -5,
    Number.MAX_SAFE_INTEGER,
  ];
  on.notes.transaction(() => {
    for (const [at, created] of dates.entries())
      on.notes.write(settledNote(noteIdOf(at), `date ${at}`, created));
    for (let at = 100; at < 130; at += 1) on.notes.write(settledNote(noteIdOf(at), 'date', 2 ** 41));
  });
  indexAll(on);
  expect(unindexed(on)).toEqual({ all: 2, unindexable: 2 });
  expect(search(on, 'date')).toEqual(plainly(on, 'active', 'date'));
  expect(search(on, 'd')).toEqual(plainly(on, 'active', 'd'));
  // The first note of its minute moves to another minute.
  on.notes.write(settledNote(noteIdOf(0), 'date', 2 ** 26 + 2));
  on.notes.write(settledNote(noteIdOf(7), 'another date', 2 ** 40));
  indexAll(on);
  expect(search(on, 'date')).toEqual(plainly(on, 'active', 'date'));
  expect(search(on, 'another')).toEqual([2 ** 40]);
});

describe('an index that fails', () => {
  const BREAKS: Record<string, (file: string) => void> = {
    'is gone': (file) => rmSync(file),
    'is empty': (file) => writeFileSync(file, ''),
    'is not a database': (file) => writeFileSync(file, 'something else '.repeat(1_000)),
    'has lost half of its bytes': (file) =>
      writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2)),
    'has lost its header': (file) => writeFileSync(file, readFileSync(file).fill(0, 0, 100)),
    'has lost its schema': (file) => writeFileSync(file, readFileSync(file).fill(0, 0, 4096)),
    'has lost a table': (file) => destroyRoot(file, 'long_data'),
    'has lost another table': (file) => destroyRoot(file, 'short_idx'),
    'has lost its state': (file) => destroyRoot(file, 'state'),
    'is of another version': (file) => {
      const db = new Database(file);
      db.exec("UPDATE state SET format = 'another'");
      db.close();
    },
  };

  test.each(Object.keys(BREAKS))('an index that %s is rebuilt, and everything is found meanwhile', (kind) => {
    const on = open();
    fill(on, 0, 500);
    indexAll(on);
    on.close();
    BREAKS[kind]?.(indexPath(on.folder));
    const again = on.reopen();
    const found = (): void => {
      for (const query of ['1', '12', 'number 12', 'words']) {
        expect(search(again, query)).toEqual(plainly(again, 'active', query));
      }
    };
    found();
    indexAll(again);
    found();
    fill(again, 500, 501);
    indexAll(again);
    found();
    expect(unindexed(again).all).toBe(0);
    expect(again.troubles.length).toBeLessThanOrEqual(1);
  });

  test('an index that fails while it is in use is rebuilt, and searches go on', () => {
    const on = open();
    fill(on, 0, 2_000);
    indexAll(on);
    const again = on.reopen();
    expect(search(again, 'number 12')).toEqual(plainly(again, 'active', 'number 12'));
    const bytes = readFileSync(indexPath(on.folder));
    writeFileSync(indexPath(on.folder), bytes.fill(0, 4096));
    for (const query of ['7', 'umber 77', 'words of']) {
      expect(search(again, query)).toEqual(plainly(again, 'active', query));
    }
    expect(again.troubles).toHaveLength(1);
    fill(again, 2_000, 2_001);
    indexAll(again);
    expect(unindexed(again).all).toBe(0);
    expect(search(again, '2000')).toEqual([2001]);
  });

  test('a search reads the notes if the index cannot be created', () => {
    const folder = temporaryFolder();
    const on = openSearched(folder, { indexFile: path.join(folder, 'no such folder', 'search.sqlite') });
    onTestFinished(() => on.close());
    fill(on, 0, 10);
    expect(search(on, 'number 7')).toEqual([8]);
    indexAll(on);
    expect(on.index.indexSome(true)).toBe(false);
    expect(search(on, 'number 7')).toEqual([8]);
    expect(on.troubles).toHaveLength(3);
  });

  test('indexing that fails on a full disk goes on when there is room', (context) => {
    const disk = smallDisk(context, temporaryFolder(), 8_192);
    const filling = path.join(disk, 'filling');
    writeFileSync(filling, Buffer.alloc(8_000_000));
    const on = openSearched(temporaryFolder(), { indexFile: path.join(disk, 'search.sqlite') });
    onTestFinished(() => on.close());
    fill(on, 0, 500, 'many words that are long enough for the index to have no room soon'.repeat(3));
    expect(() => indexAll(on)).toThrow(expect.objectContaining({ code: 'store-full' }));
    expect(search(on, 'number 7')).toEqual(plainly(on, 'active', 'number 7'));
    rmSync(filling);
    indexAll(on);
    expect(unindexed(on).all).toBe(0);
    expect(search(on, 'number 7')).toEqual(plainly(on, 'active', 'number 7'));
    expect(on.troubles).toEqual([]);
  });

  test('a search reads the notes if the disk is full when the index is opened', (context) => {
    const disk = smallDisk(context, temporaryFolder(), 8_192);
    const indexFile = path.join(disk, 'search.sqlite');
    const folder = temporaryFolder();
    const before = openSearched(folder, { indexFile });
    fill(before, 0, 50);
    indexAll(before);
    before.close();
    const filling = path.join(disk, 'filling');
    try {
      for (;;) appendFileSync(filling, Buffer.alloc(4096));
    } catch {
      // The disk is full.
    }
    const on = openSearched(folder, { indexFile });
    onTestFinished(() => on.close());
    expect(() => indexAll(on)).toThrow(expect.objectContaining({ code: 'store-full' }));
    expect(search(on, 'number 7')).toEqual(plainly(on, 'active', 'number 7'));
    rmSync(filling);
    expect(
      on.index.keysBefore({ table: 'long', match: '"number 7"', isExact: true }, 'others', 1_000, 9),
    ).toEqual([8]);
    expect(on.troubles).toEqual([]);
  });
});

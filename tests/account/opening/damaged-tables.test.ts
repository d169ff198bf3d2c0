/** Opening a file in which a table, an index or a row is damaged. */
import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { NoteId } from '#shared/note/note.ts';
import { UNVERIFIED } from '#shared/note/remote-store.ts';
import { markFailure } from '#account/opening.ts';
import { destroyRoot, destroyTable, pagesOf, pendingNote, settledNote } from '../support/store.ts';
import {
  here,
  open,
  reopen,
  fill,
  backUp,
  pendingWords,
  wordsInFile,
  ALL_WORDS,
  allRows,
  endUncleanly,
} from '../support/account-file.ts';

/** The rows without what a new database stores about itself. */
function withoutOrigin({ cache = [], ...rows }: Record<string, unknown[]>): Record<string, unknown[]> {
  const stored = cache.map((row) => ({
    ...(row as object),
    number: 0,
    tag: 0,
    tag_before: 0,
    made_from: '',
  }));
  return { ...rows, cache: stored };
}

test.each([
  'notes_by_section',
  'outbox',
  'outbox_to_push',
  'drafts',
  'history',
  'history_by_note',
  'history_saved',
  'cache',
  'answers',
  'note_labels',
  'label_sizes',
  'sqlite_autoindex_notes_1',
])('a file with a broken %s is salvaged with everything else', (broken) => {
  fill();
  destroyRoot(here.file, broken);
  endUncleanly();
  const store = open();
  expect(store.notices.take()).toHaveLength(1);
  if (broken !== 'outbox') expect(pendingWords(store)).toEqual(ALL_WORDS);
  if (broken !== 'drafts') expect(store.drafts.list()).toHaveLength(1);
  if (broken !== 'history') expect(store.history.page(0, 9).total).toBe(1);
  if (broken !== 'answers')
    expect(store.answers.read('request'.padEnd(20, '0') as NoteId)).toEqual({ value: { made: 'note' } });
  expect(store.notes.remoteIds(null, 1_000)).toHaveLength(330);
});

test.each(['note_labels', 'label_sizes'])('a lost table %s is restored from the notes', (table) => {
  const store = open();
  const note = settledNote('a');
  const labels = ['Work', 'two words'];
  store.notes.transaction(() =>
    store.notes.write({ ...note, local: { ...NO_FIELDS, ...note.local, labels } }),
  );
  store.close();
  destroyTable(here.file, table);
  endUncleanly();
  const mended = open();
  const { key } = mended.db.prepare<[], { key: number }>('SELECT key FROM notes').get() ?? {};
  expect(mended.db.prepare('SELECT * FROM note_labels').all()).toEqual(
    labels.map((name) => ({ name, key, is_active: 1 })),
  );
  expect(mended.db.prepare('SELECT * FROM label_sizes').all()).toEqual(
    labels.map((name) => ({ name, notes: 1, active: 1 })),
  );
});

test.each(['notes', 'outbox', 'history'])(
  'the rows of %s are salvaged without the root page of the table and without a backup',
  (broken) => {
    const store = open();
    store.notes.transaction(() => {
      for (let index = 0; index < 200; index += 1) {
        const note = pendingNote(`n${index}`, store.notes.nextSequence(), 'x'.repeat(index * 30));
        store.notes.write({ ...note, local: { ...note.local, text: 'before' } as typeof note.local });
        store.notes.write(note);
      }
    });
    store.close();
    destroyRoot(here.file, broken);
    endUncleanly();
    const mended = open();
    // Notes whose pending change itself was on the lost page are in doubt.
    const inDoubt = mended.notes
      .remoteIds(null, 1_000)
      .filter((id) => mended.notes.updateTimeInDoubt(id) !== undefined);
    const waiting = mended.notes.pendingIds(1_000);
    expect(new Set([...waiting, ...inDoubt]).size).toBe(200);
    expect(waiting.length).toBeGreaterThan(190);
    expect(mended.notes.read('n199' as NoteId)?.local?.text).toHaveLength(199 * 30);
    mended.close();
    expect(allRows(here.file)['history']).toHaveLength(200);
  },
);

test.each([
  'notes_by_section',
  'outbox_to_push',
  'history_by_note',
  'history_saved',
  'note_labels',
  'label_sizes',
  'sqlite_autoindex_notes_1',
])('a file in which only the index %s is broken retains all its rows', (broken) => {
  fill();
  const before = allRows(here.file);
  destroyRoot(here.file, broken);
  endUncleanly();
  const store = open();
  const notices = store.notices.take();
  expect(notices).toEqual([expect.stringMatching(/with everything that was in it\.$/)]);
  expect(store.notes.isConfirmed()).toBe(true);
  expect(store.unreadCount()).toBe(0);
  store.close();
  expect(withoutOrigin(allRows(here.file))).toEqual(withoutOrigin(before));
});

test.each<[string, (bytes: Buffer, list: number) => void]>([
  [
    'damaged free pages',
    (bytes, list) => {
      bytes.fill(0xff, bytes.length - 4096);
      bytes.fill(0xff, (list - 1) * 4096, list * 4096);
    },
  ],
  ['free pages that its lost first page does not name', (bytes) => bytes.fill(0, 0, 4096)],
])('a file with %s retains all its rows', (_name, damage) => {
  fill();
  const db = new Database(here.file);
  // As the app does, which overwrites free pages.
  db.pragma('secure_delete = ON');
  db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 100000, 'x'));
    DELETE FROM drafts WHERE place = 'quick'`);
  const free = Number(db.pragma('freelist_count', { simple: true }));
  db.close();
  expect(free).toBeGreaterThan(9);
  const before = allRows(here.file);
  const bytes = readFileSync(here.file);
  // The first free page, whose number is in the header, lists the others.
  damage(bytes, bytes.readUInt32BE(32));
  writeFileSync(here.file, bytes);
  markFailure(here.file, { damaged: true, reason: 'freelist' });
  const store = open();
  expect(store.notes.isConfirmed()).toBe(true);
  store.notices.take();
  store.close();
  expect(withoutOrigin(allRows(here.file))).toEqual(withoutOrigin(before));
});

test('the pending changes of a backup are not pushed again if the outbox of the damaged file lacks them', () => {
  fill();
  backUp();
  const store = open();
  for (const id of store.notes.pendingIds(1_000)) {
    const note = store.notes.read(id);
    if (note !== null) store.notes.write({ ...note, pending: null });
  }
  store.close();
  destroyRoot(here.file, 'history');
  endUncleanly();
  const mended = open();
  expect(pendingWords(mended)).toEqual([]);
  expect(mended.notices.take()).toHaveLength(1);
});

test('a row that this app cannot have written ends the connection, and its words are salvaged', () => {
  fill();
  const db = new Database(here.file);
  db.exec(`UPDATE notes SET extra = '{"cut":' WHERE id = 'pending3'`);
  db.close();
  const store = open();
  expect(() => store.notes.read('pending3' as NoteId)).toThrow(
    expect.objectContaining({ code: 'store-damaged' }),
  );
  expect(here.ends).toHaveLength(1);
  markFailure(here.file, { damaged: true, reason: 'a row' });
  // A later mark without damage does not replace the first one. A check of the pages misses this damage.
  markFailure(here.file, { damaged: false, reason: 'a cable' });
  const mended = reopen(store);
  expect(pendingWords(mended)).toEqual(ALL_WORDS);
  const { extra, remote } = mended.notes.read('pending3' as NoteId) ?? {};
  // The cloud's copy will be applied again, with all of its fields.
  expect([extra, remote?.updateTime]).toEqual([{}, UNVERIFIED]);
});

test('a text that is read as a number does not count as an edit', () => {
  fill();
  const store = open();
  store.notes.write(pendingNote('short', store.notes.nextSequence(), 'edited'));
  store.close();
  const bytes = readFileSync(here.file);
  const row = bytes.indexOf('shorttitle of shortedited');
  // These bytes of the row's header follow from the lengths of its id, title and text (fileformat2.html,
  // section 2.1).
  const header = bytes.lastIndexOf(Buffer.from([13 + 5 * 2, 13 + 14 * 2, 13 + 6 * 2]), row);
  expect(row - header).toBeLessThan(20);
  // The type of an integer of six bytes.
  bytes[header + 2] = 5;
  writeFileSync(here.file, bytes);
  endUncleanly();
  const mended = open();
  const { local, remote } = mended.notes.read('short' as NoteId) ?? {};
  expect(local).toMatchObject({ title: 'title of short', text: null });
  expect(remote?.updateTime).toBe(UNVERIFIED);
  expect(mended.notes.updateTimeInDoubt('short' as NoteId)).toBeNull();
  expect(mended.notes.pendingIds(99)).toHaveLength(30);
  expect(mended.unreadCount()).toBe(1);
});

test('two pending changes with impossible sequence numbers both stay pending', () => {
  fill();
  const db = new Database(here.file);
  db.exec(`UPDATE outbox SET sequence = -sequence WHERE note_id IN ('pending3', 'pending4')`);
  db.close();
  markFailure(here.file, { damaged: true, reason: 'a row' });
  expect(pendingWords(open()).toSorted()).toEqual(ALL_WORDS.toSorted());
});

test('a pending change whose row is gone does not count as whole because of the index of its table', () => {
  fill();
  const store = open();
  const before = readFileSync(here.file);
  const edited = pendingNote('settled7', store.notes.nextSequence(), 'edited');
  store.notes.transaction(() =>
    store.notes.write(edited, store.notes.read('settled7' as NoteId) ?? undefined),
  );
  store.close();
  const bytes = readFileSync(here.file);
  for (const page of pagesOf(here.file, 'outbox')) {
    const [start, end] = [(page - 1) * 4096, page * 4096];
    before.copy(bytes, start, start, end);
  }
  writeFileSync(here.file, bytes);
  endUncleanly();
  const mended = open();
  expect(mended.notes.isConfirmed()).toBe(false);
  expect(mended.unreadCount()).toBeGreaterThan(0);
  expect(wordsInFile(mended)).toContain('edited');
});

/** A file of which the disk has stored only the other pages since then. */
function loseWritesOf(table: string, before: Buffer): void {
  const bytes = readFileSync(here.file);
  const [root = 0] = pagesOf(here.file, table);
  before.copy(bytes, (root - 1) * 4096, (root - 1) * 4096, root * 4096);
  writeFileSync(here.file, bytes);
}

/** Adds 200 notes, `later0` and so on, with the words `later words 0` and so on. */
function addLaterNotes(): void {
  const store = open();
  store.notes.transaction(() => {
    for (let index = 0; index < 200; index += 1) {
      const note = pendingNote(`later${index}`, store.notes.nextSequence(), `later words ${index}`);
      store.notes.write({ ...note, created: 10_000 + index });
    }
  });
  store.close();
}

test('a file with more pages than its first page says is salvaged with the rows on all of them', () => {
  fill();
  const before = readFileSync(here.file);
  addLaterNotes();
  // The disk has stored only the new pages.
  const after = readFileSync(here.file);
  writeFileSync(here.file, Buffer.concat([before, after.subarray(before.length)]));
  expect(after.length).toBeGreaterThan(before.length);
  const mended = open();
  expect(mended.notices.take()).toHaveLength(1);
  expect(pendingWords(mended)).toEqual(expect.arrayContaining([...ALL_WORDS]));
  expect(wordsInFile(mended).filter((words) => words.startsWith('later words')).length).toBeGreaterThan(100);
});

test('rows on a page that no table has are read, although each table is sound', () => {
  fill();
  const before = readFileSync(here.file);
  addLaterNotes();
  loseWritesOf('notes', before);
  endUncleanly();
  const mended = open();
  const found = [...Array(200).keys()].filter(
    (index) => mended.notes.read(`later${index}` as NoteId)?.local?.text === `later words ${index}`,
  );
  // Some of them were on the pages that the table had before.
  expect(found.length).toBeGreaterThan(150);
  expect(mended.notes.isConfirmed()).toBe(false);
});

test('the draft of a backup is read if the file has only the pages on which it continues', () => {
  fill();
  const before = readFileSync(here.file);
  const text = 'a long thought '.repeat(500);
  const store = open();
  store.drafts.store({ place: 'quick', content: { title: '', text } });
  store.close();
  backUp();
  loseWritesOf('drafts', before);
  endUncleanly();
  const mended = open();
  expect(mended.drafts.list().map(({ content }) => content.text)).toEqual(expect.arrayContaining([text]));
  expect(mended.notes.isConfirmed()).toBe(false);
});

test('a note that no index has, and whose pending change was never stored, does not keep the account closed', () => {
  const first = open();
  first.notes.transaction(() => first.notes.write(pendingNote('first', first.notes.nextSequence())));
  first.close();
  const before = readFileSync(here.file);
  const store = open();
  const words = 'never pushed and not in the index';
  store.notes.transaction(() =>
    store.notes.write({ ...pendingNote('unpushed', store.notes.nextSequence(), words), remote: null }),
  );
  store.close();
  for (const name of ['sqlite_autoindex_notes_1', 'outbox', 'outbox_to_push']) loseWritesOf(name, before);
  const mended = open();
  expect(mended.notices.take()).toHaveLength(1);
  expect(pendingWords(mended)).toEqual(expect.arrayContaining(['unpushed words of first', words]));
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { NO_FIELDS } from '#shared/note-fields.ts';
import type { NoteId } from '#shared/note.ts';
import { UNVERIFIED } from '#shared/remote-store.ts';
import { markFailure } from '#account/opening.ts';
import { destroyRoot, destroyTable, pagesOf, pendingNote, settledNote } from '../support/store.ts';
import {
  here,
  open,
  reopen,
  fill,
  backUp,
  pendingWords,
  keptWords,
  ALL_WORDS,
  allRows,
  setAsideFiles,
  endUncleanly,
} from '../support/account-file.ts';

/** Without what a new database stores about itself. */
function withoutOrigin({ cache = [], ...rows }: Record<string, unknown[]>): Record<string, unknown[]> {
  const kept = cache.map((row) => ({ ...(row as object), number: 0, made_from: '' }));
  return { ...rows, cache: kept };
}

describe('a damaged file', () => {
  const damages: Record<string, () => void> = {
    'no database': () =>
      writeFileSync(here.file, 'this is a sentence, and long enough for a header '.repeat(100)),
    'no bytes left': () => truncateSync(here.file, 0),
    'cut in the middle of a page': () => truncateSync(here.file, 5_000),
    'all zeros': () => writeFileSync(here.file, Buffer.alloc(statSync(here.file).size)),
    'a folder in its place': () => {
      rmSync(here.file);
      mkdirSync(here.file);
      writeFileSync(path.join(here.file, 'something'), '');
    },
    'a header without its name': () => {
      const bytes = readFileSync(here.file);
      bytes.write('garbage', 0);
      writeFileSync(here.file, bytes);
    },
    gone: () => rmSync(here.file),
    'no outbox': () => {
      const db = new Database(here.file);
      db.exec('DROP TABLE outbox');
      db.close();
    },
  };

  test.each(Object.entries(damages))('damage (%s) loses nothing that the backup has', (_name, damage) => {
    fill();
    backUp();
    damage();
    const store = open();
    expect(keptWords(store)).toEqual(expect.arrayContaining(ALL_WORDS));
    // These words keep the account on this device at a sign-out (S11).
    expect(store.notes.counts().pending + store.unreadCount()).toBeGreaterThan(0);
    expect(store.drafts.list()).toEqual([{ place: 'new', content: { title: 'half', text: 'a thought' } }]);
    expect(store.history.page(0, 9).rows.map(({ excerpt }) => excerpt)).toEqual(['gone elsewhere']);
  });

  test.each(Object.entries(damages))(
    'a damaged file (%s) is set aside, and the account opens without a backup',
    (_name, damage) => {
      fill();
      damage();
      const isThere = existsSync(here.file);
      const store = open();
      store.notes.write(pendingNote('new', 99));
      expect(pendingWords(store)).toContain('unpushed words of new');
      if (isThere)
        expect(setAsideFiles().some((name) => name.startsWith('2026-01-02T03-04-05.000Z'))).toBe(true);
      expect(readdirSync(here.folder).filter((name) => /new|reading|unfinished/.test(name))).toEqual([]);
    },
  );

  const firstPages: Record<string, (bytes: Buffer) => void> = {
    'without its header': (bytes) => void bytes.fill(0, 0, 100),
    'without its first page': (bytes) => void bytes.fill(0, 0, 4096),
    'with noise in its first page': (bytes) => void bytes.fill(0xa5, 0, 4096),
  };
  test.each(Object.entries(firstPages))('a file %s loses no word, even with no backup', (_name, damage) => {
    fill();
    const bytes = readFileSync(here.file);
    damage(bytes);
    writeFileSync(here.file, bytes);
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.remoteIds(null, 1_000)).toHaveLength(330);
    expect(store.drafts.list()).toHaveLength(1);
    expect(store.history.page(0, 9).total).toBe(1);
    expect(store.unreadCount()).toBe(0);
  });

  test('a file with the first page of a time when it was smaller retains the words on later pages', () => {
    fill();
    const earlier = readFileSync(here.file).subarray(0, 4096);
    const store = open();
    const text = `${'long '.repeat(5_000)}and typed last`;
    store.drafts.keep({ place: 'quick', content: { title: '', text } });
    store.notes.write(pendingNote('later', store.notes.nextSequence()));
    store.close();
    const bytes = readFileSync(here.file);
    earlier.copy(bytes);
    writeFileSync(here.file, bytes);
    markFailure(here.file, { damaged: true, reason: 'the first page is of an earlier time' });
    const after = open();
    expect(after.drafts.list()).toContainEqual({ place: 'quick', content: { title: '', text } });
    expect(keptWords(after)).toEqual(expect.arrayContaining(ALL_WORDS));
  });

  test('an earlier file under the log of a later one retains the words that only a backup has', () => {
    fill();
    const earlier = readFileSync(here.file);
    const quick = { place: 'quick', content: { title: '', text: 'typed in between' } } as const;
    const between = open();
    for (let index = 0; index < 300; index += 1)
      between.notes.write(pendingNote(`between${index}`, between.notes.nextSequence()));
    between.drafts.keep(quick);
    between.close();
    backUp();
    const later = open();
    for (let index = 0; index < 200; index += 1)
      later.notes.write(pendingNote(`later${index}`, later.notes.nextSequence()));
    const log = readFileSync(`${here.file}-wal`);
    later.close();
    writeFileSync(here.file, earlier);
    writeFileSync(`${here.file}-wal`, log);
    const store = open();
    expect(store.drafts.list()).toContainEqual(quick);
    expect(keptWords(store)).toEqual(expect.arrayContaining([...ALL_WORDS, 'unpushed words of later199']));
    expect(store.unreadCount()).toBeGreaterThan(0);
  });

  test.each([1, 2, 3, 4])('no word is lost with page %i of the schema, even without a backup', (which) => {
    fill();
    const pages = pagesOf(here.file, 'sqlite_schema');
    expect(pages).toHaveLength(4);
    const bytes = readFileSync(here.file);
    const page = pages[which - 1] ?? 1;
    bytes.fill(0, (page - 1) * 4096, page * 4096);
    writeFileSync(here.file, bytes);
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  test.each([
    'notes_by_section',
    'outbox',
    'outbox_to_push',
    'drafts',
    'history',
    'history_by_note',
    'cache',
    'answers',
    'note_labels',
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

  test('a lost table of labels is restored from the notes', () => {
    const store = open();
    const note = settledNote('a');
    const labels = ['Work', 'two words'];
    store.notes.transaction(() =>
      store.notes.write({ ...note, local: { ...NO_FIELDS, ...note.local, labels } }),
    );
    store.close();
    destroyTable(here.file, 'note_labels');
    endUncleanly();
    const mended = open();
    const { key } = mended.db.prepare<[], { key: number }>('SELECT key FROM notes').get() ?? {};
    expect(mended.db.prepare('SELECT * FROM note_labels').all()).toEqual(
      labels.map((name) => ({ name, key })),
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
    'note_labels',
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

  test('a file with damaged free pages retains all its rows', () => {
    fill();
    const db = new Database(here.file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 100000, 'x'));
      DELETE FROM drafts WHERE place = 'quick'`);
    const free = Number(db.pragma('freelist_count', { simple: true }));
    db.close();
    expect(free).toBeGreaterThan(9);
    const before = allRows(here.file);
    const bytes = readFileSync(here.file);
    bytes.fill(0xff, bytes.length - 4096);
    // The first free page, whose number is in the header, lists the others.
    const first = bytes.readUInt32BE(32);
    bytes.fill(0xff, (first - 1) * 4096, first * 4096);
    writeFileSync(here.file, bytes);
    markFailure(here.file, { damaged: true, reason: 'freelist' });
    const store = open();
    expect(store.notes.isConfirmed()).toBe(true);
    store.notices.take();
    store.close();
    expect(withoutOrigin(allRows(here.file))).toEqual(withoutOrigin(before));
  });

  test('a file beside the log of another database retains its own words', () => {
    fill();
    const other = path.join(here.folder, 'other.sqlite');
    const db = new Database(other);
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE x (y); INSERT INTO x VALUES (randomblob(100000))');
    cpSync(`${other}-wal`, `${here.file}-wal`);
    db.close();
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  /** Leaves the database and its log as a crash does. */
  function crashWith(text: string): void {
    const store = open();
    store.notes.write(pendingNote('newest', 99, text));
    for (const part of ['', '-wal']) cpSync(here.file + part, `${here.file}.crashed${part}`);
    store.close();
    for (const part of ['', '-wal']) renameSync(`${here.file}.crashed${part}`, here.file + part);
  }

  test('words that only the log of a damaged file has are read from the log', () => {
    fill();
    crashWith('only in the log');
    cpSync(`${here.file}-wal`, `${here.file}-kept`);
    destroyRoot(here.file, 'history_by_time');
    renameSync(`${here.file}-kept`, `${here.file}-wal`);
    const store = open();
    expect(pendingWords(store)).toContain('only in the log');
    expect(store.notices.take()).toHaveLength(1);
  });

  test('words in a log whose database is gone are read from the log', () => {
    fill();
    backUp();
    crashWith('only in the log');
    rmSync(here.file);
    const words = pendingWords(open());
    expect(words).toContain('only in the log');
    expect(words).toHaveLength(31);
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
    // A later mark without damage does not replace the first one. A check of the pages would not find this damage.
    markFailure(here.file, { damaged: false, reason: 'a cable' });
    const mended = reopen(store);
    expect(pendingWords(mended)).toEqual(ALL_WORDS);
    const { extra, remote } = mended.notes.read('pending3' as NoteId) ?? {};
    // The cloud's copy will be applied again, with all of its fields.
    expect([extra, remote?.updateTime]).toEqual([{}, UNVERIFIED]);
  });

  test('a text that is read as a number is not taken for an edit', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('short', store.notes.nextSequence(), 'edited'));
    store.close();
    const bytes = readFileSync(here.file);
    const row = bytes.indexOf('shorttitle of shortedited');
    // These bytes of the row's header follow from the lengths of its id, title and text (fileformat2.html, section 2.1).
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

  test('a pending change whose row is gone is not called whole because its table has an index of its own', () => {
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
    expect(keptWords(mended)).toContain('edited');
  });

  test('a foreign journal beside a file that is known to be damaged is set aside', () => {
    fill();
    markFailure(here.file, { damaged: true, reason: 'found' });
    writeFileSync(`${here.file}-journal`, 'of another program');
    writeFileSync(`${here.file}-wal`, '');
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(existsSync(`${here.file}-journal.aside`)).toBe(true);
  });

  test('an older file under the log of a later one is noticed although both fit together', () => {
    fill();
    const older = readFileSync(here.file);
    const store = open();
    const edited = pendingNote('pending3', 4, 'edited');
    store.notes.transaction(() =>
      store.notes.write(edited, store.notes.read('pending3' as NoteId) ?? undefined),
    );
    store.close();
    backUp();
    const last = open();
    last.notes.transaction(() => last.notes.write(pendingNote('last', 99, 'only in the log')));
    const log = readFileSync(`${here.file}-wal`);
    last.close();
    writeFileSync(here.file, older);
    writeFileSync(`${here.file}-wal`, log);
    const mended = open();
    expect(mended.notes.isConfirmed()).toBe(false);
    const past = mended.history.page(0, 99).rows.map(({ excerpt }) => excerpt);
    expect([...keptWords(mended), ...past]).toEqual(expect.arrayContaining(['edited', 'only in the log']));
  });
});

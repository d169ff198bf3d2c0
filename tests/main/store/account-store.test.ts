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
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { type AccountStore, openAccountStore } from '#main/store/account-store.ts';
import type { RescueReport } from '#main/store/rescue.ts';
import { destroyRoot, pendingNote, settledNote, temporaryFolder } from './support.ts';

let folder = '';
let file = '';
let reports: RescueReport[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'notes.sqlite');
  reports = [];
});

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

function open(): AccountStore {
  const store = openAccountStore({ file, now: () => NOW, onMended: (report) => reports.push(report) });
  onTestFinished(() => store.close());
  return store;
}

/** A database with 300 settled and 30 pending notes, drafts and a removed note. */
function fill(): void {
  const store = open();
  store.notes.transaction(() => {
    for (let index = 0; index < 300; index += 1) {
      store.notes.write(settledNote(`settled${index}`, 'x'.repeat(200), 1_000 + index));
    }
    for (let index = 0; index < 30; index += 1) {
      store.notes.write(pendingNote(`pending${index}`, store.notes.nextSequence()));
    }
    store.notes.setLoaded();
  });
  store.drafts.keep({ place: 'new', content: { title: 'half', text: 'a thought' } });
  store.notes.removed.keep({
    id: 'removed' as NoteId,
    fields: { title: '', text: 'gone elsewhere', isArchived: false, isDeleted: true },
    extra: {},
    created: 1,
    removedAt: NOW,
  });
  store.close();
}

function backUp(): void {
  mkdirSync(path.join(folder, 'backups'));
  const db = new Database(file);
  db.prepare('VACUUM INTO ?').run(path.join(folder, 'backups', '2026-01-01.sqlite'));
  db.close();
}

function pendingWords(store: AccountStore): string[] {
  return store.notes.pending(1_000).map((id) => store.notes.read(id)?.local?.text ?? '');
}

const ALL_WORDS = Array.from({ length: 30 }, (_, index) => `unpushed words of pending${index}`);

function setAsideFiles(): string[] {
  const parent = path.join(folder, 'damaged');
  return readdirSync(parent).flatMap((name) =>
    readdirSync(path.join(parent, name)).map((part) => path.join(name, part)),
  );
}

describe('a sound file', () => {
  test('is opened again with everything in it', () => {
    fill();
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(reports).toEqual([]);
    expect(existsSync(path.join(folder, 'damaged'))).toBe(false);
  });

  test('needs no check after a clean end', () => {
    fill();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(open().needsCheck).toBe(false);
  });

  test('that is small is checked at once after an unclean end', () => {
    fill();
    // The damage hits a page that opening does not read.
    destroyRoot(file, 'notes_by_list');
    writeFileSync(`${file}-wal`, '');
    open();
    expect(reports).toHaveLength(1);
  });

  test('without an unclean end is not checked', () => {
    fill();
    destroyRoot(file, 'notes_by_list');
    open();
    expect(reports).toEqual([]);
  });

  test('that is large is left for a check beside the running app', () => {
    fill();
    const db = new Database(file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 17000000, 'x'))`);
    db.close();
    writeFileSync(`${file}-wal`, '');
    expect(open().needsCheck).toBe(true);
  });
});

describe('a damaged file', () => {
  const damages: Record<string, () => void> = {
    'no database': () => writeFileSync(file, 'this is a sentence, and long enough for a header '.repeat(100)),
    'no bytes left': () => truncateSync(file, 0),
    'cut in the middle of a page': () => truncateSync(file, 5_000),
    'all zeroes': () => writeFileSync(file, Buffer.alloc(statSync(file).size)),
    'a folder in its place': () => {
      rmSync(file);
      mkdirSync(file);
      writeFileSync(path.join(file, 'something'), '');
    },
    'a header without its name': () => {
      const bytes = readFileSync(file);
      bytes.write('garbage', 0);
      writeFileSync(file, bytes);
    },
    'gone, with its backups still there': () => rmSync(file),
    'no outbox': () => {
      const db = new Database(file);
      db.exec('DROP TABLE outbox');
      db.close();
    },
  };

  test.each(Object.entries(damages))('%s: nothing that the backup holds is lost', (_name, damage) => {
    fill();
    backUp();
    damage();
    const store = open();
    expect(pendingWords(store).toSorted()).toEqual(ALL_WORDS.toSorted());
    expect(store.drafts.list()).toEqual([{ place: 'new', content: { title: 'half', text: 'a thought' } }]);
    expect(store.removed.read('removed' as NoteId)?.fields.text).toBe('gone elsewhere');
    expect(store.notes.isLoaded()).toBe(false);
    expect(reports).toEqual([{ unpushed: 30, drafts: 1, readable: true }]);
  });

  test.each(Object.entries(damages))(
    '%s: is set aside and opens empty where nothing can be read',
    (_name, damage) => {
      fill();
      damage();
      const isThere = existsSync(file);
      rmSync(path.join(folder, 'backups'), { recursive: true, force: true });
      open();
      if (isThere) expect(setAsideFiles()).toContain(path.join('2026-01-02T03-04-05.000Z', 'notes.sqlite'));
      expect(readdirSync(folder).filter((name) => /new|reading/.test(name))).toEqual([]);
    },
  );

  test.each([
    'notes_by_list',
    'outbox',
    'outbox_to_push',
    'drafts',
    'removed',
    'cache',
    'sqlite_autoindex_notes_1',
  ])('with a broken %s gives up all the rest', (broken) => {
    fill();
    destroyRoot(file, broken);
    writeFileSync(`${file}-wal`, '');
    const store = open();
    expect(reports).toHaveLength(1);
    if (broken !== 'outbox') expect(pendingWords(store)).toEqual(ALL_WORDS);
    if (broken !== 'drafts') expect(store.drafts.list()).toHaveLength(1);
    if (broken !== 'removed') expect(store.removed.page(0, 9).total).toBe(1);
    expect(store.views.counts().active).toBe(330);
  });

  test('with a log of another database keeps its own words', () => {
    fill();
    const other = path.join(folder, 'other.sqlite');
    const db = new Database(other);
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE x (y); INSERT INTO x VALUES (randomblob(100000))');
    cpSync(`${other}-wal`, `${file}-wal`);
    db.close();
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
  });

  test('words that are only in the log are rescued from there', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('newest', 99, 'only in the log'));
    for (const part of ['', '-wal']) cpSync(file + part, `${file}.crashed${part}`);
    store.close();
    for (const part of ['', '-wal']) renameSync(`${file}.crashed${part}`, file + part);
    destroyRootWithLog('removed_by_time');
    expect(pendingWords(open())).toContain('only in the log');
    expect(reports).toHaveLength(1);
  });

  /** As above, and the log stays as it is. */
  function destroyRootWithLog(name: string): void {
    cpSync(`${file}-wal`, `${file}-kept`);
    destroyRoot(file, name);
    renameSync(`${file}-kept`, `${file}-wal`);
  }

  test('whose outbox says it was pushed does not push the backup again', () => {
    fill();
    backUp();
    const store = open();
    for (const id of store.notes.pending(1_000)) {
      const note = store.notes.read(id);
      if (note !== null) store.notes.write({ ...note, pending: null });
    }
    store.close();
    destroyRoot(file, 'notes_by_list');
    writeFileSync(`${file}-wal`, '');
    expect(pendingWords(open())).toEqual([]);
    expect(reports).toHaveLength(1);
  });

  test('notes without a pending change are shown and are news at the first snapshot', () => {
    fill();
    destroyRoot(file, 'notes_by_list');
    writeFileSync(`${file}-wal`, '');
    const store = open();
    expect(store.views.note('settled7' as NoteId).text).toBe('x'.repeat(200));
    expect(store.notes.read('settled7' as NoteId)?.remote?.updateTime).toBe('000000000000.000000000');
  });
});

describe('damage that is found later', () => {
  test('a statement that meets it runs again on the new file', () => {
    fill();
    destroyRoot(file, 'sqlite_autoindex_notes_1');
    const store = open();
    expect(store.views.note('settled7' as NoteId).title).toBe('title of settled7');
    expect(reports).toEqual([{ unpushed: 30, drafts: 1, readable: true }]);
    store.notes.transaction(() => store.notes.write(pendingNote('after', store.notes.nextSequence())));
    expect(pendingWords(store)).toHaveLength(31);
  });

  test('a transaction that meets it is done completely, and once', () => {
    fill();
    destroyRoot(file, 'sqlite_autoindex_notes_1');
    const store = open();
    const sequence = store.notes.transaction(() => {
      const next = store.notes.nextSequence();
      store.notes.write(pendingNote('typed', next));
      store.drafts.drop({ place: 'new' });
      return next;
    });
    expect(sequence).toBe(31);
    expect(pendingWords(store)).toEqual([...ALL_WORDS, 'unpushed words of typed']);
    expect(store.drafts.list()).toEqual([]);
    expect(reports).toHaveLength(1);
  });

  test('a row that is no row of this app is damage, too', () => {
    fill();
    const db = new Database(file);
    db.exec(`UPDATE notes SET extra = '{"cut":' WHERE id = 'pending3'`);
    db.close();
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(reports).toHaveLength(1);
  });

  test('what a check or a backup found is mended', () => {
    fill();
    const store = open();
    store.mend('page 7 is not what it was');
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(reports).toHaveLength(1);
  });

  test('a disk that damages everything is not filled with damaged files', () => {
    fill();
    const store = open();
    for (let round = 0; round < 3; round += 1) store.mend('again');
    expect(() => store.mend('again')).toThrow(/Please have it checked/);
    expect(readdirSync(path.join(folder, 'damaged'))).toHaveLength(3);
  });
});

describe('an end of the app while a damaged file is replaced', () => {
  test('after the file was moved: the next start brings the words over', () => {
    fill();
    const unfinished = path.join(folder, 'damaged', '2026-01-01T00-00-00.000Z.rescuing');
    mkdirSync(unfinished, { recursive: true });
    renameSync(file, path.join(unfinished, 'notes.sqlite'));
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
  });

  test('before its log was moved: the log goes with it', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('newest', 99, 'only in the log'));
    const unfinished = path.join(folder, 'damaged', '2026-01-01T00-00-00.000Z.rescuing');
    mkdirSync(unfinished, { recursive: true });
    cpSync(file, path.join(unfinished, 'notes.sqlite'));
    cpSync(`${file}-wal`, `${file}-kept`);
    store.close();
    rmSync(file);
    renameSync(`${file}-kept`, `${file}-wal`);
    expect(pendingWords(open())).toEqual([...ALL_WORDS, 'only in the log']);
  });

  test('after the new file was in its place: nothing is brought over twice', () => {
    fill();
    const unfinished = path.join(folder, 'damaged', '2026-01-01T00-00-00.000Z.rescuing');
    mkdirSync(unfinished, { recursive: true });
    cpSync(file, path.join(unfinished, 'notes.sqlite'));
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(reports).toEqual([]);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
  });
});

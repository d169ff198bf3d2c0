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
import type { AppError } from '#shared/error.ts';
import type { NoteId } from '#shared/note.ts';
import { UNVERIFIED } from '#shared/remote-store.ts';
import { type AccountStore, markFailure, openAccountStore } from '#account/store/account-store.ts';
import type { Moment } from '#account/store/connection.ts';
import { MIGRATIONS } from '#account/store/migrations/index.ts';
import { openDatabase } from '#account/store/open.ts';
import { salvage } from '#account/recovery/salvage.ts';
import {
  allRows as rowsOfFile,
  destroyRoot,
  destroyTable,
  pagesOf,
  pendingNote,
  settledNote,
  temporaryFolder,
} from './support.ts';

let folder = '';
let file = '';
let ends: AppError[] = [];
let trouble: (moment: Moment) => void;
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'notes.sqlite');
  ends = [];
  trouble = () => undefined;
});

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

function open(now = NOW): AccountStore {
  const store = openAccountStore({
    file,
    now: () => now,
    onFatal: (error) => ends.push(error),
    trouble: (moment) => trouble(moment),
  });
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // It was abandoned.
    }
  });
  return store;
}

/** As an end of the thread leaves it, and the host's next one begins. */
function reopen(store: AccountStore): AccountStore {
  store.abandon();
  return open();
}

/** A database with 300 settled and 30 pending notes, drafts and words that were overwritten. */
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
    store.notes.write(settledNote('removed', 'gone elsewhere'));
    store.notes.write({ ...settledNote('removed'), local: null, remote: null });
    store.drafts.keep({ place: 'new', content: { title: 'half', text: 'a thought' } });
    store.answers.keep('request'.padEnd(20, '0') as NoteId, { made: 'note' });
  });
  store.close();
}

function backUp(name = '2026-01-01'): void {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  const db = new Database(file);
  db.prepare('VACUUM INTO ?').run(path.join(folder, 'backups', `${name}.sqlite`));
  db.close();
}

function pendingWords(store: AccountStore): string[] {
  return store.notes.pending(1_000).map((id) => store.notes.read(id)?.local?.text ?? '');
}

/** Also those of which nobody can say whether they were pushed: the cloud will say it (S13.4). */
function keptWords({ notes }: AccountStore): string[] {
  const inDoubt = notes.remoteIds(null, 1_000).filter((id) => notes.doubt(id) !== undefined);
  const ids = new Set([...notes.pending(1_000), ...inDoubt]);
  return [...ids].map((id) => notes.read(id)?.local?.text ?? '').toSorted();
}

const ALL_WORDS = Array.from({ length: 30 }, (_, index) => `unpushed words of pending${index}`);

/** All that has a meaning beside the search index. */
function allRows(of: string): Record<string, unknown[]> {
  const { unindexed: _unindexed, ...rows } = rowsOfFile(of);
  return rows;
}

function setAsideFiles(): string[] {
  const parent = path.join(folder, 'damaged');
  if (!existsSync(parent)) return [];
  return readdirSync(parent).flatMap((name) =>
    readdirSync(path.join(parent, name)).map((part) => path.join(name, part)),
  );
}

/** Makes the last end of the app look unclean. */
function endUncleanly(): void {
  writeFileSync(`${file}-wal`, '');
}

describe('a sound file', () => {
  test('is opened again with everything in it', () => {
    fill();
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(store.notes.isConfirmed()).toBe(true);
    expect(store.notices.take()).toEqual([]);
    expect(setAsideFiles()).toEqual([]);
  });

  test('needs no check after a clean end', () => {
    fill();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(open().needsCheck).toBe(false);
  });

  test('whose outbox has forgotten a note that the cloud never had pushes it all the same', () => {
    fill();
    const db = new Database(file);
    db.exec(`UPDATE notes SET update_time = NULL WHERE id IN ('pending3', 'pending7');
      DELETE FROM outbox WHERE note_id IN ('pending3', 'pending7')`);
    db.close();
    const store = open();
    expect(pendingWords(store).toSorted()).toEqual(ALL_WORDS.toSorted());
    expect(pendingWords(store).slice(-2)).toEqual([
      'unpushed words of pending3',
      'unpushed words of pending7',
    ]);
    expect(store.notes.counts()).toEqual({ pending: 30, refused: 0 });
  });

  test('that is small is checked at once after an unclean end', () => {
    fill();
    // The damage hits a page that opening does not read.
    destroyRoot(file, 'notes_by_list');
    endUncleanly();
    expect(open().notices.take()).toHaveLength(1);
  });

  test('without an unclean end is not checked', () => {
    fill();
    destroyRoot(file, 'notes_by_list');
    expect(open().notices.take()).toEqual([]);
  });

  test('that is large is left for a check beside the running app', () => {
    fill();
    const db = new Database(file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 17000000, 'x'))`);
    db.close();
    endUncleanly();
    expect(open().needsCheck).toBe(true);
  });

  test('that is large is still to be checked where the app was closed before, until it has been', () => {
    fill();
    const db = new Database(file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 17000000, 'x'))`);
    db.close();
    endUncleanly();
    open().close();
    const store = open();
    expect(store.needsCheck).toBe(true);
    store.markChecked();
    store.close();
    expect(open().needsCheck).toBe(false);
  });

  test('in the place of which an older copy was put opens as that copy', () => {
    openDatabase(file, MIGRATIONS.slice(0, 2)).close();
    cpSync(file, path.join(folder, 'older'));
    rmSync(file);
    fill();
    renameSync(path.join(folder, 'older'), file);
    const store = open();
    expect(pendingWords(store)).toEqual([]);
    expect(store.notices.take()).toEqual([]);
  });

  test('brings its log into the database when asked to', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('more', 99));
    const before = readFileSync(file);
    store.checkpoint();
    expect(readFileSync(file).equals(before)).toBe(false);
  });
});

describe('a damaged file', () => {
  const damages: Record<string, () => void> = {
    'no database': () => writeFileSync(file, 'this is a sentence, and long enough for a header '.repeat(100)),
    'no bytes left': () => truncateSync(file, 0),
    'cut in the middle of a page': () => truncateSync(file, 5_000),
    'all zeros': () => writeFileSync(file, Buffer.alloc(statSync(file).size)),
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
    expect(keptWords(store)).toEqual(expect.arrayContaining(ALL_WORDS));
    // They keep the account at a sign-out (S11).
    expect(store.notes.counts().pending + store.unreadCount()).toBeGreaterThan(0);
    expect(store.drafts.list()).toEqual([{ place: 'new', content: { title: 'half', text: 'a thought' } }]);
    expect(store.history.page(0, 9).rows.map(({ excerpt }) => excerpt)).toEqual(['gone elsewhere']);
  });

  test.each(Object.entries(damages))(
    '%s: is set aside and opens where there is no backup',
    (_name, damage) => {
      fill();
      damage();
      const isThere = existsSync(file);
      const store = open();
      store.notes.write(pendingNote('new', 99));
      expect(pendingWords(store)).toContain('unpushed words of new');
      if (isThere)
        expect(setAsideFiles().some((name) => name.startsWith('2026-01-02T03-04-05.000Z'))).toBe(true);
      expect(readdirSync(folder).filter((name) => /new|reading|unfinished/.test(name))).toEqual([]);
    },
  );

  const firstPages: Record<string, (bytes: Buffer) => void> = {
    'without its header': (bytes) => void bytes.fill(0, 0, 100),
    'without its first page': (bytes) => void bytes.fill(0, 0, 4096),
    'with noise in its first page': (bytes) => void bytes.fill(0xa5, 0, 4096),
  };
  test.each(Object.entries(firstPages))('%s keeps every word, without a backup', (_name, damage) => {
    fill();
    const bytes = readFileSync(file);
    damage(bytes);
    writeFileSync(file, bytes);
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.remoteIds(null, 1_000)).toHaveLength(330);
    expect(store.drafts.list()).toHaveLength(1);
    expect(store.history.page(0, 9).total).toBe(1);
    expect(store.unreadCount()).toBe(0);
  });

  test.each([1, 2, 3])('without page %i of its schema keeps every word, without a backup', (which) => {
    fill();
    const pages = pagesOf(file, 'sqlite_schema');
    expect(pages).toHaveLength(3);
    const bytes = readFileSync(file);
    const page = pages[which - 1] ?? 1;
    bytes.fill(0, (page - 1) * 4096, page * 4096);
    writeFileSync(file, bytes);
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  test.each([
    'notes_by_list',
    'outbox',
    'outbox_to_push',
    'drafts',
    'history',
    'history_by_note',
    'cache',
    'answers',
    'sqlite_autoindex_notes_1',
  ])('with a broken %s gives up all the rest', (broken) => {
    fill();
    destroyRoot(file, broken);
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

  test.each(['notes', 'outbox', 'history'])(
    'without the page that leads to all rows of %s keeps them, without a backup',
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
      destroyRoot(file, broken);
      endUncleanly();
      const mended = open();
      // Those of which the lost page held the pending change itself are in doubt.
      const inDoubt = mended.notes
        .remoteIds(null, 1_000)
        .filter((id) => mended.notes.doubt(id) !== undefined);
      const waiting = mended.notes.pending(1_000);
      expect(new Set([...waiting, ...inDoubt]).size).toBe(200);
      expect(waiting.length).toBeGreaterThan(190);
      expect(mended.notes.read('n199' as NoteId)?.local?.text).toHaveLength(199 * 30);
      mended.close();
      expect(allRows(file)['history']).toHaveLength(200);
    },
  );

  test.each(['notes_by_list', 'outbox_to_push', 'history_by_note', 'sqlite_autoindex_notes_1'])(
    'whose index %s alone is broken is kept as it was',
    (broken) => {
      fill();
      const before = allRows(file);
      destroyRoot(file, broken);
      endUncleanly();
      const store = open();
      const notices = store.notices.take();
      expect(notices).toEqual([expect.stringMatching(/with everything that was in it\.$/)]);
      expect(store.notes.isConfirmed()).toBe(true);
      expect(store.unreadCount()).toBe(0);
      store.close();
      expect(allRows(file)).toEqual(before);
    },
  );

  test('with a damaged page that nothing uses is kept as it was', () => {
    fill();
    const db = new Database(file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 100000, 'x'));
      DELETE FROM drafts WHERE place = 'quick'`);
    const free = Number(db.pragma('freelist_count', { simple: true }));
    db.close();
    expect(free).toBeGreaterThan(9);
    const before = allRows(file);
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.length - 4096);
    // The first free page, of which the header knows the number, lists the others.
    const first = bytes.readUInt32BE(32);
    bytes.fill(0xff, (first - 1) * 4096, first * 4096);
    writeFileSync(file, bytes);
    markFailure(file, { damaged: true, reason: 'freelist' });
    const store = open();
    expect(store.notes.isConfirmed()).toBe(true);
    store.notices.take();
    store.close();
    expect(allRows(file)).toEqual(before);
  });

  test('with a log of another database keeps its own words', () => {
    fill();
    const other = path.join(folder, 'other.sqlite');
    const db = new Database(other);
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE x (y); INSERT INTO x VALUES (randomblob(100000))');
    cpSync(`${other}-wal`, `${file}-wal`);
    db.close();
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  /** The database and its log as a crash leaves them. */
  function crashWith(text: string): void {
    const store = open();
    store.notes.write(pendingNote('newest', 99, text));
    for (const part of ['', '-wal']) cpSync(file + part, `${file}.crashed${part}`);
    store.close();
    for (const part of ['', '-wal']) renameSync(`${file}.crashed${part}`, file + part);
  }

  test('words that are only in the log are read from there', () => {
    fill();
    crashWith('only in the log');
    cpSync(`${file}-wal`, `${file}-kept`);
    destroyRoot(file, 'history_by_time');
    renameSync(`${file}-kept`, `${file}-wal`);
    const store = open();
    expect(pendingWords(store)).toContain('only in the log');
    expect(store.notices.take()).toHaveLength(1);
  });

  test('words in a log whose database is gone are read from there', () => {
    fill();
    backUp();
    crashWith('only in the log');
    rmSync(file);
    const words = pendingWords(open());
    expect(words).toContain('only in the log');
    expect(words).toHaveLength(31);
  });

  test('whose outbox says it was pushed does not push the backup again', () => {
    fill();
    backUp();
    const store = open();
    for (const id of store.notes.pending(1_000)) {
      const note = store.notes.read(id);
      if (note !== null) store.notes.write({ ...note, pending: null });
    }
    store.close();
    destroyRoot(file, 'history');
    endUncleanly();
    const mended = open();
    expect(pendingWords(mended)).toEqual([]);
    expect(mended.notices.take()).toHaveLength(1);
  });

  test('a row that is no row of this app ends the connection, and its words are kept', () => {
    fill();
    const db = new Database(file);
    db.exec(`UPDATE notes SET extra = '{"cut":' WHERE id = 'pending3'`);
    db.close();
    const store = open();
    expect(() => store.notes.read('pending3' as NoteId)).toThrow(
      expect.objectContaining({ code: 'store-damaged' }),
    );
    expect(ends).toHaveLength(1);
    markFailure(file, { damaged: true, reason: 'a row' });
    // A later mark that says less changes nothing: no look at the pages would find this.
    markFailure(file, { damaged: false, reason: 'a cable' });
    const mended = reopen(store);
    expect(pendingWords(mended)).toEqual(ALL_WORDS);
    const { extra, remote } = mended.notes.read('pending3' as NoteId) ?? {};
    // The cloud's copy is taken again, with all of its fields.
    expect([extra, remote?.updateTime]).toEqual([{}, UNVERIFIED]);
  });

  test('a text that is read as a number is not taken for an edit', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('short', store.notes.nextSequence(), 'edited'));
    store.close();
    const bytes = readFileSync(file);
    const row = bytes.indexOf('shorttitle of shortedited');
    // What the lengths of its id, title and text make of its header (fileformat2.html, section 2.1).
    const header = bytes.lastIndexOf(Buffer.from([13 + 5 * 2, 13 + 14 * 2, 13 + 6 * 2]), row);
    expect(row - header).toBeLessThan(20);
    // A number of six bytes.
    bytes[header + 2] = 5;
    writeFileSync(file, bytes);
    endUncleanly();
    const mended = open();
    const { local, remote } = mended.notes.read('short' as NoteId) ?? {};
    expect(local).toMatchObject({ title: 'title of short', text: 'before' });
    expect(remote?.updateTime).toBe(UNVERIFIED);
    expect(mended.notes.pending(99)).toHaveLength(31);
    expect(mended.unreadCount()).toBe(1);
  });

  test('two changes of which the place in the queue makes no sense both wait', () => {
    fill();
    const db = new Database(file);
    db.exec(`UPDATE outbox SET sequence = -sequence WHERE note_id IN ('pending3', 'pending4')`);
    db.close();
    markFailure(file, { damaged: true, reason: 'a row' });
    expect(pendingWords(open()).toSorted()).toEqual(ALL_WORDS.toSorted());
  });
});

describe('[S13] an account that could not be read whole', () => {
  test('is not confirmed, and settled notes have a version that proves nothing', () => {
    fill();
    destroyRoot(file, 'drafts');
    endUncleanly();
    const store = open();
    expect(store.notes.isConfirmed()).toBe(false);
    expect(store.notes.isLoaded()).toBe(false);
    const settled = store.notes.read('settled7' as NoteId);
    expect(settled?.local?.text).toBe('x'.repeat(200));
    expect(settled?.remote?.updateTime).toBe(UNVERIFIED);
    expect(store.notes.read('pending7' as NoteId)?.remote?.updateTime).toBe('000000000001.000000000');
    // Nothing was pending of it, which the outbox says.
    expect(store.notes.doubt('settled7' as NoteId)).toBeUndefined();
  });

  test('is in doubt about each note where its outbox is lost, until the cloud has confirmed it', () => {
    fill();
    destroyTable(file, 'outbox');
    endUncleanly();
    const store = open();
    expect(store.notes.doubt('settled7' as NoteId)).toBe('000000000001.000000000');
    expect(store.notes.doubt('pending7' as NoteId)).toBe('000000000001.000000000');
    expect(store.notes.doubt('unknown' as NoteId)).toBeUndefined();
    store.notes.setConfirmed();
    expect(store.notes.isConfirmed()).toBe(true);
    expect(store.notes.doubt('settled7' as NoteId)).toBeUndefined();
  });

  test('whose newest backup is older than the first push of a note does not take its edit for settled', () => {
    fill();
    backUp();
    const store = open();
    const created = pendingNote('made', store.notes.nextSequence(), 'as it was pushed first');
    store.notes.write({ ...created, remote: null });
    store.notes.write({ ...created, remote: settledNote('made').remote, pending: null });
    const edited = pendingNote('made', store.notes.nextSequence(), 'edited and not pushed');
    store.notes.write(edited);
    store.close();
    destroyTable(file, 'outbox');
    endUncleanly();
    const mended = open();
    expect(mended.notes.read('made' as NoteId)?.local?.text).toBe('edited and not pushed');
    expect(mended.notes.doubt('made' as NoteId)).toBe('000000000001.000000000');
  });

  test('keeps its doubts in a second salvage', () => {
    fill();
    destroyTable(file, 'outbox');
    endUncleanly();
    open().close();
    destroyRoot(file, 'drafts');
    endUncleanly();
    expect(open().notes.doubt('settled7' as NoteId)).toBe('000000000001.000000000');
  });

  test('takes a note that never was in the cloud for pending, whatever the outbox says', () => {
    fill();
    const store = open();
    store.notes.write({ ...pendingNote('created', store.notes.nextSequence()), remote: null });
    store.close();
    destroyTable(file, 'outbox');
    endUncleanly();
    expect(pendingWords(open())).toEqual(['unpushed words of created']);
  });
});

describe('the notice says what is true', () => {
  const notice = (): string => open().notices.take().join('\n');

  test('of changes and drafts that were brought over', () => {
    fill();
    destroyRoot(file, 'cache');
    endUncleanly();
    expect(notice()).toMatch(
      /with 30 changes that were not synced yet and one draft; everything else comes back/,
    );
  });

  test('of earlier versions that could not be read, which no cloud has', () => {
    fill();
    destroyRoot(file, 'history');
    endUncleanly();
    const text = notice();
    expect(text).toMatch(/with 30 changes .* Some of the earlier versions of your notes could not be read/);
    expect(readdirSync(/is kept in (.*)\.$/.exec(text)?.[1] ?? '')).toContain('notes.sqlite');
  });

  test('of what could not be read, and where the file is', () => {
    fill();
    destroyTable(file, 'outbox');
    endUncleanly();
    const text = notice();
    expect(text).toMatch(/Some of what was not synced yet could not be read/);
    const kept = /is kept in (.*)\.$/.exec(text)?.[1] ?? '';
    expect(readdirSync(kept)).toContain('notes.sqlite');
  });

  test('of a file that is gone, and so is not kept anywhere', () => {
    fill();
    backUp();
    rmSync(file);
    expect(notice()).toMatch(/Some of what was not synced yet could not be read\.$/);
    expect(setAsideFiles()).toEqual([]);
  });

  test('once', () => {
    fill();
    destroyTable(file, 'outbox');
    endUncleanly();
    const store = open();
    expect(store.notices.take()).toHaveLength(1);
    expect(store.notices.take()).toEqual([]);
  });
});

describe('a connection that fails', () => {
  test.each(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ'])(
    'by %s ends once and does nothing more, and the next opening looks at every page',
    (code) => {
      fill();
      const store = open();
      let statements = 0;
      trouble = () => {
        statements += 1;
        throw new Database.SqliteError('disk I/O error', code);
      };
      expect(() => store.notes.write(pendingNote('a', 50))).toThrow(
        expect.objectContaining({ code: 'store-failed' }),
      );
      expect(() => store.notes.counts()).toThrow(expect.objectContaining({ code: 'store-failed' }));
      expect(ends.map(({ code: of }) => of)).toEqual(['store-failed']);
      expect(statements).toBe(1);

      trouble = () => undefined;
      markFailure(file, { damaged: false, reason: code });
      store.abandon();
      // Opening alone would not meet this.
      destroyRoot(file, 'notes_by_list');
      expect(open().notices.take()).toHaveLength(1);
    },
  );

  test('by a damaged page while a first snapshot is stored does not store the rest, nor count as loaded', () => {
    fill();
    const db = new Database(file);
    db.exec('UPDATE cache SET loaded = 0');
    db.close();
    destroyRoot(file, 'notes_by_list');
    const store = open();
    const storeSlice = (name: string): void =>
      store.notes.transaction(() => store.notes.write(settledNote(name), null), 'soon');
    expect(() => storeSlice('first')).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    expect(() => storeSlice('second')).toThrow(expect.objectContaining({ code: 'store-failed' }));
    expect(() => store.notes.transaction(() => store.notes.setLoaded())).toThrow();
    expect(ends).toHaveLength(1);
    markFailure(file, { damaged: true, reason: 'a page' });
    const mended = reopen(store);
    expect(mended.notes.isLoaded()).toBe(false);
    expect(mended.notes.read('settled7' as NoteId)?.local?.text).toBe('x'.repeat(200));
  });

  test('has let go of its file when it tells of its end, with its log as it is', () => {
    fill();
    let isFree = false;
    const store = openAccountStore({
      file,
      now: () => NOW,
      trouble: (moment) => trouble(moment),
      onFatal() {
        expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
        const other = new Database(file, { timeout: 0 });
        // Refused while anybody else has the file open.
        isFree = other.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
        other.close();
      },
    });
    store.notes.write(pendingNote('a', 50));
    trouble = () => {
      throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    };
    expect(() => store.notes.transaction(() => store.notes.counts())).toThrow('damaged');
    expect(isFree).toBe(true);
    store.abandon();
  });

  test('in the middle of a transaction undoes it', () => {
    fill();
    const store = open();
    let moments: Moment[] = [];
    trouble = (moment) => {
      moments.push(moment);
      if (moment === 'commit') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
    expect(() => store.notes.transaction(() => store.notes.write(pendingNote('a', 50)))).toThrow(
      expect.objectContaining({ code: 'store-failed' }),
    );
    expect(moments.filter((moment) => moment === 'commit')).toHaveLength(1);
    moments = [];
    trouble = () => undefined;
    expect(pendingWords(reopen(store))).toEqual(ALL_WORDS);
  });

  test('after a commit has all of it at the next opening', () => {
    fill();
    const store = open();
    trouble = (moment) => {
      if (moment === 'committed') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    };
    expect(() => store.notes.transaction(() => store.notes.write(pendingNote('a', 50)))).toThrow('disk I/O');
    trouble = () => undefined;
    expect(pendingWords(reopen(store))).toHaveLength(31);
  });

  test.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_READONLY', 'SQLITE_IOERR_SHMSIZE'])(
    'by %s goes on',
    (code) => {
      fill();
      const store = open();
      trouble = () => {
        throw new Database.SqliteError('no', code);
      };
      expect(() => store.notes.write(pendingNote('a', 50))).toThrow();
      trouble = () => undefined;
      store.notes.write(pendingNote('a', 50));
      expect(pendingWords(store)).toHaveLength(31);
      expect(ends).toEqual([]);
    },
  );

  test('and a sound file: the next opening finds nothing wrong, and the mark goes', () => {
    fill();
    markFailure(file, { damaged: false, reason: 'a cable' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notices.take()).toEqual([]);
    expect(existsSync(`${file}.failed`)).toBe(false);
  });

  test('and left a mark that cannot be removed is opened all the same', () => {
    fill();
    mkdirSync(path.join(`${file}.failed`, 'in the way'), { recursive: true });
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  test('by damage that was met later is salvaged at the next opening', () => {
    fill();
    destroyRoot(file, 'sqlite_autoindex_notes_1');
    const store = open();
    expect(() => store.notes.read('settled7' as NoteId)).toThrow(
      expect.objectContaining({ code: 'store-damaged' }),
    );
    expect(ends.map(({ code }) => code)).toEqual(['store-damaged']);
    markFailure(file, { damaged: true, reason: 'an index' });
    const mended = reopen(store);
    expect(pendingWords(mended)).toEqual(ALL_WORDS);
    expect(mended.notices.take()).toHaveLength(1);
  });

  test('is not trusted with its log when it is closed', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('a', 50));
    store.abandon();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    expect(pendingWords(open())).toHaveLength(31);
  });

  test('a disk that damages everything is not filled with damaged files', () => {
    fill();
    for (let round = 0; round < 5; round += 1) {
      markFailure(file, { damaged: true, reason: 'again' });
      open().close();
    }
    markFailure(file, { damaged: true, reason: 'again' });
    expect(() => open()).toThrow(/Please have it checked/);
    expect(readdirSync(path.join(folder, 'damaged'))).toHaveLength(5);
    expect(pendingWords(open(NOW + 2 * 60 * 60 * 1000))).toEqual(ALL_WORDS);
  });
});

describe('a damaged file that was set aside', () => {
  test('goes when the account is safe, if everything that only this device had was read', () => {
    fill();
    destroyRoot(file, 'sqlite_autoindex_notes_1');
    endUncleanly();
    const store = open();
    expect(store.unreadCount()).toBe(0);
    expect(setAsideFiles()).not.toEqual([]);
    store.removeSafeFiles();
    expect(setAsideFiles()).toEqual([]);
  });

  test.each(['outbox', 'drafts'])(
    '[S11.4] stays, and keeps the account, if its %s could not be read',
    (broken) => {
      fill();
      destroyRoot(file, broken);
      endUncleanly();
      const store = open();
      expect(store.unreadCount()).toBe(1);
      store.removeSafeFiles();
      expect(setAsideFiles()).not.toEqual([]);
    },
  );

  test('stays where a person gave its folder another name', () => {
    const store = open();
    const kept = path.join(folder, 'damaged', 'my copy');
    mkdirSync(kept, { recursive: true });
    store.removeSafeFiles();
    expect(existsSync(kept)).toBe(true);
  });

  test('stays if its history could not be read, and keeps nothing else', () => {
    fill();
    destroyRoot(file, 'history');
    endUncleanly();
    const store = open();
    expect(store.unreadCount()).toBe(0);
    store.removeSafeFiles();
    expect(setAsideFiles()).not.toEqual([]);
  });
});

describe('an end of the app while a damaged file is replaced', () => {
  function unfinishedFolder(): string {
    const made = path.join(folder, 'damaged', '2026-01-01T00-00-00.000Z.unfinished');
    mkdirSync(made, { recursive: true });
    return made;
  }

  test('before the file was moved: the next opening moves it', () => {
    fill();
    unfinishedFolder();
    markFailure(file, { damaged: true, reason: 'found' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(setAsideFiles()).toContain(path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite'));
  });

  test('after the file was moved: the next opening brings the words over', () => {
    fill();
    renameSync(file, path.join(unfinishedFolder(), 'notes.sqlite'));
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
  });

  test('before its log was moved: the log goes with it', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('newest', 99, 'only in the log'));
    cpSync(file, path.join(unfinishedFolder(), 'notes.sqlite'));
    cpSync(`${file}-wal`, `${file}-kept`);
    store.close();
    rmSync(file);
    renameSync(`${file}-kept`, `${file}-wal`);
    expect(pendingWords(open())).toEqual([...ALL_WORDS, 'only in the log']);
  });

  test('at any later moment: the mark of the damage is gone, and nothing is salvaged twice', () => {
    fill();
    markFailure(file, { damaged: true, reason: 'found' });
    salvage(file, NOW);
    expect(existsSync(`${file}.failed`)).toBe(false);
  });

  test('by a newer version of the app: its file is left to it', () => {
    openDatabase(file, [...MIGRATIONS, 'CREATE TABLE future (x INTEGER) STRICT;']).close();
    const unfinished = unfinishedFolder();
    const isNewer = expect.objectContaining({ code: 'store-newer' });
    expect(() => open()).toThrow(isNewer);
    renameSync(file, path.join(unfinished, 'notes.sqlite'));
    expect(() => open()).toThrow(isNewer);
    expect(existsSync(path.join(unfinished, 'notes.sqlite'))).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  test('after the new file was in its place: nothing is brought over twice', () => {
    fill();
    cpSync(file, path.join(unfinishedFolder(), 'notes.sqlite'));
    markFailure(file, { damaged: true, reason: 'before all that' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(store.notices.take()).toEqual([]);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
    expect(existsSync(`${file}.failed`)).toBe(false);
  });
});

describe('backups that fill up what a damaged file lacks', () => {
  function wordsAfter(name: string, text: string): void {
    const store = open();
    store.notes.write(settledNote('dated', text));
    store.close();
    backUp(name);
  }

  test('come from the past before the future', () => {
    wordsAfter('2026-03-01', 'of a clock that was wrong');
    wordsAfter('2026-01-01', 'of yesterday');
    rmSync(file);
    const store = open();
    expect(store.notes.read('dated' as NoteId)?.local?.text).toBe('of yesterday');
    expect(store.notes.isConfirmed()).toBe(false);
  });

  test('come from the future where there are no others', () => {
    wordsAfter('2026-03-01', 'of a clock that was wrong');
    writeFileSync(path.join(folder, 'backups', '2026-01-01.sqlite'), 'unreadable');
    rmSync(file);
    expect(open().notes.read('dated' as NoteId)?.local?.text).toBe('of a clock that was wrong');
  });

  test('are filled up themselves from older ones where they cannot be read whole', () => {
    const store = open();
    store.notes.transaction(() => {
      for (let index = 0; index < 300; index += 1)
        store.notes.write(pendingNote(`p${index}`, store.notes.nextSequence(), 'x'.repeat(300)));
    });
    store.close();
    backUp('2026-01-01');
    backUp('2025-12-31');
    const backup = path.join(folder, 'backups', '2026-01-01.sqlite');
    const bytes = readFileSync(backup);
    for (let page = 12; page < 40; page += 2) bytes.fill(0, page * 4096, (page + 1) * 4096);
    writeFileSync(backup, bytes);
    rmSync(file);
    expect(keptWords(open())).toHaveLength(300);
  });

  test('of an older version of the app give their removed notes to the history', () => {
    const old = openDatabase(file, MIGRATIONS.slice(0, 3));
    old.exec(`INSERT INTO removed (id, title, text, is_archived, is_deleted, created, extra, removed_at) VALUES
      ('r', NULL, 'removed before', 0, 1, 9, '{}', 1700000000000)`);
    old.close();
    backUp();
    rmSync(file);
    expect(open().history.page(0, 9).rows).toMatchObject([
      { excerpt: 'removed before', removedAt: 1_700_000_000_000 },
    ]);
  });

  test('put words that were overwritten since into the history where that was lost', () => {
    fill();
    backUp();
    const store = open();
    store.notes.write(settledNote('settled7', 'overwritten since'));
    store.close();
    destroyRoot(file, 'history');
    endUncleanly();
    const mended = open();
    mended.close();
    const { history = [] } = allRows(file);
    expect(history).toContainEqual(
      expect.objectContaining({ note_id: 'settled7', text: 'x'.repeat(200), removed: 0 }),
    );
    expect(history).toContainEqual(expect.objectContaining({ note_id: 'removed', text: 'gone elsewhere' }));
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { markFailure } from '#account/opening.ts';
import { listBackups } from '#account/database/backups.ts';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { openDatabase } from '#account/database/open.ts';
import { salvage } from '#account/recovery/salvage.ts';
import { destroyRoot, destroyTable, pagesOf, pendingNote, settledNote } from '../support/store.ts';
import {
  here,
  NOW,
  open,
  fill,
  backUp,
  pendingWords,
  wordsInFile,
  ALL_WORDS,
  allRows,
  setAsideFiles,
  endUncleanly,
} from '../support/account-file.ts';

describe('a damaged file that was set aside', () => {
  test('a set-aside file is removed once the account is safe, if everything that existed only on this device was read', () => {
    fill();
    destroyRoot(here.file, 'sqlite_autoindex_notes_1');
    endUncleanly();
    const store = open();
    expect(store.unreadCount()).toBe(0);
    expect(setAsideFiles()).not.toEqual([]);
    store.removeSafeFiles();
    expect(setAsideFiles()).toEqual([]);
  });

  test.each(['notes', 'drafts'])(
    '[S11.4] a set-aside file stays, and the account with it, if it may have unread words of its %s',
    (broken) => {
      fill();
      destroyTable(here.file, broken);
      endUncleanly();
      const store = open();
      expect(store.unreadCount()).toBe(1);
      store.notes.setConfirmed();
      store.removeSafeFiles();
      expect(store.unreadCount()).toBe(1);
      expect(setAsideFiles()).not.toEqual([]);
    },
  );

  test.each(['outbox', 'cache', 'notes_by_section', 'label_sizes'])(
    '[S11.4] a set-aside file with a damaged %s goes once the cloud has confirmed the account, because all of its words were read',
    (broken) => {
      fill();
      destroyRoot(here.file, broken);
      endUncleanly();
      const store = open();
      // It is in doubt which notes were pushed.
      expect(store.unreadCount()).toBe(broken === 'outbox' ? 1 : 0);
      store.notes.setConfirmed();
      expect(store.unreadCount()).toBe(0);
      store.removeSafeFiles();
      expect(setAsideFiles()).toEqual([]);
    },
  );

  test('[S11.4] a set-aside file with free pages goes although its damaged tag cannot say whether its log continues it', () => {
    fill();
    const store = open();
    store.notes.transaction(() => {
      for (let index = 0; index < 50; index += 1)
        store.notes.write(pendingNote(`removed${index}`, store.notes.nextSequence(), 'x'.repeat(3_000)));
    });
    store.erasure.checkpoint();
    store.notes.transaction(() => {
      for (let index = 0; index < 50; index += 1) {
        const note = settledNote(`removed${index}`);
        store.notes.markDeletedForever(note.id);
        store.notes.write({ ...note, local: null, remote: null });
      }
    });
    const [tagPage = 0] = pagesOf(here.file, 'cache');
    store.abandon();
    writeFileSync(here.file, readFileSync(here.file).fill(0, (tagPage - 1) * 4096, tagPage * 4096));
    const opened = open();
    expect(opened.unreadCount()).toBe(1);
    opened.notes.setConfirmed();
    expect(opened.unreadCount()).toBe(0);
    opened.removeSafeFiles();
    expect(setAsideFiles()).toEqual([]);
  });

  test('[S11.4] a set-aside file with damaged notes goes once the cloud has confirmed the account, if the cloud has them all', () => {
    fill();
    const filled = open();
    for (const id of filled.notes.pendingIds(1_000)) filled.notes.write(settledNote(id));
    filled.close();
    destroyTable(here.file, 'notes');
    endUncleanly();
    const store = open();
    expect(store.notes.isConfirmed()).toBe(false);
    expect(store.unreadCount()).toBe(0);
    store.removeSafeFiles();
    expect(setAsideFiles()).toEqual([]);
  });

  test('a set-aside file stays if the user renamed its folder', () => {
    const store = open();
    const copiedFolder = path.join(here.folder, 'damaged', 'my copy');
    mkdirSync(copiedFolder, { recursive: true });
    store.removeSafeFiles();
    expect(existsSync(copiedFolder)).toBe(true);
  });

  test('a set-aside file stays if its history could not be read, but the account need not stay', () => {
    fill();
    destroyRoot(here.file, 'history');
    endUncleanly();
    const store = open();
    expect(store.unreadCount()).toBe(0);
    store.removeSafeFiles();
    expect(setAsideFiles()).not.toEqual([]);
  });
});

describe('an end of the app while a damaged file is replaced', () => {
  function unfinishedFolder(): string {
    const made = path.join(here.folder, 'damaged', '2026-01-01T00-00-00.000Z.unfinished');
    mkdirSync(made, { recursive: true });
    return made;
  }

  test('if the app ends before a damaged file was moved, the next opening moves it', () => {
    fill();
    unfinishedFolder();
    markFailure(here.file, { damaged: true, reason: 'found' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(setAsideFiles()).toContain(path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite'));
  });

  test('if the app ends after a damaged file was moved, the next opening salvages the words', () => {
    fill();
    renameSync(here.file, path.join(unfinishedFolder(), 'notes.sqlite'));
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
  });

  test('if the app ends before the log of a damaged file was moved, the words in the log are salvaged', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('newest', 99, 'only in the log'));
    cpSync(here.file, path.join(unfinishedFolder(), 'notes.sqlite'));
    cpSync(`${here.file}-wal`, `${here.file}-kept`);
    store.close();
    rmSync(here.file);
    renameSync(`${here.file}-kept`, `${here.file}-wal`);
    expect(pendingWords(open())).toEqual([...ALL_WORDS, 'only in the log']);
  });

  test('a finished salvage has removed the mark of the damage, so that nothing is salvaged twice', () => {
    fill();
    markFailure(here.file, { damaged: true, reason: 'found' });
    salvage(here.file, NOW);
    expect(existsSync(`${here.file}.failed`)).toBe(false);
  });

  test('a file of a newer version of the app is not changed, even in the folder of an unfinished salvage', () => {
    openDatabase(here.file, [...MIGRATIONS, 'CREATE TABLE future (x INTEGER) STRICT;']).close();
    const unfinished = unfinishedFolder();
    const isNewer = expect.objectContaining({ code: 'store-newer' });
    expect(() => open()).toThrow(isNewer);
    renameSync(here.file, path.join(unfinished, 'notes.sqlite'));
    expect(() => open()).toThrow(isNewer);
    expect(existsSync(path.join(unfinished, 'notes.sqlite'))).toBe(true);
    expect(existsSync(here.file)).toBe(false);
  });

  test('a symbolic link in the place of the database is refused: SQLite has its log beside the target', () => {
    fill();
    const target = path.join(here.folder, 'elsewhere.sqlite');
    renameSync(here.file, target);
    symlinkSync(target, here.file);
    const before = readFileSync(target);
    expect(() => open()).toThrow('The file with your notes is a link.');
    expect(readFileSync(target).equals(before)).toBe(true);
    rmSync(here.file);
    renameSync(target, here.file);
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  test('if the app ends after the new file is in its place, nothing is salvaged twice', () => {
    fill();
    markFailure(here.file, { damaged: true, reason: 'found' });
    salvage(here.file, NOW);
    const [finished = ''] = readdirSync(path.join(here.folder, 'damaged'));
    const folder = path.join(here.folder, 'damaged', finished);
    renameSync(folder, `${folder}.unfinished`);
    const before = readFileSync(here.file);
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(readFileSync(here.file).equals(before)).toBe(true);
    expect(setAsideFiles()).toEqual([path.join(finished, 'notes.sqlite')]);
    expect(store.notices.take()).toHaveLength(1);
  });

  test('if another database has taken the place meanwhile, the words of both survive', () => {
    fill();
    renameSync(here.file, `${here.file}-first`);
    const secondStore = open();
    secondStore.notes.transaction(() => secondStore.notes.write(pendingNote('other', 1, 'of the other')));
    secondStore.close();
    renameSync(`${here.file}-first`, path.join(unfinishedFolder(), 'notes.sqlite'));
    const store = open();
    expect(wordsInFile(store)).toEqual(expect.arrayContaining([...ALL_WORDS, 'of the other']));
    expect(setAsideFiles()).toHaveLength(2);
  });

  test('if one of two folders becomes unfinished again, as after a power cut, nothing is salvaged twice', () => {
    fill();
    renameSync(here.file, `${here.file}-first`);
    open().close();
    renameSync(`${here.file}-first`, path.join(unfinishedFolder(), 'notes.sqlite'));
    open().close();
    const [finished = ''] = readdirSync(path.join(here.folder, 'damaged'));
    const folder = path.join(here.folder, 'damaged', finished);
    renameSync(folder, `${folder}.unfinished`);
    open().close();
    expect(readdirSync(path.join(here.folder, 'damaged'))).toHaveLength(2);
  });

  test.each(['', '.incomplete'])(
    'an unfinished folder “%s” that comes back beside the finished one is set aside, and the notes open',
    (unread) => {
      fill();
      destroyRoot(here.file, 'history');
      endUncleanly();
      open().close();
      const [finished = ''] = readdirSync(path.join(here.folder, 'damaged'));
      expect(finished).toMatch(/Z\.incomplete$/);
      const folder = path.join(here.folder, 'damaged', finished);
      cpSync(folder, `${folder.replace('.incomplete', unread)}.unfinished`, { recursive: true });
      cpSync(folder, `${folder}.unfinished`, { recursive: true });
      expect(pendingWords(open())).toEqual(ALL_WORDS);
      expect(setAsideFiles().filter((name) => name.endsWith('notes.sqlite')).length).toBeGreaterThan(1);
    },
  );

  test('a folder gets a later name than those before it, even if the clock was set back', () => {
    for (const now of [NOW, 0]) {
      fill();
      markFailure(here.file, { damaged: true, reason: 'found' });
      salvage(here.file, now);
      rmSync(here.file);
    }
    expect(readdirSync(path.join(here.folder, 'damaged')).toSorted()).toEqual([
      '2026-01-02T03-04-05.000Z',
      '2026-01-02T03-04-05.001Z',
    ]);
  });

  test('a copy of an unfinished folder that the user has made is not touched', () => {
    fill();
    const copy = path.join(here.folder, 'damaged', '2026-01-01T00-00-00.000Z (copy).unfinished');
    mkdirSync(copy, { recursive: true });
    expect(pendingWords(open())).toEqual(ALL_WORDS);
    expect(existsSync(copy)).toBe(true);
  });
});

describe('backups that supply what a damaged file lacks', () => {
  test('a salvage uses the backup with the greatest number, whatever the dates of the files are', () => {
    for (const [text, day] of [
      ['of yesterday', 1e9],
      ['of today', 1],
    ] as const) {
      const store = open();
      store.notes.transaction(() => store.notes.write(settledNote('dated', text)));
      store.close();
      utimesSync(backUp(), day, day);
    }
    rmSync(here.file);
    const store = open();
    expect(store.notes.read('dated' as NoteId)?.local?.text).toBe('of today');
    expect(store.notes.isConfirmed()).toBe(false);
  });

  test('a salvage fills the gaps of a damaged backup from an older one, and the damaged one stays for ever', () => {
    const store = open();
    store.notes.transaction(() => {
      for (let index = 0; index < 300; index += 1)
        store.notes.write(pendingNote(`p${index}`, store.notes.nextSequence(), 'x'.repeat(300)));
    });
    backUp();
    store.notes.transaction(() =>
      store.drafts.store({ place: 'new', content: { title: '', text: 'later' } }),
    );
    store.close();
    const backup = backUp();
    const bytes = readFileSync(backup);
    for (let page = 12; page < 40; page += 2) bytes.fill(0, page * 4096, (page + 1) * 4096);
    writeFileSync(backup, bytes);
    rmSync(here.file);
    expect(wordsInFile(open())).toHaveLength(300);
    expect(listBackups(here.file).map(({ isUnread }) => isUnread)).toEqual([true, false]);
  });

  test('[S11.4] the account stays if only a backup of its file remains and could not be read whole', () => {
    fill();
    destroyTable(backUp(), 'notes');
    rmSync(here.file);
    const store = open();
    expect(store.unreadCount()).toBeGreaterThan(0);
    store.notes.setConfirmed();
    store.removeSafeFiles();
    expect(store.unreadCount()).toBe(1);
    store.close();
    expect(open().unreadCount()).toBe(1);
  });

  test('[S11.4] an account whose file is missing need not stay for a backup that was read whole', () => {
    fill();
    backUp();
    rmSync(here.file);
    const store = open();
    store.notes.setConfirmed();
    expect(store.unreadCount()).toBe(0);
  });

  test('words of a backup that were overwritten later go into the history if the history was lost', () => {
    fill();
    backUp();
    const store = open();
    store.notes.write(settledNote('settled7', 'overwritten since'));
    store.close();
    destroyRoot(here.file, 'history');
    endUncleanly();
    const mended = open();
    mended.close();
    const { history = [] } = allRows(here.file);
    expect(history).toContainEqual(
      expect.objectContaining({ note_id: 'settled7', text: 'x'.repeat(200), removed: 0 }),
    );
    expect(history).toContainEqual(expect.objectContaining({ note_id: 'removed', text: 'gone elsewhere' }));
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { markFailure } from '#account/opening.ts';
import { backupOf, numberIn } from '#account/database/backups.ts';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { openDatabase } from '#account/database/open.ts';
import { salvage } from '#account/recovery/salvage.ts';
import { destroyRoot, pendingNote, settledNote } from '../support/store.ts';
import {
  here,
  NOW,
  open,
  fill,
  backUp,
  pendingWords,
  keptWords,
  ALL_WORDS,
  allRows,
  setAsideFiles,
  endUncleanly,
} from '../support/account-file.ts';

describe('a damaged file that was set aside', () => {
  test('a set-aside file is removed once the account is safe, if everything that only this device had was read', () => {
    fill();
    destroyRoot(here.file, 'sqlite_autoindex_notes_1');
    endUncleanly();
    const store = open();
    expect(store.unreadCount()).toBe(0);
    expect(setAsideFiles()).not.toEqual([]);
    store.removeSafeFiles();
    expect(setAsideFiles()).toEqual([]);
  });

  test.each(['outbox', 'drafts'])(
    '[S11.4] a set-aside file stays, and the account with it, if its %s could not be read',
    (broken) => {
      fill();
      destroyRoot(here.file, broken);
      endUncleanly();
      const store = open();
      expect(store.unreadCount()).toBe(1);
      store.removeSafeFiles();
      expect(setAsideFiles()).not.toEqual([]);
    },
  );

  test('a set-aside file stays if a person gave its folder another name', () => {
    const store = open();
    const kept = path.join(here.folder, 'damaged', 'my copy');
    mkdirSync(kept, { recursive: true });
    store.removeSafeFiles();
    expect(existsSync(kept)).toBe(true);
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

  test('a file of a newer version of the app is left as it is, also in the folder of an unfinished salvage', () => {
    openDatabase(here.file, [...MIGRATIONS, 'CREATE TABLE future (x INTEGER) STRICT;']).close();
    const unfinished = unfinishedFolder();
    const isNewer = expect.objectContaining({ code: 'store-newer' });
    expect(() => open()).toThrow(isNewer);
    renameSync(here.file, path.join(unfinished, 'notes.sqlite'));
    expect(() => open()).toThrow(isNewer);
    expect(existsSync(path.join(unfinished, 'notes.sqlite'))).toBe(true);
    expect(existsSync(here.file)).toBe(false);
  });

  test('if the app ends after the new file is in its place, nothing is salvaged twice', () => {
    fill();
    cpSync(here.file, path.join(unfinishedFolder(), 'notes.sqlite'));
    markFailure(here.file, { damaged: true, reason: 'before all that' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(store.notices.take()).toEqual([]);
    expect(setAsideFiles()).toEqual([path.join('2026-01-01T00-00-00.000Z', 'notes.sqlite')]);
    expect(existsSync(`${here.file}.failed`)).toBe(false);
  });
});

describe('backups that fill up what a damaged file lacks', () => {
  /** @returns the path of the backup */
  function backUpWith(text: string): string {
    const store = open();
    store.notes.write(settledNote('note', text));
    store.close();
    return backUp();
  }

  test('a salvage uses the backup with the greatest number first, whatever the dates of the files', () => {
    const earlier = backUpWith('earlier words');
    const later = backUpWith('later words');
    utimesSync(earlier, 2_000_000_000, 2_000_000_000);
    utimesSync(later, 0, 0);
    rmSync(here.file);
    const store = open();
    expect(store.notes.read('note' as NoteId)?.local?.text).toBe('later words');
    expect(store.notes.isConfirmed()).toBe(false);
  });

  test('a salvage uses an earlier backup if the latest cannot be read', () => {
    backUpWith('earlier words');
    writeFileSync(backUpWith('later words'), 'unreadable');
    rmSync(here.file);
    expect(open().notes.read('note' as NoteId)?.local?.text).toBe('earlier words');
  });

  test('the new database has the number of the latest source, and no backup is later than it', () => {
    backUpWith('earlier words');
    const latest = backUpWith('later words');
    rmSync(here.file);
    const store = open();
    expect(backupOf(here.file, numberIn(store.db))).toBe(latest);
  });

  test('a salvage fills the gaps of a damaged backup from an older backup', () => {
    const store = open();
    store.notes.transaction(() => {
      for (let index = 0; index < 300; index += 1)
        store.notes.write(pendingNote(`p${index}`, store.notes.nextSequence(), 'x'.repeat(300)));
    });
    store.close();
    backUp();
    const again = open();
    again.notes.setLoaded();
    again.notes.write(settledNote('later'));
    again.close();
    const backup = backUp();
    const bytes = readFileSync(backup);
    for (let page = 12; page < 40; page += 2) bytes.fill(0, page * 4096, (page + 1) * 4096);
    writeFileSync(backup, bytes);
    rmSync(here.file);
    expect(keptWords(open())).toHaveLength(300);
  });

  test('words of a backup that were overwritten since go into the history if the history was lost', () => {
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

import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { numberIn } from '#account/database/backups.ts';
import { openDatabase } from '#account/database/open.ts';
import { destroyRoot, pendingNote } from '../support/store.ts';
import {
  here,
  open,
  fill,
  pendingWords,
  ALL_WORDS,
  setAsideFiles,
  endUncleanly,
} from '../support/account-file.ts';

describe('sound files', () => {
  test('a sound file is reopened with everything in it', () => {
    fill();
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notes.isLoaded()).toBe(true);
    expect(store.notes.isConfirmed()).toBe(true);
    expect(store.notices.take()).toEqual([]);
    expect(setAsideFiles()).toEqual([]);
  });

  test('a file has no log and needs no check after a clean end', () => {
    fill();
    expect(existsSync(`${here.file}-wal`)).toBe(false);
    expect(open().needsCheck).toBe(false);
  });

  test('a note that the cloud never had is pushed even if the outbox lacks it', () => {
    fill();
    const db = new Database(here.file);
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

  test('a note that was deleted for ever is shown again if the outbox lacks the deletion', () => {
    fill();
    const db = new Database(here.file);
    db.exec(`UPDATE notes SET is_gone = 1 WHERE id IN ('pending3', 'pending7');
      DELETE FROM outbox WHERE note_id = 'pending3'`);
    const number = numberIn(db);
    db.close();
    const store = open();
    expect(store.number()).toBe(number + 1);
    expect(store.all.has('pending3' as NoteId)).toBe(true);
    expect(store.all.has('pending7' as NoteId)).toBe(false);
  });

  test('a small file is checked at once after an unclean end', () => {
    fill();
    // The damage hits a page that opening does not read.
    destroyRoot(here.file, 'notes_by_section');
    endUncleanly();
    expect(open().notices.take()).toHaveLength(1);
  });

  test('a damaged file is not checked when it is opened after a clean end', () => {
    fill();
    destroyRoot(here.file, 'history_by_time');
    expect(open().notices.take()).toEqual([]);
  });

  test('after an unclean end, a large file is checked later, beside the running app', () => {
    fill();
    const db = new Database(here.file);
    db.exec(`INSERT INTO drafts (place, title, text) VALUES ('quick', '', printf('%.*c', 17000000, 'x'))`);
    db.close();
    endUncleanly();
    expect(open().needsCheck).toBe(true);
  });

  test('a large file needs a check after an unclean end at each opening until the check is done', () => {
    fill();
    const db = new Database(here.file);
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

  test('a file that was replaced by an older copy opens as that copy', () => {
    openDatabase(here.file).close();
    cpSync(here.file, path.join(here.folder, 'older'));
    rmSync(here.file);
    fill();
    renameSync(path.join(here.folder, 'older'), here.file);
    const store = open();
    expect(pendingWords(store)).toEqual([]);
    expect(store.notices.take()).toEqual([]);
  });

  test('a checkpoint copies the log into the database', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('more', 99));
    const before = readFileSync(here.file);
    store.erasure.checkpoint();
    expect(readFileSync(here.file).equals(before)).toBe(false);
  });
});

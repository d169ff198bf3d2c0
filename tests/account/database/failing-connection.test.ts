import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { markFailure, openAccountStore } from '#account/opening.ts';
import type { Moment } from '#account/database/connection.ts';
import { destroyRoot, overwriteInRoot, pendingNote, settledNote } from '../support/store.ts';
import { here, NOW, open, reopen, fill, pendingWords, ALL_WORDS } from '../support/account-file.ts';

describe('a connection that fails', () => {
  test.each(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ'])(
    'a connection that fails with %s ends once, and the next opening checks every page',
    (code) => {
      fill();
      const store = open();
      let statements = 0;
      here.injectFault = () => {
        statements += 1;
        throw new Database.SqliteError('disk I/O error', code);
      };
      expect(() => store.notes.write(pendingNote('a', 50))).toThrow(
        expect.objectContaining({ code: 'store-failed' }),
      );
      expect(() => store.notes.counts()).toThrow(expect.objectContaining({ code: 'store-failed' }));
      expect(here.ends.map(({ code: of }) => of)).toEqual(['store-failed']);
      expect(statements).toBe(1);

      here.injectFault = () => undefined;
      markFailure(here.file, { damaged: false, reason: code });
      store.abandon();
      // Opening alone does not read this page.
      destroyRoot(here.file, 'notes_by_section');
      expect(open().notices.take()).toHaveLength(1);
    },
  );

  test('storing a first snapshot stops at a damaged page, and the snapshot does not count as loaded', () => {
    fill();
    const db = new Database(here.file);
    db.exec('UPDATE cache SET loaded = 0');
    db.close();
    destroyRoot(here.file, 'sqlite_autoindex_notes_1');
    const store = open();
    const storeSlice = (name: string): void =>
      store.notes.transaction(() => store.notes.write(settledNote(name), null), 'soon');
    expect(() => storeSlice('first')).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    expect(() => storeSlice('second')).toThrow(expect.objectContaining({ code: 'store-failed' }));
    expect(() => store.notes.transaction(() => store.notes.setLoaded())).toThrow();
    expect(here.ends).toHaveLength(1);
    markFailure(here.file, { damaged: true, reason: 'a page' });
    const mended = reopen(store);
    expect(mended.notes.isLoaded()).toBe(false);
    expect(mended.notes.read('settled7' as NoteId)?.local?.text).toBe('x'.repeat(200));
  });

  test('a file whose index names a missing pending change is salvaged at the next opening', () => {
    fill();
    // SQLite looks up in this index whether the next change's sequence, 31, is unique.
    const entry = (sequence: number): Buffer =>
      Buffer.concat([Buffer.of(sequence), Buffer.from('pending28')]);
    overwriteInRoot(here.file, 'sqlite_autoindex_outbox_2', entry(29), entry(31));
    const store = open();
    expect(() =>
      store.notes.transaction(() =>
        store.notes.write(pendingNote('settled7', store.notes.nextSequence(), 'new words')),
      ),
    ).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    expect(here.ends).toHaveLength(1);
    markFailure(here.file, { damaged: true, reason: 'an index' });
    const mended = reopen(store);
    expect(pendingWords(mended)).toEqual(ALL_WORDS);
    mended.notes.write(pendingNote('settled7', mended.notes.nextSequence(), 'new words'));
    expect(pendingWords(mended)).toContain('new words');
  });

  test('a connection that fails has closed its file and retained its log when it reports its end', () => {
    fill();
    let isFree = false;
    const store = openAccountStore({
      file: here.file,
      now: () => NOW,
      injectFault: (moment) => here.injectFault(moment),
      onFatal() {
        expect(statSync(`${here.file}-wal`).size).toBeGreaterThan(0);
        const secondConnection = new Database(here.file, { timeout: 0 });
        // SQLite refuses this while another connection has the file open.
        isFree = secondConnection.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
        secondConnection.close();
      },
    });
    store.notes.write(pendingNote('a', 50));
    here.injectFault = () => {
      throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    };
    expect(() => store.notes.transaction(() => store.notes.counts())).toThrow('damaged');
    expect(isFree).toBe(true);
    store.abandon();
  });

  test('a connection that fails at a commit undoes the transaction', () => {
    fill();
    const store = open();
    let moments: Moment[] = [];
    here.injectFault = (moment) => {
      moments.push(moment);
      if (moment === 'commit') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
    expect(() => store.notes.transaction(() => store.notes.write(pendingNote('a', 50)))).toThrow(
      expect.objectContaining({ code: 'store-failed' }),
    );
    expect(moments.filter((moment) => moment === 'commit')).toHaveLength(1);
    moments = [];
    here.injectFault = () => undefined;
    expect(pendingWords(reopen(store))).toEqual(ALL_WORDS);
  });

  test('a transaction is complete at the next opening if the connection fails after its commit', () => {
    fill();
    const store = open();
    here.injectFault = (moment) => {
      if (moment === 'committed') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
    };
    expect(() => store.notes.transaction(() => store.notes.write(pendingNote('a', 50)))).toThrow(
      '(SQLITE_IOERR)',
    );
    here.injectFault = () => undefined;
    expect(pendingWords(reopen(store))).toHaveLength(31);
  });

  test.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_READONLY', 'SQLITE_IOERR_SHMSIZE'])(
    'a connection goes on after the error %s',
    (code) => {
      fill();
      const store = open();
      here.injectFault = () => {
        throw new Database.SqliteError('no', code);
      };
      expect(() => store.notes.write(pendingNote('a', 50))).toThrow();
      here.injectFault = () => undefined;
      store.notes.write(pendingNote('a', 50));
      expect(pendingWords(store)).toHaveLength(31);
      expect(here.ends).toEqual([]);
    },
  );

  test('a sound file opens without a notice after a failed connection, and the mark of the failure is removed', () => {
    fill();
    markFailure(here.file, { damaged: false, reason: 'a cable' });
    const store = open();
    expect(pendingWords(store)).toEqual(ALL_WORDS);
    expect(store.notices.take()).toEqual([]);
    expect(existsSync(`${here.file}.failed`)).toBe(false);
  });

  test('a file opens after a failed connection even if the mark of the failure cannot be removed', () => {
    fill();
    mkdirSync(path.join(`${here.file}.failed`, 'in the way'), { recursive: true });
    expect(pendingWords(open())).toEqual(ALL_WORDS);
  });

  test('damage that a connection finds after the opening is salvaged at the next opening', () => {
    fill();
    destroyRoot(here.file, 'sqlite_autoindex_notes_1');
    const store = open();
    expect(() => store.notes.read('settled7' as NoteId)).toThrow(
      expect.objectContaining({ code: 'store-damaged' }),
    );
    expect(here.ends.map(({ code }) => code)).toEqual(['store-damaged']);
    markFailure(here.file, { damaged: true, reason: 'an index' });
    const mended = reopen(store);
    expect(pendingWords(mended)).toEqual(ALL_WORDS);
    expect(mended.notices.take()).toHaveLength(1);
  });

  test('an abandoned store leaves its log for the next opening', () => {
    fill();
    const store = open();
    store.notes.write(pendingNote('a', 50));
    store.abandon();
    expect(statSync(`${here.file}-wal`).size).toBeGreaterThan(0);
    expect(pendingWords(open())).toHaveLength(31);
  });
});

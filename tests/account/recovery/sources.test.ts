import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { markFailure, openAccountStore } from '#account/opening.ts';
import { newestFrames } from '#tests/fuzz/disk/pages.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const FRAME = 24 + 4096;

test('a log that is older than its file, because its end is damaged, hides no rows of the file', () => {
  const folder = temporaryFolder();
  const live = path.join(folder, 'live', 'notes.sqlite');
  const file = path.join(folder, 'crashed', 'notes.sqlite');
  for (const database of [live, file]) mkdirSync(path.dirname(database));
  const open = (database: string) =>
    openAccountStore({
      file: database,
      now: Date.now,
      onFatal(error) {
        throw error;
      },
    });
  open(live).close();
  const db = new Database(live);
  const insertVersion = db.prepare<[string]>(
    `INSERT INTO history (note_id, text, is_archived, is_deleted, created, extra, removed, stored_at)
     VALUES ('note', ?, 0, 0, 0, '{}', 0, 0)`,
  );
  insertVersion.run('first');
  const frames = (readFileSync(`${live}-wal`).length - 32) / FRAME;
  // The file grows, and its first page has the new size.
  for (let row = 0; row < 40; row += 1) insertVersion.run(`second ${row} ${'x'.repeat(1_000)}`);
  db.pragma('wal_checkpoint(PASSIVE)');
  for (const part of ['', '-wal']) copyFileSync(live + part, file + part);
  db.close();
  const log = openSync(`${file}-wal`, 'r+');
  writeSync(log, Buffer.alloc(FRAME), 0, FRAME, 32 + frames * FRAME);
  closeSync(log);
  expect(newestFrames(readFileSync(`${file}-wal`)).size).toBeGreaterThan(0);

  markFailure(file, { damaged: true, reason: 'a test' });
  const store = open(file);
  const texts = store.db.prepare<[], { text: string }>('SELECT text FROM history').all();
  expect(texts.filter(({ text }) => text.startsWith('second'))).toHaveLength(40);
  store.close();
});

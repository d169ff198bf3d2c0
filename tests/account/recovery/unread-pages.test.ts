/** The proof, page by page, that all words of a damaged file were read. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '#account/database/migrations/index.ts';
import { setLayout } from '#account/database/open.ts';
import { copyForReading } from '#account/recovery/copies.ts';
import { readDamaged, trustIn } from '#account/recovery/read-damaged.ts';
import { type TableWithWords, unreadTablesIn } from '#account/recovery/unread-pages.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const PAGE = 4096;

interface Page {
  readonly number: number;
  readonly tree: string;
  readonly kind: 'internal' | 'leaf' | 'overflow';
}

/**
 * A file in which each table with words has several pages, and some pages are free.
 * @param areErased whether deleted words are overwritten, as the app's connections do
 */
function makeFile(areErased = true): { readonly file: string; readonly pages: readonly Page[] } {
  const file = path.join(temporaryFolder(), 'notes.sqlite');
  const db = new Database(file);
  setLayout(db);
  db.pragma(`secure_delete = ${areErased ? 'ON' : 'OFF'}`);
  for (const migration of MIGRATIONS) db.exec(migration);
  const note = db.prepare(
    `INSERT INTO notes (key, id, title, text, is_archived, is_deleted, created) VALUES (?, ?, '', ?, 0, 0, 1)`,
  );
  const draft = db.prepare(
    `INSERT INTO drafts (place, note_id, title, text, base_title, base_text) VALUES ('edit', ?, '', ?, '', '')`,
  );
  const pending = db.prepare('INSERT INTO outbox (note_id, sequence, revision) VALUES (?, ?, 1)');
  for (let number = 1; number <= 20; number += 1) {
    const id = `note${String(number).padStart(16, '0')}`;
    note.run(number, id, `words ${'x'.repeat(number % 8 === 0 ? 9_000 : 400)}`);
    pending.run(id, number);
    draft.run(id, 'y'.repeat(500));
  }
  db.exec(`UPDATE notes SET text = 'later'; DELETE FROM drafts WHERE note_id < 'note0000000000000010'`);
  const pages = db
    .prepare<[], Page>('SELECT pageno AS number, name AS tree, pagetype AS kind FROM dbstat ORDER BY pageno')
    .all();
  db.close();
  return { file, pages };
}

function unreadIn(file: string, isContinued = true): ReadonlySet<TableWithWords> | undefined {
  const copy = `${file}.reading`;
  copyForReading(file, [], copy, isContinued);
  const reading = readDamaged(copy, trustIn(copy, isContinued));
  return reading === null ? undefined : unreadTablesIn([reading.pages]);
}

test('a sound file has no unread words', () => {
  const { file } = makeFile();
  expect(trustIn(file, true)).toMatchObject({ roots: true, oneMoment: true });
  expect(unreadIn(file)).toEqual(new Set());
});

test('if the pages may be of several moments, only a free page without text has no unread words', () => {
  expect(unreadIn(makeFile().file, false)).toEqual(new Set());
  expect(unreadIn(makeFile(false).file, false)).toContain('notes');
});

test.each([0, 0xa5])(
  'only a damaged page of notes, drafts or the history leaves words unread (bytes %i)',
  (byte) => {
    const { file, pages } = makeFile();
    const sound = readFileSync(file);
    // A page that makes no sense does not tell whether it had rows or only led to them.
    const withWords = new Set(['notes', 'drafts', 'history']);
    const pointerMap = { number: 2, tree: 'the pointer map', kind: 'leaf' } as const;
    const wrong = [pointerMap, ...pages].flatMap(({ number, tree, kind }) => {
      // The schema's pages are those of every file, and pages of long rows are recognised by their rows.
      if (tree === 'sqlite_schema' || kind === 'overflow') return [];
      writeFileSync(file, Buffer.from(sound).fill(byte, (number - 1) * PAGE, number * PAGE));
      const unread = unreadIn(file);
      const isRight = withWords.has(tree) ? unread?.size !== 0 : unread?.size === 0;
      return isRight ? [] : `${kind} page ${number} of ${tree}: ${[...(unread ?? ['none'])].join()}`;
    });
    expect(wrong).toEqual([]);
  },
);

/** Shared by the store's tests: a connection, records, the rows of a file, and damage to its pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { type Connection, createConnection } from '#account/database/connection.ts';
import { openDatabase } from '#account/database/open.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { UpdateTime } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';

/** Opens a connection that is closed after the test; failing for good before that fails the test. */
export function openConnection(file = ':memory:'): Connection {
  const onFatal = (error: Error): never => {
    throw error;
  };
  const db = createConnection(openDatabase(file), { onFatal });
  onTestFinished(() => db.close());
  return db;
}

const VERSION = '000000000001.000000000' as UpdateTime;

/** A note that is the same here and in the cloud. */
export function settledNote(id: string, text = `text of ${id}`, created = 1): NoteRecord {
  const content = fields(`title of ${id}`, text);
  return {
    id: id as NoteId,
    local: content,
    remote: { fields: content, updateTime: VERSION },
    extra: {},
    created,
    pending: null,
  };
}

/** A note with an edit that is not pushed yet. */
export function pendingNote(id: string, sequence: number, text = `unpushed words of ${id}`): NoteRecord {
  const note = settledNote(id, text, sequence);
  const remote = { fields: fields('before', 'before'), updateTime: VERSION };
  return { ...note, remote, pending: { sequence, revision: 1, attempts: [], refused: null } };
}

/** All rows of all tables except SQLite's own, read by a separate connection. */
export function allRows(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const all = `SELECT * FROM "${name}"`;
        const places = db
          .prepare(all)
          .columns()
          .map((_column, index) => index + 1);
        return [name, db.prepare(`${all} ORDER BY ${places.join()}`).all()];
      }),
    );
  } finally {
    db.close();
  }
}

/** Overwrites the root page of a table or an index with zeros. The file must be closed. */
export function destroyRoot(file: string, name: string): void {
  const [root] = pagesOf(file, name);
  if (root === undefined) throw new Error(`There is no ${name}`);
  destroyPages(file, [root]);
}

/** Overwrites all pages of a table or an index with zeros. The file must be closed. */
export function destroyTable(file: string, name: string): void {
  destroyPages(file, pagesOf(file, name));
}

/** Overwrites `before` with `after` in the root page of a table or an index. The file must be closed. */
export function overwriteInRoot(file: string, name: string, before: Buffer, after: Buffer): void {
  const [root] = pagesOf(file, name);
  const bytes = readFileSync(file);
  const start = root === undefined ? -1 : bytes.indexOf(before, (root - 1) * PAGE_BYTES);
  if (root === undefined || start < 0 || start >= root * PAGE_BYTES)
    throw new Error(`These bytes are not in the root of ${name}`);
  after.copy(bytes, start);
  writeFileSync(file, bytes);
}

/** @returns the numbers of the pages, the root first */
export function pagesOf(file: string, name: string): number[] {
  const db = new Database(file);
  try {
    return db
      .prepare<[string], number>('SELECT pageno FROM dbstat WHERE name = ? ORDER BY path')
      .pluck()
      .all(name);
  } finally {
    db.close();
  }
}

function destroyPages(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0, (page - 1) * PAGE_BYTES, page * PAGE_BYTES);
  writeFileSync(file, bytes);
}

const PAGE_BYTES = 4096;

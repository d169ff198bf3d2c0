/** What the store's tests share: a folder of their own, records, and rows as they stand in a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import type { NoteRecord } from '#main/sync/note-record.ts';
import type { UpdateTime } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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

/** A note with an edit that was not pushed yet. */
export function pendingNote(id: string, sequence: number, text = `unpushed words of ${id}`): NoteRecord {
  const note = settledNote(id, text, sequence);
  const remote = { fields: fields('before', 'before'), updateTime: VERSION };
  return { ...note, remote, pending: { sequence, version: 1, attempts: [], refused: null } };
}

/** All rows of all tables, read by a connection of its own; statistics and the search index left out. */
export function allRows(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]),
    );
  } finally {
    db.close();
  }
}

/** Overwrites the root page of a table or an index with zeroes. The file must be closed. */
export function destroyRoot(file: string, name: string): void {
  const db = new Database(file);
  const root = db
    .prepare<[string], { page: number }>('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(name);
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  if (root === undefined) throw new Error(`There is no ${name}`);
  const bytes = readFileSync(file);
  bytes.fill(0, (root.page - 1) * size, root.page * size);
  writeFileSync(file, bytes);
}

/** Reads the state of the device: from its files without the app, and from the app. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import type { NoteId } from '#shared/note/note.ts';
import { LISTS } from '#shared/note/note.ts';
import { MAX_WINDOW } from '#shared/note/view.ts';
import type { Draft } from '#shared/note/draft.ts';
import { type HeldNote, type State, stateOf } from './state.ts';
import { RefusedError, request } from './writer.ts';
import { fieldsOfRow } from '#tests/support/fields.ts';

interface NoteRow {
  readonly id: NoteId;
}

interface DraftRow {
  readonly place: Draft['place'];
  readonly note_id: NoteId;
  readonly title: string;
  readonly text: string;
  readonly base_title: string | null;
  readonly base_text: string | null;
}

/**
 * Reads a copy of the database and its log, so that the app itself recovers the original.
 * Null if the app has not made a database yet.
 */
export function readFiles(database: string): { readonly state: State; readonly integrity: string } | null {
  if (!existsSync(database)) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-crash-copy-'));
  try {
    const copy = path.join(folder, 'notes.sqlite');
    for (const suffix of ['', '-wal']) {
      if (existsSync(database + suffix)) cpSync(database + suffix, copy + suffix);
    }
    const db = new Database(copy);
    try {
      const integrity = String(db.pragma('integrity_check', { simple: true }));
      const notes = db.prepare<[], NoteRow>('SELECT * FROM notes WHERE is_gone = 0').all().map(toHeld);
      const drafts = db.prepare<[], DraftRow>('SELECT * FROM drafts').all().map(toDraft);
      return { state: stateOf(notes, drafts), integrity };
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toHeld(row: NoteRow): HeldNote {
  return { id: row.id, fields: fieldsOfRow(row) };
}

function toDraft({ place, note_id: id, title, text, base_title, base_text }: DraftRow): Draft {
  const content = { title, text };
  if (place !== 'edit') return { place, content };
  return { place, id, content, base: { title: base_title ?? '', text: base_text ?? '' } };
}

/**
 * Everything that the bridge gives. If a note is removed meanwhile, everything is read again.
 */
export async function readApp(page: Page): Promise<State> {
  for (;;) {
    try {
      return await readAppOnce(page);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'note-not-found') throw error;
    }
  }
}

async function readAppOnce(page: Page): Promise<State> {
  const ids: NoteId[] = [];
  for (const list of LISTS) ids.push(...(await idsOf(page, list)));
  const notes: HeldNote[] = [];
  for (const id of ids) notes.push({ id, fields: await request(page, 'notes:get', id) });
  const drafts = [await request(page, 'drafts:list', 'main'), await request(page, 'drafts:list', 'quick')];
  return stateOf(notes, drafts.flat());
}

async function idsOf(page: Page, list: (typeof LISTS)[number]): Promise<NoteId[]> {
  const ids: NoteId[] = [];
  for (let total = Infinity; ids.length < total;) {
    const view = { list, query: '', labels: [], offset: ids.length, limit: MAX_WINDOW };
    const { rows, total: now } = await request(page, 'notes:view', view);
    ids.push(...rows.map(({ id }) => id));
    total = rows.length === 0 ? 0 : now;
  }
  return ids;
}

/**
 * Windows of views (one list under one query), newest first, for the screens. The store reads no more notes than
 * the window and the query need.
 */
import type Database from 'better-sqlite3';
import { AppError } from '#shared/error.ts';
import { type ListName, LISTS, type Note, type NoteId } from '#shared/note.ts';
import { isBlank, matcher } from '#shared/search.ts';
import {
  EXCERPT_LENGTH,
  type ListCounts,
  type NoteRow,
  type ViewPage,
  type ViewRequest,
} from '#shared/view.ts';
import { isConflictCopy } from '../sync/extra-fields.ts';
import { excerptOf } from './excerpt.ts';
import { createListSizes } from './list-sizes.ts';
import { joinedBeginnings, JOINED_COLUMNS, type JoinedRow, toRecord } from './rows.ts';

export interface Views {
  /** By the plain definition of search. */
  page(request: ViewRequest, revision: number): ViewPage;
  /**
   * A page of what was found elsewhere.
   * @param keys of the notes from `offset`; one that is not there any more is left out
   */
  found(
    offset: number,
    keys: readonly number[],
    count: { readonly total: number; readonly counted: boolean },
    revision: number,
  ): ViewPage;
  counts(): ListCounts;
  /** @throws AppError `note-not-found` */
  note(id: NoteId): Note;
}

export function createViews(db: Database.Database): Views {
  const statements = prepare(db);
  const sizes = createListSizes(db);

  /** Keys of the notes that match, newest first: all of them, because the total is part of the page. */
  function matchingKeys(list: ListName, query: string): number[] {
    const matches = matcher(query);
    const keys: number[] = [];
    for (const row of statements.texts.iterate(LISTS.indexOf(list))) {
      if (matches(row)) keys.push(row.key);
    }
    return keys;
  }

  /** @param keys newest first */
  function rowsOf(keys: readonly number[]): NoteRow[] {
    return statements.byKeys.all(JSON.stringify(keys)).map(toRow);
  }

  return {
    page({ list, query, offset, limit }, revision) {
      if (isBlank(query)) {
        const rows = statements.window.all(LISTS.indexOf(list), limit, offset).map(toRow);
        return { revision, offset, total: sizes.of(list), rows };
      }
      const keys = matchingKeys(list, query);
      return { revision, offset, total: keys.length, rows: rowsOf(keys.slice(offset, offset + limit)) };
    },
    found(offset, keys, { total, counted }, revision) {
      const page = { revision, offset, total, rows: rowsOf(keys) };
      return counted ? page : { ...page, atLeast: true };
    },
    counts() {
      return { active: sizes.of('active'), archived: sizes.of('archived'), trashed: sizes.of('trashed') };
    },
    note(id) {
      const row = statements.byId.get(id);
      const record = row === undefined ? null : toRecord(row);
      if (record === null || record.local === null) {
        throw new AppError('note-not-found', 'This note no longer exists.');
      }
      return { id, ...record.local, createdAt: toMillis(record.created) };
    },
  };
}

function toRow(row: JoinedRow): NoteRow {
  const { id, local, created, extra, pending } = toRecord(row);
  const text = local?.text ?? '';
  return {
    id,
    title: local?.title ?? '',
    excerpt: excerptOf(text),
    clipped: text.length > EXCERPT_LENGTH,
    createdAt: toMillis(created),
    pending: pending !== null,
    refused: pending?.refused ?? null,
    conflictCopy: isConflictCopy(extra),
  };
}

function toMillis(micros: number): number {
  return Math.floor(micros / 1000);
}

function prepare(db: Database.Database) {
  const from = 'notes n LEFT JOIN outbox o ON o.note_id = n.id';
  // One unit more says whether the text goes on.
  const beginnings = `SELECT ${joinedBeginnings(EXCERPT_LENGTH + 1)} FROM ${from}`;
  return {
    window: db.prepare<[number, number, number], JoinedRow>(
      // What is skipped is only counted, in the index of lists: deep in a long list that is most of the work.
      `${beginnings} WHERE n.key IN (SELECT key FROM notes WHERE list = ? ORDER BY key DESC LIMIT ? OFFSET ?) ORDER BY n.key DESC`,
    ),
    // One statement for all: a call for each takes several times as long as what it reads.
    byKeys: db.prepare<[string], JoinedRow>(
      `${beginnings} WHERE n.key IN (SELECT value FROM json_each(?)) ORDER BY n.key DESC`,
    ),
    byId: db.prepare<[NoteId], JoinedRow>(`SELECT ${JOINED_COLUMNS} FROM ${from} WHERE n.id = ?`),
    texts: db.prepare<[number], { key: number; title: string | null; text: string | null }>(
      'SELECT key, title, text FROM notes WHERE list = ? ORDER BY key DESC',
    ),
  };
}

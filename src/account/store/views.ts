/**
 * Windows of views (one list under one query), newest first, for the screens. The store reads no more notes than
 * the window and the query need.
 */
import { AppError } from '#shared/error.ts';
import { LISTS, type Note, type NoteId } from '#shared/note.ts';
import { isBlank } from '#shared/search.ts';
import {
  EXCERPT_LENGTH,
  type ListCounts,
  type NoteRow,
  type ViewPage,
  type ViewRequest,
} from '#shared/view.ts';
import { type ExtraFields, isConflictCopy } from '#shared/extra-fields.ts';
import type { Micros } from '#shared/remote-store.ts';
import type { Connection } from './connection.ts';
import { createListSizes } from './list-sizes.ts';
import { JOINED_COLUMNS, type JoinedRow, readJson, toRecord } from './rows.ts';
import { createHitFinder } from './search/hits.ts';
import type { SearchIndex } from './search/search-index.ts';

export interface Views {
  /**
   * Synchronous, and within about ten milliseconds: where it takes longer to find all rows, or to count them, there are
   * `atLeast` as many as the page says, and `countSome` goes on.
   */
  page(request: ViewRequest, revision: number): ViewPage;
  /** One slice, of a few milliseconds, of finding and counting what the last page under a query did not. */
  countSome(): CountProgress;
  counts(): ListCounts;
  /** @throws AppError `note-not-found` */
  note(id: NoteId): Note;
}

export type CountProgress =
  /** There is nothing to count. */
  | 'idle'
  /** It goes on. */
  | 'counting'
  /** The last page would say more if it were asked for again: views have changed. */
  | 'better';

/** What finding may take at a time, roughly in microseconds. */
const PAGE_EFFORT = 10_000;
const SLICE_EFFORT = 3_000;

export function createViews(db: Connection, index: SearchIndex): Views {
  const statements = prepare(db);
  const sizes = createListSizes(db);
  const finder = createHitFinder(db, index, sizes);
  /** With so many hits the last page would say more; null where it says everything. */
  let wanted: number | null = null;

  /** @param keys newest first */
  function rowsOf(keys: readonly number[]): NoteRow[] {
    return statements.byKeys.all(JSON.stringify(keys)).map((row) => toRow(row, db));
  }

  return {
    page({ list, query, offset, limit }, revision) {
      if (isBlank(query)) {
        const rows = statements.window.all(LISTS.indexOf(list), limit, offset).map((row) => toRow(row, db));
        return { revision, offset, total: sizes.of(list), rows };
      }
      const end = offset + limit;
      // Whoever has scrolled far has hits above that were found before, or that notes have changed since.
      const { keys, isComplete } = finder.find(list, query, end, PAGE_EFFORT + offset);
      wanted = isComplete ? null : keys.length < end ? end : Infinity;
      const page = { revision, offset, total: keys.length, rows: rowsOf(keys.slice(offset, end)) };
      return isComplete ? page : { ...page, atLeast: true };
    },
    countSome() {
      if (wanted === null) return 'idle';
      const { keys, isComplete } = finder.findMore(wanted, SLICE_EFFORT);
      if (isComplete) wanted = null;
      else if (keys.length >= wanted) wanted = Infinity;
      else return 'counting';
      return 'better';
    },
    counts() {
      return { active: sizes.of('active'), archived: sizes.of('archived'), trashed: sizes.of('trashed') };
    },
    note(id) {
      const row = statements.byId.get(id);
      const record = row === undefined ? null : toRecord(row, row, db);
      if (record === null || record.local === null) {
        throw new AppError('note-not-found', 'This note no longer exists.');
      }
      return { id, ...record.local, createdAt: toMillis(record.created) };
    },
  };
}

/** What a card shows. The rest of a row may be a hundred times as long, and is neither copied nor parsed. */
interface CardColumns {
  readonly id: NoteId;
  readonly title: string | null;
  /** Its beginning: the excerpt and one unit more, where there is one. */
  readonly text: string | null;
  readonly created: Micros;
  readonly extra: string;
  readonly waits: 0 | 1;
  readonly refused: string | null;
}

function toRow({ id, title, text, created, extra, waits, refused }: CardColumns, db: Connection): NoteRow {
  // Of ten thousand notes hardly any has an extra field.
  const fields: ExtraFields = extra === '{}' ? {} : readJson(() => JSON.parse(extra), db);
  return {
    id,
    title: title ?? '',
    excerpt: excerptOf(text ?? ''),
    clipped: (text?.length ?? 0) > EXCERPT_LENGTH,
    createdAt: toMillis(created),
    pending: waits === 1,
    refused,
    conflictCopy: isConflictCopy(fields),
  };
}

/** The text's beginning as a card shows it; never ends in half a character. */
export function excerptOf(text: string): string {
  return text.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function toMillis(micros: number): number {
  return Math.floor(micros / 1000);
}

function prepare(db: Connection) {
  const from = 'notes n LEFT JOIN outbox o ON o.note_id = n.id';
  // Cut as bytes, because as text SQLite cuts it at a NUL as well; a unit of UTF-16 has three bytes of UTF-8 at most.
  const text = `CAST(substr(CAST(n.text AS BLOB), 1, ${(EXCERPT_LENGTH + 1) * 3}) AS TEXT) AS text`;
  const cards = `SELECT n.id, n.title, ${text}, n.created, n.extra, o.note_id IS NOT NULL AS waits, o.refused FROM ${from}`;
  return {
    window: db.prepare<[number, number, number], CardColumns>(
      // What is skipped is only counted, in the index of lists: deep in a long list that is most of the work.
      `${cards} WHERE n.key IN (SELECT key FROM notes WHERE list = ? ORDER BY key DESC LIMIT ? OFFSET ?) ORDER BY n.key DESC`,
    ),
    // One statement for all: a call for each takes several times as long as what it reads.
    byKeys: db.prepare<[string], CardColumns>(
      `${cards} WHERE n.key IN (SELECT value FROM json_each(?)) ORDER BY n.key DESC`,
    ),
    byId: db.prepare<[NoteId], JoinedRow>(`SELECT ${JOINED_COLUMNS} FROM ${from} WHERE n.id = ?`),
  };
}

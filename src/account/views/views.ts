/**
 * Windows of views (one list under one search) for the pages: pinned notes first, and newest first in each
 * section. No more notes are read than the window and the search need.
 */
import { shortLabels, shownLabels } from '#shared/note/labels.ts';
import { AppError } from '#shared/base/error.ts';
import type { IdsPage, IdsRequest, NearPage } from '#shared/ipc/bulk.ts';
import { colorOf } from '#shared/note/colors.ts';
import { LABELS } from '#shared/note/note-kinds.ts';
import type { ListName, Note, NoteId } from '#shared/note/note.ts';
import { isBlank } from '#shared/text/search.ts';
import {
  EXCERPT_LENGTH,
  isEmptySearch,
  type LabelCount,
  type ListCounts,
  type NoteRow,
  TITLE_LENGTH,
  type ViewPage,
  type ViewRequest,
} from '#shared/note/view.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import type { Connection } from '../database/connection.ts';
import { beginningOf, type Excerpt, excerptsAtHits, rowTitle } from '../tables/excerpt.ts';
import { datesOf } from './note-dates.ts';
import { createLabels } from './labels.ts';
import { createListSizes } from './list-sizes.ts';
import { WRITTEN_AT } from '../tables/history.ts';
import { parseRefusal, prepareRead, readJson } from '../tables/rows.ts';
import { createHitFinder } from './hits.ts';
import { createNearHits } from './near-hits.ts';
import type { SearchIndex } from './search-index.ts';
import { PINNED, SECTIONS } from './sections.ts';
import { createViewIds } from './view-ids.ts';

export interface Views {
  /**
   * Synchronous, and takes about ten milliseconds at most. If finding or counting all rows takes longer, the
   * page has `atLeast`: its `total` is a lower bound, and `countSome` continues.
   */
  page(request: ViewRequest, revision: number): ViewPage;
  /** Takes about ten milliseconds at most. */
  ids(request: IdsRequest): IdsPage;
  /** Takes about ten milliseconds at most. */
  near(request: IdsRequest): NearPage;
  /**
   * Does one slice, of a few milliseconds, of the finding and counting that the last page of
   * a search left unfinished.
   */
  countSome(): CountProgress;
  counts(): ListCounts;
  /** The answer to `labels:list`. */
  labels(): readonly LabelCount[];
  /**
   * The note; of labels that no edit changes (S5.11), only those that are shown.
   * @throws AppError `note-not-found`
   */
  note(id: NoteId): Note;
}

export type CountProgress =
  /** There is nothing to count. */
  | 'idle'
  /** Counting continues. */
  | 'counting'
  /** The last page would say more if it were requested again. */
  | 'better';

/** An imported note with longer extra fields than this has the cloud's date on its card. */
const MOST_EXTRA_BYTES = 65_536;
const MOST_COLOR_BYTES = 20;

/** Maximum effort of finding in one call, roughly in microseconds. */
const PAGE_EFFORT = 10_000;
const SLICE_EFFORT = 3_000;

export function createViews(db: Connection, index: SearchIndex): Views {
  const statements = prepare(db);
  const readRecord = prepareRead(db);
  const sizes = createListSizes(db);
  const labels = createLabels(db);
  const finder = createHitFinder(db, index, sizes);
  const findNear = createNearHits(db, labels);
  /** How many hits must be found before the last page would say more; null if it says everything. */
  let hitsToFind: number | null = null;

  function rowsBetween(list: ListName, offset: number, limit: number): NoteRow[] {
    const rows: CardColumns[] = [];
    let start = 0;
    for (const section of SECTIONS[list]) {
      const skipped = Math.max(0, offset - start);
      const size = sizes.sizeOfSection(section);
      if (skipped < size) rows.push(...statements.window.all(section, limit - rows.length, skipped));
      start += size;
      if (rows.length === limit) break;
    }
    return rows.map((row) => toRow(row, beginningOf(row.text ?? ''), db));
  }

  function rowsOf(keys: readonly number[], query: string): NoteRow[] {
    const excerptAtHit = isBlank(query) ? beginningOf : excerptsAtHits(query);
    return statements.byKeys.all(JSON.stringify(keys)).map((row) => {
      const excerpt = excerptAtHit(row.text ?? '', () => statements.text.get(row.id)?.text ?? '');
      return toRow(row, excerpt, db);
    });
  }

  return {
    page({ offset, limit, ...view }, revision) {
      const { list, query } = view;
      if (isEmptySearch(view)) {
        const pinned = SECTIONS[list].includes(PINNED) ? sizes.sizeOfSection(PINNED) : 0;
        return {
          revision,
          offset,
          total: sizes.sizeOfList(list),
          pinned,
          rows: rowsBetween(list, offset, limit),
        };
      }
      const end = offset + limit;
      // Far down, finding may take longer: the hits above must be found again after notes have changed.
      const { keys, pinned, isComplete } = finder.find(view, end, PAGE_EFFORT + offset);
      hitsToFind = isComplete ? null : keys.length < end ? end : Infinity;
      const page = {
        revision,
        offset,
        total: keys.length,
        pinned,
        rows: rowsOf(keys.slice(offset, end), query),
      };
      return isComplete ? page : { ...page, atLeast: true };
    },
    ids: createViewIds(db, (request) => finder.findBelow(request, request.limit, PAGE_EFFORT)),
    near(request) {
      const { hits, below } = findNear(request);
      const notes = hits.flatMap(({ key, kind, excerpt }) =>
        statements.byKeys.all(JSON.stringify([key])).map((card) => ({ kind, row: toRow(card, excerpt, db) })),
      );
      return { notes, below };
    },
    countSome() {
      if (hitsToFind === null) return 'idle';
      const { keys, isComplete } = finder.findMore(hitsToFind, SLICE_EFFORT);
      if (isComplete) hitsToFind = null;
      else if (keys.length >= hitsToFind) hitsToFind = Infinity;
      else return 'counting';
      return 'better';
    },
    counts() {
      return {
        active: sizes.sizeOfList('active'),
        archived: sizes.sizeOfList('archived'),
        trashed: sizes.sizeOfList('trashed'),
      };
    },
    labels: () => labels.all(),
    note(id) {
      const record = readRecord(id);
      if (record === null || record.local === null) {
        throw new AppError('note-not-found', 'note-gone');
      }
      const overwritten = statements.overwritten.get(id)?.overwritten ?? null;
      return {
        id,
        ...record.local,
        labels: shortLabels(record.local.labels),
        ...datesOf(record.created, record.extra, overwritten),
      };
    },
  };
}

/**
 * The content of a card. The rest of a row may be a hundred times as long, and is neither copied nor parsed.
 */
interface CardColumns {
  readonly id: NoteId;
  /** Its beginning: `TITLE_LENGTH` UTF-16 units and at least one more, if it has that many. */
  readonly title: string | null;
  /** Its beginning: `EXCERPT_LENGTH` UTF-16 units and at least one more, if it has that many. */
  readonly text: string | null;
  readonly created: Micros;
  /** When its words were last overwritten, in milliseconds since the epoch; null if that is unknown. */
  readonly overwritten: number | null;
  /** `{}` if it is too long to be read for each card. */
  readonly extra: string;
  readonly isConflictCopy: 0 | 1;
  readonly section: number;
  /** Null if it is longer than the name of any colour. */
  readonly color: string | null;
  readonly labels: string | null;
  readonly isPending: 0 | 1;
  readonly refused: string | null;
}

function toRow(
  {
    id,
    title,
    created,
    overwritten,
    extra,
    isConflictCopy,
    section,
    color,
    labels,
    isPending,
    refused,
  }: CardColumns,
  { excerpt, clipped }: Excerpt,
  db: Connection,
): NoteRow {
  // Few notes have an extra field.
  const fields: ExtraFields = extra === '{}' ? {} : readJson(() => JSON.parse(extra), db);
  return {
    id,
    title: rowTitle(title),
    excerpt,
    clipped,
    ...datesOf(created, fields, overwritten),
    pending: isPending === 1,
    refused: parseRefusal(refused),
    conflictCopy: isConflictCopy === 1,
    pinned: section === PINNED,
    color: colorOf(color),
    labels: shownLabels(LABELS.fromColumn(labels)),
  };
}

/**
 * Cuts bytes, because SQLite would also cut a text at a NUL. A UTF-16 unit takes at most 3 bytes in UTF-8.
 */
function columnBeginning(column: string, units: number): string {
  return `CAST(substr(CAST(n.${column} AS BLOB), 1, ${(units + 1) * 3}) AS TEXT) AS ${column}`;
}

function prepare(db: Connection) {
  const waiting = 'LEFT JOIN outbox o ON o.note_id = n.id';
  const words = `${columnBeginning('title', TITLE_LENGTH)}, ${columnBeginning('text', EXCERPT_LENGTH)}`;
  // Another client may have written a megabyte into each field. SQLite knows a value's
  // length without reading it.
  const marks = `iif(octet_length(n.extra) <= ${MOST_EXTRA_BYTES}, n.extra, '{}') AS extra,
    ifnull(octet_length(n.conflict_of), 0) > 0 AS isConflictCopy,
    iif(octet_length(n.color) <= ${MOST_COLOR_BYTES}, n.color, NULL) AS color`;
  // All of it is in an index, because the rows themselves may hold a megabyte each.
  const overwritten = `(SELECT ${WRITTEN_AT} FROM history h
    WHERE h.note_id = n.id AND h.removed = 0 AND h.unsaved = 0 ORDER BY h.version DESC LIMIT 1) AS overwritten`;
  const cards = `SELECT n.id, ${words}, n.created, ${overwritten}, ${marks}, n.section, n.labels, o.note_id IS NOT NULL AS isPending, o.refused FROM`;
  return {
    window: db.prepare<[number, number, number], CardColumns>(
      // Skipped rows are only counted, in the index of sections, which is most of the
      // work deep in a long list.
      `${cards} notes n ${waiting} WHERE n.key IN (SELECT key FROM notes WHERE section = ? ORDER BY key DESC LIMIT ? OFFSET ?) ORDER BY n.key DESC`,
    ),
    // One statement for all rows, because a call for each row takes several times as long as reading it.
    byKeys: db.prepare<[string], CardColumns>(
      // The rows come in the order of the given keys.
      `${cards} json_each(?) j CROSS JOIN notes n ON n.key = j.value ${waiting}`,
    ),
    overwritten: db.prepare<[NoteId], { overwritten: number | null }>(
      `SELECT ${overwritten} FROM notes n WHERE id = ?`,
    ),
    text: db.prepare<[NoteId], { text: string | null }>('SELECT text FROM notes WHERE id = ?'),
  };
}

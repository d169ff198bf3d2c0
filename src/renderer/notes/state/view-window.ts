/**
 * Keeps a window of a list's rows loaded around the visible ones. It promises that
 * - rows are requested before they are visible, and never more than `MAX_WINDOW` at once;
 * - the first request of a list or a search asks only for a screenful, because the user waits for it; the
 *   rest follows, initially after the screen has reported its visible rows;
 * - rows stay until their replacement arrives, so nothing flashes;
 * - an older answer, or one of an older revision, never replaces a newer one;
 * - a change that an answer already contains causes no request;
 * - however often the store changes, one request is under way at a time, unless the search changed.
 */
import type { ListName, NoteId } from '#shared/note/note.ts';
import {
  isSameSearch,
  MAX_WINDOW,
  type NoteRow,
  type Search,
  type ViewPage,
  type ViewRequest,
} from '#shared/note/view.ts';
import { isSameList } from '#shared/base/same-list.ts';

/** How many rows are loaded beyond each edge of the screen. */
export const MARGIN = 60;
/**
 * How many more rows may fit on the screen than before, for example because another search has shorter cards.
 */
export const SPARE = 8;

/** The rows of a list, with their search. */
export interface ViewContent extends Search {
  readonly revision: number;
  readonly total: number;
  /** How many rows at the beginning of the whole view are pinned. */
  readonly pinned: number;
  /** If true, the rows are still being counted, and `total` is a minimum. */
  readonly atLeast?: true;
  /** Index of the first loaded row. */
  readonly offset: number;
  /** Rows that are unchanged since the last answer are the same objects. */
  readonly rows: readonly NoteRow[];
  /** The ids of `rows`; the same array until they differ. */
  readonly ids: readonly NoteId[];
}

export interface ViewWindow {
  show(search: Search): void;
  /** Reports the visible rows, first and last inclusive. */
  setVisible(first: number, last: number): void;
  /**
   * Call after the store has changed.
   * @param revision of the change; without it, the rows are always requested again
   */
  refresh(revision?: number): void;
  /**
   * Call when more hits were found or counted. Only rows that are still being counted are requested again, and
   * no request under way, whose answer knows as much.
   */
  refreshCount(): void;
  /** Resolves when no request is under way: the last one was answered and shown, or has failed. */
  waitUntilIdle(): Promise<void>;
  /** Forgets everything, and ignores answers that are still under way. */
  empty(): void;
}

export interface ViewWindowPorts {
  readonly list: ListName;
  readonly request: (request: ViewRequest) => Promise<ViewPage>;
  /** How many rows may be visible, before `setVisible` has reported any. */
  readonly estimateScreen: () => number;
  readonly publish: (content: ViewContent | null) => void;
  readonly fail: (error: unknown) => void;
}

export function windowAround(first: number, last: number): { offset: number; limit: number } {
  const offset = Math.max(0, first - MARGIN);
  return { offset, limit: Math.min(MAX_WINDOW, Math.max(1, last + 1 + MARGIN - offset)) };
}

/** Whether the loaded rows reach half a margin beyond the screen's edges, or to the list's ends. */
export function covers(content: ViewContent, first: number, last: number): boolean {
  const from = Math.max(0, first - MARGIN / 2);
  const to = Math.min(content.total, last + 1 + MARGIN / 2);
  return from >= to || (content.offset <= from && content.offset + content.rows.length >= to);
}

export function createViewWindow(ports: ViewWindowPorts): ViewWindow {
  let content: ViewContent | null = null;
  let wanted: Search | null = null;
  let visible = { first: 0, last: 0 };
  /** The most rows that were visible at once; 0 while unknown. */
  let screen = 0;
  let lastRequest = 0;
  let underWay: Search | null = null;
  /** The newest revision reported during the request under way; Infinity to request again in any case. */
  let newestReported = -Infinity;
  let waiting: (() => void)[] = [];

  function requestRows(rows = windowAround(visible.first, visible.last)): void {
    if (wanted === null) return;
    const question = { list: ports.list, query: wanted.query, labels: wanted.labels, ...rows };
    lastRequest += 1;
    const request = lastRequest;
    underWay = wanted;
    newestReported = -Infinity;
    ports.request(question).then(
      (page) => {
        if (request !== lastRequest) return;
        applyAnswer(question, page);
        stopWaiting();
      },
      (error: unknown) => {
        if (request !== lastRequest) return;
        underWay = null;
        ports.fail(error);
        if (newestReported > -Infinity) requestRows();
        stopWaiting();
      },
    );
  }

  function applyAnswer(question: ViewRequest, page: ViewPage): void {
    underWay = null;
    if (content === null || page.revision >= content.revision) {
      const rows = shareRows(content?.rows ?? [], page.rows);
      content = {
        query: question.query,
        labels: question.labels,
        ...page,
        rows,
        ids: shareIds(content?.ids ?? [], rows),
      };
      ports.publish(content);
    }
    const next = windowAround(visible.first, visible.last);
    // The screen may have moved on meanwhile. Requesting the same window twice would not help.
    const moved = next.offset !== question.offset || next.limit !== question.limit;
    const lacksRows = screen > 0 && moved && !covers(content, visible.first, visible.last);
    if (newestReported > page.revision || lacksRows) requestRows();
  }

  function isUnderWay(): boolean {
    return underWay !== null && underWay === wanted;
  }

  /** Whether the rows answer the wanted search. */
  function isCurrent(): boolean {
    return content !== null && wanted !== null && isSameSearch(content, wanted);
  }

  function stopWaiting(): void {
    if (underWay !== null) return;
    for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    show(search) {
      if (wanted !== null && isSameSearch(search, wanted)) return;
      wanted = search;
      visible = { first: 0, last: visible.last - visible.first };
      const expected = screen === 0 ? ports.estimateScreen() : screen;
      requestRows({ offset: 0, limit: Math.min(MAX_WINDOW, expected + SPARE) });
    },
    setVisible(first, last) {
      if (first === visible.first && last === visible.last) return;
      visible = { first, last };
      screen = Math.max(screen, last + 1 - first);
      if (content === null || covers(content, first, last)) return;
      if (isUnderWay()) newestReported = Infinity;
      else requestRows();
    },
    refresh(revision = Infinity) {
      if (isUnderWay()) newestReported = Math.max(newestReported, revision);
      else if (!isCurrent() || content === null || content.revision < revision) requestRows();
    },
    refreshCount() {
      if (!isUnderWay() && isCurrent() && content?.atLeast === true) requestRows();
    },
    async waitUntilIdle() {
      if (underWay === null) return;
      const answered = Promise.withResolvers<void>();
      waiting.push(answered.resolve);
      await answered.promise;
    },
    empty() {
      lastRequest += 1;
      underWay = null;
      newestReported = -Infinity;
      stopWaiting();
      content = null;
      wanted = null;
      visible = { first: 0, last: 0 };
      screen = 0;
      ports.publish(null);
    },
  };
}

/**
 * Replaces new rows with equal old ones, so that their cards need not render again. @returns `before` if
 * nothing differs
 */
export function shareRows(before: readonly NoteRow[], after: readonly NoteRow[]): readonly NoteRow[] {
  const oldRows = new Map(before.map((row) => [row.id, row]));
  const rows = after.map((row) => {
    const oldRow = oldRows.get(row.id);
    return oldRow !== undefined && isSameRow(oldRow, row) ? oldRow : row;
  });
  return isSameList(before, rows) ? before : rows;
}

/** @returns the rows' ids; `before` if they are the same */
export function shareIds(before: readonly NoteId[], rows: readonly NoteRow[]): readonly NoteId[] {
  const ids = rows.map((row) => row.id);
  return isSameList(before, ids) ? before : ids;
}

function isSameRow(before: NoteRow, after: NoteRow): boolean {
  return Object.entries(before).every(([name, value]) => isSameValue(value, Reflect.get(after, name)));
}

/** Labels are the only array in a row, and each answer has a new one. */
function isSameValue(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return isSameList(before, after);
}

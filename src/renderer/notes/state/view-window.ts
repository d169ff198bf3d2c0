/**
 * Keeps a window of one list's rows around what the screen shows. It promises that
 * - a page is asked for before the rows at the screen's edge are needed, and never more than `MAX_WINDOW`
 *   rows;
 * - the first question of a list or a search asks for no more than the screen shows, because somebody waits;
 *   the rest follows, at first once the screen has told what it shows;
 * - what was shown stays until its replacement is there, so nothing flashes;
 * - an answer to an older question, or of an older revision, never replaces a newer one;
 * - a change that an answer already contains asks for nothing;
 * - however often the store changes, one question is under way at a time, unless the search changed.
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

/** How many rows are loaded beyond each edge of the screen. */
export const MARGIN = 60;
/**
 * How many more rows may fit on the screen than so far, for example because the cards of another search are
 * shorter.
 */
export const SPARE = 8;

/** The rows of a list, with the search that they answer. */
export interface ViewContent extends Search {
  readonly revision: number;
  readonly total: number;
  /** How many rows of the whole view come first as pinned. */
  readonly pinned: number;
  /** If true, the rows are still being counted, and `total` is a minimum. */
  readonly atLeast?: true;
  /** Index of the first row loaded. */
  readonly offset: number;
  /** Rows that did not change since the last answer are the same objects. */
  readonly rows: readonly NoteRow[];
  /** The rows' ids; the same array until they differ. */
  readonly ids: readonly NoteId[];
}

export interface ViewWindow {
  /** Shows the list under this search. */
  show(search: Search): void;
  /** Tells which rows the screen shows, first and last included. */
  setVisible(first: number, last: number): void;
  /**
   * The store has changed.
   * @param revision of the change; without it, the rows are asked for again in any case
   */
  refresh(revision?: number): void;
  /** Resolves when no question is under way: the last one is answered and shown, or has failed. */
  waitUntilIdle(): Promise<void>;
  /** Forgets everything, and ignores any answer that is still on its way. */
  empty(): void;
}

export interface ViewWindowPorts {
  readonly list: ListName;
  readonly request: (request: ViewRequest) => Promise<ViewPage>;
  /** How many rows the screen may show, while it has shown none. */
  readonly estimateScreen: () => number;
  readonly publish: (content: ViewContent | null) => void;
  readonly fail: (error: unknown) => void;
}

/** The window to ask for when the screen shows these rows. */
export function windowAround(first: number, last: number): { offset: number; limit: number } {
  const offset = Math.max(0, first - MARGIN);
  return { offset, limit: Math.min(MAX_WINDOW, Math.max(1, last + 1 + MARGIN - offset)) };
}

/**
 * Whether the loaded rows reach beyond the screen's edges by half of the margin, or to the list's own ends.
 */
export function covers(content: ViewContent, first: number, last: number): boolean {
  const from = Math.max(0, first - MARGIN / 2);
  const to = Math.min(content.total, last + 1 + MARGIN / 2);
  return from >= to || (content.offset <= from && content.offset + content.rows.length >= to);
}

export function createViewWindow(ports: ViewWindowPorts): ViewWindow {
  let content: ViewContent | null = null;
  let wanted: Search | null = null;
  let visible = { first: 0, last: 0 };
  /** The most rows that the screen has shown at once; 0 while that is not known. */
  let screen = 0;
  let lastRequest = 0;
  /** What the question under way asks for. */
  let underWay: Search | null = null;
  /**
   * The newest revision that was reported since the question under way was asked; Infinity to ask again
   * anyway.
   */
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
    // The screen may have moved on meanwhile. The same window is not asked for twice, because it would not
    // help.
    const moved = next.offset !== question.offset || next.limit !== question.limit;
    const lacksRows = screen > 0 && moved && !covers(content, visible.first, visible.last);
    if (newestReported > page.revision || lacksRows) requestRows();
  }

  function isUnderWay(): boolean {
    return underWay !== null && underWay === wanted;
  }

  /** Whether the rows answer what is wanted. */
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
 * The new rows, where each row that equals an old one is replaced by it, so that its card need not be drawn
 * again. If nothing differs, the old array itself.
 */
export function shareRows(before: readonly NoteRow[], after: readonly NoteRow[]): readonly NoteRow[] {
  const oldRows = new Map(before.map((row) => [row.id, row]));
  const rows = after.map((row) => {
    const oldRow = oldRows.get(row.id);
    return oldRow !== undefined && isSameRow(oldRow, row) ? oldRow : row;
  });
  return isSameList(before, rows) ? before : rows;
}

/** The rows' ids; the old array itself if they are the same. */
export function shareIds(before: readonly NoteId[], rows: readonly NoteRow[]): readonly NoteId[] {
  const ids = rows.map((row) => row.id);
  return isSameList(before, ids) ? before : ids;
}

function isSameRow(before: NoteRow, after: NoteRow): boolean {
  return Object.entries(before).every(([name, value]) => isSameValue(value, Reflect.get(after, name)));
}

/** Labels are the only field that is a list, and each answer has a new array of them. */
function isSameValue(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return isSameList(before, after);
}

export function isSameList<Item>(before: readonly Item[], after: readonly Item[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index]);
}

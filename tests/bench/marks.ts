/**
 * Views of a hundred thousand notes of which 5,000 are pinned and most have some of 200 labels. README.md
 * says what is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EMPTY_SEARCH, type Search } from '#shared/note/view.ts';
import { createConnection } from '#account/database/connection.ts';
import { openDatabase } from '#account/database/open.ts';
import { createSearchIndex } from '#account/views/search-index.ts';
import { createViews, type Views } from '#account/views/views.ts';
import { type Figure, absoluteFigure, percentile } from './figure.ts';
import { fillDatabase, indexDatabase } from './support/filled-database.ts';
import { LABEL_NAMES, manyMarkedNotes, PINS } from './support/marked-notes.ts';
import { typedQueries } from './support/typed-queries.ts';

const NOTES = 100_000;
/** How many rows a page asks for. */
const ROWS = 60;
const MOST_MS = 16;
/** The same 10 ms as `PAGE_EFFORT` of the views. */
const MOST_LIST_MS = 10;
/** Limit for counting all rows of a label, which is done in slices of a few milliseconds. */
const MOST_WHOLE_MS = 500;

export async function marks(): Promise<readonly Figure[]> {
  await using started = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  started.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const notes = manyMarkedNotes(NOTES);
  const file = path.join(folder, 'notes.sqlite');
  fillDatabase(file, notes);
  indexDatabase(file);
  const db = createConnection(openDatabase(file), {
    onFatal: (error) => {
      throw error;
    },
  });
  started.defer(() => db.close());
  const index = createSearchIndex(db, path.join(folder, 'search.sqlite'));
  started.defer(() => index.close());
  const views = createViews(db, index);
  const words = typedQueries(notes);
  const labelled = LABEL_NAMES.map((name): Search => ({ query: '', labels: [name] }));
  const queries = words.map((keystrokes) => keystrokes.at(-1) ?? '');
  pageTimes(views, [EMPTY_SEARCH]);

  const figure = (name: string, times: readonly number[], bound = MOST_MS): Figure =>
    absoluteFigure(`marks: ${name}, p95`, 'ms', percentile(times, 95), bound);
  const plain = Array.from({ length: 200 }, () => EMPTY_SEARCH);
  return [
    figure('first page', pageTimes(views, plain)),
    figure('page where the pinned ones end', pageTimes(views, plain, PINS - ROWS / 2)),
    figure(
      'all labels',
      plain.map(() => timed(() => views.labels())),
      MOST_LIST_MS,
    ),
    figure(
      'a key in the search box',
      pageTimes(
        views,
        words.flat().map((query) => ({ query, labels: [] })),
      ),
    ),
    figure('page of a label', pageTimes(views, labelled)),
    figure(
      'page of a label and a word',
      pageTimes(
        views,
        queries.map((query, at) => ({ query, labels: labelled[at % labelled.length]?.labels ?? [] })),
      ),
    ),
    figure(
      'until a label is counted',
      labelled.map((search) => wholeTime(views, search)),
      MOST_WHOLE_MS,
    ),
  ];
}

function pageTimes(views: Views, searches: readonly Search[], offset = 0): number[] {
  return searches.map((search) =>
    timed(() => views.page({ list: 'active', ...search, offset, limit: ROWS }, 0)),
  );
}

function wholeTime(views: Views, search: Search): number {
  return timed(() => {
    views.page({ list: 'active', ...search, offset: 0, limit: ROWS }, 0);
    while (views.countSome() !== 'idle');
  });
}

/** Milliseconds of this thread's own processor time, which a busy machine does not change. */
function timed(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

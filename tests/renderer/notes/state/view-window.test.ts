import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  covers,
  createViewWindow,
  MARGIN,
  SPARE,
  type ViewContent,
  type ViewWindow,
  windowAround,
} from '#renderer/notes/state/view-window.ts';
import type { NoteId } from '#shared/note/note.ts';
import { EMPTY_SEARCH, MAX_WINDOW, type ViewPage, type ViewRequest } from '#shared/note/view.ts';

const ESTIMATE = 24;

interface SentRequest {
  readonly request: ViewRequest;
  /** Answers from a list of this many rows. */
  readonly answer: (total: number, revision: number, more?: { readonly atLeast: true }) => Promise<void>;
  readonly refuse: (error: Error) => Promise<void>;
}

function start(): {
  view: ViewWindow;
  requests: SentRequest[];
  published: (ViewContent | null)[];
  failures: unknown[];
} {
  const requests: SentRequest[] = [];
  const published: (ViewContent | null)[] = [];
  const failures: unknown[] = [];
  const view = createViewWindow({
    list: 'active',
    request(request) {
      const { promise, resolve, reject } = Promise.withResolvers<ViewPage>();
      const answered = promise.then(
        () => undefined,
        () => undefined,
      );
      requests.push({
        request,
        answer: (total, revision, more) => {
          resolve({ ...pageOf(request, total, revision), ...more });
          return answered;
        },
        refuse: (error) => {
          reject(error);
          return answered;
        },
      });
      return promise;
    },
    estimateScreen: () => ESTIMATE,
    publish: (content) => published.push(content),
    fail: (error) => failures.push(error),
  });
  return { view, requests, published, failures };
}

function pageOf({ offset, limit, query }: ViewRequest, total: number, revision: number): ViewPage {
  const count = Math.max(0, Math.min(limit, total - offset));
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${query}${offset + index}` as NoteId,
    title: '',
    excerpt: '',
    clipped: false,
    createdAt: 0,
    editedAt: null,
    pending: false,
    refused: null,
    conflictCopy: false,
    pinned: false,
    color: null,
    labels: [],
  }));
  return { revision, offset, total, pinned: 0, rows };
}

describe('view windows', () => {
  test('a view window first requests an estimated screenful, then the margin once the visible rows are known', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    expect(requests[0]?.request).toEqual({
      list: 'active',
      query: '',
      labels: [],
      offset: 0,
      limit: ESTIMATE + SPARE,
    });
    await requests[0]?.answer(1000, 1);
    expect(requests).toHaveLength(1);
    view.setVisible(0, 14);
    expect(requests[1]?.request).toEqual({
      list: 'active',
      query: '',
      labels: [],
      offset: 0,
      limit: 15 + MARGIN,
    });
    await requests[1]?.answer(1000, 1);
    expect(published.at(-1)?.rows).toHaveLength(15 + MARGIN);
    expect(requests).toHaveLength(2);
  });

  test('a view window requests the visible rows and a margin around them', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(1000, 1);
    view.setVisible(200, 220);
    expect(requests[1]?.request).toMatchObject({ offset: 200 - MARGIN, limit: 21 + 2 * MARGIN });
    await requests[1]?.answer(1000, 1);
    expect(published.at(-1)).toMatchObject({ offset: 200 - MARGIN, total: 1000, query: '' });
  });

  test('a view window requests nothing while the visible rows stay inside its rows', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(1000, 1);
    view.setVisible(0, 20);
    await requests[1]?.answer(1000, 1);
    view.setVisible(5, 29);
    expect(requests).toHaveLength(2);
  });

  test('a view window keeps its rows until the answer to a new query arrives', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(10, 1);
    view.show({ query: 'x', labels: [] });
    expect(published).toHaveLength(1);
    await requests[1]?.answer(3, 1);
    expect(published.at(-1)).toMatchObject({ query: 'x', total: 3 });
  });

  test('for a new query, a view window first requests a screenful, then the margin', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(1000, 1);
    view.setVisible(100, 119);
    await requests[1]?.answer(1000, 1);
    view.show({ query: 'x', labels: [] });
    expect(requests[2]?.request).toEqual({
      list: 'active',
      query: 'x',
      labels: [],
      offset: 0,
      limit: 20 + SPARE,
    });
    await requests[2]?.answer(500, 1);
    expect(published.at(-1)).toMatchObject({ query: 'x', total: 500 });
    expect(requests[3]?.request).toEqual({
      list: 'active',
      query: 'x',
      labels: [],
      offset: 0,
      limit: 20 + MARGIN,
    });
    await requests[3]?.answer(500, 1);
    expect(published.at(-1)?.rows).toHaveLength(20 + MARGIN);
    expect(requests).toHaveLength(4);
  });

  test('a view window requests no margin if a screenful has all hits', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(1000, 1);
    view.setVisible(0, 19);
    await requests[1]?.answer(1000, 1);
    view.show({ query: 'x', labels: [] });
    await requests[2]?.answer(3, 1);
    view.setVisible(0, 2);
    expect(requests).toHaveLength(3);
    view.show(EMPTY_SEARCH);
    expect(requests[3]?.request).toMatchObject({ query: '', limit: 20 + SPARE });
  });

  test('a view window drops a late answer to an older query', async () => {
    const { view, requests, published } = start();
    view.show({ query: 'a', labels: [] });
    view.show({ query: 'ab', labels: [] });
    await requests[1]?.answer(1, 1);
    await requests[0]?.answer(9, 1);
    expect(published.map((content) => content?.query)).toEqual(['ab']);
  });

  test('a view window drops a page of an older revision', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(5, 7);
    view.refresh();
    await requests[1]?.answer(4, 6);
    expect(published).toHaveLength(1);
  });

  test('changes of the store during a request cause one more request, not one each', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    for (let change = 0; change < 10; change += 1) view.refresh();
    expect(requests).toHaveLength(1);
    await requests[0]?.answer(5, 1);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(5, 11);
    expect(requests).toHaveLength(2);
  });

  test('a change that an answer already includes causes no request, before or after that answer', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    view.refresh(7);
    await requests[0]?.answer(5, 7);
    view.refresh(7);
    expect(requests).toHaveLength(1);
    view.refresh(8);
    view.refresh(9);
    await requests[1]?.answer(5, 8);
    expect(requests).toHaveLength(3);
  });

  test('after a count, a view window requests only rows that were still being counted', async () => {
    const { view, requests, published } = start();
    view.show({ query: 'x', labels: [] });
    view.refreshCount();
    expect(requests).toHaveLength(1);
    await requests[0]?.answer(10, 1, { atLeast: true });
    view.refreshCount();
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(30, 1);
    expect(published.at(-1)).toMatchObject({ total: 30 });
    expect(published.at(-1)?.atLeast).toBeUndefined();
    view.refreshCount();
    expect(requests).toHaveLength(2);
  });

  test('a view window is idle when no request is under way, even after a failure or after it is emptied', async () => {
    const { view, requests } = start();
    let waitsEnded = 0;
    const wait = (): void => void view.waitUntilIdle().then(() => (waitsEnded += 1));
    view.show(EMPTY_SEARCH);
    wait();
    view.refresh();
    await requests[0]?.answer(5, 1);
    expect(waitsEnded).toBe(0);
    await requests[1]?.refuse(new Error('damaged'));
    await setImmediate();
    expect(waitsEnded).toBe(1);
    view.refresh();
    wait();
    view.empty();
    wait();
    await setImmediate();
    expect(waitsEnded).toBe(3);
  });

  test('a view window follows a screen that scrolled on during a request', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(5000, 1);
    view.setVisible(300, 320);
    view.setVisible(900, 920);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(5000, 1);
    expect(requests[2]?.request.offset).toBe(900 - MARGIN);
  });

  test('an emptied view window forgets its rows and ignores a late answer', async () => {
    const { view, requests, published } = start();
    view.show(EMPTY_SEARCH);
    view.empty();
    await requests[0]?.answer(5, 1);
    expect(published).toEqual([null]);
    view.refresh();
    expect(requests).toHaveLength(1);
    view.show(EMPTY_SEARCH);
    await requests[1]?.answer(5, 1);
    expect(published.at(-1)).toMatchObject({ total: 5 });
  });

  test('a view window reports a failure, keeps its rows and requests again at the next change', async () => {
    const { view, requests, published, failures } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(5, 1);
    view.refresh();
    await requests[1]?.refuse(new Error('damaged'));
    expect(failures).toHaveLength(1);
    expect(published).toHaveLength(1);
    view.refresh();
    expect(requests).toHaveLength(3);
  });

  test('a view window starts a new query at the top', async () => {
    const { view, requests } = start();
    view.show(EMPTY_SEARCH);
    await requests[0]?.answer(5000, 1);
    view.setVisible(900, 920);
    await requests[1]?.answer(5000, 1);
    view.show({ query: 'x', labels: [] });
    expect(requests[2]?.request.offset).toBe(0);
  });
});

test('a view window never requests more rows than the contract allows', () => {
  expect(windowAround(0, 10_000)).toEqual({ offset: 0, limit: MAX_WINDOW });
  expect(windowAround(0, 0)).toEqual({ offset: 0, limit: MARGIN + 1 });
});

test('a screen at the end of the list needs no rows beyond it', () => {
  const page = pageOf({ list: 'active', query: '', labels: [], offset: 40, limit: 100 }, 100, 1);
  const content: ViewContent = { ...page, ...EMPTY_SEARCH, ids: page.rows.map((row) => row.id) };
  expect(covers(content, 80, 99)).toBe(true);
  expect(covers(content, 60, 70)).toBe(false);
});

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
} from '#renderer/notes/view-window.ts';
import type { NoteId } from '#shared/note.ts';
import { MAX_WINDOW, type ViewPage, type ViewRequest } from '#shared/view.ts';

const ESTIMATE = 24;

interface SentRequest {
  readonly request: ViewRequest;
  /** Answers from a list of this many rows. */
  readonly answer: (total: number, revision: number) => Promise<void>;
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
        answer: (total, revision) => {
          resolve(pageOf(request, total, revision));
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
    pending: false,
    refused: null,
    conflictCopy: false,
    pinned: false,
    color: null,
    labels: [],
  }));
  return { revision, offset, total, pinned: 0, rows };
}

describe('a window over a view', () => {
  test('first asks for as much as a screen may show, and for the margin once the screen has told', async () => {
    const { view, requests, published } = start();
    view.show('');
    expect(requests[0]?.request).toEqual({ list: 'active', query: '', offset: 0, limit: ESTIMATE + SPARE });
    await requests[0]?.answer(1000, 1);
    expect(requests).toHaveLength(1);
    view.setVisible(0, 14);
    expect(requests[1]?.request).toEqual({ list: 'active', query: '', offset: 0, limit: 15 + MARGIN });
    await requests[1]?.answer(1000, 1);
    expect(published.at(-1)?.rows).toHaveLength(15 + MARGIN);
    expect(requests).toHaveLength(2);
  });

  test('asks for what the screen shows and a margin beyond', async () => {
    const { view, requests, published } = start();
    view.show('');
    await requests[0]?.answer(1000, 1);
    view.setVisible(200, 220);
    expect(requests[1]?.request).toMatchObject({ offset: 200 - MARGIN, limit: 21 + 2 * MARGIN });
    await requests[1]?.answer(1000, 1);
    expect(published.at(-1)).toMatchObject({ offset: 200 - MARGIN, total: 1000, query: '' });
  });

  test('does not ask again while the screen stays inside', async () => {
    const { view, requests } = start();
    view.show('');
    await requests[0]?.answer(1000, 1);
    view.setVisible(0, 20);
    await requests[1]?.answer(1000, 1);
    view.setVisible(5, 29);
    expect(requests).toHaveLength(2);
  });

  test('keeps what it showed until the new answer is there', async () => {
    const { view, requests, published } = start();
    view.show('');
    await requests[0]?.answer(10, 1);
    view.show('x');
    expect(published).toHaveLength(1);
    await requests[1]?.answer(3, 1);
    expect(published.at(-1)).toMatchObject({ query: 'x', total: 3 });
  });

  test('asks for a screen of a new query first, then for the margin', async () => {
    const { view, requests, published } = start();
    view.show('');
    await requests[0]?.answer(1000, 1);
    view.setVisible(100, 119);
    await requests[1]?.answer(1000, 1);
    view.show('x');
    expect(requests[2]?.request).toEqual({ list: 'active', query: 'x', offset: 0, limit: 20 + SPARE });
    await requests[2]?.answer(500, 1);
    expect(published.at(-1)).toMatchObject({ query: 'x', total: 500 });
    expect(requests[3]?.request).toEqual({ list: 'active', query: 'x', offset: 0, limit: 20 + MARGIN });
    await requests[3]?.answer(500, 1);
    expect(published.at(-1)?.rows).toHaveLength(20 + MARGIN);
    expect(requests).toHaveLength(4);
  });

  test('asks for no margin where a screen holds all that is found', async () => {
    const { view, requests } = start();
    view.show('');
    await requests[0]?.answer(1000, 1);
    view.setVisible(0, 19);
    await requests[1]?.answer(1000, 1);
    view.show('x');
    await requests[2]?.answer(3, 1);
    view.setVisible(0, 2);
    expect(requests).toHaveLength(3);
    view.show('');
    expect(requests[3]?.request).toMatchObject({ query: '', limit: 20 + SPARE });
  });

  test('drops the answer to an older query that arrives late', async () => {
    const { view, requests, published } = start();
    view.show('a');
    view.show('ab');
    await requests[1]?.answer(1, 1);
    await requests[0]?.answer(9, 1);
    expect(published.map((content) => content?.query)).toEqual(['ab']);
  });

  test('drops a page of an older revision', async () => {
    const { view, requests, published } = start();
    view.show('');
    await requests[0]?.answer(5, 7);
    view.refresh();
    await requests[1]?.answer(4, 6);
    expect(published).toHaveLength(1);
  });

  test('asks once more, not once per change, when the store changes while a question is under way', async () => {
    const { view, requests } = start();
    view.show('');
    for (let change = 0; change < 10; change += 1) view.refresh();
    expect(requests).toHaveLength(1);
    await requests[0]?.answer(5, 1);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(5, 11);
    expect(requests).toHaveLength(2);
  });

  test('asks for nothing of which an answer knows already, before and after it comes', async () => {
    const { view, requests } = start();
    view.show('');
    view.refresh(7);
    await requests[0]?.answer(5, 7);
    view.refresh(7);
    expect(requests).toHaveLength(1);
    view.refresh(8);
    view.refresh(9);
    await requests[1]?.answer(5, 8);
    expect(requests).toHaveLength(3);
  });

  test('is idle once nothing is on its way, as after a failure and when it is emptied', async () => {
    const { view, requests } = start();
    let waitsEnded = 0;
    const wait = (): void => void view.waitUntilIdle().then(() => (waitsEnded += 1));
    view.show('');
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

  test('follows a screen that scrolled on while the question was under way', async () => {
    const { view, requests } = start();
    view.show('');
    await requests[0]?.answer(5000, 1);
    view.setVisible(300, 320);
    view.setVisible(900, 920);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer(5000, 1);
    expect(requests[2]?.request.offset).toBe(900 - MARGIN);
  });

  test('forgets everything when it is emptied, and what is still on its way', async () => {
    const { view, requests, published } = start();
    view.show('');
    view.empty();
    await requests[0]?.answer(5, 1);
    expect(published).toEqual([null]);
    view.refresh();
    expect(requests).toHaveLength(1);
    view.show('');
    await requests[1]?.answer(5, 1);
    expect(published.at(-1)).toMatchObject({ total: 5 });
  });

  test('tells of a failure, keeps the rows and asks again at the next change', async () => {
    const { view, requests, published, failures } = start();
    view.show('');
    await requests[0]?.answer(5, 1);
    view.refresh();
    await requests[1]?.refuse(new Error('damaged'));
    expect(failures).toHaveLength(1);
    expect(published).toHaveLength(1);
    view.refresh();
    expect(requests).toHaveLength(3);
  });

  test('starts a new query at the top', async () => {
    const { view, requests } = start();
    view.show('');
    await requests[0]?.answer(5000, 1);
    view.setVisible(900, 920);
    await requests[1]?.answer(5000, 1);
    view.show('x');
    expect(requests[2]?.request.offset).toBe(0);
  });
});

test('a window never asks for more rows than the contract allows', () => {
  expect(windowAround(0, 10_000)).toEqual({ offset: 0, limit: MAX_WINDOW });
  expect(windowAround(0, 0)).toEqual({ offset: 0, limit: MARGIN + 1 });
});

test('a screen at the end of the list needs no rows beyond it', () => {
  const page = pageOf({ list: 'active', query: '', offset: 40, limit: 100 }, 100, 1);
  const content: ViewContent = { ...page, query: '', ids: page.rows.map((row) => row.id) };
  expect(covers(content, 80, 99)).toBe(true);
  expect(covers(content, 60, 70)).toBe(false);
});

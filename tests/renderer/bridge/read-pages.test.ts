import { expect, test } from 'vitest';
import { readPages } from '#renderer/bridge/read-pages.ts';
import { MAX_WINDOW } from '#shared/note/view.ts';

/** A list of `total` versions, the latest first, that records the requests for its rows. */
function list(total: number) {
  const requests: [offset: number, limit: number][] = [];
  const all = Array.from({ length: total }, (_, index) => ({ version: total - index }));
  const ask = (offset: number, limit: number) => {
    requests.push([offset, limit]);
    return Promise.resolve({ total: all.length, rows: all.slice(offset, offset + limit) });
  };
  return { requests, all, ask };
}

test('readPages reads the wanted number of rows, at most one window per request', async () => {
  const { requests, ask } = list(2000);
  const page = await readPages(ask, MAX_WINDOW + 50);
  expect([page.total, page.rows.length, page.rows.at(-1)]).toEqual([2000, 550, { version: 1451 }]);
  expect(requests).toEqual([
    [0, MAX_WINDOW],
    [MAX_WINDOW, 50],
  ]);
});

test('a row that moves down between two requests is read only once', async () => {
  const { all, ask } = list(MAX_WINDOW + 50);
  const page = await readPages(async (offset, limit) => {
    const answer = await ask(offset, limit);
    if (offset === 0) all.unshift({ version: 9999 });
    return answer;
  }, MAX_WINDOW + 50);
  expect(new Set(page.rows.map(({ version }) => version)).size).toBe(page.rows.length);
});

test('readPages stops with the rows read so far if the list gets shorter between two requests', async () => {
  const { all, ask } = list(MAX_WINDOW + 50);
  const page = await readPages(async (offset, limit) => {
    const answer = await ask(offset, limit);
    all.splice(10);
    return answer;
  }, MAX_WINDOW + 50);
  expect([page.total, page.rows.length]).toEqual([10, MAX_WINDOW]);
});

/** Server answers that a `Response` cannot represent, and a system that does not report its proxy. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { systemFetch, systemRoute } from '#main/system/system-network.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

/** The next answer, as Chromium delivers it. */
let answer = { statusCode: 200, headers: {} };

/** Answers how a server is reached. */
let resolveProxy = (): Promise<string> => Promise.resolve('DIRECT');

vi.mock('electron', () => ({
  session: { defaultSession: { resolveProxy: () => resolveProxy() } },
  net: {
    request() {
      const request = new EventEmitter();
      const respond = (): void => {
        try {
          request.emit('response', Object.assign(Readable.from([Buffer.from('words')]), answer));
        } catch {
          // The app logs an error that a listener throws, and goes on.
        }
      };
      const end = (): void => void setImmediate(respond);
      return Object.assign(request, { setHeader: () => undefined, abort: () => undefined, end });
    },
  },
}));

const ask = (): Promise<Response> => systemFetch('https://example.org/', { method: 'GET' });

test('an answer has its status, headers and body', async () => {
  answer = { statusCode: 404, headers: { 'x-word': 'a' } };
  const response = await ask();
  expect(response.status).toBe(404);
  expect(response.headers.get('x-word')).toBe('a');
  expect(await response.text()).toBe('words');
});

test.each([
  ['a status', { statusCode: 999, headers: {} }],
  ['a header', { statusCode: 200, headers: { 'x-word': 'ж' } }],
])('an answer with the impossible %s fails the request', async (_what, given) => {
  answer = given;
  await expect(ask()).rejects.toThrow();
});

test('[C42] until the system reports whether there is a proxy, no route counts as known', async () => {
  const clock = createManualClock();
  resolveProxy = () => Promise.withResolvers<string>().promise;
  const route = systemRoute('https://example.org', clock);
  const refusal = expect(route).rejects.toMatchObject({ code: 'network' });
  clock.advance(5_000);
  await refusal;
  resolveProxy = () => Promise.resolve('PROXY company:3128');
  expect(await systemRoute('https://example.org', clock)).toEqual({
    kind: 'proxy',
    url: 'http://company:3128',
  });
});

/** Answers of a server that `Response` cannot hold. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { systemFetch } from '#main/desktop/system-network.ts';

/** The next answer, as Chromium passes it on. */
let answer = { statusCode: 200, headers: {} };

vi.mock('electron', () => ({
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
])('an answer with %s that no answer can have fails the request', async (_what, given) => {
  answer = given;
  await expect(ask()).rejects.toThrow();
});

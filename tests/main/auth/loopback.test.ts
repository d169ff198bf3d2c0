import { once } from 'node:events';
import { REASONS } from '#shared/base/reasons.ts';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Loopback, openLoopback } from '#main/auth/loopback.ts';
import type { Page } from '#main/auth/result-page.ts';
import { browse, cookieHeader } from '@inkling/local-cloud/browser.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

const STATE = 'the-state';
const FAILED = { kind: 'failed', reason: 'google-declined' } as const;

interface Opened extends Omit<Loopback, 'close'> {
  readonly port: number;
  /** The browser's cookie, as a header. */
  readonly cookie: string;
  /** Delivers this answer in the browser in which the attempt began. */
  readonly bring: (query: string) => Promise<Response>;
  readonly close: (page: Page) => Promise<void>;
}

async function open(): Promise<Opened> {
  const loopback = await openLoopback(STATE, 300_000, createManualClock(Date.now()).after);
  const ending = { done: false };
  const close = async (page: Page): Promise<void> => {
    if (ending.done) return;
    ending.done = true;
    await loopback.show(page);
    await loopback.close();
  };
  onTestFinished(async () => close(FAILED));
  const { redirectUri } = loopback;
  const { cookies } = await browse(loopback.beginAt('http://127.0.0.1:9/authorize'), () => null);
  const cookie = cookieHeader(cookies, redirectUri);
  return {
    ...loopback,
    close,
    cookie,
    bring: async (query) => fetch(`${redirectUri}?${query}`, { headers: { cookie } }),
    port: Number(new URL(redirectUri).port),
  };
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The server may end the connection with a reset.
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('[C23] each loopback server listens only on 127.0.0.1, on a separate port', async () => {
  const [first, second] = [await open(), await open()];
  expect(first.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect(first.port).not.toBe(second.port);
  const elsewhere = connect(first.port, '127.0.0.2');
  const [error] = (await once(elsewhere, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

describe('the answer', () => {
  test('the loopback server’s answer is the code in the redirect', async () => {
    const { answer, close, bring } = await open();
    const page = bring(`state=${STATE}&code=the+code&scope=email`);
    await expect(answer).resolves.toEqual({ kind: 'code', code: 'the code' });
    await close({ kind: 'signed-in' });
    expect((await page).status).toBe(200);
  });

  test('the loopback server’s answer is the error in the redirect', async () => {
    const { answer, close, bring } = await open();
    const page = bring(`state=${STATE}&error=access_denied`);
    await expect(answer).resolves.toEqual({ kind: 'error', error: 'access_denied' });
    await close(FAILED);
    expect(await (await page).text()).toContain(REASONS['google-declined']);
  });

  test('an answer still counts if the browser closes its connection before it gets the page', async () => {
    const { answer, close, redirectUri, port, cookie } = await open();
    const socket = await dial(port);
    const headers = `host: 127.0.0.1:${port}\r\ncookie: ${cookie}`;
    socket.write(`GET ${redirectUri}?state=${STATE}&code=c HTTP/1.1\r\n${headers}\r\n\r\n`);
    await expect(answer).resolves.toEqual({ kind: 'code', code: 'c' });
    socket.resetAndDestroy();
    await close({ kind: 'signed-in' });
  });
});

describe('closing', () => {
  test('closing the loopback server ends every connection, even one without a request', async () => {
    const { close, port } = await open();
    const [idle, half] = [await dial(port), await dial(port)];
    half.write('GET /callback HTT');
    const cut = [idle, half].map(async (socket) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.resume().once('close', resolve);
      return promise;
    });
    await close(FAILED);
    await Promise.all(cut);
  });

  test('closing the loopback server frees its port', async () => {
    const { close, redirectUri } = await open();
    await close(FAILED);
    await expect(fetch(redirectUri)).rejects.toThrow('fetch failed');
  });
});

test.each([
  ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002\r\n\r\n'],
  ['headers without an end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['an address of another server', 'GET http://example.com/callback HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['an invalid address', 'GET http://[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['no host', 'GET /callback HTTP/1.1\r\n\r\n'],
])('a request with %s is refused, and the answer after it still counts', async (_what, bytes) => {
  const { port, close, bring, answer } = await open();
  const socket = await dial(port);
  const received = text(socket).catch(() => 'reset');
  socket.write(bytes);
  expect(await received).toMatch(/^(HTTP\/1\.1 4\d\d |reset)/);
  const page = bring(`state=${STATE}&code=c`);
  await answer;
  await close({ kind: 'signed-in' });
  expect((await page).status).toBe(200);
});

describe('a program that holds many connections', () => {
  test('[C29] a holder of seventy idle connections does not shut the browser out, and loses the oldest', async () => {
    const { port, close, bring, answer } = await open();
    const held: Socket[] = [];
    for (let count = 0; count < 70; count += 1) held.push((await dial(port)).resume());
    const page = bring(`state=${STATE}&code=c`);
    await expect(answer).resolves.toEqual({ kind: 'code', code: 'c' });
    await expect.poll(() => held.filter(({ destroyed }) => destroyed)).toEqual(held.slice(0, 7));
    await close({ kind: 'signed-in' });
    expect((await page).status).toBe(200);
  });

  test('[C29] a holder of connections by the thousand, before and after the browser’s, does not shut it out', async () => {
    const { port, close, bring, answer } = await open();
    const hold = (): void => {
      for (let count = 0; count < 1000; count += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        onTestFinished(() => void socket.destroy());
      }
    };
    hold();
    const page = bring(`state=${STATE}&code=c`);
    hold();
    await expect(answer).resolves.toEqual({ kind: 'code', code: 'c' });
    await close({ kind: 'signed-in' });
    expect((await page).status).toBe(200);
  });

  test('[C29] a holder of connections with half a request does not shut the browser out', async () => {
    const { port, bring, answer } = await open();
    for (let count = 0; count < 70; count += 1) (await dial(port)).write('GET /callback HTTP/1.1\r\nx: ');
    bring(`state=${STATE}&code=c`).catch(() => undefined);
    await expect(answer).resolves.toEqual({ kind: 'code', code: 'c' });
  });

  test('a browser that waits for the outcome stays connected, however many come after it', async () => {
    const { port, close, bring, answer } = await open();
    const page = bring(`state=${STATE}&code=c`);
    await answer;
    for (let count = 0; count < 140; count += 1) await dial(port);
    await close({ kind: 'signed-in' });
    expect((await page).status).toBe(200);
  });
});

// The channel between page and main process, and its isolation.
import { describe, expect } from 'vitest';
import { eventually, test, useFixture, whenReady } from './support/fixture-app.ts';

const fixture = useFixture();

describe('requests', () => {
  test('rich values cross the channel unchanged in both directions', async () => {
    const seen = await fixture.page.evaluate(async () => {
      const shared = { n: 1 };
      const value = {
        date: new Date(5),
        map: new Map<unknown, unknown>([['k', new Set([1, 2])]]),
        bytes: new Uint8Array([1, 2, 255]),
        odd: [undefined, null, NaN, -0, Infinity, 12n, 'ß🙂', { $: 'u', __proto__x: 1 }],
        error: new RangeError('inner'),
        pattern: /a+/giu,
        pair: [shared, shared],
      };
      const back = (await window.fixture.invoke('echo', value)) as typeof value;
      return {
        date: back.date instanceof Date && back.date.getTime(),
        map: [...(back.map.get('k') as Set<number>)],
        bytes: back.bytes instanceof Uint8Array && [...back.bytes],
        odd: back.odd,
        error: back.error instanceof Error && back.error.message,
        pattern: String(back.pattern),
      };
    });
    expect(seen).toEqual({
      date: 5,
      map: [1, 2],
      bytes: [1, 2, 255],
      odd: [undefined, null, NaN, -0, Infinity, 12n, 'ß🙂', { $: 'u', __proto__x: 1 }],
      error: 'inner',
      pattern: '/a+/giu',
    });
  });

  test('the main process gets the path of a file that the user chose, and none of one that a script created', async () => {
    const { page } = fixture;
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('input'), { type: 'file' })),
    );
    await page.locator('input[type=file]').setInputFiles(import.meta.filename);
    const paths = await page.evaluate(async () => {
      const [file] = document.querySelector<HTMLInputElement>('input[type=file]')?.files ?? [];
      return [await window.fixture.pathOf(file), await window.fixture.pathOf(new File(['x'], 'x.txt'))];
    });
    expect(paths).toEqual([[import.meta.filename], ['']]);
  });

  test('a request whose handler fails rejects with Electron’s message', async () => {
    const message = fixture.page.evaluate(() =>
      window.fixture.invoke('fail').catch((error: Error) => error.message),
    );
    expect(await message).toBe("Error invoking remote method 'fail': RangeError: deliberate");
  });

  test('a request on a channel without a handler rejects', async () => {
    const message = fixture.page.evaluate(() =>
      window.fixture.invoke('nobody').catch((error: Error) => error.message),
    );
    expect(await message).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
  });

  test('an answer that cannot be cloned rejects', async () => {
    const message = fixture.page.evaluate(() =>
      window.fixture.invoke('function').catch((error: Error) => error.message),
    );
    expect(await message).toContain('An object could not be cloned.');
  });

  test('the sender of a request is the page, by its own address', async () => {
    expect(await fixture.page.evaluate(() => window.fixture.invoke('sender'))).toEqual({
      url: 'app://bundle/index.html',
      origin: 'app://bundle',
      parent: null,
      same: true,
    });
  });

  test('the sender of a request is the same document after the page changes its fragment', async () => {
    await fixture.page.evaluate(() => void (location.hash = '#/archive'));
    const sender = fixture.page.evaluate(() => window.fixture.invoke('sender'));
    expect(await sender).toMatchObject({ url: 'app://bundle/index.html#/archive', same: true });
  });

  test('messages arrive in the order of sending', async () => {
    await fixture.page.evaluate(() => {
      for (let n = 0; n < 50; n++) window.fixture.send('message', n);
    });
    await fixture.page.evaluate(() => window.fixture.invoke('echo'));
    const got = await fixture.app.evaluate(() => globalThis.fixture.messages);
    expect(got).toEqual(Array.from({ length: 50 }, (_, n) => [n]));
  });

  test('a late answer to a page that was reloaded meanwhile does not disturb later requests', async () => {
    await fixture.page.evaluate(() => void window.fixture.invoke('slow'));
    await eventually(() => fixture.app.evaluate(() => globalThis.fixture.finishSlow.length)).toBe(1);
    await fixture.page.reload();
    await whenReady(fixture.page);
    await fixture.app.evaluate(() => globalThis.fixture.finishSlow('late'));
    expect(await fixture.page.evaluate(() => window.fixture.invoke('echo', 'still here'))).toBe('still here');
  });
});

describe('events', () => {
  test('events reach the page until it unsubscribes', async () => {
    await fixture.page.evaluate(() => {
      const got: unknown[] = [];
      const stop = window.fixture.subscribe('news', (value) => got.push(value));
      Object.assign(window, { got });
      document.addEventListener('stop', () => stop(), { once: true });
    });
    const send = (value: unknown) =>
      fixture.app.evaluate(
        ({ BrowserWindow }, sent) => BrowserWindow.getAllWindows()[0]?.webContents.send('news', sent),
        value,
      );
    await send({ n: 1 });
    await eventually(() => fixture.page.evaluate(() => Reflect.get(window, 'got') as unknown)).toEqual([
      { n: 1 },
    ]);
    await fixture.page.evaluate(() => document.dispatchEvent(new Event('stop')));
    await send({ n: 2 });
    await fixture.page.evaluate(() => window.fixture.invoke('echo'));
    expect(await fixture.page.evaluate(() => Reflect.get(window, 'got') as unknown)).toEqual([{ n: 1 }]);
  });

  test('sending an event that cannot be cloned throws in the main process', async () => {
    const thrown = fixture.app.evaluate(({ BrowserWindow }) => {
      try {
        BrowserWindow.getAllWindows()[0]?.webContents.send('news', () => 1);
        return 'sent';
      } catch (error) {
        return String(error);
      }
    });
    expect(await thrown).toContain('An object could not be cloned.');
  });
});

describe('isolation', () => {
  test('the page sees its API and nothing of Node, Electron or the stand-in', async () => {
    const seen = await fixture.page.evaluate(() => ({
      api: Object.keys(window.fixture),
      frozen: Object.isFrozen(window.fixture),
      globals: ['require', 'process', 'module', 'ipcRenderer', '__standInSend', '__standInReceive'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({
      api: ['invoke', 'pathOf', 'send', 'subscribe', 'missing', 'answer'],
      frozen: true,
      globals: [],
    });
  });

  test('the preload does not see changes of the page’s own built-ins', async () => {
    const answer = fixture.page.evaluate(async () => {
      const { parse } = JSON;
      JSON.parse = () => 'hijacked';
      try {
        return await window.fixture.invoke('echo', 'clean');
      } finally {
        JSON.parse = parse;
      }
    });
    expect(await answer).toBe('clean');
  });
});

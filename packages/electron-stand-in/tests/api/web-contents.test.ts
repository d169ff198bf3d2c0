// Electron's `webContents`: failed loads, ended processes and hanging pages.
import { describe, expect } from 'vitest';
import { eventually, test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture({ env: { STANDIN_HANG_MS: '100' } });

/**
 * Loads an address in a new window. @returns the call's error, the events in order, and the final address
 */
function load(url: string) {
  return fixture.app.evaluate(async ({ BrowserWindow }, address) => {
    const window = new BrowserWindow({ show: false });
    const { webContents: contents } = window;
    const seen: unknown[] = [];
    contents.on('did-fail-provisional-load', (_event, ...[errno, code, failed, main]) =>
      seen.push(['did-fail-provisional-load', errno, code, failed, main]),
    );
    contents.on('did-fail-load', (_event, ...[errno, code, failed, main]) =>
      seen.push(['did-fail-load', errno, code, failed, main]),
    );
    contents.on('did-navigate', () => seen.push(['did-navigate']));
    contents.on('did-finish-load', () => seen.push(['did-finish-load']));
    const error = await window.loadURL(address).then(
      () => null,
      ({ message, code, errno, url: failed }: NodeJS.ErrnoException & { url?: string }) => ({
        message,
        code,
        errno,
        url: failed,
      }),
    );
    const at = contents.getURL();
    window.destroy();
    return { error, seen, at };
  }, url);
}

describe('loadURL', () => {
  test.each([
    ['Chromium refuses for its port', 'http://127.0.0.1:9/', 'ERR_UNSAFE_PORT', -312],
    ['has an unknown host name', 'http://nowhere.invalid/', 'ERR_SOCKS_CONNECTION_FAILED', -120],
    ['makes the app’s own handler throw', 'app://bundle/throw', 'ERR_UNEXPECTED', -9],
    ['the app’s own handler answers with an error', 'app://bundle/error', 'ERR_FAILED', -2],
  ])(
    'loadURL rejects for an address that %s, with the code, number and address of the error',
    async (_which, url, code, errno) => {
      const { error, seen, at } = await load(url);
      expect(error).toEqual({ message: `${code} (${errno}) loading '${url}'`, code, errno, url });
      // Chromium shows its own error page, and that page finishes loading.
      expect(seen).toEqual([
        ['did-fail-provisional-load', errno, code, url, true],
        ['did-fail-load', errno, code, url, true],
        ['did-finish-load'],
      ]);
      expect(at).toBe(url);
    },
  );

  test('loadURL rejects for a text that is not an address, and loads nothing', async () => {
    const { error, seen } = await load('nonsense');
    expect(error).toMatchObject({ code: 'ERR_INVALID_URL', errno: -300, url: 'nonsense' });
    expect(seen.at(-1)).toEqual(['did-fail-load', -300, 'ERR_INVALID_URL', 'nonsense', true]);
  });

  test('loadURL rejects for an unknown scheme, without an event', async () => {
    const { error, seen } = await load('bad-scheme://foo');
    expect(error).toMatchObject({ code: 'ERR_FAILED', errno: -2, url: 'bad-scheme://foo' });
    expect(seen).toEqual([]);
  });

  test('loadURL resolves for a page that is answered with status 404', async () => {
    expect(await load('app://bundle/absent')).toMatchObject({
      error: null,
      seen: [['did-navigate'], ['did-finish-load']],
    });
  });
});

test('a page whose process ends reports the reason, and is alive again after a reload', async () => {
  const seen = await fixture.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false });
    await window.loadURL('app://bundle/index.html');
    const { webContents: contents } = window;
    const gone = new Promise((resolve) => {
      contents.once('render-process-gone', (_event, details) => resolve(details));
    });
    contents.forcefullyCrashRenderer();
    const details = await gone;
    const crashed = contents.isCrashed();
    const loaded = new Promise((resolve) => {
      contents.once('did-finish-load', () => resolve(contents.isCrashed()));
    });
    contents.reload();
    const after = await loaded;
    window.destroy();
    return { details, crashed, after };
  });
  expect(seen).toEqual({ details: { reason: 'crashed', exitCode: 5 }, crashed: true, after: false });
});

test('a page that hangs is unresponsive until it answers again', async () => {
  const handle = await fixture.app.browserWindow(fixture.page);
  await handle.evaluate((window) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    for (const name of ['unresponsive', 'responsive'] as const) {
      window.on(name, () => seen.push(`window ${name}`));
      window.webContents.on(name, () => seen.push(`page ${name}`));
    }
  });
  // On a busy machine the page may also be unresponsive at other times, and answer before its window knows. The
  // stand-in may also get no processor until the page answers again, so the page hangs until that was noticed.
  const seenAfterHang = async () => {
    await fixture.page.evaluate(() => {
      for (const end = Date.now() + 600; Date.now() < end;);
    });
    return fixture.app.evaluate(() => (Reflect.get(globalThis, 'seen') as string[]).join(', '));
  };
  await eventually(seenAfterHang).toContain(
    'page unresponsive, window unresponsive, page responsive, window responsive',
  );
});

test('input is reported before the page acts on it, and events that the page creates do not count as input', async () => {
  const handle = await fixture.app.browserWindow(fixture.page);
  await handle.evaluate((window) => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    window.webContents.on('input-event', (_event: unknown, input: unknown) => seen.push(input));
    window.webContents.on('ipc-message', (_event: unknown, channel: unknown) => seen.push(channel));
  });
  await fixture.page.evaluate(() => {
    for (const type of ['mousedown', 'mouseup', 'click', 'keydown'])
      document.body.dispatchEvent(new Event(type, { bubbles: true }));
    document.body.click();
    window.addEventListener('click', () => window.fixture.send('clicked'));
  });
  await fixture.page.mouse.click(20, 20);
  await fixture.page.keyboard.press('Enter');
  const seen = () => fixture.app.evaluate(() => Reflect.get(globalThis, 'seen') as unknown[]);
  await eventually(seen).toEqual([
    { type: 'mouseDown' },
    { type: 'mouseUp' },
    'clicked',
    { type: 'rawKeyDown', key: 'Enter' },
  ]);
});

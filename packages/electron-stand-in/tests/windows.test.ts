// Windows and their pages: their permissions and their look.
import { describe, expect } from 'vitest';
import { eventually, test, useFixture, whenReady } from './support/fixture-app.ts';

const fixture = useFixture();

const denied = (): Promise<string[]> => fixture.app.evaluate(() => globalThis.fixture.denied.splice(0));

describe('a window', () => {
  test('a window has the requested content size', async () => {
    expect(await fixture.page.evaluate(() => [innerWidth, innerHeight])).toEqual([700, 500]);
    const handle = await fixture.app.browserWindow(fixture.page);
    await handle.evaluate((window) => window.setBounds({ width: 640, height: 480 }));
    await eventually(() => fixture.page.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 480]);
  });

  test('a window is ready to show once, and is then shown', async () => {
    const handle = await fixture.app.browserWindow(fixture.page);
    await eventually(() => handle.evaluate((window) => window.isVisible())).toBe(true);
    await fixture.page.reload();
    await whenReady(fixture.page);
    const times = await fixture.app.evaluate(
      () => globalThis.fixture.log.filter((entry) => entry === 'ready-to-show').length,
    );
    expect(times).toBe(1);
  });

  test('a window takes its title from the page', async () => {
    const handle = await fixture.app.browserWindow(fixture.page);
    await eventually(() => handle.evaluate((window) => window.getTitle())).toBe('Fixture');
  });

  test('a page follows the theme of the app', async () => {
    const dark = (): Promise<boolean> =>
      fixture.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    expect(await dark()).toBe(false);
    await fixture.app.evaluate(({ nativeTheme }) => void (nativeTheme.themeSource = 'dark'));
    await eventually(dark).toBe(true);
  });

  test('a window that refuses to close stays, and a destroyed window throws', async () => {
    const [second] = await Promise.all([
      fixture.app.waitForEvent('window'),
      fixture.app.evaluate(() => globalThis.fixture.openWindow()),
    ]);
    await whenReady(second);
    const handle = await fixture.app.browserWindow(second);
    await fixture.app.evaluate(() => void (globalThis.fixture.mayClose = false));
    await handle.evaluate((window) => window.close());
    expect(await handle.evaluate((window) => window.isDestroyed())).toBe(false);
    await fixture.app.evaluate(() => void (globalThis.fixture.mayClose = true));
    // The page's own `window.close()` asks the same question.
    await Promise.all([second.waitForEvent('close'), second.evaluate(() => window.close())]);
    await eventually(() => handle.evaluate((window) => window.isDestroyed())).toBe(true);
    await expect(handle.evaluate((window) => window.getTitle())).rejects.toThrow('Object has been destroyed');
    expect(fixture.app.windows()).toHaveLength(1);
  });
});

describe('forbidden actions of a page', () => {
  test.each([
    [
      'by a script',
      () => void window.open('https://foreign.invalid/x'),
      'foreground-tab https://foreign.invalid/x',
    ],
    [
      'by a link with a target',
      () => document.querySelector<HTMLElement>('#blank')?.click(),
      'foreground-tab https://foreign.invalid/blank',
    ],
  ])('a page cannot open a window %s if the app denies it', async (_how, act, expected) => {
    await fixture.page.evaluate(act);
    await eventually(denied).toEqual([expected]);
    expect(fixture.app.windows()).toHaveLength(1);
  });

  test('a page cannot open a window by the middle button if the app denies it', async () => {
    await fixture.page.locator('#plain').click({ button: 'middle' });
    await eventually(denied).toEqual(['background-tab https://foreign.invalid/plain']);
    expect(fixture.app.windows()).toHaveLength(1);
  });

  test('a page cannot leave for a foreign address if the app prevents it', async () => {
    await fixture.page.evaluate(() => void (location.href = 'https://foreign.invalid/away'));
    await eventually(denied).toEqual(['navigate https://foreign.invalid/away']);
    expect(await fixture.page.evaluate(() => window.fixture.answer)).toBe(42);
  });

  test('a page cannot run inline scripts against its content security policy', async () => {
    const violated = fixture.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), {
            once: true,
          });
          const script = document.createElement('script');
          script.textContent = 'window.bad = 1';
          document.body.append(script);
        }),
    );
    expect(await violated).toBe('script-src-elem');
  });

  test('a page cannot use a permission that the app’s handler refuses', async () => {
    expect(await fixture.page.evaluate(() => Notification.requestPermission())).toBe('denied');
    expect(
      await fixture.page.evaluate(() => navigator.clipboard.readText().catch((error: Error) => error.name)),
    ).toBe('NotAllowedError');
    expect(await fixture.app.evaluate(() => globalThis.fixture.permissions)).toEqual([
      'notifications',
      'clipboard-read',
    ]);
  });
});

test('the handler of the app’s scheme receives the method, address and body of a request', async () => {
  const answer = await fixture.page.evaluate(
    async () => (await fetch('./echo', { method: 'POST', body: 'grüß' })).json() as unknown,
  );
  expect(answer).toEqual({ url: 'app://bundle/echo', method: 'POST', body: 'grüß' });
  expect(await fixture.page.evaluate(async () => (await fetch('./absent')).status)).toBe(404);
});

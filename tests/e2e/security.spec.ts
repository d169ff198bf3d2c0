/** What no code in a page of the app can do. */
import type { Page } from '@playwright/test';
import { expect, openedAddress, test } from './support/fixtures.ts';

/** Sends a request as a hostile page would, without the checks of the types. */
function ask(page: Page, channel: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([name, given]) => {
      const bridge = Reflect.get(window, 'inkling') as {
        request: (...all: unknown[]) => Promise<unknown>;
      };
      try {
        return await bridge.request(name, ...given);
      } catch (error) {
        return String(error);
      }
    },
    [channel, args] as const,
  );
}

test('[C79] [C97] the page sees the bridge and nothing of Node or Electron', async ({ start }) => {
  const { page } = await start();
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(window, 'inkling')),
    node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
  }));
  expect(seen).toEqual({ bridge: ['request', 'importDropped', 'subscribe'], node: [] });
});

test('[C66] requests without the contract’s shape are answered with a code and do nothing', async ({
  start,
}) => {
  const { page } = await start();
  expect(await ask(page, 'notes:everything')).toContain('No handler registered');
  expect(await ask(page, 'notes:get', '../etc/passwd')).toMatchObject({
    error: { code: 'invalid-argument' },
  });
  expect(await ask(page, 'notes:view', { list: 'active; DROP TABLE notes' })).toMatchObject({
    error: { code: 'invalid-argument' },
  });
  expect(await ask(page, 'notes:add', 'ada', { title: 'a', text: 'b' }, null)).toMatchObject({
    error: { code: 'not-signed-in' },
  });
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'inkling://x', 'not an address']) {
    expect(await ask(page, 'app:open-external', url)).toMatchObject({ error: { code: 'invalid-argument' } });
  }
});

test('[C82] [C90] [C91] the page cannot leave the app, open windows or be given permissions', async ({
  start,
}) => {
  const { electron, page } = await start();
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  const before = page.url();
  // At a click, because without a recent one a dialog would ask first.
  await page.evaluate(() => {
    const open = () => {
      Object.assign(window, { openedWindow: window.open('https://example.org/from-a-page') });
    };
    document.addEventListener('click', open, { once: true });
  });
  const opened = await openedAddress(electron, () => page.mouse.click(5, 5));
  expect(await page.evaluate(() => Reflect.get(window, 'openedWindow') as unknown)).toBeNull();
  expect(opened).toBe('https://example.org/from-a-page');
  // The quick note's window may still be loading its page.
  const addresses = (): Promise<string[]> =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
    );
  await expect
    .poll(addresses)
    .toEqual([expect.stringContaining('app://inkling/'), expect.stringContaining('app://inkling/')]);

  await page.evaluate(() => {
    location.href = 'https://example.org/elsewhere';
  });
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  expect(page.url()).toBe(before);

  const permissions = await page.evaluate(() =>
    Promise.all(
      (['geolocation', 'notifications', 'camera', 'microphone'] as const).map(async (name) => {
        const { state } = await navigator.permissions.query({ name });
        return state;
      }),
    ),
  );
  expect(new Set(permissions)).toEqual(new Set(['denied']));
});

test('[C61] [C78] the content security policy lets no foreign code or style in', async ({ start }) => {
  const app = await start();
  const violations = await app.page.evaluate(async () => {
    const seen: string[] = [];
    const three = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
        if (seen.length === 3) resolve();
      });
    });
    const inline = document.createElement('style');
    inline.textContent = 'body { color: red }';
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(inline, frame);
    void fetch('https://example.org/').catch(() => undefined);
    await three;
    return seen.toSorted();
  });
  expect(violations).toEqual(['connect-src', 'frame-src', 'style-src-elem']);
  const markup = await app.page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return 'taken';
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(markup).toBe('TypeError');
  // The test has caused these errors on purpose.
  app.errors.length = 0;
});

test('[C61] [C62] [C63] a page creates no trusted type and loads no foreign image, and every response has a policy', async ({
  start,
}) => {
  const app = await start();
  const seen = await app.page.evaluate(async () => {
    const made: string[] = [];
    const factory = Reflect.get(window, 'trustedTypes') as {
      createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => void;
    };
    for (const name of ['default', 'a-name']) {
      try {
        factory.createPolicy(name, { createHTML: (text) => text });
        made.push(name);
      } catch {
        // Expected: the policy forbids it.
      }
    }
    const blocked = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        if (effectiveDirective === 'img-src') resolve(blockedURI);
      });
    });
    const picture = new Image();
    picture.src = 'https://script.googleusercontent.com/words-of-a-note';
    const policies: (string | null)[] = [];
    const names = [...document.querySelectorAll('script')].map(({ src }) => src);
    for (const name of [...names, 'missing.html', 'missing.sqlite']) {
      try {
        const { headers } = await fetch(name);
        policies.push(headers.get('content-security-policy'));
      } catch {
        // A file that cannot be read is answered with a network error, which is not a document.
      }
    }
    return { made, blocked: await blocked, policies };
  });
  expect(seen.made).toEqual([]);
  expect(seen.blocked).toContain('script.googleusercontent.com');
  expect(seen.policies.length).toBeGreaterThanOrEqual(2);
  for (const policy of seen.policies) expect(policy).toContain('sandbox');
  app.errors.length = 0;
});

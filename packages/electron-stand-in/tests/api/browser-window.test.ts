// Electron's `BrowserWindow`, and the events of its page: focus, visibility, shape and place.
import { afterEach, describe, expect } from 'vitest';
import { eventually, test, useFixture } from '../support/fixture-app.ts';

const fixture = useFixture();

interface RecordedWindows {
  readonly windows: Record<string, Electron.BrowserWindow>;
  readonly seen: string[];
}
declare global {
  var recordedWindows: RecordedWindows;
}

type Options = Pick<
  Electron.BrowserWindowConstructorOptions,
  'x' | 'y' | 'width' | 'height' | 'minWidth' | 'minHeight'
> & {
  readonly show?: boolean;
};

/** Opens a window and records its events, and those of its page, under this name. */
async function open(name: string, options: Options = {}): Promise<void> {
  await fixture.app.evaluate(
    async ({ BrowserWindow }, [label, given]) => {
      globalThis.recordedWindows ??= { windows: {}, seen: [] };
      const { windows, seen } = globalThis.recordedWindows;
      const window = new BrowserWindow(given);
      windows[label] = window;
      const names =
        'focus blur show hide minimize restore maximize unmaximize enter-full-screen leave-full-screen';
      for (const event of names.split(' ')) window.on(event as 'focus', () => seen.push(`${label} ${event}`));
      await window.loadURL('app://bundle/index.html');
      await window.webContents.executeJavaScript(`
        window.pageEvents = [];
        const record = (what) => () => pageEvents.push(what());
        addEventListener('focus', record(() => 'focus'));
        addEventListener('blur', record(() => 'blur'));
        document.addEventListener('visibilitychange', record(() => document.visibilityState));
        const field = document.body.appendChild(document.createElement('input'));
        for (const name of ['focus', 'blur', 'focusin', 'focusout']) field.addEventListener(name, record(() => 'field ' + name));
        field.focus();
        pageEvents.length = 0;
      `);
      seen.length = 0;
    },
    [name, options] as const,
  );
}

afterEach(() =>
  fixture.app.evaluate(() => {
    for (const window of Object.values(globalThis.recordedWindows.windows)) window.destroy();
    globalThis.recordedWindows = { windows: {}, seen: [] };
  }),
);

type Method =
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'unmaximize';

/** Calls a method of a window. @returns the events of all windows, and what its page was told */
async function call(name: string, method: Method) {
  await fixture.app.evaluate(
    async (_electron, [label, what]) => {
      globalThis.recordedWindows.windows[label]?.[what]();
      // The window manager answers after a moment, and the next call of the debugger could come before that.
      await new Promise((resolve) => setImmediate(resolve));
    },
    [name, method] as const,
  );
  // The window's messages to its page arrive before this call.
  const takePageEvents = (label: string) =>
    fixture.app.evaluate(
      (_electron, which) =>
        globalThis.recordedWindows.windows[which]?.webContents.executeJavaScript(
          'pageEvents.splice(0)',
        ) as Promise<string[]>,
      label,
    );
  const page = await takePageEvents(name);
  return { events: await fixture.app.evaluate(() => globalThis.recordedWindows.seen.splice(0)), page };
}

const facts = (name: string) =>
  fixture.app.evaluate((_electron, label) => {
    const window = globalThis.recordedWindows.windows[label];
    return {
      visible: window?.isVisible(),
      focused: window?.isFocused(),
      minimized: window?.isMinimized(),
      maximized: window?.isMaximized(),
    };
  }, name);

const page = (name: string) =>
  fixture.app.evaluate(
    (_electron, label) =>
      globalThis.recordedWindows.windows[label]?.webContents.executeJavaScript(
        '[document.hasFocus(), document.visibilityState, document.hidden]',
      ) as Promise<unknown[]>,
    name,
  );

describe('the focus', () => {
  test('showing a window gives it the focus, and the window that had it loses it', async () => {
    await open('a', { show: false });
    await open('b', { show: false });
    expect(await page('a')).toEqual([false, 'visible', false]);
    expect(await call('a', 'show')).toEqual({
      events: ['a show', 'a focus'],
      page: ['focus', 'field focus', 'field focusin'],
    });
    expect(await page('a')).toEqual([true, 'visible', false]);
    expect((await call('b', 'show')).events).toEqual(['b show', 'a blur', 'b focus']);
    // The page that lost the focus is still visible.
    expect(await page('a')).toEqual([false, 'visible', false]);
    expect(await call('a', 'focus')).toEqual({
      events: ['b blur', 'a focus'],
      page: ['field blur', 'field focusout', 'blur', 'focus', 'field focus', 'field focusin'],
    });
  });

  test('a window loses the focus before it is hidden', async () => {
    await open('a');
    expect(await call('a', 'hide')).toEqual({
      events: ['a blur', 'a hide'],
      page: ['field blur', 'field focusout', 'blur', 'hidden'],
    });
    expect(await page('a')).toEqual([false, 'hidden', true]);
    expect(await call('a', 'show')).toEqual({
      events: ['a show', 'a focus'],
      page: ['visible', 'focus', 'field focus', 'field focusin'],
    });
  });

  test('a hidden window and a window shown inactive do not get the focus', async () => {
    await open('a', { show: false });
    expect((await call('a', 'focus')).events).toEqual([]);
    expect((await call('a', 'showInactive')).events).toEqual(['a show']);
    expect(await facts('a')).toMatchObject({ visible: true, focused: false });
  });

  test('a reloaded page still has the focus and visibility of its window', async () => {
    await open('a');
    await fixture.app.evaluate(() => {
      const contents = globalThis.recordedWindows.windows['a']?.webContents;
      return new Promise((resolve) => {
        contents?.once('did-finish-load', () => resolve(null));
        contents?.reload();
      });
    });
    expect(await page('a')).toEqual([true, 'visible', false]);
    await call('a', 'hide').catch(() => undefined);
    await eventually(() => page('a')).toEqual([false, 'hidden', true]);
  });
});

describe('a window’s shape', () => {
  test('minimising a window hides its page and takes the focus away until it is restored', async () => {
    await open('a');
    expect(await call('a', 'minimize')).toEqual({
      events: ['a blur', 'a minimize'],
      page: ['field blur', 'field focusout', 'blur', 'hidden'],
    });
    // On Linux the window manager still counts a minimised window as visible.
    expect(await facts('a')).toMatchObject({ visible: process.platform === 'linux', minimized: true });
    expect(await call('a', 'restore')).toMatchObject({ events: ['a restore', 'a focus'] });
    expect(await facts('a')).toEqual({ visible: true, focused: true, minimized: false, maximized: false });
  });

  test('a maximised window fills the display and later returns to its former bounds', async () => {
    await open('a', { x: 10, y: 20, width: 640, height: 480 });
    const bounds = () =>
      fixture.app.evaluate(() => {
        const { a } = globalThis.recordedWindows.windows;
        return [a?.getBounds(), a?.getNormalBounds()];
      });
    const normal = { x: 10, y: 20, width: 640, height: 480 };
    expect(await bounds()).toEqual([normal, normal]);
    expect((await call('a', 'maximize')).events).toEqual(['a maximize']);
    expect(await facts('a')).toMatchObject({ maximized: true });
    expect(await bounds()).toEqual([{ x: 0, y: 0, width: 1280, height: 800 }, normal]);
    expect((await call('a', 'unmaximize')).events).toEqual(['a unmaximize']);
    expect(await bounds()).toEqual([normal, normal]);
  });

  test('a maximised window that is minimised counts as maximised only after it is restored', async () => {
    await open('a');
    await call('a', 'maximize');
    expect((await call('a', 'minimize')).events).toEqual(['a blur', 'a unmaximize', 'a minimize']);
    expect(await facts('a')).toMatchObject({ minimized: true, maximized: false });
    expect((await call('a', 'restore')).events).toEqual(['a restore', 'a maximize', 'a focus']);
    expect(await facts('a')).toMatchObject({ minimized: false, maximized: true });
  });

  test('a maximised window that was hidden is no longer maximised when it is shown again', async () => {
    await open('a');
    await call('a', 'maximize');
    expect((await call('a', 'hide')).events).toEqual(['a blur', 'a hide', 'a unmaximize']);
    expect((await call('a', 'show')).events).toEqual(['a show', 'a focus']);
    expect(await facts('a')).toMatchObject({ visible: true, maximized: false });
  });

  test('maximising a hidden window shows it', async () => {
    await open('a', { show: false });
    expect((await call('a', 'maximize')).events).toEqual(['a show', 'a maximize']);
    expect(await facts('a')).toMatchObject({ visible: true, focused: false, maximized: true });
  });
});

describe('a window’s place', () => {
  const boundsOf = (options: Options, then?: Partial<Electron.Rectangle>) =>
    fixture.app.evaluate(
      ({ BrowserWindow }, [given, change]) => {
        const window = new BrowserWindow({ show: false, ...given });
        if (change) window.setBounds(change);
        const bounds = window.getBounds();
        window.destroy();
        return bounds;
      },
      [options, then] as const,
    );
  afterEach(async () => {
    await open('a', { show: false });
  });

  test('a new window is in the middle of the display unless its place is given', async () => {
    expect(await boundsOf({ width: 400, height: 300 })).toEqual({ x: 440, y: 250, width: 400, height: 300 });
    expect(await boundsOf({ x: 5, y: 6, width: 400, height: 300 })).toEqual({
      x: 5,
      y: 6,
      width: 400,
      height: 300,
    });
    expect(await boundsOf({ width: 4000, height: 300 })).toMatchObject({ x: 0, width: 1280 });
  });

  test('a window is never smaller than its minimum size', async () => {
    const least = { minWidth: 300, minHeight: 200 };
    expect(await boundsOf({ width: 100, height: 100, ...least })).toMatchObject({ width: 300, height: 200 });
    expect(await boundsOf({ width: 400, height: 400, ...least }, { width: 10, height: 250 })).toMatchObject({
      width: 300,
      height: 250,
    });
  });
});

describe('the first paint', () => {
  const shown = () =>
    fixture.app.evaluate(() => globalThis.fixture.log.filter((entry) => entry === 'ready-to-show'));

  test('the first paint of a window is reported once', async () => {
    await eventually(shown).toEqual(['ready-to-show']);
  });

  describe('hidden windows on Wayland', () => {
    const silent = useFixture({ env: { STANDIN_READY_TO_SHOW: 'never' } });
    test('the first paint of a hidden window on Wayland may never be reported, although its page is painted', async () => {
      // After two frames the page has been painted.
      await silent.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      expect(await silent.app.evaluate(() => globalThis.fixture.log)).toEqual(['ready', 'loaded']);
    });
  });
});

describe('the options of a window', () => {
  const make = (options: {
    readonly autoHideMenuBar?: boolean;
    readonly kiosk?: boolean;
    readonly webPreferences?: { readonly backgroundThrottling: boolean };
  }) =>
    fixture.app.evaluate(({ BrowserWindow }, given) => {
      const window = new BrowserWindow({ show: false, ...given });
      const { autoHideMenuBar } = window;
      window.destroy();
      return autoHideMenuBar;
    }, options);
  afterEach(() => open('a', { show: false }));

  test('a window reports whether its menu bar hides automatically', async () => {
    expect(await make({})).toBe(false);
    expect(await make({ autoHideMenuBar: true })).toBe(true);
  });

  test('an option that would have an effect in Electron, and has none here, is refused', async () => {
    await expect(make({ kiosk: true })).rejects.toThrow('BrowserWindow options.kiosk is not built');
    await expect(make({ webPreferences: { backgroundThrottling: false } })).rejects.toThrow(
      'webPreferences.backgroundThrottling is not built',
    );
  });
});

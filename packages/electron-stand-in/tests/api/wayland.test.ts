// Actions of a window by itself: on Wayland, and under an X11 window manager that guards the focus.
import { afterEach, describe, expect } from 'vitest';
import { eventually, runFixture, test, useFixture } from '../support/fixture-app.ts';

const WAYLAND = { XDG_SESSION_TYPE: 'wayland' };

interface StandIn {
  readonly attention: ReadonlySet<number>;
  readonly clicks: ReadonlyMap<number, () => void>;
  refusesFocus: boolean;
}

type Fixture = ReturnType<typeof useFixture>;

/** Makes a window, hidden by default. @returns its id */
function open({ app }: Fixture, show = false): Promise<number> {
  return app.evaluate(({ BrowserWindow }, isShown) => new BrowserWindow({ show: isShown }).id, show);
}

/**
 * Acts on a window and waits for the desktop's answer. @returns whether it has the focus, and wants attention
 */
function act({ app }: Fixture, window: number, what: 'show' | 'focus' | 'hide' | 'click' | 'flash' | 'look') {
  return app.evaluate(
    async (electron, [id, how]) => {
      const standIn = Reflect.get(electron, 'standIn') as StandIn;
      const found = electron.BrowserWindow.fromId(id);
      if (how === 'click') standIn.clicks.get(id)?.();
      else if (how === 'flash') found?.flashFrame(true);
      else if (how !== 'look') found?.[how]();
      await new Promise((resolve) => setImmediate(resolve));
      return { focused: found?.isFocused(), attention: standIn.attention.has(id) };
    },
    [window, what] as const,
  );
}

const IN_FRONT = { focused: true, attention: false };
const WANTS_ATTENTION = { focused: false, attention: true };
const BEHIND = { focused: false, attention: false };

function destroyWindows({ app }: Fixture): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) if (window.id > 1) window.destroy();
  });
}

describe('a Wayland session', () => {
  const fixture = useFixture({ env: WAYLAND });
  afterEach(() => destroyWindows(fixture));

  test('without a token a shown window gets no focus, but is marked until the user clicks into it', async () => {
    const window = await open(fixture);
    expect(await act(fixture, window, 'show')).toEqual(WANTS_ATTENTION);
    expect(await act(fixture, window, 'focus')).toEqual(WANTS_ATTENTION);
    expect(await act(fixture, window, 'click')).toEqual(IN_FRONT);
  });

  test('a focused window of the app may pass the focus to another one', async () => {
    const [first, second] = [await open(fixture, true), await open(fixture)];
    await act(fixture, first, 'click');
    expect(await act(fixture, second, 'show')).toEqual(IN_FRONT);
    expect(await act(fixture, first, 'look')).toEqual(BEHIND);
  });

  test('flashFrame has no effect', async () => {
    const window = await open(fixture);
    await fixture.app.evaluate(({ BrowserWindow }, id) => BrowserWindow.fromId(id)?.showInactive(), window);
    expect(await act(fixture, window, 'flash')).toEqual(BEHIND);
  });

  test('a window has a size but no position, and the pointer’s position is unknown', async () => {
    const seen = await fixture.app.evaluate((electron) => {
      Object.assign(Reflect.get(electron, 'standIn') as object, { pointer: { x: 900, y: 500 } });
      const window = new electron.BrowserWindow({ x: 40, y: 60, width: 500, height: 400, show: false });
      const events: string[] = [];
      for (const name of ['move', 'resize'] as const) window.on(name as 'move', () => events.push(name));
      window.setBounds({ x: 100, y: 120, width: 600, height: 450 });
      return { bounds: window.getBounds(), events, pointer: electron.screen.getCursorScreenPoint() };
    });
    expect(seen).toEqual({
      bounds: { x: 0, y: 0, width: 600, height: 450 },
      events: ['resize'],
      pointer: { x: 0, y: 0 },
    });
  });

  test('minimising a window takes the focus away, and it does not count as minimised', async () => {
    const window = await open(fixture, true);
    await act(fixture, window, 'click');
    const seen = await fixture.app.evaluate(async ({ BrowserWindow }, id) => {
      const found = BrowserWindow.fromId(id);
      const events: string[] = [];
      for (const name of ['blur', 'minimize'] as const) found?.on(name as 'blur', () => events.push(name));
      found?.minimize();
      await new Promise((resolve) => setImmediate(resolve));
      return { events, minimized: found?.isMinimized() };
    }, window);
    expect(seen).toEqual({ events: ['blur'], minimized: false });
  });
});

describe('a start with an activation token', () => {
  const fixture = useFixture({
    env: { ...WAYLAND, XDG_ACTIVATION_TOKEN: 'of-the-start', FIXTURE_SINGLE: '1' },
  });

  test('a token gives the focus to one window, once, and is not inherited by other programs', async () => {
    const first = await fixture.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.id ?? 0,
    );
    await eventually(() => act(fixture, first, 'look')).toEqual(IN_FRONT);
    expect(await fixture.app.evaluate(() => 'XDG_ACTIVATION_TOKEN' in process.env)).toBe(false);
    await act(fixture, first, 'hide');
    expect(await act(fixture, first, 'show')).toEqual(WANTS_ATTENTION);
  });

  test('a second start hands its token over, out of sight of the app', async () => {
    const window = await open(fixture);
    expect(await act(fixture, window, 'show')).toEqual(WANTS_ATTENTION);
    const userData = await fixture.app.evaluate(({ app }) => app.getPath('userData'));
    const env = { ...WAYLAND, XDG_ACTIVATION_TOKEN: 'of-the-second-start', FIXTURE_SINGLE: '1' };
    await runFixture(userData, { env }).ended;
    const log = () => fixture.app.evaluate(() => JSON.stringify(globalThis.fixture.log));
    await eventually(log).toContain('"data":{"hello":"first"}');
    expect(await log()).not.toContain('of-the-second-start');
    expect(await act(fixture, window, 'focus')).toEqual(IN_FRONT);
  });
});

describe('X11', () => {
  const fixture = useFixture({ env: { XDG_SESSION_TYPE: 'x11' } });
  afterEach(() => destroyWindows(fixture));

  test('a window manager that guards the focus leaves a shown window in the background', async () => {
    const window = await open(fixture);
    const guard = (refusesFocus: boolean) =>
      fixture.app.evaluate((electron, isGuarded) => {
        Object.assign(Reflect.get(electron, 'standIn') as object, { refusesFocus: isGuarded });
      }, refusesFocus);
    await guard(true);
    expect(await act(fixture, window, 'show')).toEqual(BEHIND);
    await guard(false);
    expect(await act(fixture, window, 'focus')).toEqual(IN_FRONT);
  });

  test('flashFrame marks a window until it gets the focus', async () => {
    const window = await open(fixture);
    await fixture.app.evaluate(({ BrowserWindow }, id) => BrowserWindow.fromId(id)?.showInactive(), window);
    expect(await act(fixture, window, 'flash')).toEqual(WANTS_ATTENTION);
    expect(await act(fixture, window, 'focus')).toEqual(IN_FRONT);
  });
});

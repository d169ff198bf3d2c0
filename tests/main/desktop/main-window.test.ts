/** The main window's first frame, its place and its states, as Electron reports them. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMainWindow, type MainWindow } from '#main/desktop/main-window.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { type BrowserWindow, forgetWindows, windows } from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

let main: MainWindow;
let clock: ManualClock;
let events: string[];
let place: unknown;
let staysHidden: boolean;
let isQuitting: boolean;
let flushed: PromiseWithResolvers<void>;

beforeEach(() => {
  forgetWindows();
  clock = createManualClock();
  events = [];
  place = undefined;
  staysHidden = false;
  isQuitting = false;
  flushed = Promise.withResolvers();
  main = createMainWindow({
    built: 'out',
    place: { read: () => place, write: (value) => (place = value), remove: () => undefined },
    staysHidden: () => staysHidden,
    onHidden: () => void events.push('hidden'),
    flushPages() {
      events.push('words');
      return flushed.promise;
    },
    onClosed: () => void events.push('closed'),
    onPageGone: () => void events.push('page gone'),
    onReady: () => void events.push('ready'),
    onFailure: () => undefined,
    isQuitting: () => isQuitting,
    showLogs: () => undefined,
    quit: () => undefined,
    clock,
  });
});

function newest(): BrowserWindow {
  const window = windows.at(-1);
  if (window === undefined) throw new Error('There is no window');
  return window;
}

describe('the first frame', () => {
  test('shows the window that is wanted, and starts the rest', async () => {
    main.show();
    expect(newest().calls).toEqual([]);
    newest().emit('ready-to-show');
    await newest().webContents.succeed();
    expect(newest().calls).toEqual(['show', 'focus']);
    expect(events).toEqual(['ready']);
    expect(clock.waiting).toBe(0);
  });

  test('need not be told of: a page that is loaded is shown soon', async () => {
    main.show();
    await newest().webContents.succeed();
    expect(newest().calls).toEqual([]);
    clock.advance(300);
    expect(newest().calls).toEqual(['show', 'focus']);
    newest().emit('ready-to-show');
    expect(events).toEqual(['ready']);
    expect(clock.waiting).toBe(0);
  });

  test('need not come: a window is shown in the end, and the rest starts', () => {
    main.show();
    clock.advance(4_000);
    expect(newest().calls).toEqual(['show', 'focus']);
    expect(events).toEqual(['ready']);
  });

  test('of a window that is only prepared starts the rest, and shows nothing', () => {
    main.prepare();
    clock.advance(4_000);
    expect(newest().calls).toEqual([]);
    expect(events).toEqual(['ready']);
    main.show();
    expect(newest().calls).toEqual(['show', 'focus']);
  });

  test('is not waited for in a window that was closed before', () => {
    main.show();
    newest().close();
    expect(events).toEqual(['ready', 'page gone', 'closed']);
    expect(newest().calls).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe('the place that is found again', () => {
  const bounds = { x: 40, y: 60, width: 900, height: 600 };
  function open(): BrowserWindow {
    main.show();
    newest().emit('ready-to-show');
    return newest();
  }

  test('is maximised where the window was', () => {
    place = { bounds, maximized: true };
    const window = open();
    expect(window.options).toMatchObject(bounds);
    expect(window.calls).toEqual(['maximize', 'show', 'focus']);
    window.close();
    expect(place).toEqual({ bounds, maximized: true });
  });

  test('is maximised where the window was before it was minimised', () => {
    const window = open();
    window.maximize();
    window.minimize();
    expect(window.isMaximized()).toBe(false);
    window.close();
    expect(place).toMatchObject({ maximized: true });
  });

  test('is not maximised where that had ended before', () => {
    const window = open();
    window.maximize();
    window.maximized = false;
    window.emit('unmaximize');
    window.minimize();
    window.close();
    expect(place).toMatchObject({ maximized: false });
  });

  test('is the one in which it was hidden, and it comes back so', () => {
    staysHidden = true;
    const window = open();
    window.maximize();
    window.close();
    expect(events).toContain('hidden');
    // On X11 a hidden window loses the maximised state.
    window.maximized = false;
    window.emit('unmaximize');
    staysHidden = false;
    main.show();
    expect(window.calls.slice(-3)).toEqual(['maximize', 'show', 'focus']);
    staysHidden = true;
    window.close();
    window.maximized = false;
    staysHidden = false;
    window.close();
    expect(place).toMatchObject({ maximized: true });
  });
});

describe('what was typed last', () => {
  async function openLoaded(): Promise<BrowserWindow> {
    main.show();
    newest().emit('ready-to-show');
    await newest().webContents.succeed();
    events = [];
    return newest();
  }

  test('is kept before the window goes, however often it is closed meanwhile', async () => {
    const window = await openLoaded();
    expect([window.close(), window.close()]).toEqual([false, false]);
    expect(events).toEqual(['words']);
    flushed.resolve();
    await settle();
    expect(window.destroyed).toBe(true);
    expect(events).toEqual(['words', 'page gone', 'closed']);
  });

  test('is kept of a window that is hidden, which waits for nothing', async () => {
    const window = await openLoaded();
    staysHidden = true;
    window.close();
    expect(window.visible).toBe(false);
    expect(events).toContain('words');
  });

  test('has been asked for already where the app quits', async () => {
    const window = await openLoaded();
    isQuitting = true;
    expect(window.close()).toBe(true);
    expect(events).not.toContain('words');
  });
});

test('on Linux the window has the app’s icon; elsewhere the program has one', () => {
  main.prepare();
  const icon = process.platform === 'linux' ? expect.stringMatching(/256x256\.png$/) : undefined;
  expect(newest().options.icon).toEqual(icon);
});

/** The main window's first frame, its place and its states, as Electron reports them. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMainWindow, type MainWindow } from '#main/windows/main-window.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { type BrowserWindow, forgetWindows, windows } from '../support/fake-electron.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

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
  test('the first frame shows the main window if it is wanted, and starts the rest of the app', async () => {
    main.show();
    expect(newest().calls).toEqual([]);
    newest().emit('ready-to-show');
    await newest().webContents.succeed();
    expect(newest().calls).toEqual(['show']);
    expect(events).toEqual(['ready']);
    expect(clock.waiting).toBe(0);
  });

  test('a page that is loaded is shown soon even if its first frame is not reported', async () => {
    main.show();
    await newest().webContents.succeed();
    expect(newest().calls).toEqual([]);
    clock.advance(300);
    expect(newest().calls).toEqual(['show']);
    newest().emit('ready-to-show');
    expect(events).toEqual(['ready']);
    expect(clock.waiting).toBe(0);
  });

  test('a window without a first frame is shown after four seconds, and the rest of the app starts', () => {
    main.show();
    clock.advance(4_000);
    expect(newest().calls).toEqual(['show']);
    expect(events).toEqual(['ready']);
  });

  test('a window that is only prepared starts the rest of the app, and stays hidden until it is wanted', () => {
    main.prepare();
    clock.advance(4_000);
    expect(newest().calls).toEqual([]);
    expect(events).toEqual(['ready']);
    main.show();
    expect(newest().calls).toEqual(['show']);
  });

  test('the first frame is not waited for in a window that was closed before it', () => {
    main.show();
    newest().close();
    expect(events).toEqual(['ready', 'page gone', 'closed']);
    expect(newest().calls).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe('restoring the window’s place', () => {
  const bounds = { x: 40, y: 60, width: 900, height: 600 };
  function open(): BrowserWindow {
    main.show();
    newest().emit('ready-to-show');
    return newest();
  }

  test('a window that was closed maximised opens maximised at its last place', () => {
    place = { bounds, maximized: true };
    const window = open();
    expect(window.options).toMatchObject(bounds);
    expect(window.calls).toEqual(['maximize', 'show']);
    window.close();
    expect(place).toEqual({ bounds, maximized: true });
  });

  test('a window that was maximised before it was minimised is stored as maximised', () => {
    const window = open();
    window.maximize();
    window.minimize();
    expect(window.isMaximized()).toBe(false);
    window.close();
    expect(place).toMatchObject({ maximized: true });
  });

  test('a window that was unmaximised before it was minimised is not stored as maximised', () => {
    const window = open();
    window.maximize();
    window.maximized = false;
    window.emit('unmaximize');
    window.minimize();
    window.close();
    expect(place).toMatchObject({ maximized: false });
  });

  test('a window that is hidden while maximised comes back maximised and is stored so', () => {
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
    expect(window.calls.slice(-2)).toEqual(['maximize', 'show']);
    staysHidden = true;
    window.close();
    window.maximized = false;
    staysHidden = false;
    window.close();
    expect(place).toMatchObject({ maximized: true });
  });
});

describe('the words typed last', () => {
  async function openLoaded(): Promise<BrowserWindow> {
    main.show();
    newest().emit('ready-to-show');
    await newest().webContents.succeed();
    events = [];
    return newest();
  }

  test('the words typed last are stored before the window goes, even if it is closed twice', async () => {
    const window = await openLoaded();
    expect([window.close(), window.close()]).toEqual([false, false]);
    expect(events).toEqual(['words']);
    flushed.resolve();
    await settle();
    expect(window.destroyed).toBe(true);
    expect(events).toEqual(['words', 'page gone', 'closed']);
  });

  test('the words typed last are stored when the window is hidden, which does not wait for them', async () => {
    const window = await openLoaded();
    staysHidden = true;
    window.close();
    expect(window.visible).toBe(false);
    expect(events).toContain('words');
  });

  test('closing the window while the app quits does not request the words typed last again', async () => {
    const window = await openLoaded();
    isQuitting = true;
    expect(window.close()).toBe(true);
    expect(events).not.toContain('words');
  });
});

describe('a system that prevents the window from coming to the front', () => {
  function open(): BrowserWindow {
    main.prepare();
    newest().refusesFocus = true;
    newest().emit('ready-to-show');
    main.show();
    return newest();
  }

  test('the window asks for attention after half a second without the focus, until it has the focus', () => {
    const window = open();
    clock.advance(499);
    expect(window.calls).toEqual(['show']);
    clock.advance(1);
    expect(window.calls).toEqual(['show', 'flash']);
    main.show();
    clock.advance(500);
    expect(window.calls, 'it asks for attention once').toEqual(['show', 'flash', 'show']);
    window.takeFocus();
    expect(window.calls.at(-1)).toBe('stop flashing');
    window.takeFocus();
    expect(window.calls.filter((call) => call === 'stop flashing')).toHaveLength(1);
  });

  test('a focus that arrives late causes no request for attention', () => {
    const window = open();
    clock.advance(300);
    window.takeFocus();
    clock.advance(500);
    expect(window.calls).toEqual(['show']);
    expect(clock.waiting).toBe(0);
  });

  test('a hidden window no longer asks for attention', () => {
    const window = open();
    clock.advance(500);
    window.hide();
    expect(window.calls).toEqual(['show', 'flash', 'hide', 'stop flashing']);
  });

  test('a closed window no longer asks for attention', () => {
    open().close();
    expect(clock.waiting).toBe(0);
  });
});

test('on Linux the main window has the app’s icon; on other systems the program has one', () => {
  main.prepare();
  const icon = process.platform === 'linux' ? expect.stringMatching(/256x256\.png$/) : undefined;
  expect(newest().options.icon).toEqual(icon);
});

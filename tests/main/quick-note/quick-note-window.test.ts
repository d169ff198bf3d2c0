/** The quick note's window on each system, and on displays of different scale. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createQuickNoteWindow,
  quickNoteLook,
  type QuickNoteWindow,
} from '#main/quick-note/quick-note-window.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { app, type BrowserWindow, forgetWindows, windows } from '../support/fake-electron.ts';

vi.mock('electron', () => import('../support/fake-electron.ts'));

let clock: ManualClock;
let quickNote: QuickNoteWindow;
let window: BrowserWindow;
let events: (number | 'closing')[];

beforeEach(() => {
  forgetWindows();
  events = [];
  clock = createManualClock();
  quickNote = createQuickNoteWindow({
    built: 'out',
    onShown: (time) => void events.push(time),
    onClosing: () => void events.push('closing'),
    onFailure: () => undefined,
    isQuitting: () => false,
    showLogs: () => undefined,
    quit: () => undefined,
    clock,
  });
  window = windows[0] as BrowserWindow;
});

function onSystem(platform: NodeJS.Platform): void {
  const here = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: here }));
}

test('the quick note is a panel on macOS, and an ordinary window on other systems', () => {
  expect(quickNoteLook('darwin')).toMatchObject({ type: 'panel', alwaysOnTop: true, frame: false });
  expect(quickNoteLook('win32')).not.toHaveProperty('type');
  expect(quickNoteLook('linux')).not.toHaveProperty('type');
});

test('on macOS the quick note opens even if the app is hidden', () => {
  onSystem('darwin');
  app.hidden = true;
  quickNote.open();
  expect([app.hidden, window.visible]).toEqual([false, true]);
});

test('the quick note is placed on the pointer’s display before and after it is shown, because Windows scales it', () => {
  quickNote.open();
  const place = { x: 1440 + 280, y: 200, width: 440, height: 280 };
  expect(window.placed).toEqual([place, place]);
  expect(window.calls).toEqual(['place', 'show', 'place']);
  quickNote.open();
  expect(window.placed, 'an open window stays in place').toHaveLength(2);
});

test('on Windows the quick note’s size is not changed by scaling, and stays as the user resized it', () => {
  onSystem('win32');
  quickNote.open();
  quickNote.hide();
  window.bounds = { ...window.bounds, width: 441, height: 281 };
  quickNote.open();
  expect(window.placed.at(-1)).toMatchObject({ width: 440, height: 280 });
  quickNote.hide();
  window.bounds = { ...window.bounds, width: 600, height: 400 };
  window.emit('resized');
  quickNote.open();
  expect(window.placed.at(-1)).toMatchObject({ width: 600, height: 400 });
});

test('on Linux, which does not report resizing by the user, the quick note opens with its last size', () => {
  onSystem('linux');
  window.bounds = { ...window.bounds, width: 600, height: 400 };
  quickNote.open();
  expect(window.placed.at(-1)).toMatchObject({ width: 600, height: 400 });
});

test('the quick note’s page is notified that it is shown as soon as it is loaded, even after a reload', async () => {
  quickNote.open();
  expect(events).toEqual([]);
  await window.webContents.succeed();
  expect(events).toEqual([clock.now()]);
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  expect(window.visible, 'the window with the typed words stays visible').toBe(true);
  await window.webContents.succeed();
  expect(events).toEqual([clock.now(), clock.now()]);
});

test('a quick note that the system closes asks its page first if that is loaded, and is hidden otherwise', async () => {
  quickNote.open();
  expect(window.close()).toBe(false);
  expect([events, window.visible]).toEqual([[], false]);
  await window.webContents.succeed();
  quickNote.open();
  expect(window.close()).toBe(false);
  expect([events, window.visible]).toEqual([[clock.now(), 'closing'], true]);
});

test('a quick note that is opened while it is open tells its page, which may be about to hide it', async () => {
  await window.webContents.succeed();
  quickNote.open();
  const [placed, first] = [window.placed.length, clock.now()];
  clock.advance(5);
  quickNote.open();
  expect([events, window.placed.length]).toEqual([[first, first + 5], placed]);
});

/** The quick note's window on each system, and on displays of different scale. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createQuickNoteWindow,
  quickNoteLook,
  type QuickNoteWindow,
} from '#main/desktop/quick-note-window.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { app, type BrowserWindow, forgetWindows, windows } from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

let quickNote: QuickNoteWindow;
let window: BrowserWindow;
let events: string[];

beforeEach(() => {
  forgetWindows();
  events = [];
  quickNote = createQuickNoteWindow({
    built: 'out',
    tell: (event) => void events.push(event),
    onFailure: () => undefined,
    isQuitting: () => false,
    showLogs: () => undefined,
    quit: () => undefined,
    clock: createManualClock(),
  });
  window = windows[0] as BrowserWindow;
});

function onSystem(platform: NodeJS.Platform): void {
  const here = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: here }));
}

test('on macOS it is a panel, which leaves the keyboard to who had it; elsewhere an ordinary window', () => {
  expect(quickNoteLook('darwin')).toMatchObject({ type: 'panel', alwaysOnTop: true, frame: false });
  expect(quickNoteLook('win32')).not.toHaveProperty('type');
  expect(quickNoteLook('linux')).not.toHaveProperty('type');
});

test('on macOS it comes up in an app that is hidden, too', () => {
  onSystem('darwin');
  app.hidden = true;
  quickNote.open();
  expect([app.hidden, window.visible]).toEqual([false, true]);
});

test('it is placed on the pointer’s display, and again once it is shown: Windows scales its size on the way', () => {
  quickNote.open();
  const there = { x: 1440 + 280, y: 200, width: 440, height: 280 };
  expect(window.placed).toEqual([there, there]);
  expect(window.calls).toEqual(['place', 'show', 'place', 'focus']);
  quickNote.open();
  expect(window.placed, 'one that is open stays where it is').toHaveLength(2);
});

test('what a scale of Windows does to its size does not add up; what a person does stays', () => {
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

test('on Linux, which does not tell of a person’s resizing, it has the size that it had', () => {
  onSystem('linux');
  window.bounds = { ...window.bounds, width: 600, height: 400 };
  quickNote.open();
  expect(window.placed.at(-1)).toMatchObject({ width: 600, height: 400 });
});

test('its page hears that it is shown as soon as it is loaded, also after a reload', async () => {
  quickNote.open();
  expect(events).toEqual([]);
  await window.webContents.succeed();
  expect(events).toEqual(['shown']);
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  expect(window.visible, 'the words come back where they were typed').toBe(true);
  await window.webContents.succeed();
  expect(events).toEqual(['shown', 'shown']);
});

test('closed by the system it asks its page first, where there is one', async () => {
  quickNote.open();
  expect(window.close()).toBe(false);
  expect([events, window.visible]).toEqual([[], false]);
  await window.webContents.succeed();
  quickNote.open();
  expect(window.close()).toBe(false);
  expect([events, window.visible]).toEqual([['shown', 'closing'], true]);
});

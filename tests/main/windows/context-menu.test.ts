/** Where the context menu opens (Electron's `menu.popup`). */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { serveContextMenus } from '#main/windows/context-menu.ts';

const electron = vi.hoisted(() => ({
  onCreated: null as null | ((event: object, contents: unknown) => void),
  window: { title: 'the page’s window' },
  popups: [] as unknown[],
}));
vi.mock('electron', () => ({
  app: { on: (_name: string, listener: typeof electron.onCreated) => (electron.onCreated = listener) },
  BrowserWindow: { fromWebContents: () => electron.window },
  Menu: { buildFromTemplate: () => ({ popup: (place: unknown) => electron.popups.push(place) }) },
}));

const page = new EventEmitter();
beforeEach(() => {
  electron.popups.length = 0;
  page.removeAllListeners();
  serveContextMenus();
  electron.onCreated?.({}, page);
});

const frame = { name: 'main' };
const spot = { isEditable: false, selectionText: 'words', editFlags: {}, frame, x: 30, y: 40 };

test('the context menu of a click belongs to the page’s window and frame, and opens at the pointer', () => {
  page.emit('context-menu', {}, { ...spot, menuSourceType: 'mouse' });
  expect(electron.popups).toEqual([{ window: electron.window, frame, sourceType: 'mouse' }]);
});

test('the context menu of a key opens at the caret', () => {
  page.emit('context-menu', {}, { ...spot, menuSourceType: 'keyboard' });
  expect(electron.popups).toMatchObject([{ sourceType: 'keyboard', x: 30, y: 40 }]);
});

test('a context menu whose frame no longer exists opens without it', () => {
  page.emit('context-menu', {}, { ...spot, frame: null, menuSourceType: 'mouse' });
  expect(electron.popups).toEqual([{ window: electron.window, sourceType: 'mouse' }]);
});

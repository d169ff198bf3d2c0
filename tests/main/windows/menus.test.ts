import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { ALL_COMMANDS } from '#shared/ipc/commands.ts';
import { appMenu } from '#main/windows/app-menu.ts';
import { contextMenu, type MenuContext } from '#main/windows/context-menu.ts';
import { trayIcon, trayMenu } from '#main/tray/tray.ts';
import { at } from '#tools/commands/lib/paths.mjs';

vi.mock('electron', () => ({}));

const noFlags = {
  canCut: false,
  canCopy: false,
  canPaste: false,
  canSelectAll: false,
  canUndo: false,
  canRedo: false,
  canDelete: false,
  canEditRichly: false,
};
const context = (part: Partial<MenuContext>): MenuContext => ({
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: noFlags,
  ...part,
});
const SIGNED_IN = { updated: false, isSignedIn: true };
const quiet = { replace: () => undefined, learn: () => undefined };

test('selected text that is not editable has a context menu with Copy; without a selection there is no menu', () => {
  expect(contextMenu(context({}), quiet)).toEqual([]);
  expect(contextMenu(context({ selectionText: ' \n' }), quiet)).toEqual([]);
  expect(contextMenu(context({ selectionText: 'words' }), quiet)).toEqual([{ role: 'copy' }]);
});

test('the context menu of a misspelled word has its suggestions first, and can add it to the dictionary', () => {
  const done: string[] = [];
  const spelling = {
    replace: (word: string) => done.push(`replace ${word}`),
    learn: (word: string) => done.push(`learn ${word}`),
  };
  const menu = contextMenu(
    context({ isEditable: true, misspelledWord: 'nots', dictionarySuggestions: ['notes', 'nots'] }),
    spelling,
  );
  const clicks = menu.flatMap(({ label, click }) =>
    label !== undefined && click !== undefined ? [{ label, click }] : [],
  );
  expect(clicks.map(({ label }) => label)).toEqual(['notes', 'nots', 'Add to dictionary']);
  for (const { click } of clicks) Reflect.apply(click, undefined, []);
  expect(done).toEqual(['replace notes', 'replace nots', 'learn nots']);
});

test('the context menu of an editable field enables only actions that are possible in it', () => {
  const menu = contextMenu(context({ isEditable: true, editFlags: { ...noFlags, canPaste: true } }), quiet);
  const enabled = Object.fromEntries(
    menu.flatMap(({ role, enabled: on }) => (role === undefined ? [] : [[role, on]])),
  );
  expect(enabled).toEqual({
    undo: false,
    redo: false,
    cut: false,
    copy: false,
    paste: true,
    selectAll: false,
  });
});

test('the tray’s menu offers quick note, open, sync state, a restart if that updates, settings and quit', () => {
  const chosen: string[] = [];
  const act = (name: string) => () => void chosen.push(name);
  const actions = {
    quickNote: act('quickNote'),
    open: act('open'),
    settings: act('settings'),
    restart: act('restart'),
    quit: act('quit'),
  };
  const idsOf = (items: readonly { readonly id?: string }[]) => items.flatMap(({ id }) => id ?? []);
  const menu = trayMenu(actions, { sync: 'Synced', updated: false });
  expect(idsOf(menu)).toEqual(['quick-note', 'open', 'sync', 'settings', 'quit']);
  const updated = trayMenu(actions, { sync: null, updated: true });
  expect(idsOf(updated)).toEqual(['quick-note', 'open', 'sync', 'restart', 'settings', 'quit']);
  for (const { click } of updated) if (click !== undefined) Reflect.apply(click, undefined, []);
  expect(chosen).toEqual(['quickNote', 'open', 'restart', 'settings', 'quit']);
  expect(menu.find(({ id }) => id === 'sync')).toMatchObject({ label: 'Synced', enabled: false });
  expect(updated.find(({ id }) => id === 'sync')).toMatchObject({ label: 'Not signed in' });
});

test.each(['darwin', 'win32', 'linux'] as const)(
  'the menu bar of %s has zoom, editing, quick note and a way to quit',
  (platform) => {
    const none = () => undefined;
    const actions = {
      newNote: none,
      quickNote: none,
      search: none,
      goTo: none,
      undo: none,
      redo: none,
      shortcuts: none,
      settings: none,
      about: none,
      restart: none,
    };
    const text = JSON.stringify(appMenu(actions, platform, SIGNED_IN));
    expect(text).not.toContain('Restart to update');
    expect(JSON.stringify(appMenu(actions, platform, { ...SIGNED_IN, updated: true }))).toContain(
      'Restart to update',
    );
    for (const part of [
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'Undo',
      'Redo',
      'cut',
      'selectAll',
      'windowMenu',
      'quit',
      ...ALL_COMMANDS.flatMap(({ menu = null }) => (menu === null ? [] : [menu])),
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/reload|toggleDevTools/i);
  },
);

test.each(['darwin', 'win32', 'linux'] as const)(
  'the menu bar of %s offers a visitor only the quick note, besides the standard items',
  (platform) => {
    const none = (): void => undefined;
    const fields = { undo: none, redo: none };
    const pages = { newNote: none, search: none, goTo: none, shortcuts: none, settings: none, about: none };
    const actions = { ...pages, ...fields, quickNote: none, restart: none };
    const disabled = (isSignedIn: boolean): readonly unknown[] =>
      appMenu(actions, platform, { updated: true, isSignedIn })
        .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
        .filter(({ enabled }) => enabled === false)
        .map(({ id }) => id);
    expect(disabled(true)).toEqual([]);
    expect(new Set(disabled(false))).toEqual(
      new Set(['new-note', 'search', 'go-to', 'shortcuts', 'settings', 'about']),
    );
  },
);

test('the tray’s menu offers a visitor no settings', () => {
  const none = (): void => undefined;
  const actions = { quickNote: none, open: none, settings: none, restart: none, quit: none };
  const settings = (sync: string | null): unknown =>
    trayMenu(actions, { sync, updated: false }).find(({ id }) => id === 'settings')?.enabled;
  expect([settings(null), settings('Synced')]).toEqual([false, true]);
});

test('the menu bar has Undo and Redo with the keys of each system, and not Electron’s roles, which know no notes', () => {
  const chosen: string[] = [];
  const act = (name: string) => () => void chosen.push(name);
  const none = (): void => undefined;
  const actions = { newNote: none, quickNote: none, search: none, undo: act('undo'), redo: act('redo') };
  const others = { goTo: none, shortcuts: none, settings: none, about: none, restart: none };
  for (const [platform, redo] of [
    ['darwin', 'Shift+CommandOrControl+Z'],
    ['linux', 'Shift+CommandOrControl+Z'],
    ['win32', 'Control+Y'],
  ] as const) {
    const menu = appMenu({ ...actions, ...others }, platform, SIGNED_IN);
    const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const found = items.filter(({ id }) => id === 'undo' || id === 'redo');
    expect(found.map(({ accelerator }) => accelerator)).toEqual(['CommandOrControl+Z', redo]);
    for (const { click } of found) if (click !== undefined) Reflect.apply(click, undefined, []);
    expect(JSON.stringify(menu)).not.toMatch(/"role":"(?:undo|redo|editMenu)"/i);
  }
  expect(chosen).toEqual(['undo', 'redo', 'undo', 'redo', 'undo', 'redo']);
});

test.each([
  ['darwin', false, '', 'trayTemplate.png'],
  ['win32', false, '', 'tray-light.png'],
  ['win32', true, '', 'tray-dark.png'],
  ['linux', false, 'KDE', 'tray-light-48.png'],
  ['linux', true, 'KDE', 'tray-dark-48.png'],
  // The panel of GNOME is dark in a light theme, too.
  ['linux', false, 'ubuntu:GNOME', 'tray-dark-48.png'],
] as const)('the icon in the tray of %s (dark: %s, desktop: %j) is %s', (platform, dark, desktop, file) => {
  expect(trayIcon(platform, dark, desktop)).toBe(file);
  expect(existsSync(at('resources/tray', file))).toBe(true);
});

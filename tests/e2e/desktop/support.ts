/** Does what only a desktop can do to the app: menus, the tray, keys, starts, and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Cloud, startCloud } from '@inkling/local-cloud/cloud.ts';
import { host } from '#tools/electron-binary/host.ts';
import { expect, launch, root, type RunningApp } from '../support/fixtures.ts';

export { expect };

/**
 * Only the stand-in lets tests press keys, click in the tray and move displays (see REAL-ELECTRON.md).
 */
export const onStandIn = host.name === 'stand-in';

export interface Desktop {
  readonly app: RunningApp;
  readonly cloud: Cloud;
  readonly userData: string;
  close(): Promise<void>;
}

/** Starts the app on a desktop, with a tray by default. */
export async function raiseDesktop({
  tray = true,
  args = [],
  env = {},
}: {
  tray?: boolean;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
} = {}): Promise<Desktop> {
  const cloud = await startCloud();
  const userData = mkdtempSync(path.join(tmpdir(), 'inkling-desktop-'));
  const trayEnv = tray ? desktopWithTray(userData) : {};
  const app = await launch(cloud.configPath, userData, { args, env: { ...trayEnv, ...env } });
  if (tray) await expect.poll(() => hasTray(app)).toBe(true);
  return {
    app,
    cloud,
    userData,
    async close() {
      await app.close();
      await cloud.close();
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
      expect(app.errors).toEqual([]);
    },
  };
}

/**
 * What the stand-in recorded, and functions that send the app events (packages/electron-stand-in/system.ts).
 */
export interface StandIn {
  readonly trays: ReadonlySet<StandInTray>;
  readonly shortcuts: ReadonlyMap<string, () => void>;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  readonly popups: readonly Electron.Menu[];
  readonly misspellings: Map<string, readonly string[]>;
  readonly attention: ReadonlySet<number>;
  readonly clicks: ReadonlyMap<number, () => void>;
  displays: object[];
  pointer: object;
  refusesFocus: boolean;
}

interface StandInTray {
  readonly shown: { readonly menu: Electron.Menu };
  emit(event: string): void;
  getToolTip(): string;
}

function hasTray({ electron }: RunningApp): Promise<boolean> {
  if (!onStandIn) return Promise.resolve(true);
  return electron.evaluate((all) => (Reflect.get(all, 'standIn') as StandIn).trays.size === 1);
}

/** The environment variables with which the app finds a tray when it asks the desktop for one. */
export function desktopWithTray(folder: string): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const tools = path.join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  const tool = path.join(tools, 'gdbus');
  writeFileSync(
    tool,
    `#!/bin/sh
case "$*" in
  *GetNameOwner*) echo "(':1.7',)" ;;
  *RegisteredStatusNotifierItems*) echo "(<[':1.7/StatusNotifierItem']>,)" ;;
  *) echo '(true,)' ;;
esac
`,
  );
  chmodSync(tool, 0o755);
  return { PATH: `${tools}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

export function chooseInMenu({ electron }: RunningApp, id: string): Promise<void> {
  return electron.evaluate(({ Menu }, item) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(item);
    if (found === null || found === undefined) throw new Error(`The menu has no ${item}`);
    found.click();
  }, id);
}

export async function chooseInTray({ electron }: RunningApp, id: string): Promise<void> {
  await electron.evaluate((all, item) => {
    const [tray] = (Reflect.get(all, 'standIn') as StandIn).trays;
    const found = tray?.shown.menu.getMenuItemById(item);
    if (found === null || found === undefined) throw new Error(`The tray has no ${item}`);
    // Clicks after this call has been answered, because quitting closes the connection.
    setImmediate(() => void found.click());
  }, id);
}

export async function clickTray({ electron }: RunningApp): Promise<void> {
  await electron.evaluate((all) => {
    const [tray] = (Reflect.get(all, 'standIn') as StandIn).trays;
    tray?.emit('click');
  });
}

/** What the tray says about the state of sync, in its menu and its tooltip. */
export function trayWords({ electron }: RunningApp): Promise<{ menu?: string; toolTip?: string }> {
  return electron.evaluate((all) => {
    const [tray] = (Reflect.get(all, 'standIn') as StandIn).trays;
    if (tray === undefined) return {};
    return { menu: tray.shown.menu.getMenuItemById('sync')?.label ?? '', toolTip: tray.getToolTip() };
  });
}

/** Presses keys that the app has registered as a global shortcut. */
export async function pressAnywhere({ electron }: RunningApp, accelerator: string): Promise<void> {
  await electron.evaluate((all, keys) => {
    const press = (Reflect.get(all, 'standIn') as StandIn).shortcuts.get(keys);
    if (press === undefined) throw new Error(`Nothing listens to ${keys}`);
    press();
  }, accelerator);
}

/**
 * Opens the quick note by its keys or, where tests cannot press keys, by the menu item, which makes the same
 * call.
 * @returns the time of the call, milliseconds since the epoch
 */
export function openNow({ electron }: RunningApp, accelerator: string): Promise<number> {
  return electron.evaluate((all, keys) => {
    const standIn = 'standIn' in all ? (all.standIn as StandIn) : null;
    const item = all.Menu.getApplicationMenu()?.getMenuItemById('quick-note');
    const open = standIn === null ? item?.click : standIn.shortcuts.get(keys);
    const now = Date.now();
    Reflect.apply(open ?? (() => undefined), item, []);
    return now;
  }, accelerator);
}

export async function quit({ electron }: RunningApp): Promise<void> {
  await electron.evaluate(({ app }) => void setImmediate(() => app.quit()));
}

/** The quick note's page, which is created a moment after the main window has been painted. */
export async function quickNotePage({ electron }: RunningApp): Promise<Page> {
  let found: Page | undefined;
  await expect
    .poll(() => (found = electron.windows().find((page) => page.url().endsWith('/quick-note.html'))))
    .toBeDefined();
  if (found === undefined) throw new Error('The quick note’s page is gone');
  await found.getByRole('main', { name: 'Quick note' }).waitFor();
  return found;
}

/** The names of the visible windows, sorted. */
export function visibleWindows({ electron }: RunningApp): Promise<string[]> {
  return electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      // On Linux a minimised window counts as visible.
      .filter((window) => window.isVisible() && !window.isMinimized())
      .map(({ webContents }) =>
        webContents.getURL().includes('/quick-note.html') ? 'Quick note' : 'Inkling',
      )
      .toSorted(),
  );
}

/** The names of the windows that the stand-in's desktop marks as wanting attention. */
export function windowsThatWantAttention({ electron }: RunningApp): Promise<string[]> {
  return electron.evaluate((all) => {
    const { attention } = Reflect.get(all, 'standIn') as StandIn;
    return [...attention]
      .map((id) => all.BrowserWindow.fromId(id)?.webContents.getURL() ?? '')
      .map((address) => (address.includes('/quick-note.html') ? 'Quick note' : 'Inkling'));
  });
}

/** Clicks into the window of a page, which gives it the focus. */
export async function clickInto({ electron }: RunningApp, page: Page): Promise<void> {
  const window = await electron.browserWindow(page);
  const id = await window.evaluate((one) => one.id);
  await electron.evaluate((all, clicked) => {
    (Reflect.get(all, 'standIn') as StandIn).clicks.get(clicked)?.();
  }, id);
}

interface Start {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the app once more, as a user or a key binding does, without a driver. */
export function startAgain(
  userData: string,
  config: string,
  { args = [], env = {} }: Start = {},
): ChildProcess {
  return spawn(host.executable, [...host.args, '.', `--user-data-dir=${userData}`, ...args], {
    cwd: root,
    env: { ...process.env, ...host.env, INKLING_CONFIG: config, ...env },
    stdio: 'ignore',
  });
}

async function startSecond({ userData, cloud }: Desktop, start: Start): Promise<void> {
  expect(await once(startAgain(userData, cloud.configPath, start), 'exit')).toEqual([0, null]);
}

/** Starts the app a second time: it hands its arguments over to the running app and ends. */
export function handOver(desktop: Desktop, ...args: string[]): Promise<void> {
  return startSecond(desktop, { args });
}

/** Runs the command that the settings show, as a desktop does for a key. */
export async function runShownCommand({ app, userData, cloud }: Desktop): Promise<void> {
  const settings = await app.page.evaluate(() => window.inkling.request('settings:get'));
  if (!settings.ok) throw new Error('There are no settings');
  const command = [settings.value.quickNoteCommand, ...host.args, `--user-data-dir=${userData}`].join(' ');
  const env = { ...process.env, ...host.env, INKLING_CONFIG: cloud.configPath };
  // The current folder does not matter: a desktop starts programs in the user's home.
  const running = spawn(command, { shell: true, cwd: tmpdir(), env, stdio: 'ignore' });
  expect(await once(running, 'exit')).toEqual([0, null]);
}

/**
 * A session in which the app itself listens to keys and places its windows, even if the tests run on Wayland.
 */
export const ON_X11 = { XDG_SESSION_TYPE: 'x11' };

/**
 * What a desktop on Wayland adds to a program that it starts for a key: the right to put a window in front.
 */
export const WITH_TOKEN = { XDG_SESSION_TYPE: 'wayland', XDG_ACTIVATION_TOKEN: 'for-a-key' };

/** Presses a key that a desktop on Wayland itself binds to `inkling --quick-note`, while the app runs. */
export function pressBoundKey(desktop: Desktop): Promise<void> {
  return startSecond(desktop, { args: ['--quick-note'], env: WITH_TOKEN });
}

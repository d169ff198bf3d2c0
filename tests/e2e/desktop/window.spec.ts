/** The main window and the app's end on a desktop without a tray, and what the next start restores. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { processesOf } from '../../support/processes.ts';
import { WITHOUT_WINDOW_MANAGER } from '#tests/support/environment.ts';
import { addNote, type RunningApp } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';
import {
  chooseInMenu,
  type Desktop,
  expect,
  handOver,
  onStandIn,
  quickNotePage,
  quit,
  raiseDesktop,
  type StandIn,
  startAgain,
  visibleWindows,
} from './support.ts';

const NO_MANAGER = 'this display has no window manager (Debian, Ubuntu: apt-get install openbox)';
const PATIENCE_MS = 3_000;

/**
 * Starts before all tests and is checked in the last one, because the app waits twenty seconds for a panel.
 */
let atLogin: Desktop | null = null;
test.beforeAll(async () => {
  if (process.platform !== 'linux') return;
  atLogin = await raiseDesktop({ tray: false, args: ['--hidden'] });
  expect(await visibleWindows(atLogin.app)).toEqual([]);
});
test.afterAll(() => atLogin?.close());

async function placeOf(app: RunningApp): Promise<{ bounds: object; maximized: boolean }> {
  const window = await app.electron.browserWindow(app.page);
  return window.evaluate((main) => ({ bounds: main.getNormalBounds(), maximized: main.isMaximized() }));
}

test('without a tray, closing the window ends the app; the next start restores its place if that is on a display', async ({
  userData,
  start,
}) => {
  test.skip(WITHOUT_WINDOW_MANAGER, NO_MANAGER);
  const bounds = { x: 40, y: 60, width: 900, height: 600 };
  const first = await start();
  await expect.poll(() => visibleWindows(first)).toEqual(['Inkling']);
  const window = await first.electron.browserWindow(first.page);
  await window.evaluate((main, place) => {
    main.setBounds(place);
    main.maximize();
    // On Linux a minimised window no longer counts as maximised.
    main.minimize();
  }, bounds);
  if (process.platform === 'darwin') await first.close();
  else await window.evaluate((main) => void setImmediate(() => main.close()));
  await expect.poll(() => processesOf(userData)).toEqual([]);

  const second = await start();
  await expect.poll(() => placeOf(second)).toMatchObject({ maximized: true, ...(onStandIn && { bounds }) });
  await second.close();

  // The window was on a display that no longer exists.
  const away = { bounds: { ...bounds, x: 5000 }, maximized: false };
  writeFileSync(path.join(userData, 'window.json'), JSON.stringify(away));
  const third = await start();
  const main = await third.electron.browserWindow(third.page);
  const { x } = await main.evaluate((one) => one.getBounds());
  expect(x).toBeLessThan(5000);
  await expect.poll(() => placeOf(third)).toMatchObject({ maximized: false });
});

test('quitting waits for a push that is under way, for three seconds at most', async ({
  app,
  cloud,
  userData,
  start,
}) => {
  await expect(app.page.getByText('All changes saved')).toBeVisible();
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'delay', ms: 1_000, times: 1 });
  await addNote(app.page, 'just before the end', '');
  // Under way: only its answer takes its time.
  await expect.poll(() => cloud.controls.requests().map(({ rpc }) => rpc)).toContain('Commit');
  await quit(app);
  await expect.poll(() => processesOf(userData)).toEqual([]);
  expect(cloud.controls.docs()).toMatchObject([{ fields: { title: 'just before the end' } }]);

  const again = await start();
  await expect(again.page.getByText('All changes saved')).toBeVisible();
  await cloud.controls.addFault({ rpc: 'Commit', kind: 'hang' });
  await addNote(again.page, 'never arrives', '');
  const from = performance.now();
  await quit(again);
  await expect.poll(() => processesOf(userData), { intervals: [100] }).toEqual([]);
  const took = performance.now() - from;
  expect(took).toBeGreaterThan(PATIENCE_MS - 500);
});

test('the context menu inserts a suggested spelling, and the menu bar has zoom', async ({ start }) => {
  test.skip(!onStandIn, 'a native menu waits for a user: see REAL-ELECTRON.md');
  const app = await start();
  const page = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  await app.electron.evaluate((all) => {
    (Reflect.get(all, 'standIn') as StandIn).misspellings.set('nots', ['notes', 'knots']);
  });
  const text = page.getByPlaceholder('Take a note...');
  await text.fill('nots');
  await text.click({ button: 'right', position: { x: 20, y: 10 } });
  const offered = () =>
    app.electron.evaluate((all) => {
      const [menu] = (Reflect.get(all, 'standIn') as StandIn).popups;
      return menu?.items.map(({ label }) => label).filter((label) => label !== '') ?? [];
    });
  const editing = ['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select All'];
  await expect.poll(offered).toEqual(['notes', 'knots', 'Add to dictionary', ...editing]);
  await app.electron.evaluate((all) => {
    const [menu] = (Reflect.get(all, 'standIn') as StandIn).popups;
    menu?.items.find(({ label }) => label === 'notes')?.click();
  });
  await expect(text).toHaveValue('notes');
  const roles = await app.electron.evaluate(({ Menu }) => {
    const all = (menu: Electron.Menu | null): string[] =>
      (menu?.items ?? []).flatMap((item) => [item.role ?? '', ...all(item.submenu ?? null)]);
    return all(Menu.getApplicationMenu());
  });
  expect(roles).toEqual(expect.arrayContaining(['zoomin', 'zoomout', 'resetzoom']));
});

test('SIGTERM ends the app and its processes in order, without a driver', async ({ cloud, userData }) => {
  test.skip(process.platform === 'win32', 'there, a signal ends a process by force');
  const child = startAgain(userData, cloud.configPath);
  // Both windows exist.
  await expect
    .poll(() => processesOf(userData).filter((one) => one.includes('--type=renderer')).length)
    .toBeGreaterThan(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect.poll(() => processesOf(userData)).toEqual([]);
});

test('a start at login shows a window if no tray appears; minimised, that window survives a quick note', async () => {
  test.skip(atLogin === null, 'elsewhere there is always a tray or a dock');
  test.skip(WITHOUT_WINDOW_MANAGER, NO_MANAGER);
  if (atLogin === null) return;
  const { app } = atLogin;
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
  const main = await app.electron.browserWindow(app.page);
  await main.evaluate((window) => window.minimize());
  const quick = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  await expect(quick.getByPlaceholder('Take a note...')).toBeFocused();
  await quick.keyboard.press('Escape');
  await expect.poll(() => visibleWindows(app)).toEqual([]);
  await handOver(atLogin);
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
});

/** The app in the tray, in one run: what the tray says and offers, closing, coming back, and quitting. */
import { processesOf } from '../../support/processes.ts';
import { ADA, addNote, signIn, test } from '../support/fixtures.ts';
import {
  chooseInMenu,
  chooseInTray,
  type Desktop,
  expect,
  handOver,
  onStandIn,
  raiseDesktop,
  type StandIn,
  trayWords,
  visibleWindows,
} from './support.ts';

test.skip(!onStandIn, 'a driver cannot reach into the system’s tray: see REAL-ELECTRON.md');

let desktop: Desktop;
test.beforeAll(async () => {
  // The same arguments as at login.
  desktop = await raiseDesktop({ args: ['--hidden'] });
});
test.afterAll(() => desktop.close());

const seen = () => visibleWindows(desktop.app);

async function closeMain(): Promise<void> {
  const window = await desktop.app.electron.browserWindow(desktop.app.page);
  await window.evaluate((main) => main.close());
  await expect.poll(seen).toEqual([]);
}

test('a start at login shows no window, and the tray’s menu opens one', async () => {
  expect(await seen()).toEqual([]);
  await chooseInTray(desktop.app, 'open');
  await expect.poll(seen).toEqual(['Inkling']);
});

test('the tray’s menu and tooltip show the sync state, and each change of it', async () => {
  const { app, cloud } = desktop;
  const words = () => trayWords(app);
  await expect.poll(words).toEqual({ menu: 'Not signed in', toolTip: 'Inkling' });
  await signIn(app, cloud, ADA);
  await expect.poll(words).toEqual({ menu: 'Synced', toolTip: 'Inkling – Synced' });
  // Recorded, because the note may be saved before the test looks.
  await app.electron.evaluate((all) => {
    const [tray] = (Reflect.get(all, 'standIn') as StandIn).trays;
    if (tray === undefined) throw new Error('There is no tray');
    let { menu } = tray.shown;
    const shownLabels: string[] = [];
    Object.assign(globalThis, { shownLabels });
    Object.defineProperty(tray.shown, 'menu', {
      get: () => menu,
      set(next: Electron.Menu) {
        menu = next;
        shownLabels.push(next.getMenuItemById('sync')?.label ?? '');
      },
    });
  });
  const shownLabels = () =>
    app.electron.evaluate(() => Reflect.get(globalThis, 'shownLabels') as readonly string[]);
  await addNote(app.page, 'on its way', '');
  await expect.poll(shownLabels).toContain('Saving…');
  await expect.poll(words).toEqual({ menu: 'Synced', toolTip: 'Inkling – Synced' });
});

test('closing the window leaves the app in the tray and says so once; a start and the tray’s menu show it again', async () => {
  const { app } = desktop;
  const notifications = () =>
    app.electron.evaluate((all) =>
      (Reflect.get(all, 'standIn') as StandIn).notifications.map(({ title }) => title),
    );
  await closeMain();
  expect(await notifications()).toEqual(['Inkling is still running']);
  await handOver(desktop);
  await expect.poll(seen).toEqual(['Inkling']);
  await closeMain();
  expect(await notifications()).toHaveLength(1);
  await chooseInTray(app, 'open');
  await expect.poll(seen).toEqual(['Inkling']);
});

test('closing the window makes a note of the words in the creation box', async () => {
  const { page } = desktop.app;
  await page.getByPlaceholder('Take a note...').fill('left standing');
  await closeMain();
  await expect(page.getByRole('article').filter({ hasText: 'left standing' })).toHaveCount(1);
  await chooseInTray(desktop.app, 'open');
  await expect.poll(seen).toEqual(['Inkling']);
  await expect(page.getByPlaceholder('Take a note...')).toHaveValue('');
});

test('the tray’s settings open in the main window, even if it was closed', async () => {
  const { app } = desktop;
  await app.page.evaluate(() => {
    const shownDialog = new Promise((resolve) => window.inkling.subscribe('app:dialog', resolve));
    Object.assign(window, { shownDialog });
  });
  await closeMain();
  await chooseInTray(app, 'settings');
  await expect.poll(seen).toEqual(['Inkling']);
  expect(await app.page.evaluate(() => Reflect.get(window, 'shownDialog') as Promise<unknown>)).toBe(
    'settings',
  );
});

test('the menu bar begins a note in the main window and searches there, even if it was closed', async () => {
  const { app } = desktop;
  await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
  await expect(app.page.getByRole('dialog')).toHaveCount(0);
  await closeMain();
  await chooseInMenu(app, 'new-note');
  await expect.poll(seen).toEqual(['Inkling']);
  await expect(app.page.getByPlaceholder('Take a note...')).toBeFocused();
  await chooseInMenu(app, 'search');
  await expect(app.page.getByPlaceholder('Search')).toBeFocused();
  await chooseInMenu(app, 'shortcuts');
  await expect(app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('the last item of the tray’s menu quits the app', async () => {
  await closeMain();
  await chooseInTray(desktop.app, 'quit');
  await expect.poll(() => processesOf(desktop.userData)).toEqual([]);
});

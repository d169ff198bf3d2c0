/** Menus with Electron's own roles: zoom, and what the right mouse button offers. */
import { chooseInMenu, expect, quickNotePage } from '../desktop/support.ts';
import { type RunningApp, test } from '../support/fixtures.ts';
import { type Probe, PROBE } from './support.ts';

async function chooseRole(app: RunningApp, role: string): Promise<void> {
  const window = await app.electron.browserWindow(app.page);
  await app.electron.evaluate(
    ({ Menu }, [main, wanted]) => {
      const all = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
        (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu)]);
      const item = all(Menu.getApplicationMenu()).find((one) => one.role?.toLowerCase() === wanted);
      if (item === undefined) throw new Error(`The menu has no ${wanted}`);
      // Electron makes this call with the window that has the focus.
      Reflect.apply(item.click, item, [{}, main, main.webContents]);
    },
    [window, role.toLowerCase()] as const,
  );
}

test('the view menu zooms in, out and back', async ({ start }) => {
  const app = await start();
  const window = await app.electron.browserWindow(app.page);
  const zoom = () => window.evaluate((main) => main.webContents.getZoomLevel());
  const width = () => app.page.evaluate(() => innerWidth);
  const before = await width();
  await chooseRole(app, 'zoomIn');
  await expect.poll(zoom).toBeGreaterThan(0);
  await expect.poll(width).toBeLessThan(before);
  await chooseRole(app, 'zoomOut');
  await chooseRole(app, 'zoomOut');
  await expect.poll(zoom).toBeLessThan(0);
  await chooseRole(app, 'resetZoom');
  await expect.poll(zoom).toBe(0);
});

test('the right button offers editing in a field', async ({ start }) => {
  const app = await start(undefined, PROBE);
  const page = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  const popups = () => app.electron.evaluate(() => (Reflect.get(globalThis, 'probe') as Probe).popups);
  await page.getByPlaceholder('Take a note...').click({ button: 'right' });
  await expect.poll(async () => (await popups()).flat().map((role) => role.toLowerCase())).toContain('paste');
});

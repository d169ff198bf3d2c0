/**
 * Windows on a real system: their frames, visibility and focus, and the sandbox around their pages.
 */
import { readFileSync } from 'node:fs';
import { chooseInMenu, expect, quickNotePage, visibleWindows } from '../desktop/support.ts';
import { test } from '../support/fixtures.ts';

test('the quick note has no frame, is hidden until it is asked for, and then over everything', async ({
  start,
}) => {
  const app = await start();
  const page = await quickNotePage(app);
  const window = await app.electron.browserWindow(page);
  expect(await window.evaluate((quick) => quick.isVisible())).toBe(false);
  await chooseInMenu(app, 'quick-note');
  await expect(page.getByPlaceholder('Take a note...')).toBeFocused();
  const facts = await window.evaluate((quick) => ({
    visible: quick.isVisible(),
    onTop: quick.isAlwaysOnTop(),
    frame: quick.getBounds().height - quick.getContentBounds().height,
  }));
  expect(facts).toEqual({ visible: true, onTop: true, frame: 0 });
});

test('the quick note opens on the display with the pointer', async ({ start }) => {
  const app = await start();
  const page = await quickNotePage(app);
  await chooseInMenu(app, 'quick-note');
  const window = await app.electron.browserWindow(page);
  const bounds = await window.evaluate((quick) => quick.getBounds());
  const area = await app.electron.evaluate(
    ({ screen }) => screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea,
  );
  expect(bounds.x).toBeGreaterThanOrEqual(area.x);
  expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width);
});

test('on macOS the quick note leaves the active app active, and opens although Inkling is hidden', async ({
  start,
}) => {
  test.skip(
    process.platform !== 'darwin',
    'elsewhere the window with the keyboard belongs to the active program',
  );
  const app = await start();
  const page = await quickNotePage(app);
  await app.electron.evaluate(({ app: main }) => main.hide());
  const isActive = () => app.electron.evaluate(({ app: main }) => main.isActive());
  await expect.poll(isActive).toBe(false);
  await chooseInMenu(app, 'quick-note');
  const window = await app.electron.browserWindow(page);
  await expect.poll(() => window.evaluate((quick) => quick.isFocused())).toBe(true);
  expect(await isActive()).toBe(false);
  await page.keyboard.press('Escape');
  await expect.poll(() => window.evaluate((quick) => quick.isFocused())).toBe(false);
  expect(await isActive()).toBe(false);
});

test('[C81] every page runs in the system’s sandbox', async ({ start }) => {
  const app = await start();
  await quickNotePage(app);
  if (process.platform === 'linux') {
    // Chromium's sandbox refuses root, so the tests of root start without it.
    test.skip(process.getuid?.() === 0, 'root has no sandbox');
    const processes = await app.electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getOSProcessId()),
    );
    for (const id of processes) {
      // 2: system calls are filtered (proc(5)).
      expect(readFileSync(`/proc/${id}/status`, 'utf8')).toMatch(/^Seccomp:\s+2$/m);
    }
    return;
  }
  const pages = await app.electron.evaluate(({ app: main }) =>
    main.getAppMetrics().flatMap(({ type, sandboxed }) => (type === 'Tab' ? [sandboxed] : [])),
  );
  expect(pages.length).toBeGreaterThan(0);
  expect(new Set(pages)).toEqual(new Set([true]));
});

test('a click on the dock brings the closed window back', async ({ start }) => {
  test.skip(process.platform !== 'darwin', 'there is no dock');
  const app = await start();
  const window = await app.electron.browserWindow(app.page);
  await window.evaluate((main) => main.close());
  await expect.poll(() => visibleWindows(app)).toEqual([]);
  await app.electron.evaluate(({ app: main }) => void main.emit('activate'));
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
});

/** The icon in the system's tray: its menu, a click on it, and its image. */
import { desktopWithTray, expect, visibleWindows } from '../desktop/support.ts';
import { test } from '../support/fixtures.ts';
import { type Probe, PROBE } from './support.ts';

test('the tray has its menu, opens the quick note by a click, and quits', async ({ userData, start }) => {
  const app = await start(userData, { ...PROBE, env: desktopWithTray(userData) });
  const labels = () =>
    app.electron.evaluate(() => {
      const { trays } = Reflect.get(globalThis, 'probe') as Probe;
      return trays.flatMap(({ menu }) => menu.items.flatMap(({ label }) => (label === '' ? [] : [label])));
    });
  await expect
    .poll(labels)
    .toEqual(['Quick note', 'Open Inkling', 'Not signed in', 'Settings', 'Quit Inkling']);
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') {
    await app.electron.evaluate(() => {
      const [one] = (Reflect.get(globalThis, 'probe') as Probe).trays;
      one?.tray.emit('click');
    });
    await expect.poll(() => visibleWindows(app)).toContain('Quick note');
  }
  const gone = app.electron.waitForEvent('close');
  await app.electron
    .evaluate(() => {
      const [one] = (Reflect.get(globalThis, 'probe') as Probe).trays;
      const item = one?.menu.getMenuItemById('quit');
      setImmediate(() => void item?.click());
    })
    .catch(() => undefined);
  await gone;
});

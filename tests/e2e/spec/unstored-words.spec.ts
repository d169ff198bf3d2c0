/**
 * Signing out while this device cannot store typed words (docs/specification.md). The full disk and the
 * paused clock cannot be undone in the app, so this test has its own app.
 */
import { expect, test } from './support/app.ts';

test.use({ instanceName: 'unstored' });

test('§2 top bar: words that this device cannot store prevent a sign-out, which is only logged', async ({
  app,
}) => {
  await app.electron.evaluate(({ ipcMain }) => {
    for (const channel of ['drafts:keep', 'notes:add']) {
      ipcMain.removeHandler(channel);
      ipcMain.handle(channel, () => ({
        ok: false,
        error: { code: 'store-full', message: 'The disk is full.' },
      }));
    }
  });
  await app.take().fill('precious');
  const state = app.drawer().getByText('Your words are not saved yet');
  await expect(state).toBeVisible();
  await app.page.clock.install();
  await app.page.clock.pauseAt(Date.now() + 3_600_000);
  await app.button('Log out').click();
  await app.page.clock.runFor(1000);
  await expect.poll(() => app.lines()).toEqual([expect.stringMatching(/^error: Not signed out: words/)]);
  await expect(app.page.getByRole('alert')).toHaveCount(0);
  await expect(app.dialog()).toHaveCount(0);
  await expect(state).toBeVisible();
  await expect(app.take()).toHaveValue('precious');
  expect(await app.request('session:get')).toMatchObject({ value: { status: 'signed-in' } });
});

/** Which screen is at which route, and who may see it (specification, section 2). */
import { expect, type SeedNote, type SpecApp, SCREENS, test } from './support/app.ts';

test('§2 routes: /signup is the sign-in screen, open to everyone', async ({ app }) => {
  await app.open('/signup');
  await expect(app.button('Sign In With Google')).toBeVisible();
  await app.signOut();
  await app.page.reload();
  await expect(app.button('Sign In With Google')).toBeVisible();
  await app.expectPath('/signup');
});

test('§2 routes: / is the notes list, for signed-in users only', async ({ app }) => {
  await expectGuarded(app, '/', {});
});

test('§2 routes: /archive is the archive list, for signed-in users only', async ({ app }) => {
  await expectGuarded(app, '/archive', { isArchived: true });
});

test('§2 routes: /trash is the trash list, for signed-in users only', async ({ app }) => {
  await expectGuarded(app, '/trash', { isDeleted: true });
});

test('§2 routes: every path other than /signup requires a signed-in user', async ({ app }) => {
  await app.signOut();
  for (const { path } of [...SCREENS, { path: '/nowhere' }, { path: '/archive/deeper' }]) {
    await app.open(path);
    await app.expectPath('/signup');
    await expect(app.page.getByRole('banner')).toHaveCount(0);
    await expect(app.drawer()).toHaveCount(0);
  }
});

test('§2 routes: a visitor who is not signed in is redirected to /signup', async ({ app }) => {
  await app.open('/archive');
  await app.expectPath('/archive');
  await app.signOut();
  await app.expectPath('/signup');
  await app.open('/trash');
  await app.page.reload();
  await app.expectPath('/signup');
  await expect(app.button('Sign In With Google')).toBeVisible();
});

test('§2 routes: nothing is rendered until the sign-in state is first known', async ({ device }) => {
  const { electron, page } = await device();
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
  // The main process answers as it does before it has read the stored session.
  await electron.evaluate(({ ipcMain }) => {
    ipcMain.removeHandler('session:get');
    ipcMain.handle('session:get', () => {
      Object.assign(globalThis, { sessionRequested: true });
      return { ok: true, value: { status: 'unknown' } };
    });
  });
  await page.reload();
  await expect.poll(() => electron.evaluate(() => 'sessionRequested' in globalThis)).toBe(true);
  await page.evaluate(() => window.inkling.request('app:info'));
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.getByRole('main')).toHaveCount(0);
  expect(await page.evaluate(() => document.body.innerText.trim())).toBe('');

  await electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.send('session:changed', { status: 'signed-out', signingIn: false });
  });
  await expect(page.getByRole('button', { name: 'Sign In With Google' })).toBeVisible();
});

async function expectGuarded(
  app: SpecApp,
  path: '/' | '/archive' | '/trash',
  flags: SeedNote,
): Promise<void> {
  await app.seed({ title: 'belongs here', ...flags });
  await app.open(path);
  await app.expectPath(path);
  await expect(app.card('belongs here')).toBeVisible();
  await app.signOut();
  await app.open(path);
  await app.expectPath('/signup');
  await expect(app.cards()).toHaveCount(0);
}

/**
 * What all guarded routes share, and the top bar (specification, section 2). The search box has its own file.
 */
import { expect, SCREENS, test } from './support/app.ts';

test('§2 layout: every guarded route has a top bar, a side drawer and a main area', async ({ app }) => {
  for (const { path } of SCREENS) {
    await app.open(path);
    await app.expectPath(path);
    await expect(app.page.getByRole('banner')).toBeVisible();
    await expect(app.drawer()).toBeVisible();
    await expect(app.page.getByRole('main')).toBeVisible();
  }
});

test('§2 top bar: the main-menu button toggles the sidebar', async ({ app }) => {
  await expect(app.drawer()).toHaveCSS('width', '300px');
  await app.button('Main menu').click();
  await expect(app.drawer()).toHaveCSS('width', '75px');
  await app.button('Main menu').click();
  await expect(app.drawer()).toHaveCSS('width', '300px');
});

test('§2 top bar: the logo links to /', async ({ app }) => {
  await app.open('/trash');
  await app.expectPath('/trash');
  const logo = app.page.getByRole('banner').getByRole('link', { name: 'Inkling' });
  await expect(logo.locator('img')).toBeVisible();
  await logo.click();
  await app.expectPath('/');
});

test('§2 top bar: the search box is inline when the window is wider than 600 px', async ({ app }) => {
  await app.page.setViewportSize({ width: 601, height: 800 });
  await expect(app.search()).toBeVisible();
  await expect(app.page.getByRole('banner').getByPlaceholder('Search')).toHaveCount(1);
  await app.page.setViewportSize({ width: 600, height: 800 });
  await expect(app.search()).toHaveCount(0);
});

test('§2 top bar: in a narrower window an icon opens a search bar with a close button', async ({ app }) => {
  await app.page.setViewportSize({ width: 600, height: 800 });
  await expect(app.search()).toHaveCount(0);
  await app.button('Search').click();
  await expect(app.search()).toBeVisible();
  await app.button('Close search').click();
  await expect(app.search()).toHaveCount(0);
  await expect(app.button('Search')).toBeVisible();
});

test('§2 top bar: there is a profile icon', async ({ app }) => {
  await expect(app.page.getByRole('banner').getByRole('button', { name: 'Profile' })).toBeVisible();
});

test('§2 top bar: there is a logout icon', async ({ app }) => {
  await expect(app.page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
});

/** The quick note is an addition to the specification: its window also opens while signed out. */
import type { Page } from '@playwright/test';
import { chooseInMenu, expect, quickNotePage, visibleWindows } from '../desktop/support.ts';
import { ADA, confirmAccount, signIn, test } from '../support/fixtures.ts';

const text = (page: Page) => page.getByPlaceholder('Take a note...');

test('§5 add without a signed-in user: a quick note is logged, waits, and becomes a note once its writer has signed in', async ({
  cloud,
  start,
}) => {
  const app = await start();
  const { page } = app;
  const quick = await quickNotePage(app);
  const printed: string[] = [];
  quick.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`));
  const cards = page.getByRole('article');
  const foot = page.getByRole('navigation');
  await chooseInMenu(app, 'quick-note');
  await text(quick).fill('typed while signed out');
  await quick.keyboard.press('Escape');
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
  await expect.poll(() => printed).toEqual(['error: User is not authenticated.']);
  await expect(
    page.getByText('1 note written while signed out waits on this computer until you sign in.'),
  ).toBeVisible();
  await signIn(app, cloud, ADA);
  await confirmAccount(page, ADA);
  await expect(cards).toHaveText([/typed while signed out/]);
  await expect(text(quick)).toHaveValue('');
  await expect.poll(() => cloud.controls.docs().length).toBe(1);
  await expect(foot).toContainText('All changes saved');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Sign In With Google' }).waitFor();
  await expect(page.getByText('on this computer until')).toHaveCount(0);

  // While the quick note is open, the user may still be writing it.
  await chooseInMenu(app, 'quick-note');
  await text(quick).fill('still being typed');
  await signIn(app, cloud, ADA);
  await confirmAccount(page, ADA);
  await expect(foot).toContainText('Unsaved words in 1 note');
  await expect(text(quick)).toHaveValue('still being typed');
  await expect(cards).toHaveCount(1);
  await quick.keyboard.press('Escape');
  await expect(cards).toHaveText([/still being typed/, /typed while signed out/]);
  await expect(foot).toContainText('All changes saved');
  await expect.poll(() => cloud.controls.docs().length).toBe(2);
});

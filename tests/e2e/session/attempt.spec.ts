/** One attempt to sign in, as the person sees it: the button, the page in the browser afterwards, the window. */
import { browse } from '../../support/browser.ts';
import { ADA, expect, openedAddress, test } from '../support/fixtures.ts';
import { signInButton } from './people.ts';

test('the sign-in button shows that an attempt is running; a second click ends it and starts another', async ({
  cloud,
  start,
}) => {
  const app = await start();
  cloud.controls.signInAs(ADA);
  const button = signInButton(app.page);
  const first = await openedAddress(app.electron, () => button.click());
  await expect(button.getByRole('progressbar')).toBeVisible();
  await expect(button).toBeEnabled();
  const second = await openedAddress(app.electron, () => button.click());
  expect(new URL(second).searchParams.get('state')).not.toBe(new URL(first).searchParams.get('state'));
  await expect(browse(first)).rejects.toThrow('fetch failed');
  await expect(button.getByRole('progressbar')).toBeVisible();
  await browse(second);
  await app.page.getByRole('navigation').waitFor();
  expect(app.output()).not.toContain('Error during sign-in:');
});

test('after a sign-in the browser says in plain words that it worked, and the window comes to the front', async ({
  cloud,
  start,
}) => {
  const app = await start();
  cloud.controls.signInAs(ADA);
  const address = await openedAddress(app.electron, () => signInButton(app.page).click());
  const window = await app.electron.browserWindow(app.page);
  await window.evaluate((main) => main.minimize());
  const { status, text } = await browse(address);
  expect(status).toBe(200);
  expect(text).toContain('You are signed in');
  expect(text).toContain('You can close this page and go back to the app.');
  await expect.poll(() => window.evaluate((main) => main.isMinimized())).toBe(false);
});

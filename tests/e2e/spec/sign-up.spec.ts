/** The sign-in screen (specification, section 2). */
import { browse } from '@inkling/local-cloud/browser.ts';
import { ADA, expect, openedAddress, type SpecApp, test } from './support/app.ts';

test.beforeEach(({ app }) => app.signOut());

test('§2 sign-up: the product logo links to /signup', async ({ app }) => {
  const logo = app.page.getByRole('link', { name: 'Inkling' });
  await expect(logo.locator('img')).toBeVisible();
  await expect(logo).toHaveAttribute('href', '#/signup');
  await logo.click();
  await app.expectPath('/signup');
});

test('§2 sign-up: a button is labelled Sign In With Google', async ({ app }) => {
  await expect(app.page.getByRole('button')).toHaveCount(1);
  await expect(app.page.getByRole('button')).toHaveText('Sign In With Google');
});

test('§2 sign-up: a successful sign-in leads to /', async ({ app }) => {
  await app.expectPath('/signup');
  await app.signIn(ADA);
  await app.expectPath('/');
  await expect(app.take()).toBeVisible();
});

test('§2 sign-up: a failure is only logged and the user stays on the screen', async ({ app }) => {
  await failToSignIn(app);
  await app.expectPath('/signup');
  await expect(app.button('Sign In With Google')).toBeVisible();
  expect(await app.request('session:get')).toMatchObject({ value: { status: 'signed-out' } });
});

test('§2 sign-up: a failure shows no message', async ({ app }) => {
  const before = await app.text();
  await failToSignIn(app);
  await expect.poll(() => app.text()).toBe(before);
  await expect(app.page.getByRole('alert')).toHaveCount(0);
  await expect(app.dialog()).toHaveCount(0);
});

test('§2 sign-up: while the app waits for the browser, the address of the sign-in can be copied', async ({
  app,
}) => {
  const copy = app.button('Copy the address');
  await expect(copy).toHaveCount(0);
  const address = await openedAddress(app.electron, () => app.button('Sign In With Google').click());
  // On Linux the system reports success even if no browser opens.
  await copy.click();
  await expect(app.page.getByText('Paste it into a browser on this computer.')).toBeVisible();
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(address);
  app.cloud.controls.signInAs(ADA);
  await browse(address);
  await app.expectPath('/');
  await app.signOut();
  await expect(app.button('Sign In With Google')).toBeVisible();
  await expect(copy).toHaveCount(0);
});

async function failToSignIn(app: SpecApp): Promise<void> {
  app.cloud.controls.denySignIn();
  await browse(await openedAddress(app.electron, () => app.button('Sign In With Google').click()));
  await expect.poll(() => app.lines()).toContainEqual(expect.stringContaining('Error during sign-in:'));
}

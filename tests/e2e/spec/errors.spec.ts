/** The error catalogue, with its log lines word for word (specification, sections 5 and 8). */
import { browse } from '@inkling/local-cloud/browser.ts';
import { ADA, expect, openedAddress, type SpecApp, test } from './support/app.ts';

test('§8 sign-in fails: Error during sign-in: is logged with the message, and nothing is shown', async ({
  app,
}) => {
  await app.signOut();
  const before = await app.text();
  app.cloud.controls.denySignIn();
  await tryToSignIn(app);
  const line = 'Error during sign-in: Google says that the sign-in was declined.';
  await expect.poll(() => app.lines()).toEqual([`error: ${line}`]);
  await expect.poll(() => app.output().split('\n')).toContain(line);
  await expect.poll(() => app.text()).toBe(before);
  await app.expectPath('/signup');
});

test('§8 sign-in fails: an error of the service is logged after Error during sign-in:, and nothing is shown', async ({
  app,
}) => {
  await app.signOut();
  const before = await app.text();
  app.cloud.controls.signInAs(ADA);
  await app.cloud.controls.addFault({ rpc: 'SignInWithIdp', kind: 'status', code: 'USER_DISABLED' });
  await tryToSignIn(app);
  await expect.poll(() => app.lines()).toEqual([expect.stringMatching(/^error: Error during sign-in: ./)]);
  await expect.poll(() => app.text()).toBe(before);
  await app.expectPath('/signup');
});

test('§8 sign-in succeeds: User logged in successfully is logged', async ({ app }) => {
  await app.signOut();
  await app.signIn(ADA);
  await expect.poll(() => app.lines()).toEqual(['log: User logged in successfully']);
  await expect.poll(() => app.output().split('\n')).toContain('User logged in successfully');
});

test('§8 add without a signed-in user: User is not authenticated. is logged and nothing is saved', async ({
  app,
}) => {
  await app.take().click();
  await app.take().fill('words');
  // Hides the end of the session from the page, to prolong the moment before the page learns of it.
  await app.electron.evaluate(({ BrowserWindow }) => {
    const hearing = BrowserWindow.getAllWindows().map(({ webContents }) => {
      const send = webContents.send.bind(webContents);
      Object.assign(webContents, { send: () => undefined });
      return () => Object.assign(webContents, { send });
    });
    Object.assign(globalThis, { hearAgain: () => hearing.forEach((hear) => hear()) });
  });
  try {
    await app.request('session:sign-out');
    await app.clickAway();
    await expect.poll(() => app.lines()).toEqual(['error: User is not authenticated.']);
  } finally {
    await app.electron.evaluate(() => {
      Reflect.apply(Reflect.get(globalThis, 'hearAgain') as () => void, null, []);
    });
  }
  await app.open('/signup');
  await app.signIn(ADA);
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toEqual([]);
  expect(await app.request('notes:counts')).toMatchObject({ value: { active: 0 } });
});

async function tryToSignIn(app: SpecApp): Promise<void> {
  await browse(await openedAddress(app.electron, () => app.button('Sign In With Google').click()));
}

/** One attempt to sign in, as the person sees it: the button, the page in the browser afterwards, the window. */
import { browse } from '../../support/browser.ts';
import { ADA, expect, openedAddress, test } from '../support/fixtures.ts';
import { clickInto, ON_X11, onStandIn, type StandIn, windowsThatWantAttention } from '../desktop/support.ts';
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

const WORLDS = {
  'of X11 whose window manager guards the focus': ON_X11,
  'of Wayland': { XDG_SESSION_TYPE: 'wayland' },
};

for (const [world, env] of Object.entries(WORLDS)) {
  test(`after a sign-in on a desktop ${world} the window wants attention until somebody goes there`, async ({
    cloud,
    start,
    userData,
  }) => {
    test.skip(!onStandIn, 'no test can guard the focus of a real desktop');
    const app = await start(userData, { env });
    cloud.controls.signInAs(ADA);
    const address = await openedAddress(app.electron, () => signInButton(app.page).click());
    await app.electron.evaluate((all) => {
      // The browser comes to the front.
      all.BrowserWindow.getAllWindows()[0]?.hide();
      Object.assign(Reflect.get(all, 'standIn') as StandIn, { refusesFocus: true });
    });
    const wantAttention = () => windowsThatWantAttention(app);
    expect(await wantAttention()).toEqual([]);
    await browse(address);
    await app.page.getByRole('navigation').waitFor();
    await expect.poll(wantAttention).toEqual(['Inkling']);
    await clickInto(app, app.page);
    expect(await wantAttention()).toEqual([]);
  });
}

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

/**
 * One attempt to sign in, as the user sees it: the button, the page in the browser afterwards, the window.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { REASONS } from '#shared/base/reasons.ts';
import { findChromium } from '@inkling/electron-stand-in/chromium/find.ts';
import { browse, browseToAnswer } from '@inkling/local-cloud/browser.ts';
import { ADA, BEN, expect, launch, openedAddress, test } from '../support/fixtures.ts';
import {
  clickInto,
  ON_X11,
  onStandIn,
  type StandIn,
  visibleWindows,
  windowsThatWantAttention,
} from '../desktop/support.ts';
import { STEP_LIMIT_MS } from '#tests/support/limits.ts';
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
  expect(second).not.toBe(first);
  // The first attempt's server may still be closing, but signs nobody in.
  const answers: number[] = [];
  const isGone = (): Promise<boolean> =>
    browse(first).then(
      ({ status }) => {
        answers.push(status);
        return false;
      },
      () => true,
    );
  await expect.poll(isGone).toBe(true);
  expect(answers.filter((status) => status !== 404)).toEqual([]);
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
  test(`after a sign-in on a desktop ${world} the window wants attention until the user switches to it`, async ({
    cloud,
    start,
    userData,
  }) => {
    test.skip(!onStandIn, 'no test can guard the focus of a real desktop');
    const app = await start(userData, { env });
    await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
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
  await expect.poll(() => visibleWindows(app)).toEqual(['Inkling']);
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

test('[C26] if an attacker opens the address first, nobody is signed in, and the app and both browsers say to start again', async ({
  cloud,
  start,
}) => {
  const { electron, page, output } = await start();
  const stranger = BEN;
  cloud.controls.signInAs(stranger);
  const address = await openedAddress(electron, () => signInButton(page).click());
  const answer = await browseToAnswer(address);
  expect((await browse(address)).text).toContain(REASONS['opened-twice']);
  await expect(page.getByText(REASONS['opened-twice']).last()).toBeVisible();
  await expect(signInButton(page).getByRole('progressbar')).toBeHidden();
  expect((await browse(answer.url, undefined, answer)).text).toContain(REASONS['opened-twice']);
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(output).toContain(`Error during sign-in: ${REASONS['opened-twice']}`);
  cloud.controls.signInAs(ADA);
  await browse(await openedAddress(electron, () => signInButton(page).click()));
  await page.getByRole('navigation').waitFor();
});

test('[C27] an attacker who has signed in before the user’s browser opens the address loses the session', async ({
  cloud,
  start,
}) => {
  const { electron, page } = await start();
  const stranger = BEN;
  cloud.controls.signInAs(stranger);
  const address = await openedAddress(electron, () => signInButton(page).click());
  await browse(address);
  await page.getByRole('navigation').waitFor();
  expect((await browse(address)).text).toContain(REASONS['opened-twice']);
  await expect(signInButton(page)).toBeVisible();
  await expect(page.getByText(REASONS['opened-twice']).last()).toBeVisible();
  expect(await page.evaluate(() => window.inkling.request('session:get'))).toEqual({
    ok: true,
    value: { status: 'signed-out', signingIn: false },
  });
});

test('[C24] a real browser brings the cookie back from a provider on another site', async ({
  cloud,
  userData,
}) => {
  // To the browser, the provider is on another site than 127.0.0.1, as Google is.
  const config = path.join(userData, 'other-site.json');
  const { endpoints } = cloud.config;
  const authorize = endpoints.authorize.replace('127.0.0.1', 'accounts.test');
  writeFileSync(config, JSON.stringify({ ...cloud.config, endpoints: { ...endpoints, authorize } }));
  const app = await launch(config, userData);
  const { electron, page } = app;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    timeout: STEP_LIMIT_MS,
    args: ['--host-resolver-rules=MAP accounts.test 127.0.0.1'],
  });
  try {
    cloud.controls.askWhoSignsIn();
    const address = await openedAddress(electron, () => signInButton(page).click());
    const tab = await browser.newPage();
    tab.setDefaultTimeout(STEP_LIMIT_MS);
    const hosts: string[] = [];
    tab.on('request', (request) => hosts.push(new URL(request.url()).hostname));
    await tab.goto(address);
    await tab.getByRole('button', { name: 'ada@example.com' }).click();
    await expect(tab.getByRole('heading')).toHaveText('You are signed in');
    expect(hosts.join(' ')).toMatch(/^127\.0\.0\.1 accounts\.test .*127\.0\.0\.1$/);
    await page.getByRole('navigation').waitFor();
  } finally {
    await browser.close();
    await app.close();
  }
});

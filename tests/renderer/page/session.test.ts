/** The page's messages when a session ends or begins again. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { SessionState } from '#shared/ipc/session.ts';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import { openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const user = { uid: 'u1' as never, email: 'a@b.c', name: 'A', picture: null };
const signedIn = { status: 'signed-in', expired: false, signingIn: false, user } as const;
const expired = { status: 'signed-in', expired: true, user } as const;

test.each([
  [1, '1 change was not saved to the cloud yet. It stays on this computer'],
  [1200, '1,200 changes were not saved to the cloud yet. They stay on this computer'],
])(
  'the screen after a sign-out with %i pending changes says so until the next sign-in',
  async (pending, words) => {
    const sync = { phase: 'offline', pending, refused: 0, loaded: true } as const;
    const { page } = await stage.open({ sync }, { clock: true });
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.clock.runFor(SPEC.logoutDelay);
    await see(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    await page.getByRole('button', { name: TEXTS.signIn }).click();
    await page.evaluate((session) => window.fake.setSession(session), signedIn);
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
    await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(page.getByText('not saved to the cloud yet')).toHaveCount(0);
  },
);

test('the screen after a sign-out without pending changes does not mention any', async () => {
  const { page } = await stage.open({}, { clock: true });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.clock.runFor(SPEC.logoutDelay);
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await see(page.getByText('not saved to the cloud yet')).toHaveCount(0);
});

test('nothing is shown or can be pressed during the logout delay, and Escape does not end it', async () => {
  const { page, log } = await stage.open({}, { clock: true });
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  // The offer to import notes has code of its own, which comes later than the screen.
  await see(page.getByRole('button', { name: 'Choose files…' })).toBeVisible();
  await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
  const buttons = await page.getByRole('button').count();
  await page.getByRole('button', { name: 'Log out' }).click();
  await see(page.getByRole('button', { name: 'Log out' })).toBeDisabled();
  await page.clock.runFor(SPEC.logoutDelay - 1);
  await page.keyboard.press('Escape');
  await see(page.getByRole('alert')).toHaveCount(0);
  expect(await page.getByRole('button').count()).toBe(buttons);
  expect(await requestArguments(page, 'session:sign-out')).toEqual([]);
  await page.clock.runFor(1);
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  expect(log).toEqual([]);
});

test('after a failed sign-out, the profile pop-up says that the session goes on, as long as it does', async () => {
  const failed = { ...signedIn, signOutFailed: true } as const;
  const { page } = await stage.open({ session: failed });
  await page.getByRole('button', { name: 'Profile' }).click();
  const words = page.getByRole('dialog', { name: 'Profile' }).getByText('You are still signed in');
  await see(words).toBeVisible();
  await page.evaluate((session) => window.fake.setSession(session), signedIn);
  await see(words).toHaveCount(0);
});

test('a session that begins while the page goes to the sign-up screen leads to the notes', async () => {
  const { page } = await stage.open({ session: { status: 'signed-out', signingIn: false } });
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await page.evaluate((session) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replace(...args);
      window.fake.setSession(session);
    };
    // This screen needs a session, so the page goes to the sign-up screen.
    location.hash = '#/archive';
  }, signedIn);
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
});

test('the button to sign in again shows an attempt under way, and works meanwhile', async () => {
  const { page } = await stage.open({ session: { ...expired, signingIn: true } });
  const button = page.getByRole('button', { name: 'Sign in again' });
  await see(button.getByRole('progressbar')).toBeVisible();
  await see(page.getByText('Continue in your browser. Click again to start over.')).toBeVisible();
  await button.click();
  const channels = await page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
  expect(channels).toContain('session:sign-in');
  await page.evaluate((session) => window.fake.setSession(session), { ...expired, signingIn: false });
  await see(button.getByRole('progressbar')).toHaveCount(0);
  await see(page.getByText('Your session has ended.')).toBeVisible();
});

test.each([
  [
    'the sign-up screen',
    TEXTS.signIn,
    { status: 'signed-out', signingIn: true },
    { status: 'signed-out', signingIn: false },
  ],
  [
    'the question to sign in again',
    'Sign in again',
    { ...expired, signingIn: true },
    { ...expired, signingIn: false },
  ],
] as const)('%s offers the address of a running attempt', async (_where, button, waiting, over) => {
  const { page } = await stage.open({ session: waiting });
  const copy = page.getByRole('button', { name: 'Copy the address' });
  await copy.click();
  await see(page.getByText('Paste it into a browser on this computer.')).toBeVisible();
  expect(await requestArguments(page, 'session:copy-address')).toHaveLength(1);
  // Another attempt has another address.
  await page.getByRole('button', { name: button }).click();
  await see(page.getByText('Continue in your browser. Click again to start over.')).toBeVisible();
  await page.evaluate((session) => window.fake.setSession(session), over);
  await see(copy).toHaveCount(0);
});

test('a sign-in that the cloud refuses asks for another, although the session is renewed', async () => {
  const refused = { phase: 'session-expired', pending: 1, refused: 0, loaded: true } as const;
  const { page } = await stage.open({ notes: [{ title: 'Mine' }], sync: refused });
  await see(page.getByText('The cloud no longer accepts your sign-in.')).toBeVisible();
  await see(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await see
    .poll(() => page.evaluate(() => window.fake.requests.some((one) => one.channel === 'session:sign-in')))
    .toBe(true);
  await page.evaluate((sync) => window.fake.setSync(sync), {
    ...refused,
    phase: 'live' as const,
    pending: 0,
  });
  await see(page.getByRole('button', { name: 'Sign in again' })).toHaveCount(0);
});

test('without a key store, the page asks once whether to stay signed in, and blocks nothing until then', async () => {
  const { page, log } = await stage.open();
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'No keyring is open on this computer' });
  await see(notice).toHaveCount(0);
  await page.evaluate(() => window.fake.setSettings({ sessionProtection: 'known-key' }));
  await see(notice).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await see(page.getByPlaceholder('Title')).toBeVisible();
  await notice.getByRole('button', { name: 'Stay signed in' }).click();
  await see(notice).toHaveCount(0);
  const changes = () =>
    page.evaluate(() =>
      window.fake.requests.filter(({ channel }) => channel === 'settings:change').map(({ args }) => args[0]),
    );
  expect(await changes()).toEqual([{ storeWithoutKeyStore: true }]);
  expect(log).toEqual([]);
});

test('the answer “Sign in at each start” is stored as well', async () => {
  const { page } = await stage.open();
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  await page.evaluate(() => window.fake.setSettings({ sessionProtection: 'known-key' }));
  await page.getByRole('button', { name: 'Sign in at each start' }).click();
  await see(page.getByText('No keyring is open')).toHaveCount(0);
  const request = await page.evaluate(() =>
    window.fake.requests.find(({ channel }) => channel === 'settings:change'),
  );
  expect(request?.args).toEqual([{ storeWithoutKeyStore: false }]);
});

const viewRequests = (page: Page): Promise<number> =>
  page.evaluate(() => window.fake.requests.filter(({ channel }) => channel === 'notes:view').length);

test('the first notes are requested while the session is unknown, and only once', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], held: ['session:get'] });
  await see.poll(() => viewRequests(page)).toBe(1);
  await see(page.getByRole('article')).toHaveCount(0);
  await page.evaluate(() => window.fake.release('session:get'));
  await see(page.getByRole('article')).toContainText('Bread');
  expect(await viewRequests(page)).toBe(1);
});

test('[S14] notes requested before an event reported the account are requested again', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], held: ['session:get'] });
  await see.poll(() => viewRequests(page)).toBe(1);
  await page.evaluate((session) => {
    window.fake.hold('notes:view');
    window.fake.setSession(session);
  }, signedIn);
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  await see.poll(() => viewRequests(page)).toBe(2);
  await see(page.getByRole('article')).toHaveCount(0);
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('article')).toContainText('Bread');
});

test('[S14] [C43] an answer under way during a change of account is not shown', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Bread' }], held: ['notes:view'] });
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  const nextSession = { ...signedIn, user: { ...user, uid: 'u2' as never } };
  await page.evaluate((session) => {
    // Answers the previous request, but not the next one.
    window.fake.release('notes:view');
    window.fake.hold('notes:view');
    window.fake.setSession(session);
  }, nextSession);
  await see.poll(() => viewRequests(page)).toBe(2);
  await see(page.getByRole('article')).toHaveCount(0);
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('article')).toContainText('Bread');
});

test('signing in shows the notes', async () => {
  const { page, log } = await stage.open({
    notes: [{ title: 'Bread' }],
    session: { status: 'signed-out', signingIn: false },
  });
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await page.evaluate((session) => window.fake.setSession(session), signedIn);
  await see(page.getByRole('article')).toContainText('Bread');
  expect(log).toEqual([]);
});

describe('the account after a sign-in', () => {
  const unconfirmed = { ...signedIn, unconfirmed: true } as const;
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Signed in as a@b.c' });

  test.each([
    [0, 'Words written while signed out go to this account.'],
    [1, 'Your note written while signed out goes to this account.'],
    [3, 'Your 3 notes written while signed out go to this account.'],
  ])(
    '[S14.4] [C45] with %i notes written while signed out, the page asks whether the account is right',
    async (count, words) => {
      const { page, log } = await stage.open({ session: unconfirmed, unclaimedWords: count });
      await see(question(page)).toContainText(words);
      await page.keyboard.press('Escape');
      await see(question(page)).toBeVisible();
      await question(page).getByRole('button', { name: 'Continue' }).click();
      await see(question(page)).toHaveCount(0);
      expect(await requestArguments(page, 'session:confirm')).toEqual([['u1']]);
      expect(log).toEqual([]);
    },
  );

  test('[S14.4] [C45] logging out of a wrong account from the question confirms nothing', async () => {
    const { page } = await stage.open({ session: unconfirmed, unclaimedWords: 1 });
    await question(page).getByRole('button', { name: 'Log out' }).click();
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(question(page)).toHaveCount(0);
    expect(await requestArguments(page, 'session:confirm')).toEqual([]);
  });

  async function signInUnseen(session: SessionState): Promise<Page> {
    const { page } = await stage.open({ session: { status: 'signed-out', signingIn: false } });
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await page.evaluate((next) => {
      const isFocused = { now: false };
      Object.assign(window, { isFocused });
      document.hasFocus = () => isFocused.now;
      // The user is in the browser when the session begins.
      window.fake.hold('session:sign-in');
      const signIn = document.querySelector('button');
      signIn?.click();
      window.fake.setSession(next);
      window.fake.release('session:sign-in');
    }, session);
    await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveCount(1);
    return page;
  }
  const returnToWindow = (page: Page): Promise<void> =>
    page.evaluate(() => {
      Object.assign(Reflect.get(window, 'isFocused') as object, { now: true });
      window.dispatchEvent(new FocusEvent('focus'));
    });

  test('[C28] the account’s address is shown when the user is back from the browser', async () => {
    const page = await signInUnseen(signedIn);
    const shown = page.getByText('Signed in as a@b.c').last();
    await see(shown).toBeHidden();
    await returnToWindow(page);
    await see(shown).toBeVisible();
  });

  test('no message covers the question whether the account is right', async () => {
    const page = await signInUnseen(unconfirmed);
    await see(question(page)).toBeVisible();
    await returnToWindow(page);
    await see(page.getByText('Signed in as a@b.c')).toHaveCount(1);
  });
});

/** What the page says of a session that ends or begins anew. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPEC, TEXTS } from '#shared/spec.ts';
import { raiseStage, see, type Stage } from './open-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
}, 120_000);
afterAll(() => stage.close());

const user = { uid: 'u1' as never, email: 'a@b.c', name: 'A', picture: null };
const signedIn = { status: 'signed-in', expired: false, signingIn: false, user } as const;
const expired = { status: 'signed-in', expired: true, user } as const;

test.each([
  [1, '1 change was not saved to the cloud yet. It stays on this computer'],
  [1200, '1,200 changes were not saved to the cloud yet. They stay on this computer'],
])('after a sign-out that kept %i changes says so until somebody signs in', async (pending, words) => {
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
  await see(page.getByText('saved to the cloud yet')).toHaveCount(0);
  await page.context().close();
});

test('a sign-out that kept nothing says nothing', async () => {
  const { page } = await stage.open({}, { clock: true });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.clock.runFor(SPEC.logoutDelay);
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await see(page.getByText('saved to the cloud yet')).toHaveCount(0);
  await page.context().close();
});

test('a session that begins while the page is on its way to the sign-up screen leads to the notes', async () => {
  const { page } = await stage.open({ session: { status: 'signed-out', signingIn: false } });
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await page.evaluate((session) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      replace(...args);
      window.fake.setSession(session);
    };
    // Nobody is signed in there.
    location.hash = '#/archive';
  }, signedIn);
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  await page.context().close();
});

test('the button to sign in again shows a running attempt and can be used meanwhile', async () => {
  const { page } = await stage.open({ session: { ...expired, signingIn: true } });
  const button = page.getByRole('button', { name: 'Sign in again' });
  await see(button.getByRole('progressbar')).toBeVisible();
  await see(page.getByText('Continue in your browser. Click again to start over.')).toBeVisible();
  await button.click();
  const asked = await page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
  expect(asked).toContain('session:sign-in');
  await page.evaluate((session) => window.fake.setSession(session), { ...expired, signingIn: false });
  await see(button.getByRole('progressbar')).toHaveCount(0);
  await see(page.getByText('Your session has ended.')).toBeVisible();
  await page.context().close();
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
  await page.context().close();
});

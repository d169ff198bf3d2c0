import { describe, expect, test } from 'vitest';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

describe('signing out', () => {
  test('a click on “Log out” pushes pending changes at once, before the logout delay', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Mine' }] }, { clock: true });
    await see(page.getByRole('article')).toHaveCount(1);
    const requestCount = (channel: string): Promise<number> =>
      page.evaluate((name) => window.fake.requests.filter((one) => one.channel === name).length, channel);
    await page.clock.pauseAt(new Date('2026-11-21T09:31:00'));
    await page.getByRole('button', { name: 'Log out' }).click();
    expect(await requestCount('sync:now')).toBe(1);
    expect(await requestCount('session:sign-out')).toBe(0);
  });
});

describe('the loading spinner', () => {
  test('the loading spinner does not hide a note that was typed before anything arrived', async () => {
    const { page } = await stage.open({
      notes: [{ title: 'Typed offline', pending: true }],
      sync: { phase: 'offline', pending: 1, refused: 0, loaded: false },
    });
    await see(page.getByRole('article')).toContainText('Typed offline');
    await see(page.getByRole('progressbar')).toBeVisible();
  });

  test('the loading spinner does not hide a pushed note after a start without a network', async () => {
    const { page } = await stage.open({
      notes: [{ title: 'Pushed already' }],
      sync: { phase: 'offline', pending: 0, refused: 0, loaded: false },
    });
    await see(page.getByRole('article')).toContainText('Pushed already');
    await see(page.getByRole('progressbar')).toBeVisible();
  });
});

describe('the drawer', () => {
  test.each([
    ['open', 1180],
    ['a rail', 700],
    ['slid in', 400],
  ])('the drawer (%s) offers a restart at its foot while an update is waiting', async (how, width) => {
    const { page } = await stage.open({ update: '2.0.0' }, { viewport: { width, height: 800 } });
    const restart = page.getByRole('button', { name: 'Restart to update' });
    if (width < 600) await see(restart).not.toBeInViewport();
    if (how !== 'open') await page.getByRole('button', { name: 'Main menu' }).click();
    await see(restart.getByText('Restart to update')).toBeVisible({ visible: how !== 'a rail' });
    await restart.click();
    const channels = await page.evaluate(() => window.fake.requests.map(({ channel }) => channel));
    expect(channels.filter((channel) => channel === 'update:restart')).toHaveLength(1);
  });

  test('the drawer offers no restart without an update', async () => {
    const { page } = await stage.open({});
    await see(page.getByRole('link', { name: 'Trash' })).toBeVisible();
    await see(page.getByRole('button', { name: 'Restart to update' })).toHaveCount(0);
  });

  test('a choice closes the drawer of a narrow window', async () => {
    const { page } = await stage.open(
      {},
      { viewport: { width: 600, height: 800 }, reducedMotion: 'no-preference' },
    );
    const drawer = page.locator('#drawer');
    await page.getByRole('button', { name: 'Main menu' }).click();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
    await page.getByRole('link', { name: 'Trash' }).click();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerClosedWidth}px`);
  });
});

test('another account starts with nothing of the previous one', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Mine' }] });
  await page.getByPlaceholder(TEXTS.search).fill('mine');
  await see(page.getByRole('article')).toHaveCount(1);
  await page.evaluate(() => {
    window.fake.hold('notes:view');
    const uid = 'u2' as never;
    const user = { uid, email: 'b@b.c', name: 'B', picture: null };
    window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
  });
  await see(page.getByRole('article')).toHaveCount(0);
  await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('');
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('article')).toHaveCount(1);
});

test('an ended session offers to sign in again, and the notes stay', async () => {
  const user = { uid: 'u1' as never, email: 'a@b.c', name: 'A', picture: null };
  const { page } = await stage.open({
    notes: [{ title: 'Mine' }],
    session: { status: 'signed-in', expired: true, signingIn: false, user },
    sync: { phase: 'session-expired', pending: 1, refused: 0, loaded: true },
  });
  await see(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await see
    .poll(() => page.evaluate(() => window.fake.requests.some((one) => one.channel === 'session:sign-in')))
    .toBe(true);
});

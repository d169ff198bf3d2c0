import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOG_LINES, SPEC, TEXTS } from '#shared/spec.ts';
import type { FakeSetup } from '../fake-bridge.ts';
import { raiseStage, see, type Stage } from './open-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
}, 120_000);
afterAll(() => stage.close());

const SIGNED_OUT: FakeSetup = { session: { status: 'signed-out', signingIn: false } };

describe('signing in and out', () => {
  test.each(['', '#/archive', '#/trash', '#/nowhere'])('leads a visitor of %j to /signup', async (hash) => {
    const { page } = await stage.open(SIGNED_OUT, { hash });
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('#/signup');
    await see(page.getByRole('link')).toHaveAttribute('href', '#/signup');
    await page.context().close();
  });

  test('renders nothing until the sign-in state is known', async () => {
    const { page } = await stage.open({ session: { status: 'unknown' } });
    await see(page.locator('link[rel=stylesheet]').first()).toBeAttached();
    expect(await page.evaluate(() => document.body.innerText.trim())).toBe('');
    await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await page.context().close();
  });

  test('logs a failure word for word, shows nothing, and can be tried again', async () => {
    const { page, log } = await stage.open(SIGNED_OUT);
    const before = await page.getByRole('main').textContent();
    await page.evaluate(() => window.fake.fail('session:sign-in', 'sign-in-failed', 'Access was denied.'));
    await page.getByRole('button', { name: TEXTS.signIn }).click();
    await see.poll(() => log).toEqual([`error: ${LOG_LINES.signInFailed} Access was denied.`]);
    expect(await page.getByRole('main').textContent()).toBe(before);
    await page.evaluate(() => {
      const uid = 'u1' as never;
      window.fake.setSession({
        status: 'signed-in',
        expired: false,
        signingIn: false,
        user: { uid, email: 'a@b.c', name: 'A', picture: null },
      });
    });
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
    await page.context().close();
  });

  test('pushes at once, signs out a second after the click and empties the lists', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Mine' }] }, { clock: true });
    await see(page.getByRole('article')).toHaveCount(1);
    const asked = (channel: string): Promise<number> =>
      page.evaluate((name) => window.fake.requests.filter((one) => one.channel === name).length, channel);
    await page.clock.pauseAt(new Date('2026-11-21T09:31:00'));
    await page.getByRole('button', { name: 'Log out' }).click();
    expect(await asked('sync:now')).toBe(1);
    await page.clock.runFor(SPEC.logoutDelay - 1);
    expect(await asked('session:sign-out')).toBe(0);
    await page.clock.runFor(1);
    await see.poll(() => asked('session:sign-out')).toBe(1);
    await page.clock.resume();
    await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
    await see(page.getByRole('article')).toHaveCount(0);
    await page.context().close();
  });

  test('only logs a sign-out that failed', async () => {
    const { page, log } = await stage.open({ notes: [{ title: 'Mine' }] });
    await page.evaluate(() => window.fake.fail('session:sign-out', 'internal', 'It did not work.'));
    await page.getByRole('button', { name: 'Log out' }).click();
    await see.poll(() => log).toEqual(['error: It did not work.']);
    await see(page.getByRole('article')).toHaveCount(1);
    await page.context().close();
  });
});

describe('the loading spinner', () => {
  test('goes 2000 ms after the first snapshot', async () => {
    const { page } = await stage.open(
      { sync: { phase: 'connecting', pending: 0, refused: 0, loaded: false } },
      { clock: true },
    );
    await see(page.getByRole('progressbar')).toBeVisible();
    await page.clock.pauseAt(new Date('2026-11-21T09:31:00'));
    await page.evaluate(() => {
      window.fake.arrive({ title: 'From afar' });
      window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true });
    });
    // The delay runs from when the page has taken the news in.
    await see(page.getByText('All changes saved')).toBeVisible();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          // React's own tasks go by such messages, which the stopped clock lets through.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', resolve);
          port1.start();
          port2.postMessage(null);
        }),
    );
    await page.clock.runFor(SPEC.notesLoadingDelay - 50);
    await see(page.getByRole('progressbar')).toBeVisible();
    await see(page.getByRole('article')).toHaveCount(0);
    await page.clock.runFor(100);
    await see(page.getByRole('progressbar')).toHaveCount(0);
    await see(page.getByRole('article')).toContainText('From afar');
    await page.context().close();
  });

  test('never hides a note that was typed before anything arrived', async () => {
    const { page } = await stage.open({
      notes: [{ title: 'Typed offline', pending: true }],
      sync: { phase: 'offline', pending: 1, refused: 0, loaded: false },
    });
    await see(page.getByRole('article')).toContainText('Typed offline');
    await see(page.getByRole('progressbar')).toBeVisible();
    await page.context().close();
  });

  test('nor one that was pushed before the app was started anew without a network', async () => {
    const { page } = await stage.open({
      notes: [{ title: 'Pushed already' }],
      sync: { phase: 'offline', pending: 0, refused: 0, loaded: false },
    });
    await see(page.getByRole('article')).toContainText('Pushed already');
    await see(page.getByRole('progressbar')).toBeVisible();
    await page.context().close();
  });

  test('is never seen where the notes are on this device', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Here' }] });
    await see(page.getByRole('article')).toHaveCount(1);
    await see(page.getByRole('progressbar')).toHaveCount(0);
    await page.context().close();
  });
});

describe('the drawer', () => {
  test('is open at first, and unpinned is a rail of 75 px that opens while hovered', async () => {
    const { page } = await stage.open();
    const drawer = page.getByRole('navigation');
    await see(drawer).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
    expect(
      await drawer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['#/', '#/archive', '#/trash']);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerCollapsedWidth}px`);
    await see(drawer.getByText('Archive', { exact: true })).toBeHidden();
    await drawer.hover();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
    await see(drawer.getByText('Archive', { exact: true })).toBeVisible();
    await page.mouse.move(800, 500);
    await see(drawer).toHaveCSS('width', `${SPEC.drawerCollapsedWidth}px`);
    await page.context().close();
  });

  test('slides in below 601 px, and closes by a choice', async () => {
    const { page } = await stage.open(
      {},
      { viewport: { width: 600, height: 800 }, reducedMotion: 'no-preference' },
    );
    const drawer = page.locator('#drawer');
    await see(drawer).toHaveCSS('width', `${SPEC.drawerClosedWidth}px`);
    await see(drawer).toHaveCSS('transition-duration', `${SPEC.mobileDrawerTransition / 1000}s`);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerOpenWidth}px`);
    await page.getByRole('link', { name: 'Trash' }).click();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await see(drawer).toHaveCSS('width', `${SPEC.drawerClosedWidth}px`);
    await page.context().close();
  });
});

test('the search box is inline above 600 px and behind an icon below', async () => {
  const { page } = await stage.open({ notes: [{ title: 'One' }] }, { viewport: { width: 601, height: 800 } });
  await see(page.getByPlaceholder(TEXTS.search)).toBeVisible();
  await page.setViewportSize({ width: 600, height: 800 });
  await see(page.getByPlaceholder(TEXTS.search)).toHaveCount(0);
  await page.getByRole('button', { name: 'Search' }).click();
  await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
  await page.keyboard.type('zzz');
  await see(page.getByText(TEXTS.noMatch)).toBeVisible();
  await page.getByRole('button', { name: 'Close search' }).click();
  await see(page.getByPlaceholder(TEXTS.search)).toHaveCount(0);
  await page.context().close();
});

test('another account starts with nothing of the one before', async () => {
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
  await page.context().close();
});

test('the profile card tells who is signed in', async () => {
  const { page } = await stage.open();
  await page.getByRole('button', { name: 'Profile' }).click();
  await see(page.getByText('ada.marlowe@example.org')).toBeVisible();
  await page.keyboard.press('Escape');
  await see(page.getByText('ada.marlowe@example.org')).toHaveCount(0);
  await page.context().close();
});

test('an ended session is said quietly and everything stays', async () => {
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
  await page.context().close();
});

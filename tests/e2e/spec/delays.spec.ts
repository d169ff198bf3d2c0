/**
 * Delays: signing out and loading (specification, sections 2, 4 and 9), with a paused clock. A page cannot
 * uninstall the clock, so these tests have an app of their own.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, type SpecApp, test } from './support/app.ts';

test.use({ instanceName: 'clock' });

test('§2 top bar: a click on log out signs out after 1000 ms and leads to /signup', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await stopTime(app);
  await app.button('Log out').click();
  await app.page.clock.runFor(999);
  await expectSession(app, 'signed-in');
  await app.expectPath('/');
  await app.page.clock.runFor(1);
  await app.expectPath('/signup');
  await expectSession(app, 'signed-out');
});

test('§2 top bar: a sign-out that fails is only logged', async ({ app }) => {
  const makeRemovable = keepSessionFile(app);
  try {
    await stopTime(app);
    await app.button('Log out').click();
    await app.page.clock.runFor(1000);
    await expect.poll(() => app.lines()).toEqual([expect.stringMatching(/^error: .*session/)]);
    await expect(app.page.getByRole('alert')).toHaveCount(0);
    await expect(app.dialog()).toHaveCount(0);
    const [line = ''] = app.lines();
    expect(await app.text()).not.toContain(line.replace('error: ', ''));
  } finally {
    makeRemovable();
  }
});

test('§2 top bar: after a sign-out that failed, the card of the profile says that the session goes on', async ({
  app,
}) => {
  const makeRemovable = keepSessionFile(app);
  const words = app.dialog().getByText('You are still signed in');
  try {
    await stopTime(app);
    await app.button('Log out').click();
    await app.page.clock.runFor(1000);
    await expect.poll(() => app.lines()).toHaveLength(1);
    await app.button('Profile').click();
    await expect(words).toBeVisible();
    await expectSession(app, 'signed-in');
  } finally {
    makeRemovable();
  }
});

test('§2 notes home: below the creation box a spinner turns while notes load', async ({ app }) => {
  await startWithoutCache(app);
  const spinner = app.page.getByRole('progressbar');
  await expect(spinner).toBeVisible();
  const box = await app.page.locator('[data-creation-box]').boundingBox();
  const below = await spinner.boundingBox();
  if (box === null || below === null) throw new Error('Both are visible');
  expect(below.y).toBeGreaterThanOrEqual(box.y + box.height);
  await expect(app.page.getByText('Notes you add appear here')).toHaveCount(0);
});

test('§4 loading: the flag starts true and turns false 2000 ms after the snapshot, with the lists', async ({
  app,
}) => {
  await startWithoutCache(app);
  const spinner = app.page.getByRole('progressbar');
  await expect(spinner).toBeVisible();
  await letSnapshotCome(app);
  await app.page.clock.runFor(1999);
  await expect(spinner).toBeVisible();
  await expect(app.cards()).toHaveCount(0);
  await app.page.clock.runFor(1);
  await expect(spinner).toHaveCount(0);
  await expect(app.card('from afar')).toBeVisible();
});

test('§4 loading: a later snapshot is shown at once, because the lists are populated already', async ({
  app,
}) => {
  await app.seed({ title: 'here already' });
  await expect(app.card('here already')).toBeVisible();
  await stopTime(app);
  await app.seed({ title: 'just arrived' });
  await expect(app.card('just arrived')).toBeVisible();
  await expect(app.page.getByRole('progressbar')).toHaveCount(0);
});

/**
 * Puts a folder with contents in place of the session's file. @returns a function that removes the folder
 */
function keepSessionFile(app: SpecApp): () => void {
  const session = path.join(app.userData, 'session');
  // An earlier test may have removed it.
  rmSync(session, { force: true });
  mkdirSync(path.join(session, 'in-the-way'), { recursive: true });
  return () => {
    // The app makes this path private (0600), so only root could enter the folder.
    chmodSync(session, 0o700);
    rmSync(session, { recursive: true });
  };
}

async function stopTime(app: SpecApp): Promise<void> {
  await app.page.clock.install();
  await app.page.clock.pauseAt(Date.now() + 3_600_000);
}

/** Signs in a user whose notes were never on this device, with a paused clock. */
async function startWithoutCache(app: SpecApp): Promise<void> {
  const sub = randomUUID();
  const newcomer = { sub, email: `${sub}@example.com`, name: 'New Comer' };
  const { uid } = app.cloud.controls.signInAs(newcomer);
  const flags = { isArchived: false, isDeleted: false };
  app.cloud.controls.putDoc('from-afar', { uid, title: 'from afar', text: '', ...flags });
  await app.signOut();
  // No snapshot arrives until the test lets it.
  await app.cloud.controls.addFault({ rpc: 'Listen', kind: 'status', code: 'UNAVAILABLE' });
  await stopTime(app);
  await app.signIn(newcomer);
}

/**
 * Lets the first snapshot arrive. When this returns, the page knows of the snapshot and has drawn its state.
 */
async function letSnapshotCome(app: SpecApp): Promise<void> {
  await app.cloud.controls.clearFaults();
  await app.request('sync:now');
  await expect(app.page.getByText('All changes saved')).toBeVisible();
  await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', resolve);
        channel.port1.start();
        channel.port2.postMessage(null);
      }),
  );
}

async function expectSession(app: SpecApp, status: string): Promise<void> {
  // The first answer shows that earlier requests have begun, the second that they have taken effect.
  await app.request('session:get');
  expect(await app.request('session:get')).toMatchObject({ value: { status } });
}

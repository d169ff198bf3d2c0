/** Settings of the built app: a change takes effect at once, in every window, and at the next start. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { shownKeys } from '#renderer/settings/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/ipc/settings.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { ON_X11, onStandIn } from '../desktop/support.ts';
import { logOut, titles, uidOf, waitUntilSynced } from '../session/people.ts';
import { answerQuestions } from '../support/questions.ts';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import {
  ADA,
  addNote,
  BEN,
  expect,
  type Person,
  type RunningApp,
  signIn,
  test,
} from '../support/fixtures.ts';

/** Whether the page is drawn in the dark theme, whose text is light. */
const isDark = (page: Page): Promise<boolean> =>
  page
    .locator('#root > *')
    .first()
    .evaluate((root) => Number(/\d+/.exec(getComputedStyle(root).color)?.[0]) > 128);

async function openSettings({ page }: RunningApp) {
  await page.getByRole('main').waitFor();
  await page.keyboard.press(`${COMMAND}+,`);
  return page.getByRole('dialog', { name: 'Settings' });
}

test('a chosen theme and shortcut take effect at once and after a restart', async ({
  cloud,
  start,
  userData,
}) => {
  const first = await start(userData, { env: ON_X11 });
  await signIn(first, cloud, ADA);
  const dialog = await openSettings(first);
  await dialog.getByRole('radio', { name: 'Dark' }).click();
  for (const page of first.electron.windows()) {
    await expect.poll(() => isDark(page)).toBe(true);
  }
  const areKeysPassed = () => first.electron.evaluate(({ globalShortcut }) => globalShortcut.isSuspended());
  await dialog.getByRole('button', { name: 'Change the shortcut' }).click();
  await expect.poll(areKeysPassed).toBe(true);
  await first.page.keyboard.press('Escape');
  await expect.poll(areKeysPassed).toBe(false);
  await dialog.getByRole('button', { name: 'Change the shortcut' }).click();
  await expect.poll(areKeysPassed).toBe(true);
  await first.page.keyboard.press('Control+Shift+K');
  await expect(
    dialog.getByRole('button', {
      name: `Change the shortcut, now ${shownKeys('Control+Shift+K', process.platform).join(' ')}`,
    }),
  ).toBeVisible();
  const held = (app: RunningApp, keys: string) =>
    app.electron.evaluate(
      ({ globalShortcut }, accelerator) => globalShortcut.isRegistered(accelerator),
      keys,
    );
  expect(await held(first, 'Control+Shift+K')).toBe(true);
  expect(await held(first, DEFAULT_SHORTCUT)).toBe(false);
  await expect.poll(areKeysPassed).toBe(false);
  await first.close();

  const second = await start(userData, { env: ON_X11 });
  await expect.poll(() => isDark(second.page)).toBe(true);
  expect(await held(second, 'Control+Shift+K')).toBe(true);
  await expect((await openSettings(second)).getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(JSON.parse(readFileSync(path.join(userData, 'settings.json'), 'utf8'))).toMatchObject({
    theme: 'dark',
  });
});

test('[C9] all windows are hidden from screen sharing at once and after a restart, if that is chosen', async ({
  cloud,
  start,
  userData,
}) => {
  test.skip(!onStandIn, 'the real Electron does nothing on Linux');
  const areHidden = (app: RunningApp): Promise<boolean[]> =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.isContentProtected()),
    );
  const choose = (app: RunningApp, hideFromScreenSharing: boolean): Promise<unknown> =>
    app.page.evaluate(
      (hidden) => window.inkling.request('settings:change', { hideFromScreenSharing: hidden }),
      hideFromScreenSharing,
    );
  const first = await start(userData);
  // The main window and the quick note.
  await expect.poll(() => areHidden(first)).toEqual([false, false]);
  await signIn(first, cloud, ADA);
  // Linux cannot do it, so it is not offered; the choice is stored and passed on to Electron everywhere.
  const dialog = await openSettings(first);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Hide from screen sharing')).toHaveCount(0);
  await choose(first, true);
  expect(await areHidden(first)).toEqual([true, true]);
  await first.close();

  const second = await start(userData);
  await expect.poll(() => areHidden(second)).toEqual([true, true]);
  await answerQuestions(second.electron, 'Cancel');
  await choose(second, false);
  expect(await areHidden(second)).toEqual([true, true]);
  await answerQuestions(second.electron, 'Show');
  await choose(second, false);
  expect(await areHidden(second)).toEqual([false, false]);
});

test('in a Wayland session the settings leave the keys to the desktop', async ({
  cloud,
  start,
  userData,
}) => {
  test.skip(!onStandIn, 'a real Electron would look for a compositor');
  const app = await start(userData, { env: { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'KDE' } });
  await signIn(app, cloud, ADA);
  const dialog = await openSettings(app);
  await expect(
    dialog.getByText('which you change in System Settings › Keyboard › Shortcuts › Inkling'),
  ).toBeVisible();
  await expect(
    dialog.getByText('in System Settings › Keyboard › Shortcuts › Add New › Command or Script'),
  ).toBeVisible();
  const isRegistered = () =>
    app.electron.evaluate(({ globalShortcut }, keys) => globalShortcut.isRegistered(keys), DEFAULT_SHORTCUT);
  expect(await isRegistered()).toBe(true);
  await dialog.getByRole('switch', { name: 'Shortcut' }).click();
  await expect(dialog.getByRole('switch', { name: 'Shortcut' })).not.toBeChecked();
  expect(await isRegistered(), 'unregistering would not stop the portal').toBe(true);
});

test('the main window says once that another program holds the quick note’s keys, and leads to a choice of others', async ({
  cloud,
  start,
  userData,
}) => {
  test.skip(!onStandIn, 'no test can take keys from a real system');
  const held = { env: { ...ON_X11, STANDIN_HELD_KEYS: DEFAULT_SHORTCUT } };
  const notice = ({ page }: RunningApp) =>
    page.getByRole('status').filter({ hasText: 'Super Alt N does not open a quick note.' });
  const first = await start(userData, held);
  await signIn(first, cloud, ADA);
  await expect(notice(first)).toBeVisible();
  await notice(first).getByRole('button', { name: 'Choose other keys' }).click();
  await expect(first.page.getByRole('button', { name: 'Change the shortcut' })).toBeFocused();
  await first.page.keyboard.press('Escape');
  await first.close();

  const second = await start(userData, held);
  await expect(second.page.getByText('Notes you add appear here')).toBeVisible();
  await expect(notice(second)).toHaveCount(0);
  const dialog = await openSettings(second);
  await expect(dialog.getByRole('alert')).toContainText('Another program uses these keys.');
});

test('choosing keys that another program holds shows an alert, and the old keys no longer work', async ({
  cloud,
  start,
  userData,
}) => {
  const app = await start(userData, { env: ON_X11 });
  await signIn(app, cloud, ADA);
  await app.electron.evaluate(({ globalShortcut }) => {
    globalShortcut.register('Control+Shift+J', () => undefined);
  });
  const dialog = await openSettings(app);
  await dialog.getByRole('button', { name: 'Change the shortcut' }).click();
  await app.page.keyboard.press('Control+Shift+J');
  await expect(dialog.getByRole('alert')).toContainText('Another program uses these keys.');
  const isRegistered = app.electron.evaluate(
    ({ globalShortcut }, keys) => globalShortcut.isRegistered(keys),
    DEFAULT_SHORTCUT,
  );
  expect(await isRegistered).toBe(false);
});

/** Adds a note to the user's trash in the cloud, two months ago. @returns its id */
function trashTwoMonthsAgo({ controls }: Cloud, person: Person): string {
  const { uid } = controls.signInAs(person);
  const id = `${person.sub}000000000000000000000`.slice(0, 20);
  const now = Date.now;
  // The cloud dates its commits by the clock of this process.
  Date.now = () => now() - 60 * 24 * 60 * 60 * 1000;
  try {
    const fields = { title: `thrown away by ${person.name}`, text: '', isArchived: false, isDeleted: true };
    controls.putDoc(id, { ...fields, uid });
  } finally {
    Date.now = now;
  }
  return id;
}

test('each account chooses when its trash is emptied: another user of the device keeps their trash', async ({
  cloud,
  start,
  userData,
}) => {
  test.slow();
  const [adas, bens] = [ADA, BEN].map((person) => trashTwoMonthsAgo(cloud, person));
  const isInCloud = (id = '') => cloud.controls.doc(id) !== null;
  const app = await start();
  await signIn(app, cloud, ADA);
  await waitUntilSynced(app.page);
  expect(isInCloud(adas)).toBe(true);
  const dialog = await openSettings(app);
  const days = (name: string) => dialog.getByRole('radio', { name, exact: true });
  await days('7 days').click();
  await app.page.getByRole('button', { name: 'Delete after 7 days' }).click();
  await expect.poll(() => isInCloud(adas)).toBe(false);
  expect(readFileSync(path.join(userData, 'settings.json'), 'utf8')).not.toContain(uidOf(cloud, ADA));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await logOut(app.page);

  await signIn(app, cloud, BEN);
  await waitUntilSynced(app.page);
  // Changes are pushed in their order, so a deletion would be in the cloud before this note.
  await addNote(app.page, 'written by Ben', '');
  await expect.poll(() => titles(cloud)).toContain('written by Ben');
  expect(isInCloud(bens)).toBe(true);
  await openSettings(app);
  await expect(days('Never')).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await logOut(app.page);

  await signIn(app, cloud, ADA);
  await openSettings(app);
  await expect(days('7 days')).toBeChecked();
});

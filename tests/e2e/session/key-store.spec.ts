/**
 * Whether the session survives the next start, for each (simulated) key store of a desktop.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { host } from '#tools/electron-binary/host.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { ADA, expect, type RunningApp, signIn, test } from '../support/fixtures.ts';
import { answerQuestions, askedQuestions } from '../support/questions.ts';
import { signInButton } from './people.ts';

test.skip(host.name !== 'stand-in', 'a CI machine has only one key store');

/** A desktop whose name Chromium does not know, such as sway: with a keyring, or without any. */
const UNKNOWN_DESKTOP = { STANDIN_KEY_STORE: 'basic_text' };
const WITH_KEYRING = { env: { ...UNKNOWN_DESKTOP, STANDIN_KEY_STORES: 'gnome_libsecret' } };
const WITHOUT_KEYRING = { env: { ...UNKNOWN_DESKTOP, STANDIN_KEY_STORES: '' } };

const notice = ({ page }: RunningApp) =>
  page.getByRole('status').filter({ hasText: 'No keyring is open on this computer' });
const isSignedIn = ({ page }: RunningApp) =>
  expect(page.getByRole('button', { name: 'Profile' })).toBeVisible();

test('a keyring stores the session on a desktop that Chromium does not know, without a question', async ({
  cloud,
  userData,
  start,
}) => {
  const app = await start(userData, WITH_KEYRING);
  await signIn(app, cloud, ADA);
  await app.close();
  const again = await start(userData, WITH_KEYRING);
  await isSignedIn(again);
  await expect(notice(again)).toHaveCount(0);
});

test('[C13] without a keyring the user stays signed in after choosing so in the notice or the settings', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start(userData, WITHOUT_KEYRING);
  await signIn(first, cloud, ADA);
  await expect(notice(first)).toBeVisible();
  await first.close();

  const second = await start(userData, WITHOUT_KEYRING);
  await signIn(second, cloud, ADA);
  // The user first refuses in the system's dialog, and then agrees.
  await answerQuestions(second.electron, 'Cancel');
  await notice(second).getByRole('button', { name: 'Stay signed in' }).click();
  await expect.poll(() => askedQuestions(second.electron)).toEqual(['Store your sign-in without a keyring?']);
  await expect(notice(second)).toBeVisible();
  await answerQuestions(second.electron, 'Stay Signed In');
  await notice(second).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(notice(second)).toHaveCount(0);
  await second.close();

  const third = await start(userData, WITHOUT_KEYRING);
  await isSignedIn(third);
  await expect(notice(third)).toHaveCount(0);
  await third.page.keyboard.press(`${COMMAND}+,`);
  const stay = third.page.getByRole('switch', { name: 'Stay signed in' });
  await expect(stay).toBeChecked();
  await stay.click();
  await expect(stay).not.toBeChecked();
  await third.close();

  const fourth = await start(userData, WITHOUT_KEYRING);
  await expect(signInButton(fourth.page)).toBeVisible();
});

test('a session survives a start with a locked keyring, and is restored once the keyring is open', async ({
  cloud,
  userData,
  start,
}) => {
  const app = await start(userData, WITH_KEYRING);
  await signIn(app, cloud, ADA);
  await app.close();
  const locked = await start(userData, WITHOUT_KEYRING);
  await expect(signInButton(locked.page)).toBeVisible();
  await locked.close();
  await isSignedIn(await start(userData, WITH_KEYRING));
});

/** KDE, whose own keyring does not answer, while another one does. */
const OTHER_KEYRING = { env: { STANDIN_KEY_STORE: 'kwallet6', STANDIN_KEY_STORES: 'gnome_libsecret' } };

test('the key store that the file password-store names is used at every start', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start(userData, OTHER_KEYRING);
  await signIn(first, cloud, ADA);
  await expect(notice(first)).toBeVisible();
  await first.close();

  writeFileSync(path.join(userData, 'password-store'), 'gnome-libsecret\n');
  const second = await start(userData, OTHER_KEYRING);
  await signIn(second, cloud, ADA);
  await expect(notice(second)).toHaveCount(0);
  await second.close();
  await isSignedIn(await start(userData, OTHER_KEYRING));
});

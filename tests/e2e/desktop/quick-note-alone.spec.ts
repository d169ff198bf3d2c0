/**
 * The quick note without a signed-in user, without an app that keeps running, or without a main window.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { processesOf } from '../../support/processes.ts';
import { ADA, BEN, confirmAccount, type RunningApp, signIn, test } from '../support/fixtures.ts';
import { kill } from '../support/kill.ts';
import { chooseInMenu, expect, quickNotePage, visibleWindows } from './support.ts';

const text = (page: Page) => page.getByPlaceholder('Take a note...');
const WAITS = 'Sign in to save this as a note. Until then it waits here.';
const WAITS_FOR_ANSWER = 'This waits here until you confirm the account in the main window.';

/** The entries of words that wait for an account. */
function waiting(userData: string): string[] {
  const folder = path.join(userData, 'waiting-words');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
}

async function logOut({ page }: RunningApp): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Sign In With Google' }).waitFor();
}

test('signed out, the quick note says so, and its words survive crashes and belong to the next user who signs in', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  const signedOut = await quickNotePage(first);
  await chooseInMenu(first, 'quick-note');
  await expect(signedOut.getByText(WAITS)).toBeVisible();
  await text(signedOut).fill('before any sign-in');
  await expect.poll(() => waiting(userData)).toHaveLength(1);
  await kill(first, userData);

  const second = await start();
  const signedIn = await quickNotePage(second);
  await expect(text(signedIn)).toHaveValue('before any sign-in');
  await chooseInMenu(second, 'quick-note');
  await expect(text(signedIn)).toBeFocused();
  await signedIn.keyboard.press('Escape');
  await expect.poll(() => visibleWindows(second)).toEqual(['Inkling']);
  // No account gets the words before the user has confirmed it, not even after a restart.
  await signIn(second, cloud, BEN);
  const question = second.page.getByRole('alertdialog', { name: `Signed in as ${BEN.email}` });
  await expect(question).toContainText('Your note written while signed out goes to this account.');
  await expect(signedIn.getByText(WAITS_FOR_ANSWER)).toBeVisible();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(signedIn.getByText(WAITS)).toBeVisible();
  await signIn(second, cloud, ADA);
  await expect(signedIn.getByText(WAITS_FOR_ANSWER)).toBeVisible();
  expect(waiting(userData)).toHaveLength(1);
  expect(cloud.controls.docs()).toEqual([]);
  await confirmAccount(second.page, ADA);
  await expect(signedIn.getByText(WAITS_FOR_ANSWER)).toBeHidden();
  // The quick note was closed, so its words become a note.
  await expect(second.page.getByRole('article')).toHaveText(/before any sign-in/);
  await expect(text(signedIn)).toHaveValue('');
  const storedDrafts = () => second.page.evaluate(() => window.inkling.request('drafts:list', 'quick'));
  await chooseInMenu(second, 'quick-note');
  await text(signedIn).fill('before and after');
  await expect
    .poll(storedDrafts)
    .toMatchObject({ value: [{ place: 'quick', content: { text: 'before and after' } }] });
  await kill(second, userData);

  const third = await start();
  const quick = await quickNotePage(third);
  await expect(text(quick)).toHaveValue('before and after');
  // Words written under one account are shown neither under another account nor while signed out.
  await logOut(third);
  await expect(text(quick)).toHaveValue('');
  await signIn(third, cloud, BEN);
  await expect(third.page.getByText('Notes you add appear here')).toBeVisible();
  await expect(text(quick)).toHaveValue('');
  await logOut(third);
  // Words written while signed out are placed below those of the account.
  await chooseInMenu(third, 'quick-note');
  await text(quick).fill('meanwhile');
  await expect.poll(() => waiting(userData)).toHaveLength(1);
  await signIn(third, cloud, ADA);
  await confirmAccount(third.page, ADA);
  await expect(text(quick)).toHaveValue('before and after\n\nmeanwhile');
  await chooseInMenu(third, 'quick-note');
  await expect(text(quick)).toBeFocused();
  await quick.keyboard.press('Escape');
  await expect(third.page.getByRole('article').first()).toHaveText(/before and after\s*meanwhile/);
});

test('an app started for the quick note alone shows nothing else, and ends with it on a desktop without a tray', async ({
  cloud,
  userData,
  start,
}) => {
  const first = await start();
  await signIn(first, cloud, ADA);
  await first.close();

  const alone = await start(userData, { args: ['--quick-note'] });
  await expect(text(alone.page)).toBeFocused();
  await expect.poll(() => visibleWindows(alone)).toEqual(['Quick note']);
  await alone.page.keyboard.type('only this');
  await alone.page.keyboard.press('Escape');
  await expect.poll(() => processesOf(userData)).toEqual([]);

  const again = await start();
  await expect(again.page.getByRole('article')).toHaveText(/only this/);
});

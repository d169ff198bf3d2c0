/** Helpers of the session tests: user ids, and what this device stores of each account. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Cloud } from '@inkling/local-cloud/cloud.ts';
import { expect, type Person } from '../support/fixtures.ts';

/** Firebase's id of a user who has signed in before. */
export function uidOf(cloud: Cloud, { sub }: Person): string {
  const account = cloud.controls.accounts().find((one) => one.sub === sub);
  if (account === undefined) throw new Error(`${sub} has never signed in`);
  return account.uid;
}

/** The number of accounts whose notes this device stores. */
export function accountCount(userData: string): number {
  return readdirSync(path.join(userData, 'accounts')).length;
}

/** The titles in the cloud, sorted. */
export function titles(cloud: Cloud): string[] {
  return cloud.controls
    .docs()
    .map(({ fields }) => String(fields['title']))
    .toSorted((a, b) => a.localeCompare(b));
}

/** For checks that may take long on a busy machine. */

export async function waitUntilSynced(page: Page): Promise<void> {
  await expect(page.getByText('All changes saved')).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await signInButton(page).waitFor();
}

export function signInButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Sign In With Google' });
}

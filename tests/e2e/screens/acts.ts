/** Helpers with which scenes operate the page. */
import type { AppDialog } from '#shared/ipc/events.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { ADA, expect, signIn } from '../support/fixtures.ts';
import { FEW, MANY } from './sample-notes.ts';
import type { Stage } from './stage.ts';

export const card = ({ page }: Stage, text: string) =>
  page.getByRole('article').filter({ hasText: text }).first();
export const link = ({ page }: Stage, name: string) => page.getByRole('link', { name, exact: true });
export const button = ({ page }: Stage, name: string) => page.getByRole('button', { name, exact: true });

/** Firebase's id of the user whose notes are shown. */
export const uidOf = ({ cloud }: Stage): string => cloud.controls.signInAs(ADA).uid;

/** Signs in a user who has many notes. */
export async function furnish(stage: Stage): Promise<void> {
  await signIn(stage.app, stage.cloud, ADA);
  stage.write(uidOf(stage), FEW, 'few');
  stage.write(uidOf(stage), MANY, 'many');
  await card(stage, 'Groceries').waitFor();
}

export async function pressCardButton(stage: Stage, text: string, name: string): Promise<void> {
  await card(stage, text).hover();
  await card(stage, text).getByRole('button', { name, exact: true }).click();
}

export async function goTo(stage: Stage, list: 'Archive' | 'Trash', shows: string): Promise<void> {
  await link(stage, list).click();
  await stage.page.getByRole('main').getByText(shows).first().waitFor();
}

export async function search(stage: Stage, query: string, shows: string): Promise<void> {
  await stage.page.getByPlaceholder(TEXTS.search).fill(query);
  await stage.page.getByRole('main').getByText(shows).first().waitFor();
  if (shows !== TEXTS.noMatch) await stage.page.locator('mark').first().waitFor();
}

/** Waits until the toast is completely open. @param name of the button in it */
export async function toast(stage: Stage, name = 'Undo'): Promise<void> {
  const { page } = stage;
  await button(stage, name).waitFor();
  await expect(page.locator('.fui-ToastContainer')).toHaveCSS('opacity', '1');
  await expect
    .poll(async () => (await page.locator('.fui-ToastContainer').boundingBox())?.height)
    .toBeGreaterThan(40);
}

export async function openDialog(stage: Stage, which: AppDialog, shows: string): Promise<void> {
  await stage.tell('app:dialog', which);
  await stage.page.getByText(shows).waitFor();
}

export async function openSettings(stage: Stage): Promise<void> {
  await openDialog(stage, 'settings', 'Matches your computer');
}

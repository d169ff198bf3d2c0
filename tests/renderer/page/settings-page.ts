/** The settings dialog in page tests. */
import type { Page } from '@playwright/test';
import type { Settings } from '#shared/ipc/settings.ts';
import { see } from './open-page.ts';

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

export async function openSettings(page: Page) {
  await page.evaluate(() => window.fake.openDialog('settings'));
  const dialog = dialogOf(page);
  await see(dialog.getByText('Storage', { exact: true })).toBeVisible();
  return dialog;
}

export function changes(page: Page): Promise<Partial<Settings>[]> {
  return page.evaluate(() =>
    window.fake.requests
      .filter(({ channel }) => channel === 'settings:change')
      .map(({ args }) => args[0] as Partial<Settings>),
  );
}

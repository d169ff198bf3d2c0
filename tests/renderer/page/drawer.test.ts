/** The state of the drawer, which survives other screens, sessions and restarts. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { SPEC, TEXTS } from '#shared/base/spec.ts';
import { requestArguments, openStage, see } from './open-page.ts';

const stage = openStage();

const WIDE = { width: 1000, height: 700 };
const seeWidth = (page: Page, width: number): Promise<void> =>
  see(page.locator('#drawer')).toHaveCSS('width', `${width}px`);

test('a collapsed drawer stays collapsed after a narrow window and after a sign-out', async () => {
  const { page } = await stage.open({}, { viewport: WIDE });
  await seeWidth(page, SPEC.drawerOpenWidth);
  await page.getByRole('button', { name: 'Main menu' }).click();
  await seeWidth(page, SPEC.drawerCollapsedWidth);
  expect(await requestArguments(page, 'settings:change')).toEqual([[{ drawerPinned: false }]]);

  await page.setViewportSize({ width: 400, height: 700 });
  await seeWidth(page, SPEC.drawerClosedWidth);
  await page.getByRole('button', { name: 'Main menu' }).click();
  await seeWidth(page, SPEC.drawerOpenWidth);
  await page.setViewportSize(WIDE);
  await seeWidth(page, SPEC.drawerCollapsedWidth);

  await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
  await see(page.getByRole('button', { name: TEXTS.signIn })).toBeVisible();
  await page.evaluate(() => {
    const user = { uid: 'u2' as never, email: 'b@b.c', name: 'B', picture: null };
    window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
  });
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  await seeWidth(page, SPEC.drawerCollapsedWidth);

  await page.getByRole('button', { name: 'Main menu' }).click();
  await seeWidth(page, SPEC.drawerOpenWidth);
  expect((await requestArguments(page, 'settings:change')).at(-1)).toEqual([{ drawerPinned: true }]);
});

test('a drawer whose stored state is collapsed starts collapsed', async () => {
  const { page } = await stage.open({ settings: { drawerPinned: false } }, { viewport: WIDE });
  await seeWidth(page, SPEC.drawerCollapsedWidth);
});

/** The page shown after a rendering failure. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { pageError } from '#shared/ipc/page-report.ts';
import * as v from 'valibot';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const requestCount = (page: Page, channel: string): Promise<number> =>
  page.evaluate((name) => window.fake.requests.filter((one) => one.channel === name).length, channel);
/** Counts the page's loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

/**
 * The failed page waits three seconds for the disk. A busy machine would need longer, so that time does not
 * pass from here on.
 */
const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(new Date('2026-11-21T10:00:00'));

/** Sets a session whose user name is not a string, so that rendering the page throws. */
function breakPage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const user = { uid: 'u1' as never, email: 'a@b.c', name: null as never, picture: null };
    window.fake.setSession({ status: 'signed-in', expired: false, signingIn: false, user });
  });
}

test('Reload on the failed page waits until the typed words are stored, and starts on the first screen', async () => {
  const { page } = await stage.open({}, { hash: '#/archive', clock: true });
  await see(page.getByRole('heading', { level: 1 })).toHaveText('Archive');
  await page.getByRole('link', { name: 'Notes' }).click();
  await page.evaluate(() => window.fake.hold('drafts:keep'));
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.keyboard.type('half a thought');
  await stopTime(page);
  await page.evaluate(() => location.assign('#/archive'));
  await breakPage(page);
  await see(button(page, 'Reload')).toBeFocused();
  expect(await requestCount(page, 'notes:add')).toBe(0);
  const loads = countLoads(page);
  await page.keyboard.press('Enter');
  expect(loads()).toBe(0);
  await see(page.getByText('are saved and come back')).toHaveCount(0);
  await page.evaluate(() => window.fake.release('drafts:keep'));
  await see.poll(loads).toBe(1);
  expect(new URL(page.url()).hash).not.toContain('archive');
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
});

test('the failed page says if the typed words could not be stored, and reloads only on request', async () => {
  const { page } = await stage.open({ failing: [['drafts:keep', 'store-full', 'disk-full']] });
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.keyboard.type('half a thought');
  await breakPage(page);
  const loads = countLoads(page);
  await see(page.getByText('last words are not saved yet')).toBeVisible();
  await see(button(page, 'Reload anyway')).toBeFocused();
  expect(loads()).toBe(0);
  await button(page, 'Reload anyway').click();
  await see.poll(loads).toBe(1);
});

test('the failed page does not wait long for a disk that does not answer', async () => {
  const { page } = await stage.open({ held: ['drafts:keep'] }, { clock: true });
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.keyboard.type('half a thought');
  await stopTime(page);
  await breakPage(page);
  await see(page.getByText('Saving your last words')).toBeVisible();
  await page.clock.runFor(3000);
  await see(page.getByText('last words are not saved yet')).toBeVisible();
});

test('an error while rendering the page is logged once, with its component stack', async () => {
  const { page } = await stage.open();
  await see(page.getByPlaceholder(TEXTS.takeANote)).toBeVisible();
  await breakPage(page);
  await see(page.getByText('Your words are saved')).toBeVisible();
  const reports = await page.evaluate(() =>
    window.fake.requests.filter(({ channel }) => channel === 'app:report-error').map(({ args }) => args),
  );
  expect(reports).toEqual([
    [{ id: 'page-not-drawn', page: expect.any(String) }, expect.objectContaining({ name: 'TypeError' })],
  ]);
  const [[, report] = []] = reports;
  expect(v.parse(pageError, report).places.length).toBeGreaterThan(3);
});

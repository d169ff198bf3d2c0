/** The page while the notes on this device are being opened again, and when they cannot be opened. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import { TEXTS } from '#shared/base/spec.ts';
import type { SyncPhase } from '#shared/ipc/sync-state.ts';
import { REASONS } from '#shared/base/reasons.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const OPENING = 'Opening your notes again…';
const WRONG = 'Your notes on this device could not be opened.';
const REASON = REASONS['notes-not-opened'];
const sync = (phase: SyncPhase) => ({ phase, pending: 0, refused: 0, loaded: true });
/** Requests that fail while the account is closed. */
const FAILING = (
  ['notes:view', 'notes:counts', 'notes:get', 'notes:add', 'app:notices'] as const satisfies RequestChannel[]
).map((channel) => [channel, 'store-failed', 'notes-not-opened'] as const);
const CLOSED = { notes: [{ title: 'Bread' }], sync: sync('closed'), failing: FAILING } satisfies FakeSetup;

const box = (page: Page) => page.getByPlaceholder(TEXTS.takeANote);
const setPhase = (page: Page, phase: SyncPhase): Promise<void> =>
  page.evaluate((state) => window.fake.setSync(state), sync(phase));
const requestCount = (page: Page, channel: RequestChannel): Promise<number> =>
  page.evaluate((name) => window.fake.requests.filter((one) => one.channel === name).length, channel);
const drafts = (page: Page): Promise<unknown> => page.evaluate(() => window.fake.drafts());

/** Makes the account answer again. */
async function reopen(page: Page): Promise<void> {
  await page.evaluate(
    (channels) => {
      for (const channel of channels) window.fake.fail(channel, 'internal', 'unexpected', 0);
    },
    FAILING.map(([channel]) => channel),
  );
  await setPhase(page, 'live');
}

describe('reopening the notes', () => {
  test('the message about reopening stays for at least a second, and the cards stay', async () => {
    const { page, log } = await stage.open({ notes: [{ title: 'Bread' }] }, { clock: true });
    await see(page.getByRole('article')).toContainText('Bread');
    await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
    await setPhase(page, 'opening');
    await see(page.getByText(OPENING)).toBeVisible();
    await setPhase(page, 'live');
    await page.clock.runFor(900);
    await see(page.getByText(OPENING)).toBeVisible();
    await page.clock.runFor(200);
    await see(page.getByText(OPENING)).toHaveCount(0);
    await see(page.getByText('All changes saved')).toBeVisible();
    await see(page.getByRole('article')).toContainText('Bread');
    expect(log).toEqual([]);
  });

  test('a note made during the reopening appears after its answer', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Bread' }] });
    await see(page.getByRole('article')).toHaveCount(1);
    await setPhase(page, 'opening');
    await page.evaluate(() => {
      for (const channel of ['drafts:keep', 'notes:add'] as const) window.fake.hold(channel);
    });
    await box(page).fill('typed meanwhile');
    await page.keyboard.press('Escape');
    await see(box(page)).toHaveValue('typed meanwhile');
    await page.evaluate(() => {
      for (const channel of ['drafts:keep', 'notes:add'] as const) window.fake.release(channel);
    });
    await setPhase(page, 'live');
    await see(page.getByRole('article').filter({ hasText: 'typed meanwhile' })).toHaveCount(1);
  });

  test('lists, counts, drafts and notices are requested again after the notes were reopened', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Bread' }] });
    await see(page.getByRole('article')).toHaveCount(1);
    await box(page).fill('typed before');
    await see.poll(() => requestCount(page, 'drafts:keep')).toBe(1);
    const channels = ['notes:view', 'notes:counts', 'drafts:list', 'app:notices', 'drafts:keep'] as const;
    const before = await Promise.all(channels.map((channel) => requestCount(page, channel)));
    await setPhase(page, 'opening');
    await setPhase(page, 'connecting');
    for (const [index, channel] of channels.entries())
      await see.poll(() => requestCount(page, channel)).toBe((before[index] ?? 0) + 1);
    // The page did not mistake its own draft for another page's words.
    await see(box(page)).toHaveValue('typed before');
    expect(await requestCount(page, 'notes:add')).toBe(0);
  });

  test('typed words are stored again if a damaged file has lost their draft', async () => {
    const { page } = await stage.open();
    await box(page).fill('typed before');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'typed before' } }]);
    await setPhase(page, 'opening');
    await page.evaluate(() => window.fake.loseDrafts());
    await setPhase(page, 'live');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'typed before' } }]);
  });

  test.each([
    ['in the collapsed drawer', 601],
    ['in a narrow window', 400],
  ])('%s the message about reopening is an icon with the same name', async (_where, width) => {
    const { page } = await stage.open(
      { sync: sync('opening'), settings: { drawerPinned: false } },
      { viewport: { width, height: 700 } },
    );
    await see(page.getByRole('img', { name: OPENING })).toBeVisible();
  });
});

describe('notes that cannot be opened', () => {
  test.each(['#/', '#/archive', '#/trash'])(
    'notes that cannot be opened show the reason on %s, and can be tried again',
    async (hash) => {
      const { page } = await stage.open(CLOSED, { hash });
      await see(page.getByRole('main').getByText(WRONG)).toBeVisible();
      await see(page.getByRole('main').getByText('Check that the disk works')).toBeVisible();
      await see(page.getByRole('progressbar')).toHaveCount(0);
      await page.getByRole('button', { name: 'Try again' }).click();
      await see.poll(() => requestCount(page, 'sync:now')).toBe(1);
      await setPhase(page, 'opening');
      await see(page.getByRole('button', { name: 'Opening…' })).toHaveAttribute('aria-disabled', 'true');
      await setPhase(page, 'closed');
      await see(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
    },
  );

  test('notes that could not be opened appear as soon as they can be', async () => {
    const { page } = await stage.open(CLOSED);
    await see(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await reopen(page);
    await see(page.getByRole('article')).toContainText('Bread');
    await see(page.getByText(WRONG)).toHaveCount(0);
  });

  test('words typed while the notes cannot be opened stay in the creation box, and adding them shows the reason', async () => {
    const { page } = await stage.open(CLOSED);
    await box(page).fill('precious');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'precious' } }]);
    await page.keyboard.press('Escape');
    await see(page.locator('.fui-Toast')).toContainText(REASON);
    await see(box(page)).toHaveValue('precious');
    await reopen(page);
    await page.keyboard.press('Escape');
    await see(page.getByRole('article').filter({ hasText: 'precious' })).toHaveCount(1);
  });

  test('a draft from before a failed opening is put above the words already being typed', async () => {
    const { page } = await stage.open({ ...CLOSED, drafts: [] });
    await box(page).fill('later');
    await see.poll(() => drafts(page)).toMatchObject([{ content: { text: 'later' } }]);
    // The account has joined these words with the draft stored before.
    const joined = { title: 'Before', text: 'earlier\n\nlater' };
    await page.evaluate((content) => window.fake.setDraft({ place: 'new', content }), joined);
    await reopen(page);
    await see(box(page)).toHaveValue('earlier\n\nlater');
    await see(page.getByPlaceholder(TEXTS.title)).toHaveValue('Before');
    await see.poll(() => drafts(page)).toMatchObject([{ content: joined }]);
  });
});

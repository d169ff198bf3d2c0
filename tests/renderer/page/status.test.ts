/** An action under way is shown in place of the sync state, and never moves the notes. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { TransferState } from '#shared/ipc/transfer.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { openStage, type OpenOptions, requestArguments, see } from './open-page.ts';

const stage = openStage();

const IMPORTING: TransferState = { status: 'running', kind: 'import', done: 30, total: 120 };
const WORDS = 'Importing… 25 %';
const drawer = (page: Page) => page.getByRole('navigation');
const boardTop = async (page: Page): Promise<number | undefined> =>
  (await page.getByRole('feed').boundingBox())?.y;
const setTransfer = (page: Page, state: TransferState): Promise<void> =>
  page.evaluate((next) => window.fake.setTransfer(next), state);

async function openNotes(options: OpenOptions, drawerPinned = true): Promise<Page> {
  const { page } = await stage.open(
    { notes: [{ title: 'Bread' }], generated: 1500, settings: { drawerPinned } },
    options,
  );
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

describe('an action under way', () => {
  test.each([
    ['open', 1180],
    ['collapsed', 1180],
    ['closed', 400],
  ])('an action on many notes does not move the notes (drawer %s)', async (how, width) => {
    const page = await openNotes({ viewport: { width, height: 700 } }, how !== 'collapsed');
    const before = await boardTop(page);
    await page.keyboard.press(`${COMMAND}+a`);
    await page.evaluate(() => window.fake.hold('notes:change'));
    await page.keyboard.press('e');
    const words = 'Archiving 0 of 1,501…';
    if (how === 'collapsed') {
      await see(drawer(page).getByRole('progressbar', { name: words })).toBeVisible();
      await drawer(page).hover();
    }
    if (how === 'closed') await page.getByRole('button', { name: words }).click();
    await see(drawer(page).getByText(words)).toBeVisible();
    expect(await boardTop(page)).toBe(before);
    await drawer(page).getByRole('button', { name: 'Stop' }).click();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(page.getByRole('listitem').filter({ hasText: '1,000 notes archived' })).toBeVisible();
    await see(page.getByText(words)).toHaveCount(0);
    if (how !== 'closed') await see(drawer(page).getByText('All changes saved')).toBeVisible();
  });

  test('an import shows its progress, can be stopped, and does not move the notes', async () => {
    const page = await openNotes({});
    const before = await boardTop(page);
    await setTransfer(page, IMPORTING);
    await see(drawer(page).getByText(WORDS)).toBeVisible();
    await see(drawer(page).getByText('All changes saved')).toHaveCount(0);
    expect(await boardTop(page)).toBe(before);
    await drawer(page).getByRole('button', { name: 'Stop' }).click();
    expect(await requestArguments(page, 'transfer:cancel')).toHaveLength(1);
    await setTransfer(page, { status: 'idle' });
    await see(drawer(page).getByText('All changes saved')).toBeVisible();
  });

  test('closing the drawer focuses the screen if the import that opened it has ended', async () => {
    const page = await openNotes({ viewport: { width: 400, height: 700 } });
    await setTransfer(page, IMPORTING);
    await page.getByRole('button', { name: WORDS }).click();
    await see(drawer(page).getByRole('link', { name: 'Notes' })).toBeFocused();
    await setTransfer(page, { status: 'idle' });
    await see(drawer(page).getByText(WORDS)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await see(page.getByRole('main')).toBeFocused();
  });

  test('the settings show an import themselves', async () => {
    const page = await openNotes({});
    await page.evaluate(() => window.fake.openDialog('settings'));
    await see(page.getByRole('dialog')).toBeVisible();
    await setTransfer(page, IMPORTING);
    await see(page.getByRole('dialog').getByText(WORDS)).toBeVisible();
    await see(page.locator('#drawer').getByText(WORDS)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await see(drawer(page).getByText(WORDS)).toBeVisible();
  });

  test.each([1180, 400])(
    'the first sync does not move notes that are already here (%i px)',
    async (width) => {
      const { page } = await stage.open(
        {
          notes: [{ title: 'Typed offline', pending: true }],
          sync: { phase: 'connecting', pending: 1, refused: 0, loaded: false },
        },
        { viewport: { width, height: 700 } },
      );
      await see(page.getByRole('article')).toBeVisible();
      const spinner = page.getByRole('main').getByRole('progressbar');
      await see(spinner).toBeVisible();
      const [before, spun] = [await boardTop(page), await spinner.boundingBox()];
      // Between the creation box and the notes, covering neither.
      const box = await page.locator('[data-creation-box]').boundingBox();
      expect(spun?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
      expect((spun?.y ?? 0) + (spun?.height ?? 0)).toBeLessThanOrEqual(before ?? 0);
      await page.evaluate(() => window.fake.setSync({ phase: 'live', pending: 0, refused: 0, loaded: true }));
      await see(spinner).toHaveCount(0);
      expect(await boardTop(page)).toBe(before);
    },
  );
});

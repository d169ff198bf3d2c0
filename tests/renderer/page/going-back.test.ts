/** Going back and forward through the browser's history with an open sheet. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { BACK, FORWARD } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';
import { button, NOTES, openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage({ toastsStay: true });

/** From now on, each new history entry emits `entered` at once. The router's own listeners run later. */
function tellOfEntries(page: Page): Promise<void> {
  return page.evaluate(() => {
    const pushState = history.pushState.bind(history);
    history.pushState = (...args) => {
      pushState(...args);
      window.dispatchEvent(new Event('entered'));
    };
  });
}

/** Opens a note, and closes it by Esc just as another screen comes up. */
async function leaveSheetForArchive(page: Page): Promise<void> {
  await openSheet(page, 'One');
  // The entry may come after the sheet; without it there is nothing to go back to.
  await see.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('"note"');
  await page.evaluate(() => {
    location.assign('#/archive');
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await see(page.getByText(TEXTS.noArchived)).toBeVisible();
}

describe('going back', () => {
  const hashOf = (page: Page): string => new URL(page.url()).hash;

  test('going back closes the sheet and stays on its screen', async () => {
    const { page, log } = await stage.open({ notes: NOTES });
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('link', { name: 'Notes' }).click();
    await openSheet(page, 'Two');
    await page.goBack();
    await see(sheet(page)).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
    expect(hashOf(page)).toBe('#/');
    await see(page.getByText('Changes discarded')).toHaveCount(0);
    // The sheet left no extra entry in the history.
    await openSheet(page, 'One');
    await page.keyboard.press('Escape');
    await see(card(page, 'One')).toBeFocused();
    await page.goBack();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    expect(log).toEqual([]);
  });

  test('going back discards the words typed in the sheet, and Undo brings them back', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await textOf(page).fill('typed');
    await page.keyboard.press(BACK);
    await see(sheet(page)).toHaveCount(0);
    await see.poll(() => page.evaluate(() => window.fake.drafts())).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(textOf(page)).toHaveValue('typed');
    await page.goBack();
    await see(sheet(page)).toHaveCount(0);
  });

  test('the mouse’s back button closes the sheet, and going forward reopens it', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    const mouse = await page.context().newCDPSession(page);
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await mouse.send('Input.dispatchMouseEvent', { type, x: 5, y: 5, button: 'back', clickCount: 1 });
    await see(sheet(page)).toHaveCount(0);
    await page.keyboard.press(FORWARD);
    await see(textOf(page)).toHaveValue('first\nsecond');
  });

  test('the sheet survives a reload, and going back closes it afterwards', async () => {
    const { page } = await stage.open({ notes: NOTES }, { hash: '#/' });
    await openSheet(page, 'Two');
    await page.reload();
    await see(textOf(page)).toHaveValue('text of Two');
    await page.goBack();
    await see(sheet(page)).toHaveCount(0);
    await see(card(page, 'Two')).toBeFocused();
  });

  test('going back closes the sheet together with the list at its side', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await button(page, 'Earlier versions').click();
    await see(page.getByRole('dialog', { name: 'Earlier versions' })).toBeVisible();
    await page.goBack();
    await see(page.getByRole('dialog')).toHaveCount(0);
    await see(card(page, 'One')).toBeFocused();
  });

  test('going back reopens a sheet that Esc closed just as another screen came up', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await leaveSheetForArchive(page);
    await see(sheet(page)).toHaveCount(0);
    await page.goBack();
    // Going back to the note's own entry reopens the note, as going forward does.
    await see(sheet(page)).toBeVisible();
  });

  test('a sheet that reopens in the frame in which its card appears keeps the focus', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await leaveSheetForArchive(page);
    // The closed sheet's card is awaited from frame to frame, and the next frame comes late.
    await page.evaluate(() => {
      const request = window.requestAnimationFrame.bind(window);
      const late: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => late.push(callback);
      window.addEventListener('draw', () => {
        window.requestAnimationFrame = request;
        for (const callback of late) request(callback);
      });
    });
    await page.goBack();
    await see(textOf(page)).toBeFocused();
    await see(page.locator('[data-note-id=one]')).toHaveCount(1);
    await page.evaluate(async () => {
      window.dispatchEvent(new Event('draw'));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await see(textOf(page)).toBeFocused();
  });

  test('going back reopens a note whose entry was left before the router had reported it', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await tellOfEntries(page);
    await page.evaluate(() => {
      const leave = (): void => {
        location.assign('#/archive');
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      };
      window.addEventListener('entered', () => queueMicrotask(leave), { once: true });
    });
    await card(page, 'One').click();
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    await see(sheet(page)).toHaveCount(0);
    await page.goBack();
    await see(sheet(page)).toBeVisible();
  });

  test('going back closes the sheet before the router has reported its entry', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await tellOfEntries(page);
    await page.evaluate(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its port below
      const post = MessagePort.prototype.postMessage;
      const held: (() => void)[] = [];
      // React renders in tasks that it posts to itself. On a busy machine, they come after the browser's.
      const goBack = (): void => {
        MessagePort.prototype.postMessage = function postLater(message: unknown) {
          held.push(() => post.call(this, message));
        };
        history.back();
      };
      const render = (): void => {
        MessagePort.prototype.postMessage = post;
        for (const one of held) one();
        document.documentElement.dataset['back'] = 'yes';
      };
      window.addEventListener('entered', goBack, { once: true });
      window.addEventListener('popstate', () => setTimeout(render), { once: true });
    });
    await card(page, 'One').click();
    await see(page.locator('html[data-back]')).toHaveCount(1);
    await see(sheet(page)).toHaveCount(0);
    await page.goForward();
    await see(sheet(page)).toBeVisible();
  });

  test('another screen closes the sheet and discards its words, even while the sheet is still opening', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await textOf(page).fill('typed');
    await page.evaluate(() => location.assign('#/archive'));
    await see(page.getByText(TEXTS.noArchived)).toBeVisible();
    await see(sheet(page)).toHaveCount(0);
    await see(page.getByText('Changes discarded').first()).toBeAttached();
    await see.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.getByRole('link', { name: 'Notes' }).click();
    await page.evaluate(() => window.fake.hold('notes:get'));
    await card(page, 'Two').click();
    await page.evaluate(() => {
      location.assign('#/trash');
      window.fake.release('notes:get');
    });
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await see(sheet(page)).toHaveCount(0);
  });
});

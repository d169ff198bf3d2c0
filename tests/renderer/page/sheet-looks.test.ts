/** The looks of the sheet: its foot in small windows, the hits of a search, the end of a long text, its motion. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { card, openStage, see, WINDOWS } from './open-page.ts';
import { button, NOTES, openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage();

const PHONE = { viewport: { width: 320, height: 640 } };
const LONG = { title: 'Long', text: Array.from({ length: 80 }, (_, line) => `line ${line}`).join('\n') };

const foot = (page: Page) => button(page, TEXTS.save).locator('xpath=../..');
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

describe('the foot of the sheet', () => {
  test.each(WINDOWS)('in a window that is %s, it is one row', async (...window) => {
    const { page } = await stage.openIn(window, { notes: [...NOTES] });
    await openSheet(page, 'One');
    const [, { width }] = window;
    expect((await foot(page).boundingBox())?.height).toBeLessThan(72);
    const middles = await foot(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((one) => {
          const { top, height, left, right } = one.getBoundingClientRect();
          return { middle: Math.round(top + height / 2), left, right };
        }),
      );
    expect(new Set(middles.map(({ middle }) => middle)).size).toBe(1);
    for (const { left, right } of middles) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
  });

  test('on a phone’s width the other actions are under “…”, with the date', async () => {
    const { page } = await stage.open({ notes: [...NOTES] }, PHONE);
    await openSheet(page, 'One');
    for (const name of ['Archive', 'Move to trash', 'Copy', 'Earlier versions'])
      await see(button(page, name)).toHaveCount(0);
    await button(page, 'More').click();
    await see(page.getByRole('menuitem')).toHaveText([
      'Archive',
      'Move to trash',
      'Copy',
      'Earlier versions',
    ]);
    await see(page.getByText(/^Created /)).toBeVisible();
    // Esc closes the menu, not the sheet.
    await page.keyboard.press('Escape');
    await see(page.getByRole('menuitem')).toHaveCount(0);
    await see(button(page, 'More')).toBeFocused();
    await page.keyboard.press('Enter');
    await menuItem(page, 'Earlier versions').click();
    await see(page.getByRole('dialog', { name: 'Earlier versions' })).toBeVisible();
    await page.keyboard.press('Escape');
    await see(sheet(page)).toBeVisible();
    await button(page, 'More').click();
    await menuItem(page, 'Archive').click();
    await see(sheet(page)).toHaveCount(0);
    await see(card(page, 'One')).toHaveCount(0);
  });
});

test.each(WINDOWS)(
  'in a window that is %s, the number of the hit is in the title’s row',
  async (...window) => {
    const { page } = await stage.openIn(window, { notes: [LONG] });
    await page.keyboard.press('/');
    await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
    await page.keyboard.type('line 7');
    await openSheet(page, 'Long');
    const place = sheet(page).getByText('1 of 11');
    // It moves the title down, so it must be there before the places are measured.
    await see(place).toBeVisible();
    const [shown, close, title] = await Promise.all(
      [place, button(page, 'Close'), sheet(page).getByLabel(TEXTS.title)].map((one) => one.boundingBox()),
    );
    const middle = (box: typeof shown): number => (box?.y ?? NaN) + (box?.height ?? NaN) / 2;
    expect(middle(shown ?? null)).toBeCloseTo(middle(close ?? null), 0);
    expect((shown?.x ?? NaN) + (shown?.width ?? NaN)).toBeLessThan(close?.x ?? NaN);
    expect((close?.y ?? NaN) + (close?.height ?? NaN)).toBeLessThanOrEqual((title?.y ?? NaN) + 1);
    await page.keyboard.press('F3');
    await see(sheet(page).getByText('2 of 11')).toBeVisible();
  },
);

test('a text that goes on below its field ends in a fade', async () => {
  const { page } = await stage.open({ notes: [LONG, ...NOTES] });
  /** How opaque the fade is. */
  const fade = (): Promise<number> =>
    textOf(page).evaluate((field) => {
      let element: Element | null = field;
      while (element !== null && getComputedStyle(element, '::after').animationName === 'none')
        element = element.parentElement;
      return element === null ? NaN : Number(getComputedStyle(element, '::after').opacity);
    });
  await openSheet(page, 'Long');
  await textOf(page).evaluate((field) => field.scrollTo({ top: 0 }));
  await see.poll(fade).toBe(1);
  await textOf(page).evaluate((field) => field.scrollTo({ top: field.scrollHeight }));
  await see.poll(fade).toBe(0);
  await page.keyboard.press('Escape');
  await openSheet(page, 'One');
  await see.poll(fade).toBe(0);
});

/** Stops each motion of the sheet as it begins, so that a busy machine cannot miss it. */
function pauseMotion(page: Page): Promise<void> {
  return page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called on each element below
    const { animate } = Element.prototype;
    Element.prototype.animate = function animatePaused(...args) {
      const animation = animate.apply(this, args);
      if (this.matches('[role=dialog]')) animation.pause();
      return animation;
    };
  });
}

/** Waits for the sheet's motion, goes to its beginning or end, and returns the places of the sheet and its card. */
function goTo(page: Page, where: 'begin' | 'end'): Promise<number[][]> {
  return page.evaluate(async (place) => {
    const motion = (): Animation | undefined =>
      document
        .querySelector('[role=dialog]')
        ?.getAnimations()
        .findLast(({ constructor }) => constructor === Animation);
    while (motion() === undefined) await new Promise(requestAnimationFrame);
    const end = Number(motion()?.effect?.getComputedTiming().endTime);
    Object.assign(motion() ?? {}, { currentTime: place === 'begin' ? 0 : end });
    return ['[role=dialog]', '[data-note-id=one]'].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return [box?.x, box?.y, box?.width, box?.height].map((value) => Math.round(value ?? NaN));
    });
  }, where);
}

const finish = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document
      .querySelector('[role=dialog]')
      ?.getAnimations()
      .forEach((one) => one.finish()),
  );

test('the sheet grows out of its card and goes back into it, without taking keys then', async () => {
  const { page } = await stage.open({ notes: [...NOTES] }, { reducedMotion: 'no-preference' });
  await see(card(page, 'One')).toBeVisible();
  await pauseMotion(page);
  await card(page, 'One').click();
  const [grown, from] = await goTo(page, 'begin');
  expect(grown).toEqual(from);
  await finish(page);
  await see(textOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  const [gone, to] = await goTo(page, 'end');
  expect(gone).toEqual(to);
  // The words are still seen.
  await see(page.locator('[role=dialog] textarea').last()).toHaveValue('first\nsecond');
  await page.keyboard.type('words');
  await see(page.locator('[role=dialog] textarea').last()).toHaveValue('first\nsecond');
  await finish(page);
  await see(page.locator('[role=dialog]')).toHaveCount(0);
});

test('the sheet has no focus as soon as it begins to go back', async () => {
  const { page } = await stage.open({ notes: [...NOTES] }, { reducedMotion: 'no-preference' });
  await openSheet(page, 'One');
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called on each element below
    const { animate } = Element.prototype;
    Element.prototype.animate = function animateAndLook(...args) {
      // In the next frame, the card gets the focus anyway.
      queueMicrotask(() => {
        if (this.matches('[role=dialog]')) document.title = `${this.contains(document.activeElement)}`;
      });
      return animate.apply(this, args);
    };
  });
  await page.keyboard.press('Escape');
  await see.poll(() => page.title()).toBe('false');
});

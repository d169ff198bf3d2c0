/** The focus among cards: a single tab stop, moved by arrow keys, and never lost when a card disappears. */
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { card, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const NOTES = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, text: `text of ${title}` }));
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active?.closest('[data-note-id]')?.getAttribute('data-note-id') ?? active?.tagName ?? 'none';
  });

async function openNotes(notes: readonly object[] = NOTES, hash = '', width = 1180): Promise<Page> {
  const { page } = await stage.open({ notes }, { hash, viewport: { width, height: 760 } });
  await see(page.getByRole('article')).toHaveCount(notes.length);
  return page;
}

async function press(page: Page, title: string, button: string): Promise<void> {
  await card(page, title).hover();
  await card(page, title).getByRole('button', { name: button, exact: true }).click();
}

describe('arrow keys', () => {
  // Three columns, with every second card taller.
  const tall = Array.from({ length: 9 }, (_, at) => ({
    id: `${at}`,
    title: `Card ${at}`,
    text: at % 2 === 0 ? 'short' : 'line\n'.repeat(8),
  }));

  test('arrow keys move the focus to the card in that direction, Home and End to the first and last one', async () => {
    const page = await openNotes(tall);
    await card(page, 'Card 0').focus();
    const columns = await page.evaluate(() =>
      [...document.querySelectorAll('[data-note-id]')].map((one) => one.getBoundingClientRect().left),
    );
    expect(new Set(columns).size).toBe(3);
    const box = async (): Promise<{ x: number; y: number }> => {
      const found = await page.locator('[data-note-id]:focus').boundingBox();
      return { x: found?.x ?? 0, y: found?.y ?? 0 };
    };
    const start = await box();
    await page.keyboard.press('ArrowDown');
    const below = await box();
    expect([below.x, below.y > start.y]).toEqual([start.x, true]);
    await page.keyboard.press('ArrowRight');
    const right = await box();
    expect(right.x).toBeGreaterThan(below.x);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await see(card(page, 'Card 0')).toBeFocused();
    await page.keyboard.press('End');
    await see(card(page, 'Card 8')).toBeFocused();
    await page.keyboard.press('Home');
    await see(card(page, 'Card 0')).toBeFocused();
  });

  test('End and Home focus the last and first card of a partly loaded list, and Home shows the creation box', async () => {
    const { page } = await stage.open({ generated: 5_000 });
    await page.getByRole('article').first().focus();
    await page.keyboard.press('End');
    await see(card(page, 'Line one of 4999')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await see(card(page, 'Line one of 4999')).not.toBeFocused();
    await see.poll(() => focused(page)).toMatch(/^note/);
    await page.keyboard.press('Home');
    await see(card(page, 'Line one of 0')).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeInViewport({ ratio: 1 });
  });

  test('Home replaces an earlier End whose card is not loaded yet', async () => {
    const { page } = await stage.open({ generated: 5_000 });
    await page.getByRole('article').first().focus();
    await page.evaluate(() => window.fake.hold('notes:view'));
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    // The answer with the end of the list is rendered within these frames.
    await page.evaluate(async () => {
      window.fake.release('notes:view');
      for (let frame = 0; frame < 10; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    await see(card(page, 'Line one of 0')).toBeFocused();
    await see(page.getByPlaceholder(TEXTS.takeANote)).toBeInViewport({ ratio: 1 });
  });

  test('arrow keys, Home and End leave the focus on the page if no card has it', async () => {
    const page = await openNotes();
    for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End', 'x']) await page.keyboard.press(key);
    expect(await focused(page)).toBe('BODY');
  });
});

test('Tab reaches one card, its controls, and then the elements after the list', async () => {
  const page = await openNotes();
  // The first frame omits controls that appear on hover or focus.
  await see(
    card(page, 'One').getByRole('button', { name: 'Move to trash', includeHidden: true }),
  ).toBeAttached();
  await page.getByPlaceholder(TEXTS.takeANote).focus();
  const names: string[] = [];
  for (let step = 0; step < 9; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '',
    );
    names.push(`${await focused(page)} ${name}`);
  }
  expect(names.slice(0, 8)).toEqual([
    'One ARTICLE',
    'One Select',
    'One Pin',
    'One Edit',
    'One Colour',
    'One Labels',
    'One Archive',
    'One Move to trash',
  ]);
  expect(names[8]).not.toMatch(/^(One|Two|Three) /);
  // The tab stop is the card that had the focus last.
  await card(page, 'Two').focus();
  await page.getByPlaceholder(TEXTS.takeANote).focus();
  await page.keyboard.press('Tab');
  await see(card(page, 'Two')).toBeFocused();
});

describe('the focus', () => {
  test('when a focused card leaves the list, the focus goes to the next card, else the previous one, else the screen', async () => {
    const page = await openNotes();
    await press(page, 'Two', 'Archive');
    await see(card(page, 'Three')).toBeFocused();
    await press(page, 'Three', 'Move to trash');
    await see(card(page, 'One')).toBeFocused();
    await page.keyboard.press('#');
    await see(page.getByText(TEXTS.noNotes)).toBeVisible();
    await see(page.getByRole('main')).toBeFocused();
    // Undoes both, because they share a toast.
    await page.keyboard.press('z');
    await see(page.getByRole('article')).toHaveCount(2);
    await see(page.locator('article:focus')).toHaveCount(1);
  });

  test('in a low window of one column, the next card is in sight after the focused one has left', async () => {
    const notes = [9, 8, 3, 2, 16, 3].map((lines, at) => ({
      title: `Card ${at}`,
      text: 'line\n'.repeat(lines),
    }));
    const { page } = await stage.open({ notes }, { viewport: { width: 640, height: 400 } });
    await card(page, 'Card 0').focus();
    for (const at of [0, 1, 2, 3, 4]) {
      // The note leaves later than the next frame.
      await page.evaluate(() => window.fake.hold('notes:change'));
      await page.keyboard.press('e');
      await see(card(page, `Card ${at + 1}`)).toBeFocused();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      await page.evaluate(() => window.fake.release('notes:change'));
      await see(card(page, `Card ${at}`)).toHaveCount(0);
      await see(page.getByRole('heading', { name: `Card ${at + 1}` })).toBeInViewport({ ratio: 1 });
    }
  });

  test.each(['Undo', 'z'])('the focus returns to the card that %s brings back', async (how) => {
    const page = await openNotes();
    await press(page, 'Two', 'Archive');
    await see(card(page, 'Three')).toBeFocused();
    if (how === 'z') await page.keyboard.press('z');
    else await undo(page).click();
    await see(card(page, 'Two')).toBeFocused();
  });

  test('the focus returns to a card that Undo brings back into an empty list', async () => {
    const page = await openNotes([{ id: 'One', title: 'One' }]);
    await press(page, 'One', 'Archive');
    await see(page.getByRole('main')).toBeFocused();
    await undo(page).click();
    await see(card(page, 'One')).toBeFocused();
  });

  test('the focus stays on a card whose deletion is cancelled, and goes to the next card after a confirmation', async () => {
    const page = await openNotes(
      NOTES.map((note) => ({ ...note, list: 'trashed' })),
      '#/trash',
    );
    const question = page.getByRole('alertdialog');
    await press(page, 'Two', 'Delete forever');
    await see(question).toContainText('Delete “Two” forever?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await see(question).toHaveCount(0);
    await see(card(page, 'Two').getByRole('button', { name: 'Delete forever' })).toBeFocused();
    // Fluent remembers the button that opened something, so the focus first goes elsewhere.
    await page.getByRole('button', { name: 'Profile' }).focus();
    await card(page, 'Two').focus();
    for (const answer of ['Cancel', 'Escape']) {
      await page.keyboard.press('Delete');
      if (answer === 'Cancel') await question.getByRole('button', { name: 'Cancel' }).click();
      else {
        await see(question).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await see(question).toHaveCount(0);
      await see(card(page, 'Two')).toBeFocused();
    }
    await page.keyboard.press('#');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByRole('article')).toHaveCount(2);
    await see(question).toHaveCount(0);
    await see(card(page, 'Three')).toBeFocused();
    await press(page, 'Three', 'Restore');
    await see(card(page, 'One')).toBeFocused();
    await press(page, 'One', 'Delete forever');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
    await see(page.getByRole('main')).toBeFocused();
  });

  test('the focus survives a card that another device removes, and a late answer to an archiving', async () => {
    const page = await openNotes();
    await card(page, 'Two').focus();
    await page.evaluate(() => window.fake.replace('Two', null));
    await see(card(page, 'Three')).toBeFocused();
    await page.evaluate(() => window.fake.hold('notes:change'));
    await page.keyboard.press('e');
    await page.keyboard.press('k');
    await see(card(page, 'One')).toBeFocused();
    await page.evaluate(() => window.fake.release('notes:change'));
    await see(page.getByRole('article')).toHaveCount(1);
    await see(card(page, 'One')).toBeFocused();
  });
});

describe('the question before a deletion', () => {
  test.each(['light', 'dark'] as const)(
    'the question before a deletion has a red button with readable text in the %s theme',
    async (theme) => {
      const { page } = await stage.open(
        { notes: [{ title: '', text: 'word '.repeat(40), list: 'trashed' }] },
        { hash: '#/trash', colorScheme: theme },
      );
      await see(page.getByRole('article')).toHaveCount(1);
      await page.getByRole('article').hover();
      await page.getByRole('article').getByRole('button', { name: 'Delete forever' }).click();
      const question = page.getByRole('alertdialog');
      await see(question).toContainText(/Delete “(word )+word…” forever\?/);
      const contrast = await question.getByRole('button', { name: 'Delete forever' }).evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        const light = (rgb: string): number => {
          const [r = 0, g = 0, b = 0] = [...rgb.matchAll(/[\d.]+/g)].map(([number]) => {
            const value = Number(number) / 255;
            return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const [one, other] = [light(color), light(backgroundColor)];
        const isRed = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(backgroundColor)?.slice(1).map(Number) ?? [];
        return { ratio: Math.max(one, other) / Math.min(one, other), isRed };
      });
      expect(contrast.ratio).toBeGreaterThan(4.5);
      const [red = 0, green = 0, blue = 0] = contrast.isRed;
      expect(red - Math.max(green, blue)).toBeGreaterThan(60);
    },
  );
});

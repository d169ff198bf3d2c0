/** A list much longer than the screen: visible cards stay in place, and the focus is kept. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage();

const LONG = 5000;

async function openLong(): Promise<Page> {
  const { page } = await stage.open({ generated: LONG });
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function scrollTo(page: Page, top: number): Promise<void> {
  // No card may be blank before the list handles the scroll event. Its listener was added first.
  await page.getByRole('main').evaluate(async (element, to) => {
    const scrolled = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
    element.scrollTo({ top: to });
    await scrolled;
  }, top);
  await see(page.locator('[data-index] > [aria-hidden]')).toHaveCount(0);
}

/** Left and top of each visible card, by its note. */
function cards(page: Page): Promise<Record<string, readonly number[]>> {
  return page.getByRole('main').evaluate((element) => {
    const screen = element.getBoundingClientRect();
    const shown = [...element.querySelectorAll('[data-note-id]')]
      .map((card) => [card.getAttribute('data-note-id') ?? '', card.getBoundingClientRect()] as const)
      .filter(([, { top, bottom }]) => bottom > screen.top && top < screen.bottom);
    return Object.fromEntries(shown.map(([id, { left, top }]) => [id, [left, top]]));
  });
}

test('visible cards stay in place when notes arrive above', async () => {
  const page = await openLong();
  await scrollTo(page, 40_000);
  const before = await cards(page);
  await page.evaluate(() => {
    for (let count = 0; count < 7; count += 1)
      window.fake.arrive({ title: `New ${count}`, text: 'words\nwords' });
  });
  await see(page.getByRole('article').first()).toHaveAttribute('aria-setsize', String(LONG + 7));
  expect(await cards(page)).toEqual(before);
  await scrollTo(page, 0);
  await see(page.getByRole('article').first()).toContainText('New 6');
});

test('notes that arrive at the top of the list are visible there', async () => {
  const page = await openLong();
  await page.evaluate(() => window.fake.arrive({ title: 'New', text: 'words' }));
  const card = page.getByRole('article').filter({ hasText: 'New' });
  await see(card).toBeInViewport();
  await see(card).toHaveAttribute('aria-posinset', '1');
});

test('the focused card keeps the focus however far the list is scrolled, and keys continue from it', async () => {
  const page = await openLong();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
  const focused = page.locator('[data-note-id="note3"]');
  await see(focused).toBeFocused();
  await scrollTo(page, 60_000);
  await page.evaluate(() => window.fake.arrive({ title: 'New', text: 'words' }));
  await see(page.getByRole('article').last()).toHaveAttribute('aria-setsize', String(LONG + 1));
  await see(focused).toBeFocused();
  await page.keyboard.press('j');
  await see(page.locator('[data-note-id="note4"]')).toBeFocused();
  await see(page.locator('[data-note-id="note4"]')).toBeInViewport();
});

test('j continues beyond the rendered cards, one card at a time', async () => {
  const page = await openLong();
  for (let step = 1; step <= 120; step += 1) {
    await page.keyboard.press('j');
    await see(page.locator(`[data-note-id="note${step}"]`)).toBeFocused();
  }
  await see(page.locator('[data-note-id="note120"]')).toBeInViewport();
});

test('the same cards stay on the screen when the number of columns changes', async () => {
  const page = await openLong();
  await scrollTo(page, 40_000);
  const [first] = Object.entries(await cards(page)).find(([, [, top = 0]]) => top > 100) ?? [];
  await page.setViewportSize({ width: 700, height: 760 });
  await see(page.locator(`[data-note-id="${first}"]`)).toBeInViewport();
});

test('typing in the search box waits for no answer, and an answer to an older query is never shown', async () => {
  const page = await openLong();
  // The input renders what the first frame omitted; from here on, only answers change the list.
  const first = page.getByRole('article').first();
  await first.hover();
  await see(first.getByRole('button')).not.toHaveCount(0);
  const search = page.getByPlaceholder(TEXTS.search);
  await page.evaluate(() => window.fake.hold('notes:view'));
  // Each typed character is in the field in the next frame, while no request is answered.
  const shown = await search.evaluate(async (field) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('The search box must be an input');
    field.focus();
    const values: string[] = [];
    for (const key of 'note number 49') {
      document.execCommand('insertText', false, key);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      values.push(field.value);
    }
    return values;
  });
  expect(shown).toEqual(Array.from('note number 49', (_key, at) => 'note number 49'.slice(0, at + 1)));
  const totals = await page.evaluate(async () => {
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      for (const card of document.querySelectorAll('article'))
        seen.add(card.getAttribute('aria-setsize') ?? '');
    });
    const list = document.querySelector('main');
    if (list === null) throw new Error('There is no list');
    observer.observe(list, { subtree: true, childList: true, attributes: true });
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    // Answers to earlier queries arrive while a later request has none.
    window.fake.release('notes:view');
    window.fake.hold('notes:view');
    document.execCommand('insertText', false, '9');
    for (let frames = 0; frames < 3; frames += 1) await frame();
    window.fake.release('notes:view');
    while (!seen.has('3')) await frame();
    observer.disconnect();
    return [...seen];
  });
  // The notes 4992, 4995 and 4998, because every third note has a title. Before, the list shows no search.
  expect(totals.filter((total) => total !== '5000')).toEqual(['3']);
});

test('the search box accepts a key while the answer to the previous query is being rendered', async () => {
  const page = await openLong();
  const search = page.getByPlaceholder(TEXTS.search);
  // For React, time passes with each look at the clock, so that rendering takes much longer than the page may
  // ignore keys, however fast or busy the machine is.
  await page.evaluate(() => {
    let time = performance.now();
    performance.now = () => (time += 1);
  });
  await page.evaluate(() => window.fake.hold('notes:view'));
  await search.fill('4');
  const atKey = await search.evaluate(async (field) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('The search box must be an input');
    const nextTask = (): Promise<void> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    window.fake.release('notes:view');
    // By the third task, rendering has begun; in a single piece, it would be complete.
    for (let task = 0; task < 3; task += 1) await nextTask();
    document.execCommand('insertText', false, '9');
    const total = document.querySelector('article')?.getAttribute('aria-setsize');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { total, value: field.value };
  });
  expect(atKey).toEqual({ total: String(LONG), value: '49' });
  const found = Array.from({ length: LONG }, (_, index) => String(index)).filter((text) =>
    text.includes('49'),
  );
  await see(page.getByRole('article').first()).toHaveAttribute('aria-setsize', String(found.length));
});

test('visible cards are rendered first, and cards beyond the screen’s edges afterwards', async () => {
  const { page } = await stage.open({ generated: LONG }, { hash: '#/archive' });
  await see(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  const first = await page.getByRole('main').evaluate(
    (main) =>
      new Promise<{ seen: number; beyond: number }>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const tops = [...main.querySelectorAll('article')].map((card) => card.getBoundingClientRect().top);
          if (tops.length === 0) return;
          observer.disconnect();
          const seen = tops.filter((top) => top < main.getBoundingClientRect().bottom).length;
          resolve({ seen, beyond: tops.length - seen });
        }).observe(main, { childList: true, subtree: true });
        location.hash = '#/';
      }),
  );
  expect(first.seen).toBeGreaterThan(0);
  expect(first.beyond).toBe(0);
  await see.poll(() => page.getByRole('article').count()).toBeGreaterThan(first.seen);
});

const bubble = (page: Page) => page.locator('[data-month-bubble]');

/** Scrolls up and down by a pixel, over and over, until the returned function is called. */
async function keepScrolling(page: Page): Promise<() => Promise<void>> {
  const timer = await page
    .getByRole('main')
    .evaluate((main) =>
      Number(setInterval(() => main.scrollBy({ top: main.scrollTop % 2 === 0 ? 1 : -1 }), 20)),
    );
  return () => page.evaluate((one) => clearInterval(one), timer);
}

/** The month of the first card on the screen. */
function firstMonth(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const { top } = main.getBoundingClientRect();
    const first = [...main.querySelectorAll('article')].find(
      (card) => card.getBoundingClientRect().bottom > top,
    );
    const date = new Date(first?.querySelector('time')?.dateTime ?? '');
    return date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
  });
}

test('a bubble beside the scroll bar shows the month while a long list scrolls, and disappears at rest', async () => {
  const page = await openLong();
  await see(bubble(page)).toBeHidden();
  const places: (number | undefined)[] = [];
  for (const top of [100_000, 200_000]) {
    await scrollTo(page, top);
    const rest = await keepScrolling(page);
    await see(bubble(page)).toBeVisible();
    await see(bubble(page)).toHaveText(await firstMonth(page));
    const box = await bubble(page).boundingBox();
    await rest();
    await see(bubble(page)).toBeHidden();
    places.push(box?.y);
    expect(box?.x).toBeGreaterThan(900);
  }
  expect(places[1]).toBeGreaterThan(places[0] ?? Infinity);
  await see(bubble(page)).toHaveAttribute('aria-hidden', 'true');
});

test('the bubble of a long list stays hidden while notes arrive above the screen', async () => {
  const page = await openLong();
  await scrollTo(page, 1000);
  await see(bubble(page)).toBeHidden();
  await page.getByRole('main').evaluate(async (main) => {
    const scrolled = new Promise((resolve) => main.addEventListener('scroll', resolve, { once: true }));
    for (let count = 0; count < 7; count += 1) window.fake.arrive({ title: `New ${count}` });
    await scrolled;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  expect(await bubble(page).isVisible()).toBe(false);
});

test('the bubble says “Pinned” at the pinned notes, and a list of a few screens has none', async () => {
  const pins = Array.from({ length: 80 }, (_, index) => ({ title: `Pin ${index}`, isPinned: true }));
  const { page } = await stage.open({ notes: pins, generated: 300 });
  await see(page.getByRole('article').first()).toBeVisible();
  await scrollTo(page, 400);
  await see(bubble(page)).toHaveText('Pinned');
  await page.getByPlaceholder(TEXTS.search).fill('Pin 1');
  await see(page.getByRole('article')).toHaveCount(11);
  await see(bubble(page)).toHaveCount(0);
});

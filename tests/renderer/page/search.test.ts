/** Searching: from the box to the results and back, the number of results, and results in other lists. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { COLORS } from '#shared/note/colors.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { openStage, type OpenOptions, see } from './open-page.ts';

const stage = openStage();

const NOTES = [
  { id: 'bread', title: 'Bread', text: 'flour, water, salt' },
  { id: 'soup', title: 'Soup', text: 'water and more' },
  { id: 'cake', title: 'Cake', text: 'flour and sugar' },
  { id: 'old', title: 'Old bread', text: 'flour', list: 'archived' as const },
  { id: 'older', title: 'Older bread', text: 'flour', list: 'archived' as const },
  { id: 'gone', title: 'Gone', text: 'flour', list: 'trashed' as const },
];
const NARROW = { viewport: { width: 400, height: 800 } };

const box = (page: Page) => page.getByPlaceholder(TEXTS.search);
const card = (page: Page, id: string) => page.locator(`[data-note-id="${id}"]`);
const firstArguments = (page: Page, channel: string): Promise<readonly unknown[]> =>
  page.evaluate(
    (name) => window.fake.requests.filter((one) => one.channel === name).map(({ args }) => args[0]),
    channel,
  );

async function open(setup: FakeSetup = { notes: NOTES }, options?: OpenOptions): Promise<Page> {
  const { page } = await stage.open(setup, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

describe('between the search box and the results', () => {
  test.each(['ArrowDown', 'Enter'])(
    '%s in the search box goes to the first result, and Esc goes back to the box',
    async (key) => {
      const page = await open();
      await box(page).fill('flour');
      await box(page).press(key);
      await see(card(page, 'bread')).toBeFocused();
      await page.keyboard.press('j');
      await see(card(page, 'cake')).toBeFocused();
      await page.keyboard.press('Escape');
      await see(box(page)).toBeFocused();
      await see(box(page)).toHaveValue('flour');
      // Without a search, Esc does not go back to the box.
      await page.keyboard.press('Escape');
      await see(card(page, 'cake')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await see(page.getByRole('main')).toBeFocused();
      await card(page, 'cake').focus();
      await page.keyboard.press('Escape');
      await see(card(page, 'cake')).toBeFocused();
    },
  );

  test('Esc goes back to the search box even if the last result is gone', async () => {
    const page = await open();
    await box(page).fill('sugar');
    await box(page).press('Enter');
    await see(card(page, 'cake')).toBeFocused();
    await page.keyboard.press('e');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Escape');
    await see(box(page)).toBeFocused();
    await see(box(page)).toHaveValue('sugar');
  });

  test('Enter in the search box waits for the answer to its query and then focuses the first result', async () => {
    const page = await open();
    await page.evaluate(() => window.fake.hold('notes:view'));
    await box(page).fill('sugar');
    await box(page).press('Enter');
    await see(box(page)).toBeFocused();
    await page.evaluate(() => window.fake.release('notes:view'));
    await see(card(page, 'cake')).toBeFocused();
  });

  test.each([
    ['types on', (page: Page) => page.keyboard.type('r')],
    ['goes elsewhere', (page: Page) => page.getByPlaceholder(TEXTS.takeANote).click()],
  ])('Enter in the search box focuses no result if the user %s before the answer', async (_what, act) => {
    const page = await open();
    await page.evaluate(() => window.fake.hold('notes:view'));
    await box(page).fill('wate');
    await box(page).press('Enter');
    await act(page);
    await page.evaluate(() => window.fake.release('notes:view'));
    await see(page.getByRole('article')).toHaveCount(2);
    await see(page.locator('article:focus')).toHaveCount(0);
  });

  test('Enter in the search box leaves the focus there if nothing is found', async () => {
    const page = await open();
    await box(page).fill('nowhere');
    await box(page).press('Enter');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(box(page)).toBeFocused();
  });

  test('ArrowDown in the search box goes to the first result even if the list was scrolled', async () => {
    const page = await open({ generated: 2000 });
    await box(page).fill('line');
    await see(page.getByRole('article').first()).toHaveAttribute('aria-setsize', '2000');
    await page.getByRole('main').evaluate((main) => main.scrollTo({ top: 60_000 }));
    await see(card(page, 'note1')).toHaveCount(0);
    await box(page).press('ArrowDown');
    await see(card(page, 'note1')).toBeFocused();
  });
});

describe('the number of found notes', () => {
  test('the number of found notes is above them, and no card moves as the query changes', async () => {
    const page = await open();
    const found = page.getByRole('status').filter({ hasText: 'found' });
    await box(page).fill('wate');
    await see(found).toHaveText('2 notes found');
    const top = (await card(page, 'bread').boundingBox())?.y;
    await box(page).fill('water,');
    await see(found).toHaveText('1 note found');
    expect((await card(page, 'bread').boundingBox())?.y).toBe(top);
    await box(page).fill('');
    await see(found).toHaveCount(0);
  });

  test('the number of found notes has its place while they are being counted', async () => {
    const page = await open({ notes: NOTES, counting: true });
    await box(page).fill('flour');
    await see(page.getByRole('article')).toHaveCount(2);
    const top = (await card(page, 'bread').boundingBox())?.y;
    await page.evaluate(() => window.fake.endCounting());
    await see(page.getByText('2 notes found')).toBeVisible();
    expect((await card(page, 'bread').boundingBox())?.y).toBe(top);
  });
});

describe('a late answer', () => {
  const status = (page: Page) => page.getByRole('status').filter({ hasText: 'Searching…' });
  const board = (page: Page) => page.locator('[aria-busy=true]');

  test('after 200 ms without an answer, the search says so and dims the cards until the answer arrives', async () => {
    const page = await open({ notes: NOTES }, { clock: true });
    await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
    await page.evaluate(() => window.fake.hold('notes:view'));
    await box(page).fill('sugar');
    await page.clock.runFor(150);
    await see(page.getByRole('article')).toHaveCount(3);
    await see(status(page)).toHaveCount(0);
    await page.clock.runFor(60);
    await see(status(page)).toBeVisible();
    await see(board(page)).toHaveCSS('pointer-events', 'none');
    // Axe waits by the page's clock.
    await page.clock.resume();
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations).toEqual([]);
    await page.evaluate(() => window.fake.release('notes:view'));
    await see(page.getByText('1 note found')).toBeVisible();
    await see(board(page)).toHaveCount(0);
    await see(page.getByRole('article')).toHaveCount(1);
  });

  test.each(['light', 'dark'] as const)(
    'the text of the dimmed cards is still readable (%s)',
    async (colorScheme) => {
      const notes = COLORS.map((color, at) => ({
        title: `Bread ${at}`,
        text: 'bread and https://example.org\n☑ salt\n☐ yeast',
        labels: ['Baking'],
        isPinned: at < 2,
        color,
      }));
      const page = await open({ notes: [{ title: 'Bread', text: 'plain' }, ...notes] }, { colorScheme });
      await box(page).fill('bread');
      await see(page.locator('mark').first()).toBeVisible();
      const colorOf = (): Promise<string> =>
        page
          .getByRole('article')
          .first()
          .getByRole('heading')
          .evaluate((words) => getComputedStyle(words).color);
      const before = await colorOf();
      await page.evaluate(() => window.fake.hold('notes:view'));
      await box(page).fill('bread a');
      await see(status(page)).toBeVisible();
      expect(await colorOf()).not.toBe(before);
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      expect(violations).toEqual([]);
    },
  );

  test('the search also says so while it has found nothing and continues', async () => {
    const page = await open({ notes: NOTES, counting: true }, { clock: true });
    await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
    await box(page).fill('nowhere');
    await see(page.getByRole('article')).toHaveCount(0);
    await page.clock.runFor(210);
    await see(status(page)).toBeVisible();
    await page.evaluate(() => window.fake.endCounting());
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(status(page)).toHaveCount(0);
  });

  test('clearing the query runs no search', async () => {
    const page = await open({ notes: NOTES }, { clock: true });
    await page.clock.pauseAt(new Date('2026-11-21T10:00:00'));
    await box(page).fill('sugar');
    await see(page.getByRole('article')).toHaveCount(1);
    await page.evaluate(() => window.fake.hold('notes:view'));
    await box(page).fill('');
    await page.clock.runFor(500);
    await see(status(page)).toHaveCount(0);
  });
});

describe('results in other lists', () => {
  const links = (page: Page) => page.getByRole('navigation', { name: 'Found in other lists' });

  test('results in other lists are counted below this list’s own, and a link goes to the first one', async () => {
    const page = await open();
    await box(page).fill('flour');
    await see(links(page).getByRole('link')).toHaveText(['2 in Archive', '1 in Trash']);
    await links(page).getByRole('link', { name: '2 in Archive' }).click();
    await see(card(page, 'old')).toBeFocused();
    await see(box(page)).toHaveValue('flour');
    await see(links(page).getByRole('link')).toHaveText(['2 in Notes', '1 in Trash']);
  });

  test('results in other lists are counted even if this list has none', async () => {
    const page = await open({ notes: NOTES }, { hash: '#/trash' });
    await box(page).fill('bread');
    await see(page.getByText(TEXTS.noMatch)).toBeVisible();
    await see(links(page).getByRole('link')).toHaveText(['1 in Notes', '2 in Archive']);
  });

  test('results in other lists are counted up to a hundred', async () => {
    const many = Array.from({ length: 120 }, () => ({ text: 'flour', list: 'archived' as const }));
    const page = await open({ notes: [...NOTES, ...many] });
    await box(page).fill('flour');
    await see(links(page).getByRole('link').first()).toHaveText('100+ in Archive');
  });

  test('results in other lists are requested only after typing has stopped', async () => {
    const page = await open();
    // Synchronously, because on a busy machine the time between two keys of the driver counts as a pause.
    await box(page).evaluate((input) => {
      for (const words of ['f', 'fl', 'flo', 'flou', 'flour']) {
        Reflect.set(HTMLInputElement.prototype, 'value', words, input);
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    });
    await see(links(page).getByRole('link')).toHaveCount(2);
    const ids = await firstArguments(page, 'notes:ids');
    expect(ids).toEqual([
      expect.objectContaining({ list: 'archived', query: 'flour' }),
      expect.objectContaining({ list: 'trashed', query: 'flour' }),
    ]);
  });
});

describe('hits in the open note', () => {
  const LINES = Array.from({ length: 200 }, (_, line) =>
    line % 50 === 40 ? `flour ${line}` : `line ${line}`,
  );
  const LONG = { id: 'long', title: 'More flour', text: LINES.join('\n') };
  const dialog = (page: Page) => page.getByRole('dialog');
  const text = (page: Page) => dialog(page).getByLabel(TEXTS.text);

  async function openLong(note = LONG): Promise<Page> {
    const page = await open({ notes: [note] });
    await box(page).fill('flour');
    await see(page.getByText('1 note found')).toBeVisible();
    await box(page).press('Enter');
    await see(page.getByRole('article')).toBeFocused();
    await page.keyboard.press('Enter');
    await see(dialog(page)).toBeVisible();
    return page;
  }

  /** The caret's line in the focused field, with the caret as `|`; null if text is selected. */
  const caretLine = (page: Page): Promise<string | null> =>
    page.evaluate(() => {
      const field = document.activeElement;
      if (!(field instanceof HTMLTextAreaElement) || field.selectionStart !== field.selectionEnd) return null;
      const [before, after] = [
        field.value.slice(0, field.selectionStart),
        field.value.slice(field.selectionEnd),
      ];
      return `${before.split('\n').at(-1)}|${after.split('\n')[0]}`;
    });

  const marks = (page: Page) => dialog(page).locator('mark');

  /** Whether the caret's line is in the upper half of the visible part of the text field. */
  const isInUpperHalf = (page: Page): Promise<boolean> =>
    text(page).evaluate((field) => {
      if (!(field instanceof HTMLTextAreaElement)) return false;
      const line = field.value.slice(0, field.selectionStart).split('\n').length - 1;
      const top = line * Number.parseFloat(getComputedStyle(field).lineHeight) - field.scrollTop;
      return top > 0 && top < field.clientHeight / 2;
    });

  test('an opened note has its caret after the first hit and scrolls to it, and F3 goes through the others in a circle', async () => {
    const page = await openLong({ ...LONG, title: 'Long' });
    await see.poll(() => caretLine(page)).toBe('flour| 40');
    expect(await isInUpperHalf(page)).toBe(true);
    await see(dialog(page).getByText('1 of 4')).toBeVisible();
    for (const [key, line, place] of [
      ['F3', 'flour| 90', '2 of 4'],
      ['F3', 'flour| 140', '3 of 4'],
      ['Shift+F3', 'flour| 90', '2 of 4'],
      ['Shift+F3', 'flour| 40', '1 of 4'],
      ['Shift+F3', 'flour| 190', '4 of 4'],
      [`${COMMAND}+g`, 'flour| 40', '1 of 4'],
    ] as const) {
      await page.keyboard.press(key);
      await see(dialog(page).getByText(place)).toBeVisible();
      expect(await caretLine(page)).toBe(line);
      if (place !== '4 of 4') expect(await isInUpperHalf(page)).toBe(true);
    }
  });

  test('hits in the title come first in an opened note, and the next hit is the one after the caret', async () => {
    const page = await openLong();
    await see.poll(() => caretLine(page)).toBe('More flour|');
    await see(dialog(page).getByLabel(TEXTS.title)).toBeFocused();
    expect(await text(page).evaluate((field) => field.scrollTop)).toBe(0);
    await text(page).focus();
    await text(page).evaluate((field) => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(500, 500);
    });
    await page.keyboard.press('F3');
    await see(dialog(page).getByText('3 of 5')).toBeVisible();
    expect(await caretLine(page)).toBe('flour| 90');
  });

  test('a click on the hit buttons leaves the caret in the text, a key leaves the focus on the button', async () => {
    const page = await openLong();
    const next = dialog(page).getByRole('button', { name: 'Next result' });
    await next.click();
    await see(text(page)).toBeFocused();
    expect(await caretLine(page)).toBe('flour| 40');
    await next.focus();
    await next.press('Enter');
    await next.press('Enter');
    await see(dialog(page).getByText('4 of 5')).toBeVisible();
    await see(next).toBeFocused();
    await see(text(page)).toHaveValue(LONG.text);
    await dialog(page).getByRole('button', { name: 'Previous result' }).click();
    expect(await caretLine(page)).toBe('flour| 90');
  });

  test.each([
    ['behind hidden lines', '☑ eggs and more\n☐ flour one\n☐ flour two'],
    [
      'in a text with another system’s line ends',
      'eggs\r\nand more\r\n\r\n\r\n\r\n\r\nflour one\r\nflour two',
    ],
  ])('a hit %s is found where the field shows it', async (what, words) => {
    const page = await openLong({ ...LONG, title: 'Shop', text: words });
    if (what === 'behind hidden lines') {
      await dialog(page).getByRole('button', { name: '1 ticked' }).click();
      await see(text(page)).toHaveValue('☐ flour one\n☐ flour two');
    }
    await text(page).focus();
    await text(page).evaluate((field) => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(0, 0);
    });
    await page.keyboard.press('F3');
    await see(dialog(page).getByText('1 of 2')).toBeVisible();
    expect(await caretLine(page)).toMatch(/flour\| one/);
    await page.keyboard.press('F3');
    await see(dialog(page).getByText('2 of 2')).toBeVisible();
    expect(await caretLine(page)).toMatch(/flour\| two/);
  });

  test('typing in an opened note replaces no hit', async () => {
    const page = await openLong({ ...LONG, title: 'Long' });
    await see.poll(() => caretLine(page)).toBe('flour| 40');
    await page.keyboard.type('s');
    expect(await caretLine(page)).toBe('flours| 40');
  });

  test('hits in an open note are marked exactly behind their letters, even after scrolling or editing', async () => {
    const page = await openLong();
    /** The distance of the last mark from its line, in lines; each line of text takes one line of the field. */
    const offset = (line: number) =>
      marks(page)
        .last()
        .evaluate((mark, at) => {
          const field = mark.closest('form')?.querySelectorAll('textarea')[1];
          if (field === undefined) return NaN;
          const height = Number.parseFloat(getComputedStyle(field).lineHeight);
          const top = field.getBoundingClientRect().top + at * height - field.scrollTop;
          const { top: markTop, bottom } = mark.getBoundingClientRect();
          return Math.abs((markTop + bottom) / 2 - (top + height / 2)) / height;
        }, line);
    // Another one is in the title.
    await see(marks(page)).toHaveText(['flour', 'flour']);
    expect(await offset(40)).toBeLessThan(0.2);
    for (const [top, line] of [
      [1234, 90],
      [9999, 190],
    ] as const) {
      await text(page).evaluate((field, to) => field.scrollTo({ top: to }), top);
      await see.poll(() => offset(line)).toBeLessThan(0.2);
      await see(marks(page)).toHaveText(['flour', 'flour']);
    }
    await text(page).fill('no\nflour and flour');
    await see(marks(page)).toHaveText(['flour', 'flour', 'flour']);
    await see.poll(() => offset(1)).toBeLessThan(0.2);
    await text(page).fill('none');
    await see(marks(page)).toHaveCount(1);
  });

  test('the marks of a long open note follow each key, and only those near the screen are in the page', async () => {
    const page = await open({ notes: [{ ...LONG, title: 'Long', text: LONG.text.repeat(20) }] });
    await box(page).fill('flour');
    await see(page.getByText('1 note found')).toBeVisible();
    await card(page, 'long').click();
    await see(dialog(page).getByText('1 of 80')).toBeVisible();
    const markedLines = () =>
      marks(page).evaluateAll((all) => all.map((mark) => mark.closest('div')?.textContent));
    expect(await markedLines()).toEqual(['flour 40\n']);
    await page.keyboard.type('s');
    await see(text(page)).toHaveValue(/^line 39\nflours 40$/m);
    await see.poll(markedLines).toEqual(['flours 40\n']);
  });

  test('a near match in an opened note is marked, too', async () => {
    const page = await open({ notes: [{ id: 'cafe', title: 'Place', text: 'the Café, later' }] });
    await box(page).fill('cafe');
    await page.getByRole('region', { name: 'Near matches' }).getByRole('listitem').click();
    await see.poll(() => caretLine(page)).toBe('the Café|, later');
    await see(marks(page)).toHaveText('Café');
  });

  test('editing an open note counts its hits again, and without any the hit buttons disappear', async () => {
    const page = await openLong();
    await text(page).fill('flour and flour');
    await see(dialog(page).getByText('1 of 3')).toBeVisible();
    await text(page).fill('');
    await dialog(page).getByLabel(TEXTS.title).fill('none');
    await see(dialog(page).getByRole('button', { name: 'Next result' })).toHaveCount(0);
  });

  test('a toast says if a saved note leaves the list because the search no longer finds it', async () => {
    const page = await open({ notes: [LONG, { id: 'other', title: 'flour', text: '' }] });
    await box(page).fill('flour');
    await see(page.getByRole('article')).toHaveCount(2);
    await card(page, 'other').click();
    await dialog(page).getByLabel(TEXTS.title).fill('rice');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('article')).toHaveCount(1);
    await see(page.getByText('Note saved; it no longer matches the search').first()).toBeAttached();
  });

  test('a note opened without a query has its caret at the end of its text and no hit buttons', async () => {
    const page = await open({ notes: [LONG] });
    await card(page, 'long').click();
    await see(text(page)).toBeFocused();
    expect(await caretLine(page)).toBe('line 199|');
    await see(dialog(page).getByRole('button', { name: 'Next result' })).toHaveCount(0);
  });
});

describe('the search in a narrow window', () => {
  test('closing the search bar of a narrow window clears the search and focuses its icon', async () => {
    const page = await open({ notes: NOTES }, NARROW);
    await page.getByRole('button', { name: 'Search' }).click();
    await box(page).fill('sugar');
    await see(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Close search' }).click();
    await see(page.getByRole('article')).toHaveCount(3);
    await see(page.getByRole('button', { name: 'Search' })).toBeFocused();
  });

  test('the search bar of a narrow window opens only if it was requested there', async () => {
    const { page } = await stage.open({ notes: NOTES });
    const { width, height } = NARROW.viewport;
    await page.keyboard.press(`${COMMAND}+f`);
    await page.getByRole('article').first().focus();
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Search' }).click();
    await see(box(page)).toBeFocused();
    await page.setViewportSize({ width: 1180, height });
    await see(page.getByRole('link', { name: 'Inkling' })).toBeVisible();
    await page.getByRole('article').first().focus();
    await page.setViewportSize({ width, height });
    await see(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await see(page.getByRole('article').first()).toBeFocused();
  });

  test.each([['', 'Close search'] as const, ['sugar', 'Clear search'] as const])(
    'with the query %j, a double click on the button that closes a narrow window’s search does not sign out',
    async (query, name) => {
      const page = await open({ notes: NOTES }, NARROW);
      await page.getByRole('button', { name: 'Search' }).click();
      await box(page).fill(query);
      await page.getByRole('button', { name }).dblclick();
      await see(page.getByRole('article')).toHaveCount(3);
      expect(await firstArguments(page, 'sync:now')).toEqual([]);
    },
  );

  test.each([
    ['', 'Notes'],
    ['#/archive', 'Archive'],
    ['#/trash', 'Trash'],
  ])('the top bar of a narrow window names the screen at hash “%s”', async (hash, name) => {
    const page = await open({ notes: NOTES }, { ...NARROW, hash });
    await see(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible();
  });
});

test('a query is truncated after 100,000 characters', async () => {
  const page = await open();
  await box(page).focus();
  await page.keyboard.insertText('x'.repeat(100_001));
  await see(page.getByText(TEXTS.noMatch)).toBeVisible();
  expect(await box(page).inputValue()).toHaveLength(100_000);
});

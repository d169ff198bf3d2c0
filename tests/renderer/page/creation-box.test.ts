/** Leaving the creation box, and the time until its note is saved. */
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { requestArguments, card, openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

test('the creation box stays open for the next note if it is clicked before the last one is saved', async () => {
  const { page } = await stage.open();
  await page.evaluate(() => window.fake.hold('notes:add'));
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.getByPlaceholder(TEXTS.takeANote).fill('the first');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.evaluate(() => window.fake.release('notes:add'));
  await see(page.getByRole('article')).toContainText('the first');
  await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('');
  await page.getByPlaceholder(TEXTS.title).fill('the next');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(page.getByRole('article')).toHaveCount(2);
});

test('the list is requested right after the new note, without waiting for the note’s answer', async () => {
  const { page } = await stage.open({ held: ['notes:add'] });
  // By then, the list has been requested as often as it is without a new note.
  await see(page.getByText(TEXTS.noNotes)).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).fill('a thought');
  const before = (await requestArguments(page, 'notes:view')).length;
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(1);
  expect(await requestArguments(page, 'notes:view')).toHaveLength(before + 1);
  await page.evaluate(() => window.fake.release('notes:add'));
  await see(page.getByRole('article')).toContainText('a thought');
});

const toast = (page: Page) => page.locator('[data-toaster-position]').getByRole('listitem');

/** Runs in the page. Resolves after two frames. */
const drawn = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

describe('a press outside the creation box', () => {
  const press = async (page: Page): Promise<void> => {
    await page.mouse.move(5, 5);
    await page.mouse.down();
  };
  test('a press outside the creation box saves the note as it begins, but no card moves before it ends', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Older' }] });
    await page.getByPlaceholder(TEXTS.takeANote).fill('a thought');
    const place = await card(page, 'Older').boundingBox();
    await press(page);
    await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(1);
    await page.evaluate(() => window.fake.arrive({ title: 'Elsewhere' }));
    await page.evaluate(drawn);
    expect(await card(page, 'Older').boundingBox()).toEqual(place);
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(1);
    await page.mouse.up();
    await see(page.getByRole('article')).toHaveText([/Elsewhere/, /a thought/, /Older/]);
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  });

  test.each([
    ['the pointer moves on', () => new PointerEvent('pointermove', { buttons: 0 })],
    ['a key is pressed', () => new KeyboardEvent('keydown', { key: 'Shift' })],
  ])('a press outside the creation box, taken over by a system menu, ends when %s', async (_what, event) => {
    const { page } = await stage.open();
    await page.getByPlaceholder(TEXTS.takeANote).fill('a thought');
    await press(page);
    await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(1);
    await page.evaluate(`window.dispatchEvent((${event.toString()})())`);
    await see(page.getByRole('article')).toContainText('a thought');
    await page.mouse.up();
  });

  test('no card moves during a press after Esc, although the note is saved meanwhile', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Older' }], held: ['notes:add'] });
    await page.getByPlaceholder(TEXTS.takeANote).fill('a thought');
    const place = await card(page, 'Older').boundingBox();
    await page.keyboard.press('Escape');
    await press(page);
    await page.evaluate(() => window.fake.release('notes:add'));
    await see.poll(() => requestArguments(page, 'notes:view')).not.toHaveLength(0);
    await page.evaluate(drawn);
    expect(await card(page, 'Older').boundingBox()).toEqual(place);
    await page.mouse.up();
    await see(page.getByRole('article')).toHaveText([/a thought/, /Older/]);
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  });

  test('a press on the scroll bar leaves the creation box open and saves nothing', async () => {
    const { page } = await stage.open();
    await page.getByPlaceholder(TEXTS.takeANote).fill('a thought');
    await page.getByRole('main').evaluate((main) => {
      const { right, top } = main.getBoundingClientRect();
      Object.defineProperty(main, 'clientWidth', { value: main.clientWidth - 15 });
      const at = { bubbles: true, clientX: right - 5, clientY: top + 5 };
      main.dispatchEvent(new PointerEvent('pointerdown', at));
    });
    await page.evaluate(drawn);
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(1);
    expect(await requestArguments(page, 'notes:add')).toHaveLength(0);
  });
});

test('the words in the creation box become a note, not a draft, when the window or the app closes', async () => {
  const { page } = await stage.open();
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.getByPlaceholder(TEXTS.takeANote).pressSequentially('half a thought');
  await page.evaluate(() => window.fake.endApp());
  await see(page.getByRole('article')).toContainText('half a thought');
  await see.poll(() => requestArguments(page, 'app:flushed')).toHaveLength(1);
  expect(await page.evaluate(() => window.fake.drafts())).toEqual([]);
  // When the hidden window returns, its box is empty.
  await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('');
  await page.evaluate(() => window.fake.endApp());
  await see.poll(() => requestArguments(page, 'app:flushed')).toHaveLength(2);
  await see(page.getByRole('article')).toHaveCount(1);
});

test('the words in the creation box become a draft if saving fails when the app ends', async () => {
  const { page } = await stage.open({ failing: [['notes:add', 'store-full', 'disk-full']] });
  await page.getByPlaceholder(TEXTS.takeANote).fill('half a thought');
  await page.evaluate(() => window.fake.endApp());
  await see.poll(() => requestArguments(page, 'app:flushed')).toHaveLength(1);
  expect(await page.evaluate(() => window.fake.drafts())).toMatchObject([
    { content: { text: 'half a thought' } },
  ]);
  await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('half a thought');
});

test('Esc saves the note in the creation box and focuses its card', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Older' }] });
  await see(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('c');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Escape');
  await see(page.getByRole('article').filter({ hasText: 'by hand' })).toBeFocused();
});

test.each(['text', 'title'])(
  'Esc in the emptied %s of the creation box leaves no caret in it, so that further keys begin no note',
  async (field) => {
    const { page } = await stage.open({ notes: [{ title: 'Older' }] });
    const text = page.getByPlaceholder(TEXTS.takeANote);
    await see(page.getByRole('article')).toHaveCount(1);
    await page.keyboard.press('c');
    await see(text).toBeFocused();
    if (field === 'title') await page.getByPlaceholder(TEXTS.title).focus();
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    // All keys arrive in a single task of the page.
    await page.evaluate(() => {
      for (const key of ['Escape', 'e', '#'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    });
    await see(page.getByRole('main')).toBeFocused();
    await page.keyboard.type('e#');
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await see(text).toHaveValue('');
    expect(await requestArguments(page, 'notes:add')).toEqual([]);
    expect(await requestArguments(page, 'notes:change')).toEqual([]);
  },
);

test('a key after Esc begins no other note, although the saved note’s card is not rendered yet', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Older' }] });
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await text.fill('by hand');
  await page.evaluate(() => window.fake.hold('notes:view'));
  await page.keyboard.press('Escape');
  await see(text).toHaveValue('');
  await see(page.getByRole('main')).toBeFocused();
  await page.keyboard.type('words');
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('article').filter({ hasText: 'by hand' })).toBeFocused();
  await see(text).toHaveValue('');
});

/** Many screens of cards, more than are loaded at once. */
const PINS = Array.from({ length: 300 }, (_, index) => ({
  id: `pin${index}`,
  title: `Pin ${index}`,
  text: 'some words',
  isPinned: true,
}));

test('Esc focuses the card of the new note far below the pinned ones, and keys act on it', async () => {
  const { page } = await stage.open({ notes: PINS });
  await see(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Escape');
  const added = card(page, 'by hand');
  await see(added).toBeFocused();
  await see(added).toBeInViewport({ ratio: 1 });
  await see(page.getByRole('heading', { name: 'Others' })).toBeInViewport();
  await see(toast(page)).toHaveCount(0);
  await page.keyboard.press('e');
  await see(toast(page)).toHaveText(/Note archived/);
  await see(added).toHaveCount(0);
});

test('a pinned new note gets the focus at the top of the list, above the other pinned ones', async () => {
  const { page } = await stage.open({ notes: PINS });
  await see(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).fill('by hand');
  await page.locator('[data-creation-box]').getByRole('button', { name: 'Pin' }).click();
  await page.keyboard.press('Escape');
  await see(card(page, 'by hand')).toBeFocused();
  await see(card(page, 'by hand')).toHaveAttribute('aria-posinset', '1');
  await see(card(page, 'by hand')).toBeInViewport({ ratio: 1 });
});

test('the toast of a note saved by a press shows it below the pinned ones', async () => {
  const { page } = await stage.open({ notes: PINS });
  await see(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).fill('by mouse');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(toast(page)).toHaveText(/Saved below your pins/);
  await see(card(page, 'by mouse')).toHaveCount(0);
  await page.getByRole('link', { name: 'Archive' }).click();
  await see(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Show' }).click();
  await see(card(page, 'by mouse')).toBeFocused();
  await see(card(page, 'by mouse')).toBeInViewport({ ratio: 1 });
  await see(toast(page)).toHaveCount(0);
});

test('the toast of a new note does not offer to show it while another note is open', async () => {
  const { page } = await stage.open({ notes: PINS });
  await see(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).fill('by mouse');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(toast(page)).toHaveText(/Saved below your pins/);
  await page.getByRole('article').first().click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await text.fill('half a sentence');
  await see(page.locator('.fui-Toast button', { hasText: 'Show' })).toHaveCount(0);
  await see(page.locator('.fui-Toast')).toHaveText(/Saved below your pins/);
  await page.keyboard.type(' and the rest');
  await see(text).toHaveValue('half a sentence and the rest');
});

test('after a toast’s link to a note that is gone meanwhile, the list can be scrolled again', async () => {
  const { page } = await stage.open({ generated: 2000 });
  const main = page.getByRole('main');
  const scrollTo = (top: number) => main.evaluate((scrolled, to) => scrolled.scrollTo({ top: to }), top);
  const scrollTop = () => main.evaluate((scrolled) => scrolled.scrollTop);
  await see(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder(TEXTS.takeANote).fill('by mouse');
  await scrollTo(20_000);
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(toast(page)).toHaveText(/Note saved/);
  await see(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => {
    const id = window.fake.notes().find(({ text }) => text === 'by mouse')?.id ?? '';
    window.fake.replace(id, null);
  });
  await toast(page).getByRole('button', { name: 'Show' }).click();
  await see.poll(scrollTop).toBeLessThan(1000);
  await see(card(page, 'Note number 0')).toBeVisible();
  await scrollTo(20_000);
  await see(page.getByRole('article').first()).toHaveAttribute('aria-posinset', /^\d{3}$/);
  expect(await scrollTop()).toBeGreaterThan(10_000);
});

test('a new note gets no toast if its card is visible, or if its list is no longer shown', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Pin', isPinned: true }, { title: 'Older' }] });
  await see(page.getByRole('article')).toHaveCount(2);
  await page.getByPlaceholder(TEXTS.takeANote).fill('by mouse');
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(card(page, 'by mouse')).toBeInViewport();
  // A toast would appear after two frames, and disappear by itself later.
  for (let count = 0; count < 3; count += 1) await page.evaluate(drawn);
  expect(await toast(page).count()).toBe(0);
  await page.getByPlaceholder(TEXTS.takeANote).fill('another');
  await page.getByRole('link', { name: 'Archive' }).click();
  await see.poll(() => requestArguments(page, 'notes:add')).toHaveLength(2);
  for (let count = 0; count < 3; count += 1) await page.evaluate(drawn);
  expect(await toast(page).count()).toBe(0);
});

test('a new note gets no toast if its card is rendered late, on a busy machine', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Older' }] });
  await see(page.getByRole('article')).toHaveCount(1);
  await page.getByPlaceholder(TEXTS.takeANote).fill('by mouse');
  // React renders in tasks that it posts to itself. On a busy machine, frames come before them.
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its port below
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function postLater(message: unknown) {
      setTimeout(() => post.call(this, message), 200);
    };
  });
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  await see(card(page, 'by mouse')).toBeInViewport();
  for (let count = 0; count < 3; count += 1) await page.evaluate(drawn);
  expect(await toast(page).count()).toBe(0);
});

test('Esc removes the focus from the collapsed creation box', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Older' }] });
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await see(page.getByRole('article')).toHaveCount(1);
  await text.focus();
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await see(page.getByRole('main')).toBeFocused();
});

test('if the search does not find the note saved by Esc, the screen gets the focus and a toast shows the note', async () => {
  const { page } = await stage.open({ notes: [{ title: 'Older' }] });
  await page.getByPlaceholder(TEXTS.search).fill('older');
  await page.getByPlaceholder(TEXTS.takeANote).fill('by hand');
  await page.keyboard.press('Escape');
  await see(page.getByRole('main')).toBeFocused();
  await page.keyboard.type('words');
  await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
  await see(toast(page)).toHaveText(/Note saved; it does not match the search/);
  await toast(page).getByRole('button', { name: 'Show' }).click();
  await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('');
  await see(card(page, 'by hand')).toBeFocused();
});

test('the card of a note saved by Esc does not take a focus that has moved elsewhere meanwhile', async () => {
  const { page } = await stage.open();
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await text.fill('one');
  await page.evaluate(() => window.fake.hold('notes:view'));
  await page.keyboard.press('Escape');
  await see(text).toHaveValue('');
  await see(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('c');
  await page.keyboard.type('two');
  await page.evaluate(() => window.fake.release('notes:view'));
  await see(page.getByRole('article')).toContainText('one');
  await see(text).toBeFocused();
  await see(text).toHaveValue('two');
  await page.evaluate(() => window.fake.hold('notes:add'));
  await page.keyboard.press('Escape');
  await page.getByPlaceholder(TEXTS.search).focus();
  await page.evaluate(() => window.fake.release('notes:add'));
  await see(page.getByRole('article')).toHaveCount(2);
  await see(page.getByPlaceholder(TEXTS.search)).toBeFocused();
});

test('a key that arrives before a left creation box renders again goes into the note being saved', async () => {
  const { page } = await stage.open();
  const text = page.getByPlaceholder(TEXTS.takeANote);
  await text.click();
  await page.keyboard.type('kept');
  await page.evaluate(() => {
    document.querySelector('header')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    document.execCommand('insertText', false, ' to the last word');
  });
  await see(page.getByRole('article')).toHaveText(/^kept to the last word/);
  await see(page.getByRole('article')).toHaveCount(1);
  await see(text).toHaveValue('');
  await see.poll(() => page.evaluate(() => window.fake.drafts())).toEqual([]);
});

describe('marks in the creation box', () => {
  const EXISTING = [{ id: 'One', title: 'One', labels: ['Work'] }];
  const box = (page: Page) => page.locator('[data-creation-box]');
  const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
  const added = async (page: Page): Promise<unknown> =>
    (await requestArguments(page, 'notes:add')).map(([, ...rest]) => rest);

  test('marks chosen in the creation box are in the note’s request, and the next note begins without them', async () => {
    const { page } = await stage.open({ notes: EXISTING });
    const text = page.getByPlaceholder(TEXTS.takeANote);
    await text.click();
    await page.keyboard.type('Beans');
    const paper = await box(page).evaluate((element) => getComputedStyle(element).backgroundColor);
    await button(box(page), 'Pin').click();
    await see(button(box(page), 'Unpin')).toBeFocused();
    await button(box(page), 'Colour').click();
    await page.getByRole('radio', { name: 'Green' }).click();
    await see(button(box(page), 'Colour')).toBeFocused();
    await see(box(page)).not.toHaveCSS('background-color', paper);
    await button(box(page), 'Labels').click();
    await see(page.getByRole('dialog', { name: 'Labels' }).getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Garden');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Work' }).click();
    await page.keyboard.press('Escape');
    await see(button(box(page), 'Labels')).toBeFocused();
    await see(box(page)).toContainText('GardenWork');
    await page.keyboard.press('Escape');
    const beans = card(page, 'Beans');
    await see(beans).toBeFocused();
    await see(beans).toContainText('Garden');
    await see(button(beans, 'Unpin')).toBeVisible();
    await see(beans.getByRole('img', { name: 'Green' })).toBeAttached();
    await page.keyboard.press('c');
    await see(button(box(page), 'Pin')).toBeVisible();
    await see(box(page)).toHaveCSS('background-color', paper);
    await page.keyboard.type('Plain');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('article')).toHaveCount(3);
    const marks = { isPinned: true, color: 'GREEN', addLabels: ['Garden', 'Work'] };
    expect(await added(page)).toEqual([
      [{ title: '', text: 'Beans', marks }, 'new'],
      [{ title: '', text: 'Plain' }, 'new'],
    ]);
  });

  test('marks removed again in the creation box are not in the note’s request', async () => {
    const { page } = await stage.open();
    await page.getByPlaceholder(TEXTS.takeANote).fill('Beans');
    await button(box(page), 'Pin').click();
    await button(box(page), 'Unpin').click();
    await button(box(page), 'Colour').click();
    await page.getByRole('radio', { name: 'Red' }).click();
    await button(box(page), 'Colour').click();
    await page.getByRole('radio', { name: 'No colour' }).click();
    await see(button(box(page), 'Colour')).toBeFocused();
    await page.keyboard.press('Escape');
    await see(page.getByRole('article')).toHaveCount(1);
    expect(await added(page)).toEqual([[{ title: '', text: 'Beans' }, 'new']]);
  });

  test('marks without words make no note, and closing the creation box resets them', async () => {
    const { page } = await stage.open();
    await page.getByPlaceholder(TEXTS.takeANote).click();
    await button(box(page), 'Pin').click();
    await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
    await see(page.getByPlaceholder(TEXTS.title)).toHaveCount(0);
    await page.getByPlaceholder(TEXTS.takeANote).click();
    await see(button(box(page), 'Pin')).toBeVisible();
    expect(await added(page)).toEqual([]);
  });

  test('marks stay with words that could not be saved, and do not change during a save', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('notes:add', 'store-full', 'disk-full'));
    await page.getByPlaceholder(TEXTS.takeANote).fill('Beans');
    await button(box(page), 'Pin').click();
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByText(REASONS['disk-full']).last()).toBeVisible();
    await see(button(box(page), 'Unpin')).toBeVisible();
    await page.evaluate(() => window.fake.hold('notes:add'));
    await page.keyboard.press(`${COMMAND}+Enter`);
    await button(box(page), 'Unpin').click();
    await see(button(box(page), 'Unpin')).toBeVisible();
    await page.evaluate(() => window.fake.release('notes:add'));
    await see(button(page.getByRole('article'), 'Unpin')).toBeVisible();
  });

  test('# in the text of the creation box offers labels, and the chosen one is added to the note', async () => {
    const { page } = await stage.open({ notes: EXISTING });
    const text = page.getByPlaceholder(TEXTS.takeANote);
    await text.click();
    await page.keyboard.type('Call Jo #wo');
    await see(page.getByRole('option', { name: 'Work', selected: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await see(page.getByRole('option')).toHaveCount(0);
    await see(text).toBeFocused();
    await page.keyboard.type('r');
    await see(page.getByRole('option', { name: 'Work', selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await see(text).toHaveValue('Call Jo ');
    await see(box(page)).toContainText('Work');
    await page.keyboard.press('Escape');
    await see(page.getByRole('article')).toHaveCount(2);
    expect(await added(page)).toEqual([
      [{ title: '', text: 'Call Jo ', marks: { addLabels: ['Work'] } }, 'new'],
    ]);
  });
});

test('Enter in the title of the creation box goes to its text', async () => {
  const { page } = await stage.open();
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.getByPlaceholder(TEXTS.title).click();
  await page.keyboard.type('Title');
  await page.keyboard.press('Enter');
  await page.keyboard.type('text');
  await page.keyboard.press('Escape');
  await see
    .poll(() => page.evaluate(() => window.fake.notes()))
    .toMatchObject([{ title: 'Title', text: 'text' }]);
});

test('a new note gets the label whose notes are shown, and a toast appears if the search does not find it', async () => {
  const { page } = await stage.open({ notes: [{ id: 'a', title: 'Older', labels: ['To read'] }] });
  const add = async (words: string): Promise<void> => {
    await page.keyboard.press('c');
    await page.keyboard.type(words);
    await page.keyboard.press('Escape');
  };
  await see(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'To read' }).click();
  await add('a book');
  await see(page.getByRole('article').filter({ hasText: 'a book' })).toBeFocused();
  await see(page.getByText('Note saved')).toHaveCount(0);
  await page.getByPlaceholder(TEXTS.search).fill('book');
  await see(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('article').focus();
  await add('a film');
  await see(page.getByText('Note saved; it does not match the search').first()).toBeAttached();
});

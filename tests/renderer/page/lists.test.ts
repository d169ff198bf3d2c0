import { describe, expect, test } from 'vitest';
import type { Locator } from '@playwright/test';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { cpuTimeOfPage } from './cpu-time.ts';
import { openStage, see } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const LIST = 'To buy:\n☐ milk\n☑ bread\n  - [ ] rye\nand salt';
const notes = [
  { id: 'a', title: 'Shop', text: LIST, age: 60_000 },
  { id: 'b', title: 'Other', text: '☐ milk', age: 120_000 },
];

describe('lists on cards', () => {
  test('a click on a list box on a card ticks it without opening the note, and so does Space', async () => {
    const { page } = await stage.open({ notes });
    const card = page.getByRole('article').first();
    await see(card.getByRole('checkbox', { name: 'bread' })).toBeChecked();
    await card.getByRole('checkbox', { name: 'milk' }).click();
    await see(card.getByRole('checkbox', { name: 'milk' })).toBeChecked();
    await card.getByRole('checkbox', { name: 'rye' }).focus();
    await page.keyboard.press('Space');
    await see(card.getByRole('checkbox', { name: 'rye' })).toBeChecked();
    await see(card.getByRole('checkbox', { name: 'rye' })).toBeFocused();
    await expect
      .poll(() => page.evaluate(() => window.fake.notes()[0]?.text))
      .toBe('To buy:\n☑ milk\n☑ bread\n  - [x] rye\nand salt');
    await see(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a box on a card changes at once, however fast the ticks, and changes back if a tick was not stored', async () => {
    const { page } = await stage.open({ notes });
    const box = (name: string) => page.getByRole('article').first().getByRole('checkbox', { name });
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await box('milk').click();
    await box('bread').click();
    await see(box('milk')).toBeChecked();
    await see(box('bread')).not.toBeChecked();
    await page.evaluate(() => window.fake.fail('notes:edit', 'store-full', 'disk-full'));
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(page.getByText(REASONS['disk-full']).first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => window.fake.notes().map(({ text }) => text)))
      .toEqual([LIST.replace('☑', '☐'), '☐ milk']);
    await see(box('milk')).not.toBeChecked();
  });

  test('a tick on a card applies to the intended line even if the note has changed meanwhile', async () => {
    const { page } = await stage.open({ notes });
    await page.evaluate(() => window.fake.hold('notes:get'));
    await page.getByRole('article').first().getByRole('checkbox', { name: 'milk' }).click();
    await page.evaluate(() => window.fake.replace('a', { title: 'Shop', text: '☐ salt\n☐ milk\n- [x] rye' }));
    await page.evaluate(() => window.fake.release('notes:get'));
    await expect
      .poll(() => page.evaluate(() => window.fake.notes()[0]?.text))
      .toBe('☐ salt\n☑ milk\n- [x] rye');
  });

  test('words typed in a note before a tick on its card is stored remain a draft', async () => {
    const { page } = await stage.open({ notes: [{ id: 'a', title: 'Shop', text: '☐ milk' }] });
    const card = page.getByRole('article').first();
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await card.getByRole('checkbox', { name: 'milk' }).click();
    await card.getByRole('heading').click();
    await see(page.getByRole('dialog').getByLabel(TEXTS.text)).toBeFocused();
    await page.keyboard.type(', fresh');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await expect.poll(() => page.evaluate(() => window.fake.notes()[0]?.text)).toBe('☑ milk');
    await expect
      .poll(() => page.evaluate(() => window.fake.drafts()))
      .toMatchObject([{ content: { text: '☐ milk, fresh' }, base: { text: '☐ milk' } }]);
  });

  test('a click on a box of a card only opens the note if it has a draft', async () => {
    const draft = {
      place: 'edit',
      id: 'b',
      content: { title: 'Other', text: '☐ milk, fresh' },
      base: { title: 'Other', text: '☐ milk' },
    } as const;
    const { page } = await stage.open({ notes, drafts: [draft] });
    const dialog = page.getByRole('dialog');
    await see(dialog.getByLabel(TEXTS.text)).toBeFocused();
    // The page shows a draft when it opens; the draft stays if the dialog is closed without changes.
    await page.keyboard.press('Escape');
    await see(dialog).toHaveCount(0);
    const box = page.getByRole('article').nth(1).getByRole('checkbox', { name: 'milk' });
    await box.click();
    await see(dialog.getByLabel('Text')).toHaveValue('☐ milk, fresh');
    await page.keyboard.press('Escape');
    await see(dialog).toHaveCount(0);
    await see(box).not.toBeChecked();
  });

  test('a tick on an ambiguous line is reverted, and a message says so', async () => {
    const { page } = await stage.open({ notes: [{ id: 'a', title: 'Shop', text: '☐ milk\n☐ eggs' }] });
    const box = page.getByRole('article').first().getByRole('checkbox', { name: 'milk' });
    await page.evaluate(() => window.fake.hold('notes:get'));
    await box.click();
    await page.evaluate(() => window.fake.replace('a', { title: 'Shop', text: '☐ x\n☐ milk\n☐ milk' }));
    await page.evaluate(() => window.fake.release('notes:get'));
    await see(page.getByRole('article').first().locator('[data-box]')).toHaveCount(3);
    await see(page.getByRole('article').first().locator('[data-box][aria-checked=true]')).toHaveCount(0);
    await see(page.getByText('nothing was ticked').first()).toBeVisible();
  });

  test('a list on a card in the trash cannot be ticked', async () => {
    const { page } = await stage.open(
      { notes: [{ title: 'Gone', text: LIST, list: 'trashed' }] },
      { hash: '#/trash' },
    );
    await see(page.getByRole('checkbox', { name: 'milk' })).toBeDisabled();
    await see(page.getByRole('checkbox', { name: 'bread' })).toBeChecked();
  });

  test('the ticked lines of a card are hidden on request, and the focus goes to the next box', async () => {
    const { page } = await stage.open({ notes });
    const card = page.getByRole('article').first();
    const toggle = card.getByRole('button', { name: 'ticked' });
    await see(toggle).toHaveText('1 ticked');
    await see(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.click();
    await see(toggle).toHaveAttribute('aria-expanded', 'false');
    await see(card.getByRole('checkbox', { name: 'bread' })).toHaveCount(0);
    await card.getByRole('checkbox', { name: 'milk' }).focus();
    await page.keyboard.press('Space');
    await see(card.getByRole('checkbox', { name: 'milk' })).toHaveCount(0);
    await see(card.getByRole('checkbox', { name: 'rye' })).toBeFocused();
    await see(toggle).toHaveText('2 ticked');
    await toggle.click();
    await see(card.getByRole('checkbox', { name: 'milk' })).toBeChecked();
  });
});

/** The middle of a letter within its text area, in CSS pixels. */
async function middleOf(field: Locator, line: number, letter: number): Promise<{ x: number; y: number }> {
  return field.evaluate(
    (area: HTMLTextAreaElement, [lineAt, letterAt]) => {
      const style = getComputedStyle(area);
      const before = area.value.split('\n')[lineAt] ?? '';
      const measure = document.createElement('canvas').getContext('2d');
      if (measure === null) throw new Error('The canvas must have a 2D context');
      measure.font = style.font;
      const left = measure.measureText(before.slice(0, letterAt)).width;
      const right = measure.measureText(before.slice(0, letterAt + 1)).width;
      const lineHeight = parseFloat(style.lineHeight);
      return {
        x: parseFloat(style.paddingLeft) + (left + right) / 2,
        y: parseFloat(style.paddingTop) + lineHeight * (lineAt + 0.5),
      };
    },
    [line, letter] as const,
  );
}

describe('lists in the sheet', () => {
  const open = async (text: string) => {
    const { page } = await stage.open({ notes: [{ id: 'a', title: 'Shop', text }] });
    await page.getByRole('article').getByRole('heading').click();
    const field = page.getByRole('dialog').getByLabel(TEXTS.text);
    await see(field).toBeFocused();
    return { page, field };
  };
  const select = (field: Locator, start: number, end = start) =>
    field.evaluate((area: HTMLTextAreaElement, [from, to]) => area.setSelectionRange(from, to), [
      start,
      end,
    ] as const);

  test('a click ticks a box in the sheet, keeps the caret, and can be undone', async () => {
    const { page, field } = await open('☐ milk\n  - [ ] rye\nwords');
    const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name, exact: true });
    await box('Tick milk').check();
    await see(field).toHaveValue('☑ milk\n  - [ ] rye\nwords');
    await box('Tick rye').click();
    await see(field).toHaveValue('☑ milk\n  - [x] rye\nwords');
    await see(box('Tick rye')).toBeChecked();
    await see(field).toBeFocused();
    expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(24);
    await see(page.getByRole('dialog').getByText('Ticked: rye')).toBeAttached();
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☑ milk\n  - [ ] rye\nwords');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☐ milk\n  - [ ] rye\nwords');
  });

  test('a click on words, or a selection across a box, ticks nothing in the sheet', async () => {
    const text = '☐ milk\n          ☐ rye';
    const { page, field } = await open(text);
    await field.click({ position: await middleOf(field, 0, 3) });
    await field.click({ position: await middleOf(field, 1, 4) });
    await field.click({ position: { x: 400, y: 12 } });
    await field.hover({ position: await middleOf(field, 0, 4) });
    await page.mouse.down();
    await page.getByRole('checkbox', { name: 'Tick milk' }).hover();
    await page.mouse.up();
    await see(field).toHaveValue(text);
  });

  test('a click ticks a box in the sheet of a text that is too long for drawn boxes', async () => {
    const text = `☐ milk\n${'a line of words\n'.repeat(3200)}`;
    const { page, field } = await open(text);
    await see(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(0);
    // The sheet opens scrolled to the caret at the text's end.
    await field.evaluate((element) => element.scrollTo(0, 0));
    await field.click({ position: await middleOf(field, 0, 0) });
    await see(field).toHaveValue(text.replace('☐', '☑'));
  });

  test('a key ticks the caret’s line, or all selected lines, in the sheet', async () => {
    const { page, field } = await open('☐ milk\n☐ rye\nwords');
    await select(field, 9);
    await page.keyboard.press(`${COMMAND}+l`);
    await see(field).toHaveValue('☐ milk\n☑ rye\nwords');
    await select(field, 0, 9);
    await page.keyboard.press(`${COMMAND}+l`);
    await see(field).toHaveValue('☑ milk\n☑ rye\nwords');
    await see(page.getByRole('dialog').getByText('Ticked: 2 lines')).toBeAttached();
  });

  test('Enter in the sheet continues a list, and ends it on an empty line', async () => {
    const { page, field } = await open('☑ milk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rye');
    await see(field).toHaveValue('☑ milk\n☐ rye');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('words');
    await page.keyboard.press('Enter');
    await see(field).toHaveValue('☑ milk\n☐ rye\nwords\n');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await expect.poll(() => page.evaluate(() => window.fake.notes()[0]?.text)).toBe('☑ milk\n☐ rye\nwords\n');
  });

  test('a button and a key turn lines in the sheet into a list, and back', async () => {
    const { page, field } = await open('milk\nrye');
    await select(field, 0, 8);
    await page.getByRole('button', { name: 'List' }).click();
    await see(field).toHaveValue('☐ milk\n☐ rye');
    await see(field).toBeFocused();
    await page.keyboard.press(`${COMMAND}+Shift+l`);
    await see(field).toHaveValue('milk\nrye');
    await select(field, 6);
    await page.keyboard.press(`${COMMAND}+Shift+l`);
    await page.keyboard.type('x');
    await see(field).toHaveValue('milk\n☐ rxye');
  });

  test('turning thousands of lines into a list and ticking them takes no noticeable time, and can be undone', async () => {
    const text = Array.from(
      { length: 4000 },
      (_, at) => `  ${at}\t<b>one</b>  &amp; ${at % 7 === 0 ? '\n' : 'two '}`,
    );
    const words = `\n${text.join('\n')}\n`;
    const { page, field } = await open(words);
    const made = words.replaceAll(/^( *)(?=\S)/gmu, '$1☐ ');
    /** @returns processor time in milliseconds */
    const press = (key: string, shiftKey: boolean): Promise<number> =>
      cpuTimeOfPage(page, () =>
        field.evaluate(
          (element, init) =>
            void element.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
          { key, shiftKey, [COMMAND === 'Meta' ? 'metaKey' : 'ctrlKey']: true },
        ),
      );
    await select(field, 0, words.length);
    expect(await press('l', true)).toBeLessThan(5000);
    await see(field).toHaveValue(made);
    expect(await press('l', false)).toBeLessThan(5000);
    await see(field).toHaveValue(made.replaceAll('☐', '☑'));
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue(made);
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue(words);
  });

  test('the sheet shows how many lines are ticked, and moves them to the end on request', async () => {
    const { page, field } = await open('Shop\n☑ milk\n☐ rye\nwords');
    const dialog = page.getByRole('dialog');
    await see(dialog.getByText('1 ticked')).toBeVisible();
    await dialog.getByRole('button', { name: 'Move ticked to the end' }).click();
    await see(field).toHaveValue('Shop\n☐ rye\n☑ milk\nwords');
    await see(field).toBeFocused();
    await see(dialog.getByRole('button', { name: 'Move ticked to the end' })).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('Shop\n☑ milk\n☐ rye\nwords');
  });

  test('a list in the sheet of a note in the trash cannot be ticked', async () => {
    const { page } = await stage.open(
      { notes: [{ title: 'Gone', text: LIST, list: 'trashed' }] },
      { hash: '#/trash' },
    );
    await page.getByRole('article').getByRole('heading').click();
    const field = page.getByRole('dialog').getByLabel(TEXTS.text);
    await see(page.getByRole('dialog').getByRole('checkbox', { name: 'Tick milk' })).toBeDisabled();
    await page.getByRole('dialog').getByRole('button', { name: '1 ticked' }).click();
    await see(field).toHaveValue(LIST.replace('☑ bread\n', ''));
    await field.focus();
    await page.keyboard.press(`${COMMAND}+l`);
    await page.getByRole('dialog').getByRole('button', { name: '1 ticked' }).click();
    await see(field).toHaveValue(LIST);
    await see(page.getByRole('button', { name: 'List' })).toHaveCount(0);
  });
});

test('the List button of the creation box begins a new note as a list', async () => {
  const { page } = await stage.open({});
  const field = page.getByPlaceholder(TEXTS.takeANote);
  await field.click();
  await page.getByRole('button', { name: 'List' }).click();
  await page.keyboard.type('milk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('rye');
  await page.keyboard.press(`${COMMAND}+l`);
  await see(field).toHaveValue('☐ milk\n☑ rye');
  await page.keyboard.press('Escape');
  await see(page.getByRole('article').getByRole('checkbox', { name: 'rye' })).toBeChecked();
});

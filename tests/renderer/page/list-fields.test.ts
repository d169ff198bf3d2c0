/** Lists in the fields of notes: drawn boxes, keys, drags, pastes, and hidden ticked lines. */
import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND, PAGE_SYSTEM, TO_START_OF_LINE } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';
import { openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage();

const LIST = 'To buy:\n☐ milk\n☑ bread\n☐ tea';

const open = async (text: string) => {
  // The page remembers notes with hidden ticked lines across tests.
  const { page } = await stage.open({ notes: [{ id: randomUUID(), title: 'Shop', text }] });
  await openSheet(page, 'Shop');
  return { page, field: textOf(page) };
};
const select = (field: Locator, start: number, end = start) =>
  field.evaluate((area: HTMLTextAreaElement, [from, to]) => area.setSelectionRange(from, to), [
    start,
    end,
  ] as const);
const caretOf = (field: Locator) => field.evaluate((area: HTMLTextAreaElement) => area.selectionStart);
const toggleOf = (page: Page) => sheet(page).getByRole('button', { name: 'ticked', exact: false }).first();
const storedText = (page: Page) => page.evaluate(() => window.fake.notes()[0]?.text);

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((area, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // A synthetic event pastes nothing by itself.
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, words);
  }, text);
}

/** Lines of one to three rows, in scripts whose fonts are loaded when they are first needed. */
const MANY = Array.from({ length: 600 }, (_, at) => {
  const words =
    ['Oil for the lamp', 'мука и соль для хлеба', 'ψωμί και ελιές', 'الخبز والحليب'][at % 4] ?? '';
  const line = Array.from({ length: 1 + ((at * 5) % 6) }, () => words).join(', ');
  return at % 9 === 4 ? `${line} ${at}` : `${at % 5 === 0 ? '☑' : '☐'} ${line} ${at}`;
});

/** @param part of the whole height, from 0 to 1 */
async function scrollTo(field: Locator, part: number): Promise<void> {
  await field.evaluate(async (area, to) => {
    await document.fonts.ready;
    area.scrollTop = to * (area.scrollHeight - area.clientHeight);
    // The event comes before the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, part);
}

/**
 * Draws the field's words in black twice, once by the mirror alone and once by the field.
 * @returns the greatest difference of a pixel between the two, from 0 to 255
 */
async function differenceOfMirror(page: Page, field: Locator): Promise<number> {
  const draw = async (byMirror: boolean): Promise<string> => {
    await field.evaluate((area, mine) => {
      area.blur();
      area.style.webkitTextFillColor = mine ? 'transparent' : 'black';
      const mirror = area.nextElementSibling;
      if (!(mirror instanceof HTMLElement)) throw new Error('There must be a mirror');
      for (const one of mirror.querySelectorAll<HTMLElement>('[data-box], [data-handle]'))
        one.style.visibility = 'hidden';
      for (const one of mirror.querySelectorAll<HTMLElement>('[aria-hidden]')) {
        one.style.color = 'black';
        one.style.textDecoration = 'none';
      }
      mirror.style.opacity = mine ? '1' : '0';
    }, byMirror);
    const clip = await field.boundingBox();
    if (clip === null) throw new Error('The field must be visible');
    return (await page.screenshot({ clip })).toString('base64');
  };
  const images = [await draw(true), await draw(false)] as const;
  return field.evaluate(async (area, drawn) => {
    area.style.webkitTextFillColor = '';
    const mirror = area.nextElementSibling;
    if (!(mirror instanceof HTMLElement)) throw new Error('There must be a mirror');
    mirror.style.opacity = '';
    for (const one of mirror.querySelectorAll<HTMLElement>('[aria-hidden], [data-box]'))
      for (const name of ['visibility', 'color', 'text-decoration']) one.style.removeProperty(name);
    const pixelsOf = async (image: string): Promise<Uint8ClampedArray> => {
      const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (context === null) throw new Error('The page must have a canvas');
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    };
    const [byMirror, byField] = [await pixelsOf(drawn[0]), await pixelsOf(drawn[1])];
    if (byMirror.length !== byField.length) return 255;
    return byMirror.reduce((most, value, at) => Math.max(most, Math.abs(value - (byField[at] ?? 0))), 0);
  }, images);
}

/**
 * The mirror draws a line in pieces. In a line from right to left, whose pieces do not end on whole pixels,
 * letters may be antialiased differently, but they are not in another place.
 */
const ANTIALIASED = 128;

describe('a drawn list', () => {
  test('the mirror draws the letters of a list exactly where the text area has them', async () => {
    const { page, field } = await open(
      'Words: Zażółć gęślą, 日本語, 👩‍👩‍👧, office\n☐ Oil for the lamp, and a wick that is as wide as the old one, which was bought in a shop\n  - [ ] nested\ttab\n☐ الخبز والحليب\n☐ לחם\n12 % \n\n☐ AV To Wa\n☐ ',
    );
    // The layer of the fade at the field's end may round colours.
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThanOrEqual(1);
    await see(field.locator('xpath=following-sibling::*')).toHaveCount(1);
  });

  test('a list of hundreds of lines has only those near the screen, exactly over its letters wherever it scrolls', async () => {
    const { page, field } = await open(MANY.join('\n'));
    const lines = sheet(page).locator('[data-line]');
    for (const part of [0, 0.77]) {
      await scrollTo(field, part);
      await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
      expect(await lines.count()).toBeLessThan(100);
    }
    await scrollTo(field, 0.5);
    // Lines beyond the field's edges are drawn, too.
    const name = await field.evaluate((area) => {
      const { top, height } = area.getBoundingClientRect();
      const boxes = [
        ...(area.nextElementSibling?.querySelectorAll('[data-box][aria-checked="false"]') ?? []),
      ];
      return boxes.find((box) => box.getBoundingClientRect().top > top + height / 2)?.textContent ?? '';
    });
    const box = sheet(page).getByRole('checkbox', { name, exact: true });
    await box.click();
    await see(box).toBeChecked();
    const index = MANY.findIndex((line) => name === `Tick ${line.slice(2)}`);
    await see(field).toHaveValue(MANY.with(index, `☑${MANY[index]?.slice(1)}`).join('\n'));
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
  });

  test('opening a long list, and a jump near its end, measure few of its lines', async () => {
    const { page, field } = await open(MANY.join('\n'));
    await page.keyboard.press('Escape');
    await see(sheet(page)).toHaveCount(0);
    const measured = await page.evaluateHandle(() => {
      const found: string[] = [];
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes)
            if (node instanceof HTMLElement && node.style.visibility === 'hidden')
              found.push(...Array.from(node.children, (line) => line.textContent));
      }).observe(document.body, { childList: true, subtree: true });
      return found;
    });
    const count = (): Promise<number> => measured.evaluate((found) => found.length);
    await page.getByRole('article').click({ position: { x: 4, y: 4 } });
    await see(field).toBeFocused();
    await scrollTo(field, 1);
    await expect.poll(count).toBeGreaterThan(1);
    expect(await count()).toBeLessThan(150);
    await scrollTo(field, 0.9);
    expect(await count()).toBeLessThan(300);
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
  });

  test('the lines of a long list stay over its letters in another width, and after edits far from the screen', async () => {
    const { page, field } = await open(MANY.join('\n'));
    await scrollTo(field, 0.6);
    await page.setViewportSize({ width: 420, height: 700 });
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
    await field.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.keyboard.type(' and so many more words that this line needs one more row');
    await scrollTo(field, 0.9);
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
    // The caret is at the beginning, which the browser scrolls into view.
    await field.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('second');
    await see(sheet(page).getByRole('checkbox', { name: 'Tick second', exact: true })).toBeVisible();
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('☐ all');
    await see(sheet(page).locator('[data-line]')).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue(/^☐ second$/m);
    await scrollTo(field, 0.4);
    await see.poll(() => differenceOfMirror(page, field)).toBeLessThan(ANTIALIASED);
  });

  test('typed `- [ ]` becomes a box that can be ticked, and a text without boxes has none', async () => {
    const { page, field } = await open('words');
    await see(sheet(page).getByRole('checkbox')).toHaveCount(0);
    await field.fill('');
    await field.pressSequentially('- [ ] milk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rye');
    await see(field).toHaveValue('- [ ] milk\n- [ ] rye');
    await see(field).toBeFocused();
    await sheet(page).getByRole('checkbox', { name: 'Tick rye' }).check();
    await see(field).toHaveValue('- [ ] milk\n- [x] rye');
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
  });

  test('ticked words are struck through, except in the line with the caret', async () => {
    const { page, field } = await open(LIST);
    const struck = async () =>
      field.evaluate((area) =>
        [...(area.nextElementSibling?.querySelectorAll('span') ?? [])]
          .filter((span) => getComputedStyle(span).textDecorationLine === 'line-through')
          .map((span) => span.textContent.trim()),
      );
    await see.poll(struck).toEqual(['bread']);
    await page.keyboard.press('ArrowUp');
    await see.poll(struck).toEqual([]);
  });

  test('a list longer than the sheet scrolls together with its boxes', async () => {
    const lines = Array.from({ length: 80 }, (_, at) => `☐ line ${at}`);
    const { page, field } = await open(lines.join('\n'));
    const box = sheet(page).getByRole('checkbox', { name: 'Tick line 30', exact: true });
    // The sheet opens scrolled to the caret at the text's end.
    await scrollTo(field, 0);
    const place = async (): Promise<number> => (await box.boundingBox())?.y ?? NaN;
    const before = await place();
    await sheet(page).getByRole('checkbox', { name: 'Tick line 2', exact: true }).hover();
    // The wheel over a box scrolls, too.
    await page.mouse.wheel(0, 400);
    await see.poll(() => field.evaluate((area) => area.scrollTop)).toBeGreaterThan(300);
    const scrolled = await field.evaluate((area) => area.scrollTop);
    await see.poll(place).toBeCloseTo(before - scrolled, 0);
    await box.click();
    await see(field).toHaveValue(lines.join('\n').replace('☐ line 30', '☑ line 30'));
  });
});

describe('keys in a list', () => {
  test('Alt with an arrow moves a line with its nested lines, and Ctrl+Z reverts it', async () => {
    const { page, field } = await open('☐ a\n  ☐ of a\n☐ b\nwords');
    await select(field, 3);
    await page.keyboard.press('Alt+ArrowDown');
    await see(field).toHaveValue('☐ b\n☐ a\n  ☐ of a\nwords');
    await see.poll(() => caretOf(field)).toBe(7);
    await see(sheet(page).getByText('Line 2 of 4')).toBeAttached();
    await page.keyboard.type('!');
    await page.keyboard.press('Alt+ArrowUp');
    await see(field).toHaveValue('☐ a!\n  ☐ of a\n☐ b\nwords');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☐ a\n  ☐ of a\n☐ b\nwords');
  });

  test('Tab nests a box, Shift+Tab reverses that, and without another level both leave the field', async () => {
    const { page, field } = await open('☐ a\n☐ b');
    await page.keyboard.press('Tab');
    await see(field).toHaveValue('☐ a\n  ☐ b');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await page.keyboard.type('c');
    await page.keyboard.press('Shift+Tab');
    await see(field).toHaveValue('☐ a\n  ☐ b!\n☐ c');
    await page.keyboard.press('Shift+Tab');
    await see(field).not.toBeFocused();
    await see(field).toHaveValue('☐ a\n  ☐ b!\n☐ c');
  });

  test('Backspace at the beginning of a line removes its box, and Delete before a box joins the lines', async () => {
    const { page, field } = await open('☐ a\n☐ b\n☐ c');
    await select(field, 6);
    await page.keyboard.press('Backspace');
    await see(field).toHaveValue('☐ a\nb\n☐ c');
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
    await see(field).toHaveValue('☐ a\nbc');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☐ a\n☐ b\n☐ c');
  });

  test('typed brackets and a space at the beginning of a line become a box, and Ctrl+Z restores them', async () => {
    const { page, field } = await open('words');
    await page.keyboard.press('Enter');
    await page.keyboard.type('[] milk');
    await see(field).toHaveValue('words\n☐ milk');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('[ ] ');
    await see(field).toHaveValue('words\n☐ milk\n☐ ');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('words\n☐ milk\n[ ]');
    // Undo selects what it restores.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' rye');
    await see(sheet(page).getByRole('checkbox')).toHaveCount(2);
    await see(field).toHaveValue('words\n☐ milk\n☐ rye');
  });

  test('the keys that delete a word delete no part of a box', async () => {
    const { page, field } = await open('☐ a\n☐ b\n☐ c');
    const held = PAGE_SYSTEM === 'darwin' ? 'Alt' : 'Control';
    await select(field, 3);
    await page.keyboard.press(`${held}+Delete`);
    await see(field).toHaveValue('☐ ab\n☐ c');
    await select(field, 7);
    await page.keyboard.press(`${held}+Backspace`);
    await see(field).toHaveValue('☐ ab\nc');
  });

  test('words that are selected to the beginning of their line are replaced, and their box stays', async () => {
    const { page, field } = await open('☐ a\n☐ milk');
    await page.keyboard.press(`Shift+${TO_START_OF_LINE}`);
    await page.keyboard.type('r');
    await see(field).toHaveValue('☐ a\n☐ r');
    await select(field, 6);
    await page.keyboard.press('Shift+ArrowLeft');
    await see
      .poll(() => field.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]))
      .toEqual([3, 6]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('all');
    await see(field).toHaveValue('all');
  });

  test('Enter before the words of a ticked line leaves the tick with them', async () => {
    const { page, field } = await open('☑ milk');
    await select(field, 2);
    await page.keyboard.press('Enter');
    await see(field).toHaveValue('☐ \n☑ milk');
    await see.poll(() => caretOf(field)).toBe(5);
    await page.keyboard.type('fresh ');
    await see(field).toHaveValue('☐ \n☑ fresh milk');
  });

  test('the caret does not stop within a box, so that typed words follow it', async () => {
    const { page, field } = await open('☐ a\n☐ b');
    await page.keyboard.press('Home');
    await see.poll(() => caretOf(field)).toBe(6);
    await page.keyboard.type('x');
    await see(field).toHaveValue('☐ a\n☐ xb');
    await page.keyboard.press('ArrowLeft');
    await see.poll(() => caretOf(field)).toBe(6);
    await page.keyboard.press('ArrowLeft');
    await see.poll(() => caretOf(field)).toBe(3);
  });

  test('the caret leaves a box even if keys come faster than the browser’s news of it', async () => {
    const { field } = await open('☐ a\n☐ b');
    const caret = await field.evaluate(async (area: HTMLTextAreaElement) => {
      const stepLeft = (): void => {
        area.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
        getSelection()?.modify('move', 'backward', 'character');
      };
      // All in one task, so before the first selectionchange event.
      for (let step = 0; step < 3; step += 1) stepLeft();
      await new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }));
      return area.selectionStart;
    });
    // From the end of the second line to the end of the first, and a letter further.
    expect(caret).toBe(2);
  });

  test('pasted lines become boxes in a list, and plain text elsewhere', async () => {
    const { field } = await open('words\n☐ ');
    await paste(field, '☑ milk\nrye\n');
    await see(field).toHaveValue('words\n☑ milk\n☐ rye');
    await select(field, 5);
    await paste(field, ' and\nmore');
    await see(field).toHaveValue('words and\nmore\n☑ milk\n☐ rye');
  });
});

describe('dragging a line', () => {
  const drag = async (page: Page, name: string, onto: string) => {
    const line = sheet(page).locator('[data-line]');
    const from = line.filter({ hasText: name }).locator('[data-handle]');
    await from.hover();
    await page.mouse.down();
    const target = await line.filter({ hasText: onto }).boundingBox();
    if (target === null) throw new Error(`No line has the text “${onto}”`);
    await page.mouse.move(target.x + 4, target.y + target.height - 3, { steps: 3 });
  };

  test('a line is dragged by its handle below another one, with its nested lines, and Ctrl+Z reverts it', async () => {
    const { page, field } = await open('☐ first\n  ☐ nested\n☐ second\n☐ third');
    await drag(page, 'first', 'second');
    await page.mouse.up();
    await see(field).toHaveValue('☐ second\n☐ first\n  ☐ nested\n☐ third');
    await see(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☐ first\n  ☐ nested\n☐ second\n☐ third');
  });

  test('the first Ctrl+Z after ticked lines were hidden shows them, and the next one reverts the drag before', async () => {
    const { page, field } = await open('☐ first\n☑ second\n☐ third\n☑ fourth');
    await drag(page, 'first', 'third');
    await page.mouse.up();
    const dragged = '☑ second\n☐ third\n☐ first\n☑ fourth';
    await see(field).toHaveValue(dragged);
    await toggleOf(page).click();
    await see(field).toHaveValue('☐ third\n☐ first');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue(dragged);
    await see(toggleOf(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('☐ first\n☑ second\n☐ third\n☑ fourth');
  });

  test('the marks of a dragged line and its target reach around its box', async () => {
    const { page, field } = await open('☐ first\n☐ second\n☐ third');
    await drag(page, 'first', 'second');
    const line = sheet(page).locator('[data-dragged]');
    const box = await line.locator('[data-box]').boundingBox();
    const leftOf = (shown: Locator, part: '::before' | null): Promise<number> =>
      shown.evaluate((element, pseudo) => {
        const inner = pseudo === null ? 0 : Number.parseFloat(getComputedStyle(element, pseudo).left);
        return element.getBoundingClientRect().left + inner;
      }, part);
    const target = sheet(page).locator('[data-target]');
    await see(target).toBeVisible();
    expect(await leftOf(target, null)).toBeLessThan(box?.x ?? NaN);
    expect(await leftOf(line, '::before')).toBeLessThan(box?.x ?? NaN);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await see(target).toBeHidden();
    await see(field).toHaveValue('☐ first\n☐ second\n☐ third');
  });

  test('a line is dragged beyond the drawn lines, which scroll at the field’s edge', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `line ${at}.`);
    const { page, field } = await open(names.map((name) => `☐ ${name}`).join('\n'));
    await scrollTo(field, 0);
    const [first] = names;
    await drag(page, 'line 0.', 'line 5.');
    const edges = await field.boundingBox();
    if (edges === null) throw new Error('The field must be visible');
    const below = sheet(page).locator('[data-line]').filter({ hasText: 'line 120.' });
    let x = 0;
    // Each move at the edge scrolls on.
    while (!(await below.isVisible()) || ((await below.boundingBox())?.y ?? Infinity) > edges.y + 200)
      await page.mouse.move(edges.x + 40 + (x++ % 9), edges.y + edges.height - 4);
    const target = await below.boundingBox();
    if (target === null) throw new Error('The line must be visible');
    await page.mouse.move(target.x + 4, target.y + target.height - 3);
    await page.mouse.up();
    const moved = [...names.slice(1, 121), first, ...names.slice(121)];
    await see(field).toHaveValue(moved.map((name) => `☐ ${name}`).join('\n'));
    await see(sheet(page).locator('[data-dragged]')).toHaveCount(0);
  });

  test('Esc cancels the drag of a line, and the sheet stays open', async () => {
    const { page, field } = await open('☐ first\n☐ second\n☐ third');
    await drag(page, 'first', 'second');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await see(field).toHaveValue('☐ first\n☐ second\n☐ third');
    await drag(page, 'third', 'first');
    await page.mouse.up();
    await see(field).toHaveValue('☐ first\n☐ third\n☐ second');
  });
});

describe('hidden ticked lines', () => {
  test('hidden lines leave the field but stay in the text, whatever is typed, and are remembered with the note', async () => {
    const { page, field } = await open(LIST);
    await toggleOf(page).click();
    await see(toggleOf(page)).toHaveAttribute('aria-expanded', 'false');
    await see(field).toHaveValue('To buy:\n☐ milk\n☐ tea');
    await see(field).toBeFocused();
    await select(field, 14);
    await page.keyboard.type(', fresh');
    await page.keyboard.press('Enter');
    await page.keyboard.type('eggs');
    await see(field).toHaveValue('To buy:\n☐ milk, fresh\n☐ eggs\n☐ tea');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see.poll(() => storedText(page)).toBe('To buy:\n☐ milk, fresh\n☐ eggs\n☑ bread\n☐ tea');
    // Also on its card and after a reload.
    await see(card(page, 'Shop').getByRole('checkbox', { name: 'bread' })).toHaveCount(0);
    await page.reload();
    await see(card(page, 'Shop').getByRole('button', { name: '1 ticked' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await openSheet(page, 'Shop');
    await see(field).not.toHaveValue(/bread/u);
    await toggleOf(page).click();
    await see(field).toHaveValue(/\n☑ bread\n/u);
    await page.keyboard.press('Escape');
    await see(card(page, 'Shop').getByRole('checkbox', { name: 'bread' })).toBeChecked();
  });

  test('a newly ticked line hides, too, and the field’s Undo brings it back in its place', async () => {
    const { page, field } = await open(LIST);
    await toggleOf(page).click();
    await sheet(page).getByRole('checkbox', { name: 'Tick milk' }).click();
    await see(field).toHaveValue('To buy:\n☐ tea');
    await see(toggleOf(page)).toHaveText('2 ticked');
    await select(field, 13);
    await page.keyboard.press(`${COMMAND}+l`);
    await see(field).toHaveValue('To buy:');
    await see(toggleOf(page)).toHaveText('3 ticked');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue('To buy:\n☐ milk\n☐ tea');
    await see(toggleOf(page)).toHaveText('1 ticked');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await see(field).toHaveValue('To buy:\n☐ tea');
    await see(toggleOf(page)).toHaveText('2 ticked');
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await see(field).toHaveValue(LIST);
    await see(toggleOf(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press(`${COMMAND}+s`);
    expect(await storedText(page)).toBe(LIST);
  });

  test('deleting all shown text deletes no hidden line', async () => {
    const { page, field } = await open('☑ bread\n☐ milk\n☑ rye\n☐ tea');
    await toggleOf(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('new');
    await see(field).toHaveValue('new');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see.poll(() => storedText(page)).toBe('☑ bread\nnew\n☑ rye');
  });

  test('a text with another system’s line ends is ticked and folded line by line', async () => {
    const { page, field } = await open('Shop\r\n☐ milk\r\n☑ bread\r\n☐ tea');
    await toggleOf(page).click();
    await see(field).toHaveValue('Shop\n☐ milk\n☐ tea');
    await sheet(page).getByRole('checkbox', { name: 'Tick tea' }).click();
    await see(field).toHaveValue('Shop\n☐ milk');
    await toggleOf(page).click();
    await see(field).toHaveValue('Shop\n☐ milk\n☑ bread\n☑ tea');
    await sheet(page).getByRole('checkbox', { name: 'Tick bread' }).click();
    await see(field).toHaveValue('Shop\n☐ milk\n☐ bread\n☑ tea');
  });

  test('sign-out forgets which notes have hidden lines', async () => {
    const { page } = await open(LIST);
    await toggleOf(page).click();
    const remembered = () =>
      page.evaluate(() => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)));
    await see.poll(remembered).toHaveLength(1);
    await page.keyboard.press('Escape');
    await see(sheet(page)).toHaveCount(0);
    await page.evaluate(() => window.fake.setSession({ status: 'signed-out', signingIn: false }));
    await see.poll(remembered).toEqual([]);
  });

  test('a search hides no line, because a hit may be in it', async () => {
    const { page, field } = await open(LIST);
    await toggleOf(page).click();
    await see(field).toHaveValue(LIST.replace('☑ bread\n', ''));
    await page.keyboard.press('Escape');
    await page.getByPlaceholder(TEXTS.search).fill('bread');
    await card(page, 'Shop').getByRole('heading').click();
    await see(field).toHaveValue(LIST);
  });
});

test('the creation box has list boxes, and hides ticked lines, too', async () => {
  const { page } = await stage.open({});
  const box = page.locator('[data-creation-box]');
  const field = page.getByPlaceholder(TEXTS.takeANote);
  await field.click();
  await page.keyboard.type('☐ milk');
  await page.keyboard.press('Enter');
  await page.keyboard.type('rye');
  await box.getByRole('checkbox', { name: 'Tick milk' }).click();
  await see(field).toHaveValue('☑ milk\n☐ rye');
  await box.getByRole('button', { name: '1 ticked' }).click();
  await see(field).toHaveValue('☐ rye');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await see.poll(() => storedText(page)).toBe('☑ milk\n☐ rye');
  // Lines hidden in the box are hidden in the note, but not in the next one.
  const added = page.getByRole('article');
  await see(added.getByRole('button', { name: '1 ticked' })).toHaveAttribute('aria-expanded', 'false');
  await field.fill('☑ tea\n☐ eggs');
  await page.keyboard.press('Escape');
  await see(card(page, 'eggs').getByRole('button', { name: '1 ticked' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

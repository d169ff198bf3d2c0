/** Where the boxes, words, handles and buttons of a list stand, in the fields of notes and on cards. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card, comeToRest, openStage, type OpenOptions, see } from './open-page.ts';
import { openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage();

/** From a box to its words, and from one level to the next; in CSS pixels. */
const LEVEL = 24;
/** As the app nests, and as lists come from Keep: by two spaces, and by tabs from elsewhere. */
const NESTED =
  'plain\n☐ milk\n  ☐ of goats\n    ☑ fresh\n\t☐ by a tab\n- [ ] bread\n  - [x] rye\n☐ мука\n  ☐ 麦\n  ☐ ';
const LEVELS = [0, 1, 2, 1, 0, 1, 0, 1, 1];

const LOOKS: readonly (readonly [name: string, options: OpenOptions])[] = [
  ['a usual window', {}],
  ['a narrow window', { viewport: { width: 400, height: 800 } }],
  ['a low window', { viewport: { width: 640, height: 400 } }],
  ['a wide window with forced colours', { viewport: { width: 2560, height: 1200 }, forcedColors: 'active' }],
];

async function openList(text: string, options: OpenOptions = {}): Promise<Page> {
  // The page remembers notes with hidden ticked lines across tests.
  const { page } = await stage.open({ notes: [{ id: randomUUID(), title: 'Shop', text }] }, options);
  await openSheet(page, 'Shop');
  return page;
}

async function openCreation(text: string, options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open({}, options);
  await page.getByPlaceholder(TEXTS.takeANote).click();
  await page.getByPlaceholder(TEXTS.takeANote).fill(text);
  return page;
}

async function openQuickNote(text: string): Promise<Page> {
  const { page } = await stage.open({}, { hash: 'quick-note.html', viewport: { width: 480, height: 420 } });
  await page.getByPlaceholder(TEXTS.takeANote).fill(text);
  return page;
}

const caretOf = (field: Locator) => field.evaluate((area: HTMLTextAreaElement) => area.selectionStart);
const creationBox = (page: Page) => page.locator('[data-creation-box]');
const item = (page: Page) => page.getByRole('button', { name: 'List item' });
const ticked = (root: Locator) => root.getByRole('button', { name: /^\d+ ticked$/ });

/** The left edges of a list's boxes and words, in CSS pixels from the edge at which plain text begins. */
function places(root: Locator): Promise<{ boxes: number[]; words: number[] }> {
  return root.evaluate((element) => {
    const lines = [...element.querySelectorAll('[data-line]')];
    const leftOf = (part: Node | null | undefined, from = 0): number => {
      const range = document.createRange();
      if (part === null || part === undefined) return NaN;
      range.selectNodeContents(part);
      range.setStart(part, from);
      return range.getBoundingClientRect().left;
    };
    const [plain] = lines;
    const edge = leftOf(plain?.firstChild);
    const withBox = lines.filter((line) => line.querySelector('[data-box]') !== null);
    return {
      // A button is larger than the box that it draws.
      boxes: withBox.map(
        (line) => (line.querySelector('[data-box] > span')?.getBoundingClientRect().left ?? NaN) - edge,
      ),
      words: withBox.map((line) => leftOf(line.querySelector('[data-words]')) - edge),
    };
  });
}

/** The distance between the lower edge of one element and the upper edge of the next one. */
async function gap(above: Locator, below: Locator): Promise<number> {
  const [first, second] = [await above.boundingBox(), await below.boundingBox()];
  if (first === null || second === null) throw new Error('Both elements must be visible');
  return second.y - first.y - first.height;
}

describe('boxes stand on the text’s left edge, and each level of nesting is 24 px', () => {
  const expectPlaces = async (root: Locator): Promise<void> => {
    // A typed `- [ ]` is wider than ☐.
    const isGlyph = (_: number, index: number): boolean => index !== 4 && index !== 5;
    const placesOfGlyphs = async () => {
      const { boxes, words } = await places(root);
      return { boxes: boxes.map(Math.round), words: words.filter(isGlyph).map(Math.round) };
    };
    await see.poll(placesOfGlyphs).toEqual({
      boxes: LEVELS.map((level) => level * LEVEL),
      words: LEVELS.filter(isGlyph).map((level) => (level + 1) * LEVEL),
    });
  };

  test.each(LOOKS)('in the sheet, in %s', async (_name, look) => {
    const page = await openList(NESTED, look);
    await textOf(page).evaluate((field) => field.scrollTo(0, 0));
    await expectPlaces(sheet(page));
  });

  test.each(LOOKS)('in the creation box, in %s', async (_name, look) => {
    const page = await openCreation(NESTED, look);
    await expectPlaces(creationBox(page));
  });

  test('the caret of the text area is at the words that its mirror draws', async () => {
    const page = await openList('☐ milk\n  ☐ of goats\n    - [ ] fresh');
    const field = textOf(page);
    const lines = sheet(page).locator('[data-words]');
    for (const [index, start] of [2, 11, 30].entries()) {
      const words = await lines.nth(index).boundingBox();
      if (words === null) throw new Error('The line must be visible');
      // A click between the first two letters.
      await page.mouse.click(words.x + 1, words.y + words.height / 2);
      expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(start);
    }
  });

  test('in a line from right to left, box and handle are at the right', async () => {
    const page = await openList('plain\n☐ الخبز\n  ☐ والحليب\n    ☑ לחם');
    await see(sheet(page).locator('[data-box]')).toHaveCount(3);
    const lines = await sheet(page)
      .locator('[data-line]')
      .evaluateAll((all) =>
        all.slice(1).map((line) => {
          const rightOf = (part: Element | null | undefined): number =>
            part?.getBoundingClientRect().right ?? NaN;
          const edge = rightOf(line);
          return {
            box: Math.round(edge - rightOf(line.querySelector('[data-box] > span'))),
            words: Math.round(edge - rightOf(line.querySelector('[data-words]'))),
            isHandleBeside:
              (line.querySelector('[data-handle]')?.getBoundingClientRect().left ?? NaN) >= edge,
          };
        }),
      );
    expect(lines).toEqual(
      [0, 1, 2].map((level) => ({ box: level * LEVEL, words: (level + 1) * LEVEL, isHandleBeside: true })),
    );
  });

  test('on a card, for spaces and for tabs, up to the third level', async () => {
    const text = 'plain\n☐ milk\n  ☐ of goats\n    ☑ fresh\n\t☐ by a tab\n      ☐ third\n        ☐ fourth';
    const { page } = await stage.open({ notes: [{ title: 'Shop', text }] });
    const boxes = card(page, 'Shop').locator('[data-box] > span');
    await see(boxes).toHaveCount(6);
    const edge = (await card(page, 'Shop').getByText('plain').boundingBox())?.x ?? NaN;
    const lefts = await boxes.evaluateAll((drawn) => drawn.map((box) => box.getBoundingClientRect().left));
    expect(lefts.map((left) => Math.round(left - edge))).toEqual(
      [0, 1, 2, 1, 3, 3].map((level) => level * LEVEL),
    );
  });
});

describe('the margin', () => {
  test.each(LOOKS)('has the handle of each line, also of a nested one, in %s', async (_name, look) => {
    for (const open of [openList, openCreation]) {
      const page = await open('plain\n☐ milk\n  ☐ of goats', look);
      const root = open === openList ? sheet(page) : creationBox(page);
      const outer = await root.boundingBox();
      const boxes = await root.locator('[data-box]').first().boundingBox();
      for (const handle of await root.locator('[data-handle]').all()) {
        const place = await handle.boundingBox();
        if (place === null || boxes === null || outer === null) throw new Error('All must be visible');
        expect(place.x).toBeGreaterThanOrEqual(outer.x);
        expect(place.x + place.width).toBeLessThanOrEqual(boxes.x);
      }
      const line = await root.locator('[data-line]').nth(2).boundingBox();
      if (line === null) throw new Error('The line must be visible');
      const handle = root.locator('[data-handle]').nth(1);
      await page.mouse.move(0, 0);
      await see(handle).toHaveCSS('opacity', '0');
      await page.mouse.move(line.x + 100, line.y + 10);
      await see(handle).toHaveCSS('opacity', '1');
    }
  });

  test.each(LOOKS)('of the sheet has no bar at the field with the caret, in %s', async (_name, look) => {
    const page = await openList('☐ milk', look);
    for (const label of [TEXTS.text, TEXTS.title]) {
      const field = sheet(page).getByLabel(label);
      await field.focus();
      const drawn = await field.evaluate((area) => {
        const around: string[] = [];
        for (
          let part: Element | null = area;
          part !== null && part.tagName !== 'FORM';
          part = part.parentElement
        )
          around.push(getComputedStyle(part, '::before').content);
        return around;
      });
      expect(new Set(drawn)).toEqual(new Set(['none']));
    }
  });
});

describe('“List item”', () => {
  test.each([
    ['after the last line', '☐ milk', '☐ milk\n☐ x'],
    ['in the form of the last box', '- [ ] milk\n  - [x] rye', '- [ ] milk\n  - [x] rye\n  - [ ] x'],
    ['above words after the list', 'To buy:\n☑ milk\n\nwords', 'To buy:\n☑ milk\n☐ x\n\nwords'],
    ['in a last box that is empty', '☐ milk\n  ☐ ', '☐ milk\n  ☐ x'],
  ])('adds a line %s, with the caret in it', async (_where, text, typed) => {
    const page = await openList(text);
    await textOf(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
    await item(page).click();
    await see(textOf(page)).toBeFocused();
    await page.keyboard.type('x');
    await see(textOf(page)).toHaveValue(typed);
  });

  test('can be undone', async () => {
    const page = await openList('☐ milk');
    await item(page).click();
    await see(textOf(page)).toHaveValue('☐ milk\n☐ ');
    await see.poll(() => caretOf(textOf(page))).toBe(9);
    await page.keyboard.press('ControlOrMeta+z');
    await see(textOf(page)).toHaveValue('☐ milk');
  });

  test('while ticked lines are hidden, adds the line after the shown ones, also if all are hidden', async () => {
    const page = await openList('☐ milk\n☑ rye');
    await ticked(sheet(page)).click();
    await item(page).click();
    await page.keyboard.type('tea');
    await see(textOf(page)).toHaveValue('☐ milk\n☐ tea');
    await ticked(sheet(page)).click();
    await see(textOf(page)).toHaveValue(/^☐ milk\n(☐ tea\n☑ rye|☑ rye\n☐ tea)$/);
    await textOf(page).fill('☑ milk');
    await ticked(sheet(page)).click();
    await see(textOf(page)).toHaveValue('');
    await item(page).click();
    await page.keyboard.type('eggs');
    await see(textOf(page)).toHaveValue('☐ eggs');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(card(page, 'Shop').getByRole('checkbox', { name: 'eggs' })).toBeVisible();
    await see.poll(() => page.evaluate(() => window.fake.notes()[0]?.text)).toContain('☑ milk');
  });

  test('is in the creation box, too, which stays open', async () => {
    const page = await openCreation('☐ milk');
    await item(page).click();
    await page.keyboard.type('rye');
    await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('☐ milk\n☐ rye');
    await see(creationBox(page).getByLabel(TEXTS.title)).toBeVisible();
  });

  test.each([
    ['a new line', ''],
    ['an empty one', '\n☐ '],
  ])('scrolls a long list to %s', async (_what, end) => {
    const page = await openList(Array.from({ length: 80 }, (_, at) => `☐ line ${at}`).join('\n') + end);
    await textOf(page).evaluate((area: HTMLTextAreaElement) => {
      area.setSelectionRange(0, 0);
      area.scrollTo(0, 0);
    });
    await item(page).click();
    await see(sheet(page).getByRole('checkbox', { name: 'Tick empty line' })).toBeInViewport({ ratio: 0.9 });
  });

  test('is neither below plain words nor in the trash', async () => {
    const page = await openList('words');
    await see(item(page)).toHaveCount(0);
    const { page: trash } = await stage.open(
      { notes: [{ title: 'Gone', text: '☐ milk', list: 'trashed' }] },
      { hash: '#/trash' },
    );
    await trash.getByRole('article').getByRole('heading').click();
    await see(sheet(trash).getByRole('checkbox', { name: 'Tick milk' })).toBeVisible();
    await see(item(trash)).toHaveCount(0);
  });
});

describe('the end of a list', () => {
  test.each(LOOKS)(
    'a short list, “List item” and “1 ticked” follow each other without a gap, on the same edge as the boxes, in %s',
    async (_name, look) => {
      for (const open of [openList, openCreation]) {
        const page = await open('☐ milk\n☑ rye', look);
        const root = open === openList ? sheet(page) : creationBox(page);
        const low = look.viewport?.height === 400;
        const last = root.locator('[data-line]').last();
        await see.poll(() => gap(last, item(page))).toBeLessThanOrEqual(4);
        // Side by side where there is little height.
        if (low) await see.poll(() => gap(last, ticked(root))).toBeLessThanOrEqual(8);
        else await see.poll(() => gap(item(page), ticked(root))).toBeLessThanOrEqual(4);
        const box = await root.locator('[data-box] > span').first().boundingBox();
        const icons = low ? [item(page)] : [item(page), ticked(root)];
        for (const button of icons) {
          const icon = await button.locator('svg').boundingBox();
          if (icon === null || box === null) throw new Error('Both must be visible');
          expect(icon.x + icon.width / 2).toBeCloseTo(box.x + box.width / 2, 0);
        }
      }
    },
  );

  test('a long list ends in a fade, above “List item”', async () => {
    const page = await openList(Array.from({ length: 80 }, (_, at) => `☐ line ${at}`).join('\n'));
    const frame = textOf(page).locator('xpath=..');
    const fade = (): Promise<number> =>
      frame.evaluate((element) => Number(getComputedStyle(element, '::after').opacity));
    await textOf(page).evaluate((field) => field.scrollTo({ top: 0 }));
    await see.poll(fade).toBe(1);
    await textOf(page).evaluate((field) => field.scrollTo({ top: field.scrollHeight }));
    await see.poll(fade).toBe(0);
    await see.poll(() => gap(frame, item(page))).toBeGreaterThanOrEqual(0);
  });

  test('a short list keeps the sheet and the creation box as high as plain words do', async () => {
    for (const [open, root] of [
      [openList, sheet],
      [openCreation, creationBox],
    ] as const) {
      const page = await open('milk');
      await comeToRest(root(page));
      const plain = await root(page).boundingBox();
      await page.keyboard.press(`${COMMAND}+Shift+l`);
      await see(item(page)).toBeVisible();
      await see.poll(async () => (await root(page).boundingBox())?.height).toBe(plain?.height);
    }
  });

  test('a press on the room below a short list puts the caret at its end', async () => {
    for (const open of [openList, openCreation]) {
      const page = await open('☐ milk\n☐ rye');
      const field = open === openList ? textOf(page) : page.getByPlaceholder(TEXTS.takeANote);
      await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 2));
      const button = await item(page).boundingBox();
      if (button === null) throw new Error('The button must be visible');
      await page.mouse.click(button.x + 300, button.y + button.height + 16);
      await see(field).toBeFocused();
      await see.poll(() => caretOf(field)).toBe(12);
    }
  });
});

test('in the quick note, boxes stand on the text’s left edge, with “List item” below them', async () => {
  const page = await openQuickNote('plain\n☐ milk\n  ☐ of goats');
  await see.poll(async () => (await places(page.locator('main'))).boxes.map(Math.round)).toEqual([0, LEVEL]);
  await item(page).click();
  await page.keyboard.type('x');
  await see(page.getByPlaceholder(TEXTS.takeANote)).toHaveValue('plain\n☐ milk\n  ☐ of goats\n  ☐ x');
});

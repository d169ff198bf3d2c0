import type { Locator, Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { NotesChange } from '#shared/note/note-change.ts';
import { TEXTS } from '#shared/base/spec.ts';
import { COMMAND } from '#tests/support/keys.ts';
import type { FakeSetup } from '../fake-setup.ts';
import { card, comeToRest, filters, type OpenOptions, openStage, see } from './open-page.ts';

const stage = openStage();

const NAMES = ['One', 'Two', 'Three', 'Four'];
const NOTES = NAMES.map((title) => ({ id: title, title, text: `text of ${title}` }));
/** More notes than fit in a window. */
const MANY = Array.from({ length: 60 }, (_, at) => ({
  id: `Note ${at}`,
  title: `Note ${at}`,
  text: 'text '.repeat(80),
}));
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const popUp = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const titles = (page: Page): Promise<string[]> =>
  page.getByRole('article').getByRole('heading').allTextContents();
const captions = (page: Page) => page.getByRole('heading', { name: /^(Pinned|Others)$/ });
/** The requested changes, without those of Undo. */
const marks = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    window.fake.requests
      .flatMap(({ channel, args }) => (channel === 'notes:change' ? (args[1] as NotesChange[]) : []))
      .flatMap(({ ids, from, to }) => (from === undefined ? [[ids, to]] : [])),
  );

async function openNotes(setup: FakeSetup = { notes: NOTES }, options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open(setup, options);
  await see(page.getByRole('article').first()).toBeVisible();
  return page;
}

async function press(page: Page, title: string, name: string): Promise<void> {
  await card(page, title).hover();
  await button(card(page, title), name).click();
}

async function select(page: Page, ...names: readonly string[]): Promise<void> {
  for (const title of names) await card(page, title).click({ modifiers: ['ControlOrMeta'] });
}

describe('a pin', () => {
  test('a pin moves a note above the others, under a heading, and Undo reverts it', async () => {
    const page = await openNotes();
    await see(captions(page)).toHaveCount(0);
    await press(page, 'Three', 'Pin');
    await see(captions(page)).toHaveText(['Pinned', 'Others']);
    expect(await titles(page)).toEqual(['Three', 'One', 'Two', 'Four']);
    const [pinned, other] = [await card(page, 'Three').boundingBox(), await card(page, 'One').boundingBox()];
    expect(other?.y).toBeGreaterThan((pinned?.y ?? 0) + (pinned?.height ?? 0));
    await see(page.getByText('Note pinned').last()).toBeVisible();
    await button(page, 'Undo').click();
    await see(captions(page)).toHaveCount(0);
    expect(await titles(page)).toEqual(NAMES);
  });

  test('the pin of a pinned note is always visible, that of any other only with its actions', async () => {
    const notes = [{ title: 'One' }, { title: 'Two', isPinned: true }];
    const page = await openNotes({ notes });
    await page.mouse.move(0, 0);
    const transparent = 'rgba(0, 0, 0, 0)';
    for (const name of ['Pin', 'Archive']) {
      await see(button(card(page, 'One'), name)).toHaveCSS('color', transparent);
    }
    await see(button(card(page, 'Two'), 'Unpin')).not.toHaveCSS('color', transparent);
    await card(page, 'One').hover();
    for (const name of ['Pin', 'Archive']) {
      await see(button(card(page, 'One'), name)).not.toHaveCSS('color', transparent);
    }
  });

  test('f pins the focused note or the selected ones, and unpins a selection of pinned notes', async () => {
    const page = await openNotes();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('f');
    await see(captions(page)).toHaveCount(2);
    await see(card(page, 'Two')).toBeFocused();
    await select(page, 'Two', 'Four');
    await page.keyboard.press('f');
    await see(bar(page)).toHaveCount(0);
    await see.poll(() => titles(page)).toEqual(['Two', 'Four', 'One', 'Three']);
    await see(page.locator('article:focus')).toHaveCount(1);
    await select(page, 'Two', 'Four');
    await button(bar(page), 'Unpin').click();
    await see(captions(page)).toHaveCount(0);
    expect(await marks(page)).toEqual([
      [['Two'], { isPinned: true }],
      [['Two', 'Four'], { isPinned: true }],
      [['Two', 'Four'], { isPinned: false }],
    ]);
  });

  test('f moves the focus along with the note, from the end of a long list to its top and back', async () => {
    const page = await openNotes({ notes: MANY });
    const last = card(page, 'Note 59');
    await card(page, 'Note 0').focus();
    await page.keyboard.press('End');
    await see(last).toBeFocused();
    for (const name of ['Unpin', 'Pin', 'Unpin']) {
      await page.keyboard.press('f');
      await see(button(last, name)).toBeAttached();
      await see(last).toBeFocused();
      await see(last).toBeInViewport({ ratio: 1 });
    }
    expect(await marks(page)).toEqual([true, false, true].map((isPinned) => [['Note 59'], { isPinned }]));
  });

  test('f keeps the focus on a note that leaves the loaded rows, and no key acts on another note meanwhile', async () => {
    const page = await openNotes({
      notes: [{ id: 'old', title: 'Old', isPinned: true, age: 1e12, labels: ['Home'] }],
      generated: 3_000,
    });
    const note = card(page, 'Old');
    await note.focus();
    for (const name of ['Pin', 'Unpin', 'Pin']) {
      await page.evaluate(() => window.fake.hold('notes:ids'));
      await page.keyboard.press('f');
      await see(note).toHaveCount(0);
      await see(page.getByRole('main')).toBeFocused();
      // Would open the pop-up of a focused note.
      await page.keyboard.press('l');
      await page.evaluate(() => window.fake.release('notes:ids'));
      await see(note).toBeFocused();
      await see(note).toBeInViewport({ ratio: 1 });
      await see(button(note, name)).toBeAttached();
      await see(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.keyboard.press('l');
    await see(
      page.getByRole('dialog', { name: 'Labels' }).getByRole('checkbox', { name: 'Home' }),
    ).toBeChecked();
  });

  test('a key on the pin button moves the focus along with the note', async () => {
    const page = await openNotes({ notes: MANY });
    const last = card(page, 'Note 59');
    await card(page, 'Note 0').focus();
    await page.keyboard.press('End');
    await see(last).toBeFocused();
    for (const [name, key] of [
      ['Pin', 'Enter'],
      ['Unpin', ' '],
    ] as const) {
      await button(last, name).focus();
      await page.keyboard.press(key);
      await see(last).toBeFocused();
      await see(last).toBeInViewport({ ratio: 1 });
    }
    expect(await marks(page)).toEqual([true, false].map((isPinned) => [['Note 59'], { isPinned }]));
  });

  test('pinned notes have no heading in the archive, and the heading “Others” is missing if all notes are pinned', async () => {
    const notes = [
      { title: 'One', isPinned: true },
      { title: 'Away', isPinned: true, list: 'archived' as const },
    ];
    const page = await openNotes({ notes });
    await see(captions(page)).toHaveText(['Pinned']);
    await page.getByRole('link', { name: 'Archive' }).click();
    await see(card(page, 'Away')).toBeVisible();
    await see(captions(page)).toHaveCount(0);
  });

  test('arrow keys cross from unpinned notes to pinned ones and back', async () => {
    const page = await openNotes({ notes: [...NOTES, { title: 'Top', isPinned: true }] });
    await card(page, 'Three').focus();
    await page.keyboard.press('ArrowUp');
    await see(card(page, 'Top')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await see(card(page, 'One')).toBeFocused();
  });
});

describe('a colour', () => {
  const paper = (page: Page, title: string): Promise<string> =>
    card(page, title).evaluate((element) => getComputedStyle(element).backgroundColor);

  test('a colour is chosen with arrows and Space, Esc changes nothing, and both return the focus', async () => {
    const page = await openNotes();
    const plain = await paper(page, 'Two');
    await press(page, 'Two', 'Colour');
    await see(page.getByRole('radio', { name: 'No colour', checked: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await see(popUp(page, 'Colour')).toHaveCount(0);
    await see(button(card(page, 'Two'), 'Colour')).toBeFocused();
    await page.keyboard.press('Enter');
    await see(page.getByRole('radio', { name: 'No colour' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await see(page.getByRole('radio', { name: 'Dark blue' })).toBeFocused();
    expect(await marks(page)).toEqual([]);
    await page.keyboard.press('Space');
    await see(popUp(page, 'Colour')).toHaveCount(0);
    await see(button(card(page, 'Two'), 'Colour')).toBeFocused();
    await see.poll(() => paper(page, 'Two')).not.toBe(plain);
    await see(card(page, 'Two').getByRole('img', { name: 'Dark blue' })).toBeAttached();
    expect(await marks(page)).toEqual([[['Two'], { color: 'CERULEAN' }]]);
    await button(page, 'Undo').click();
    await see.poll(() => paper(page, 'Two')).toBe(plain);
  });

  test('a colour applies to all selected notes', async () => {
    const page = await openNotes();
    await select(page, 'One', 'Three');
    await page.keyboard.press('t');
    await page.getByRole('radio', { name: 'Green' }).click();
    await see(bar(page)).toHaveCount(0);
    await see(page.getByText('Colour changed on 2 notes').last()).toBeVisible();
    expect(await marks(page)).toEqual([[['One', 'Three'], { color: 'GREEN' }]]);
  });

  test('a card and its sheet show the name of the colour in forced-colours mode, at the edge of the text', async () => {
    const page = await openNotes({ notes: [{ title: 'One', color: 'BROWN' }] }, { forcedColors: 'active' });
    const nameIn = (part: Locator): Locator => part.getByRole('img', { name: 'Brown' });
    const left = async (element: Locator): Promise<number> => (await element.boundingBox())?.x ?? NaN;
    await see(nameIn(card(page, 'One'))).toBeVisible();
    expect((await nameIn(card(page, 'One')).boundingBox())?.width).toBeGreaterThan(20);
    await card(page, 'One').click();
    const sheet = page.getByRole('dialog');
    await see(nameIn(sheet)).toBeVisible();
    expect(await left(nameIn(sheet))).toBe(await left(sheet.getByLabel(TEXTS.text)));
  });

  test('the pop-up of colours stays beside its visible button until the wheel turns', async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ title: `Note ${at}`, text: 'text '.repeat(80) }));
    const page = await openNotes({ notes: many });
    await press(page, 'Note 0', 'Colour');
    await comeToRest(popUp(page, 'Colour'));
    const place = await popUp(page, 'Colour').boundingBox();
    const anchor = await button(card(page, 'Note 0'), 'Colour').boundingBox();
    expect(place?.x).toBeCloseTo(anchor?.x ?? 0, 0);
    expect(place?.y).toBeCloseTo((anchor?.y ?? 0) + (anchor?.height ?? 0) + 6, 0);
    await page.mouse.move(700, 700);
    await see(button(card(page, 'Note 0'), 'Archive')).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    await see(button(card(page, 'Note 0'), 'Colour')).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    await page.mouse.wheel(0, 60);
    await see(popUp(page, 'Colour')).toHaveCount(0);
  });

  test('a press elsewhere, or a second press on its button, closes the pop-up of colours', async () => {
    const page = await openNotes();
    await press(page, 'One', 'Colour');
    await see(popUp(page, 'Colour')).toBeVisible();
    await button(card(page, 'One'), 'Colour').click();
    await see(popUp(page, 'Colour')).toHaveCount(0);
    await button(card(page, 'One'), 'Colour').click();
    await see(popUp(page, 'Colour')).toBeVisible();
    await page.mouse.click(700, 700);
    await see(popUp(page, 'Colour')).toHaveCount(0);
  });
});

describe('labels', () => {
  const LABELLED = [
    { id: 'One', title: 'One', labels: ['Work', 'To read'] },
    { id: 'Two', title: 'Two', labels: ['Work'] },
    { id: 'Three', title: 'Three' },
  ];
  const box = (page: Page, name: string) =>
    popUp(page, 'Labels').getByRole('checkbox', { name, exact: true });

  test('a right-to-left label is beside its box, and truncated at its end', async () => {
    const long = 'حديقة الورود والأزهار '.repeat(2).trim();
    const page = await openNotes({ notes: [{ title: 'One', labels: ['حديقة', long] }] });
    await press(page, 'One', 'Labels');
    for (const label of ['حديقة', long]) {
      const words = page.locator('bdi').filter({ hasText: new RegExp(`^${label}$`) });
      const row = popUp(page, 'Labels').locator('.fui-Checkbox').filter({ has: words });
      const tick = await row.locator('.fui-Checkbox__indicator').boundingBox();
      const place = await row.locator('bdi').boundingBox();
      expect((place?.x ?? 0) - (tick?.x ?? 0) - (tick?.width ?? 0)).toBeLessThanOrEqual(16);
      await see(row.locator('bdi')).toHaveCSS('direction', 'rtl');
      const isCut = await row.locator('bdi').evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(isCut).toBe(label === long);
    }
  });

  test('the keyboard makes, ticks and removes labels of a note, and one Undo reverts all of it', async () => {
    const page = await openNotes({ notes: LABELLED });
    await card(page, 'Three').focus();
    await page.keyboard.press('l');
    await see(page.getByPlaceholder('Find or create a label')).toBeFocused();
    await page.keyboard.type('Garden');
    const make = button(popUp(page, 'Labels'), 'Create label “Garden”');
    const icon = await make.locator('svg').boundingBox();
    const words = await make.locator('bdi').evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name.parentElement ?? name);
      return range.getBoundingClientRect().left;
    });
    expect(words - (icon?.x ?? 0) - (icon?.width ?? 0)).toBeLessThanOrEqual(16);
    await page.keyboard.press('Enter');
    await see(box(page, 'Garden')).toBeChecked();
    await see(page.getByPlaceholder('Find or create a label')).toHaveValue('');
    await page.keyboard.type('wor');
    await see(popUp(page, 'Labels').getByRole('checkbox')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await see(box(page, 'Work')).toBeChecked();
    await page.keyboard.press('Space');
    await see(box(page, 'Work')).not.toBeChecked();
    await page.keyboard.press('Escape');
    await see(popUp(page, 'Labels')).toHaveCount(0);
    await see(card(page, 'Three')).toBeFocused();
    await see(card(page, 'Three')).toContainText('Garden');
    expect(await marks(page)).toEqual([
      [['Three'], { addLabels: ['Garden'] }],
      [['Three'], { addLabels: ['Work'] }],
      [['Three'], { removeLabels: ['Work'] }],
    ]);
    // Undo reverts all changes of the pop-up, the last one first.
    await button(page, 'Undo').click();
    await see(card(page, 'Three')).not.toContainText('Garden');
  });

  test('the pop-up of labels is as tall as its labels, and its field stays in place while fewer of them match', async () => {
    const labels = Array.from({ length: 6 }, (_, at) => `Label ${at}`);
    const page = await openNotes(
      { notes: [...LABELLED, { title: 'Many', labels }] },
      { viewport: { width: 1180, height: 420 } },
    );
    await press(page, 'Two', 'Labels');
    const field = page.getByPlaceholder('Find or create a label');
    await comeToRest(field);
    const before = await field.boundingBox();
    await field.fill('Label 3');
    await see(popUp(page, 'Labels').getByRole('checkbox')).toHaveCount(1);
    expect(await field.boundingBox()).toEqual(before);
    /** From the last row to the edge of what is seen of the pop-up, in CSS pixels. */
    const gap = await popUp(page, 'Labels')
      .getByRole('listitem')
      .evaluate((row) => {
        let paper: Element | null = row;
        while (paper !== null && getComputedStyle(paper).boxShadow === 'none') paper = paper.parentElement;
        return (paper?.getBoundingClientRect().bottom ?? NaN) - row.getBoundingClientRect().bottom;
      });
    expect(gap).toBeLessThanOrEqual(16);
  });

  test('a label of only some selected notes is mixed, and a tick adds it to all', async () => {
    const page = await openNotes({ notes: LABELLED });
    await select(page, 'One', 'Two');
    await button(bar(page), 'Labels').click();
    await see(box(page, 'Work')).toBeChecked();
    await see(box(page, 'To read')).toBeChecked({ indeterminate: true });
    await box(page, 'To read').click();
    await see(box(page, 'To read')).toBeChecked();
    await see(bar(page)).toContainText('2 selected');
    expect(await marks(page)).toEqual([[['One', 'Two'], { addLabels: ['To read'] }]]);
  });

  test('the chips of a card’s labels are 24 px high', async () => {
    const page = await openNotes({ notes: LABELLED });
    const chip = card(page, 'One').getByRole('button', { name: 'Work', exact: true });
    expect((await chip.boundingBox())?.height).toBe(24);
  });

  test('a card shows a few of its labels, and a click on one filters by it', async () => {
    const notes = [...LABELLED, { title: 'Many', labels: ['a', 'b', 'c', 'd', 'e'] }];
    const page = await openNotes({ notes });
    await see(card(page, 'Many')).toContainText('+2');
    await button(card(page, 'One'), 'To read').click();
    await see(filters(page)).toHaveText(['To read']);
    await see(page.getByPlaceholder(TEXTS.search)).toHaveValue('');
    await see(page.getByRole('article')).toHaveCount(1);
  });
});

describe('the open note', () => {
  const notes = [
    { id: 'One', title: 'One', text: 'first', color: 'TEAL' as const, labels: ['Work'] },
    { id: 'Away', title: 'Away', list: 'archived' as const },
    { id: 'Gone', title: 'Gone', list: 'trashed' as const, labels: ['Work'] },
  ];
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Edit note' });

  test('the open note is pinned, coloured and labelled at once, and the typed words stay', async () => {
    const page = await openNotes({ notes });
    await card(page, 'One').click();
    const text = sheet(page).getByLabel(TEXTS.text);
    await text.fill('first and more');
    await button(sheet(page), 'Pin').click();
    await see(button(sheet(page), 'Unpin')).toBeFocused();
    await button(sheet(page), 'Colour').click();
    await see(page.getByRole('radio', { name: 'Teal', checked: true })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await see(popUp(page, 'Colour')).toHaveCount(0);
    await see(sheet(page).getByRole('img', { name: 'Teal' })).toHaveCount(0);
    await button(sheet(page), 'Labels').click();
    await page.keyboard.type('Home');
    await page.keyboard.press('Enter');
    await see(popUp(page, 'Labels').getByRole('checkbox', { name: 'Home', checked: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await see(popUp(page, 'Labels')).toHaveCount(0);
    await see(button(sheet(page), 'Labels')).toBeFocused();
    await see(sheet(page)).toContainText('Home');
    await see(text).toHaveValue('first and more');
    expect(await marks(page)).toEqual([
      [['One'], { isPinned: true }],
      [['One'], { color: 'DEFAULT' }],
      [['One'], { addLabels: ['Home'] }],
    ]);
    await button(sheet(page), TEXTS.save).click();
    await see(card(page, 'One')).toContainText('first and more');
    await see(captions(page)).toHaveText(['Pinned']);
  });

  test('in a small window, many labels leave room for the sheet’s text, and the pop-up of labels fits', async () => {
    const labels = Array.from({ length: 60 }, (_, at) => `Label ${at}`);
    const setup = { notes: [{ title: 'long '.repeat(100), text: 'line\n'.repeat(50), labels }] };
    const page = await openNotes(setup, { viewport: { width: 400, height: 600 } });
    await card(page, 'line').locator('p').click();
    const text = sheet(page).getByRole('textbox', { name: 'Text' });
    await see.poll(async () => (await text.boundingBox())?.height).toBeGreaterThan(140);
    await page.keyboard.press('Escape');
    await see(sheet(page)).toHaveCount(0);
    await button(page, 'Main menu').click();
    await button(page, 'Edit labels').click();
    const box = await popUp(page, 'Edit labels').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(8);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(592);
  });

  test('the sheet of an archived note has no pin, and that of a note in the trash only shows its labels', async () => {
    const page = await openNotes({ notes }, { hash: '#/archive' });
    await card(page, 'Away').click();
    await see(button(sheet(page), 'Colour')).toBeVisible();
    await see(button(sheet(page), 'Pin')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Trash' }).click();
    await see(card(page, 'Gone')).toContainText('Work');
    await card(page, 'Gone').click();
    const read = page.getByRole('dialog', { name: 'Note in the trash' });
    await see(read).toContainText('Work');
    await see(button(read, 'Labels')).toHaveCount(0);
  });
});

test('a selection of a whole list can be pinned although its first hundreds of notes are', async () => {
  const notes = Array.from({ length: 400 }, (_, at) => ({
    id: `n${at}`,
    title: `n${at}`,
    age: at * 1000,
    ...(at < 300 && { isPinned: true }),
  }));
  const { page } = await stage.open({ notes });
  await see(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('article').first().focus();
  await page.keyboard.press(`${COMMAND}+a`);
  await see(bar(page)).toContainText('400 selected');
  await see(bar(page).getByRole('button', { name: 'Pin', exact: true })).toBeVisible();
});

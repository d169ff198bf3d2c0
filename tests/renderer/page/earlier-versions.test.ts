/** Earlier versions of a note: showing, copying and restoring them. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { openStage, see, WINDOWS } from './open-page.ts';

const stage = openStage({ toastsStay: true });

const HOUR = 3_600_000;
const SETUP = {
  notes: [{ id: 'a', title: 'Ferry', text: 'It leaves at nine.' }],
  earlier: [
    { id: 'a', content: { title: '', text: 'It leaves at seven.' }, age: 30 * HOUR },
    { id: 'a', content: { title: 'Ferry', text: 'It leaves at eight.' }, age: HOUR, by: 'another device' },
    { id: 'b', content: { title: 'Another note', text: 'with words' }, age: HOUR },
  ],
} as const;

const versions = (page: Page) => page.getByRole('dialog', { name: 'Earlier versions' });
const copied = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    window.fake.requests.filter(({ channel }) => channel === 'app:copy-text').map(({ args }) => args[0]),
  );
const words = (page: Page) => versions(page).getByRole('tabpanel');
const list = (page: Page) => versions(page).getByRole('complementary');
/** A version's words as shown, including the removed ones. */
const EIGHT = 'FerryIt leaves at seven.eight.';
const SEVEN = 'It leaves at seven.';

async function look(page: Page): Promise<void> {
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(words(page)).toBeVisible();
}

test('earlier versions are listed beside the sheet, newest first, each with its time, device and change', async () => {
  const { page, log } = await stage.open(SETUP);
  await look(page);
  await see(page.getByRole('dialog')).toHaveCount(1);
  const tabs = versions(page).getByRole('tab');
  await see(tabs).toHaveCount(3);
  await see(tabs.nth(0)).toContainText(/^Now.+ on another device/);
  await see(tabs.nth(0).locator('del')).toHaveText('eight.');
  await see(tabs.nth(0).locator('ins')).toHaveText('nine.');
  await see(tabs.nth(1)).toContainText('on this device');
  await see(tabs.nth(2)).toContainText('Until');
  await see(tabs.nth(1)).toBeFocused();
  await see(words(page).locator('ins')).toHaveText(['Ferry', 'eight.']);
  await see(words(page).locator('del')).toHaveText('seven.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await see(words(page)).toHaveText('It leaves at seven.');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  const [sheetBox, listBox] = [await words(page).boundingBox(), await list(page).boundingBox()];
  expect(listBox?.x).toBeGreaterThanOrEqual((sheetBox?.x ?? Infinity) + (sheetBox?.width ?? 0));
  expect(log).toEqual([]);
});

test('the sheet’s button says whether the earlier versions are shown, and hides them', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await page.getByRole('button', { name: 'Back to now' }).click();
  const button = page.getByRole('button', { name: 'Earlier versions' });
  await see(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await see(button).toHaveAttribute('aria-expanded', 'false');
  await see(list(page)).toHaveCount(0);
});

test('in a narrow window the earlier versions are listed below the sheet', async () => {
  const { page } = await stage.open(SETUP);
  await page.setViewportSize({ width: 400, height: 700 });
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  await see(words(page)).toBeVisible();
  const [sheetBox, listBox] = [await words(page).boundingBox(), await list(page).boundingBox()];
  expect(listBox?.y).toBeGreaterThanOrEqual((sheetBox?.y ?? Infinity) + (sheetBox?.height ?? 0));
});

test('keys move the slider through the versions, and it announces the time of each', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  const slider = versions(page).getByRole('slider', { name: 'Time' });
  // With the year in the first hours of a year.
  await see(slider).toHaveAttribute('aria-valuetext', /^\d+ \w+( \d{4})?, \d\d:\d\d on this device$/);
  await slider.press('ArrowLeft');
  await see(slider).toHaveAttribute('aria-valuetext', /^Until /);
  await see(words(page)).toHaveText('It leaves at seven.');
  await slider.press('End');
  await see(slider).toHaveAttribute('aria-valuetext', /^Now /);
  await see(versions(page).getByLabel(TEXTS.text)).toHaveValue('It leaves at nine.');
  await see(words(page)).toHaveCount(0);
  await slider.press('Home');
  await see(words(page)).toHaveText('It leaves at seven.');
  await see(versions(page).getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
});

test('the version chosen with the slider is visible in the list', async () => {
  const earlier = Array.from({ length: 40 }, (_, index) => ({
    id: 'a',
    content: { title: '', text: `number ${index}` },
    age: (41 - index) * HOUR,
  }));
  const { page } = await stage.open({ notes: SETUP.notes, earlier });
  await look(page);
  const slider = versions(page).getByRole('slider', { name: 'Time' });
  await slider.press('Home');
  await see(versions(page).getByRole('tab').last()).toBeInViewport({ ratio: 1 });
  await slider.press('End');
  await see(versions(page).getByRole('tab').first()).toBeInViewport({ ratio: 1 });
});

test('Esc and a press beside the sheet lead from the versions back to the note with the typed words', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await text.fill('It leaves at ten.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(words(page)).toBeVisible();
  await see(text).toBeHidden();
  await see(versions(page).getByRole('tab').first()).toContainText('with unsaved words');
  await page.keyboard.press('Escape');
  await see(versions(page)).toHaveCount(0);
  await see(page.getByRole('button', { name: 'Earlier versions' })).toBeFocused();
  await see(text).toHaveValue('It leaves at ten.');
  await page.keyboard.press('Enter');
  await see(words(page)).toBeVisible();
  await versions(page).getByRole('button', { name: 'Back to now' }).click();
  await see(text).toHaveValue('It leaves at ten.');
  await page.keyboard.type(' Or later.');
  await page.mouse.click(5, 400);
  await see(versions(page)).toHaveCount(0);
  await see(text).toHaveValue('It leaves at ten. Or later.');
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(page.getByText('Changes discarded').first()).toBeAttached();
});

test('discarded words are compared with the note’s words at that time', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  await page.getByRole('dialog').getByLabel(TEXTS.text).fill('It leaves at ten.');
  await page.keyboard.press('Escape');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await look(page);
  const tabs = versions(page).getByRole('tab');
  await see(tabs.nth(1)).toContainText(/^Not savedDiscarded /);
  await see(tabs.nth(1).locator('ins')).toHaveText('ten.');
  await see(words(page).locator('ins')).toHaveText('ten.');
  await see(words(page).locator('del')).toHaveText('nine.');
});

test('restoring an earlier version is an edit that can be undone', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  const card = page.getByRole('article').first();
  await see(card).toContainText('It leaves at eight.');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(card).toContainText('It leaves at nine.');
  await look(page);
  await see(versions(page).getByRole('tab')).toHaveCount(5);
});

test('restoring an earlier version adds typed, unsaved words to the earlier versions', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  await page.getByRole('dialog').getByLabel(TEXTS.text).fill('It leaves at ten, says the captain.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await versions(page).getByRole('tab').last().click();
  await see(words(page)).toHaveText(SEVEN);
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  await see(page.getByRole('article').first()).toContainText('It leaves at seven.');
  await look(page);
  await see(words(page).locator('ins')).toContainText(['ten, says the captain.']);
});

test('if a restore fails after the typed words were saved, the sheet continues with those words', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await text.fill('It leaves at ten.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(words(page)).toHaveText(EIGHT);
  // Two requests fail, because the page also requests the open note's marks after the save.
  await page.evaluate(() => window.fake.fail('notes:get', 'store-failed', 'notes-closed', 2));
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  await see(page.getByText(REASONS['notes-closed']).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await see(versions(page)).toHaveCount(0);
  await text.fill('It leaves at eleven.');
  await page.keyboard.press(`${COMMAND}+Enter`);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(page.getByRole('article')).toHaveCount(1);
  await see(page.getByRole('article')).toContainText('It leaves at eleven.');
});

test('a failed restore in a deleted note makes only one note of the typed words', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await text.fill('It leaves at ten.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(words(page)).toHaveText(EIGHT);
  await page.evaluate(() => {
    window.fake.replace('a', null);
    window.fake.hold('notes:get');
  });
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  await see.poll(() => page.evaluate(() => window.fake.notes().length)).toBe(1);
  // The first of two edits has succeeded; the second fails.
  await page.evaluate(() => {
    window.fake.fail('notes:edit', 'store-full', 'disk-full');
    window.fake.release('notes:get');
  });
  await see(page.getByText(REASONS['disk-full']).first()).toBeAttached();
  await page.keyboard.press('Escape');
  await see(versions(page)).toHaveCount(0);
  await see(text).toHaveValue('It leaves at ten.');
  await text.fill('It leaves at eleven.');
  await page.keyboard.press(`${COMMAND}+Enter`);
  await see(page.getByRole('dialog')).toHaveCount(0);
  await see(page.getByRole('article')).toHaveCount(1);
  await see(page.getByRole('article')).toContainText('It leaves at eleven.');
});

test('an earlier version is copied with its title', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await versions(page).getByRole('button', { name: 'Copy' }).click();
  await see(page.getByText('Version copied').first()).toBeAttached();
  expect(await copied(page)).toEqual(['Ferry\n\nIt leaves at eight.']);
});

test('the chosen earlier version stays chosen when another one arrives', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await see(words(page)).toHaveText(EIGHT);
  await page.evaluate(() => {
    const content = { title: 'Ferry', text: 'It leaves at noon.' };
    const base = { title: 'Ferry', text: 'It leaves at nine.' };
    return window.inkling.request('notes:edit', 'u1' as never, 'a' as never, content, base);
  });
  const tabs = versions(page).getByRole('tab');
  await see(tabs).toHaveCount(4);
  await see(tabs.nth(2)).toHaveAttribute('aria-selected', 'true');
  await see(words(page)).toHaveText(EIGHT);
  await versions(page).getByRole('button', { name: 'Copy' }).click();
  await see.poll(() => copied(page)).toEqual(['Ferry\n\nIt leaves at eight.']);
});

test('an earlier version can be restored and copied only after it is shown', async () => {
  const { page } = await stage.open({ ...SETUP, held: ['history:compare'] });
  await look(page);
  const restore = versions(page).getByRole('button', { name: 'Restore' });
  await see(restore).toHaveAttribute('aria-disabled', 'true');
  await see(versions(page).getByRole('button', { name: 'Copy' })).toHaveAttribute('aria-disabled', 'true');
  await page.evaluate(() => window.fake.release('history:compare'));
  await see(words(page)).toHaveText(EIGHT);
  await page.evaluate(() => window.fake.hold('history:compare'));
  await versions(page).getByRole('tab').last().click();
  await see(restore).toHaveAttribute('aria-disabled', 'true');
  await see(words(page)).toHaveText('');
});

test('more earlier versions can be requested again after a failure, and the focus stays in their list', async () => {
  const earlier = Array.from({ length: 60 }, (_, index) => ({
    id: 'a',
    content: { title: '', text: `number ${index}` },
    age: (61 - index) * HOUR,
  }));
  const { page } = await stage.open({ notes: SETUP.notes, earlier });
  await look(page);
  const tabs = versions(page).getByRole('tab');
  const more = versions(page).getByRole('button', { name: 'Show more' });
  await see(tabs).toHaveCount(51);
  await page.evaluate(() => window.fake.fail('history:versions', 'store-failed', 'notes-closed'));
  await more.press('Enter');
  await see(versions(page).getByText(REASONS['notes-closed'])).toBeVisible();
  await see(tabs).toHaveCount(51);
  await more.press('Enter');
  await see(tabs).toHaveCount(61);
  await see(versions(page).getByText(REASONS['notes-closed'])).toHaveCount(0);
  await see(tabs.nth(50)).toBeFocused();
});

test('clearing the history in the settings leaves the focus in the dialog of earlier versions below', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await versions(page).getByRole('tab').first().focus();
  await page.keyboard.press(`${COMMAND}+,`);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
  await see(settings).toContainText('Earlier versions stay on this device for 30 days.');
  await see(page.getByRole('alertdialog')).toHaveCount(0);
  await settings.getByRole('button', { name: 'Close' }).click();
  await see(settings).toHaveCount(0);
  await see(versions(page).getByRole('tab')).toHaveCount(0);
  await see(versions(page).locator(':focus')).toHaveCount(1);
});

test('after the history is cleared, the settings say that its words are still being erased, until they are', async () => {
  const { page } = await stage.open(SETUP);
  await page.keyboard.press(`${COMMAND}+,`);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await see(settings).toContainText(
    'every one stays for an hour, then one an hour for a day, then one a day',
  );
  await see(settings).not.toContainText('still being erased');
  await settings.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
  await see(settings).toContainText('Deleted words are still being erased from this device');
  await page.evaluate(() => window.fake.endErasing());
  await see(settings).not.toContainText('still being erased');
});

test('the sheet says that typed words are saved before a version is restored', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await see(versions(page).getByText('are kept as a version')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await see(versions(page)).toHaveCount(0);
  await page.getByRole('dialog').getByLabel(TEXTS.text).fill('It leaves at ten.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(versions(page).getByText('are kept as a version')).toBeVisible();
});

test('the list of earlier versions says if the note has none', async () => {
  const { page } = await stage.open({ notes: SETUP.notes });
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(versions(page)).toContainText('No earlier versions yet.');
});

test.each(['here', 'on another device'])(
  'the sheet and its caret stay in place when the first earlier version is made %s',
  async (where) => {
    const { page } = await stage.open({ notes: SETUP.notes });
    await page.getByRole('article').first().click();
    await page.getByRole('button', { name: 'Earlier versions' }).click();
    await see(list(page)).toContainText('No earlier versions yet.');
    const text = versions(page).getByLabel(TEXTS.text);
    await text.fill('It leaves at ten');
    if (where === 'here') await page.keyboard.press(`${COMMAND}+s`);
    else await page.evaluate(() => window.fake.replace('a', { title: 'Ferry', text: 'It leaves at noon.' }));
    await see(versions(page).getByRole('tab')).toHaveCount(2);
    await page.keyboard.type(', says the captain');
    await see(text).toBeFocused();
    await see(text).toHaveValue('It leaves at ten, says the captain');
    await see(versions(page).getByRole('tab').first()).toHaveAttribute('aria-selected', 'true');
  },
);

test('the sheet and its caret stay in place if the user is typing when the versions arrive', async () => {
  const { page } = await stage.open({ ...SETUP, held: ['history:versions'] });
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  const text = versions(page).getByLabel(TEXTS.text);
  await text.fill('half a sen');
  await page.evaluate(() => window.fake.release('history:versions'));
  await see(versions(page).getByRole('tab')).toHaveCount(3);
  await page.keyboard.type('tence');
  await see(text).toHaveValue('half a sentence');
  await see(text).toBeFocused();
});

test('the settings show the size of all earlier versions until these are cleared', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('button', { name: 'Main menu' }).waitFor();
  await page.evaluate(() => window.fake.openDialog('settings'));
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await see(settings).toContainText('3 earlier versions, 65 bytes.');
  await settings.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
  await see(settings.getByRole('button', { name: 'Clear history' })).toHaveAttribute('aria-disabled', 'true');
  await see(settings).not.toContainText('3 earlier versions');
});

test('clearing the history leaves the words of missing notes, and the question and the settings say so', async () => {
  const sync = { phase: 'live', pending: 0, refused: 0, loaded: true, missing: 2 } as const;
  const missing = 'Words of notes that are no longer in the cloud stay';
  const { page } = await stage.open({ ...SETUP, missing: 2, sync });
  await page.getByRole('button', { name: 'Main menu' }).waitFor();
  await page.evaluate(() => window.fake.openDialog('settings'));
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await see(settings).toContainText('5 earlier versions');
  await see(settings).toContainText(missing);
  await settings.getByRole('button', { name: 'Clear history' }).click();
  const question = page.getByRole('alertdialog');
  await see(question).toContainText(missing);
  await question.getByRole('button', { name: 'Clear history' }).click();
  await see(settings).toContainText('2 earlier versions');
  await see(settings.getByRole('button', { name: 'Clear history' })).toHaveAttribute('aria-disabled', 'true');
});

test('a draft that was stored but not shown appears when its note is opened', async () => {
  const { page } = await stage.open({
    notes: [
      { id: 'a', text: 'first' },
      { id: 'b', text: 'second' },
    ],
    drafts: [
      {
        place: 'edit',
        id: 'a',
        content: { title: '', text: 'first, typed' },
        base: { title: '', text: 'first' },
      },
      {
        place: 'edit',
        id: 'b',
        content: { title: '', text: 'second, typed' },
        base: { title: '', text: 'second' },
      },
    ],
  });
  const text = page.getByRole('dialog').getByLabel(TEXTS.text);
  await see(text).toHaveValue('first, typed');
  await page.getByRole('dialog').getByRole('button', { name: TEXTS.save }).click();
  await see(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('article').filter({ hasText: 'second' }).click();
  await see(text).toHaveValue('second, typed');
  expect(await page.evaluate(() => window.fake.drafts())).toMatchObject([
    { content: { text: 'second, typed' } },
  ]);
});

test.each([...WINDOWS, ['least', { width: 360, height: 400 }] as const])(
  'in a window that is %s, the text, the foot of the sheet and the list of earlier versions are beside each other',
  async (...window) => {
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
    const { page } = await stage.openIn(window, { notes: [{ title: 'Long', text }] });
    await page.getByRole('article').click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
    const edges = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox()) ?? {
        x: NaN,
        y: NaN,
        width: NaN,
        height: NaN,
      };
      return { left: x, top: y, right: x + width, bottom: y + height };
    };
    // Once its words have come, nothing moves.
    await see(list(page)).toContainText('No earlier versions yet.');
    const [field, save, panel] = await Promise.all(
      [
        versions(page).getByLabel(TEXTS.text),
        versions(page).getByRole('button', { name: TEXTS.save }),
        list(page),
      ].map(edges),
    );
    expect(field?.bottom).toBeLessThanOrEqual(save?.top ?? NaN);
    for (const part of [field, save])
      expect(
        (part?.bottom ?? NaN) <= (panel?.top ?? NaN) || (part?.right ?? NaN) <= (panel?.left ?? NaN),
      ).toBe(true);
  },
);

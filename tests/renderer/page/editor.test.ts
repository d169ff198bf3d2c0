/** The sheet in which a note is edited or read: its actions and its focus. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND, TO_START_OF_TEXT } from '#tests/support/keys.ts';
import { card, openStage, see } from './open-page.ts';
import { argumentsWithoutAccount, button, NOTES, openSheet, sheet, textOf } from './sheet.ts';

const stage = openStage({ toastsStay: true });

const wordsOf = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => window.fake.notes().map(({ text }) => text));

describe('the sheet', () => {
  test('the sheet opens with the caret after the last word, and a long text scrolls there', async () => {
    const long = 'a line of the log\n'.repeat(300);
    const { page, log } = await stage.open({ notes: [NOTES[0], { id: 'long', text: long }] });
    await openSheet(page, 'a line of the log');
    const distanceToEnd = (): Promise<number> =>
      textOf(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
        Math.abs(scrollHeight - scrollTop - clientHeight),
      );
    await see.poll(distanceToEnd).toBeLessThan(2);
    const box = await sheet(page).boundingBox();
    expect(box?.height).toBe(760 - 64);
    await page.keyboard.press('Escape');
    await openSheet(page, 'One');
    await page.keyboard.type('!');
    await see(textOf(page)).toHaveValue('first\nsecond!');
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
    expect(log).toEqual([]);
  });

  test('scrolled text ends well below the field’s caption', async () => {
    const notes = [
      { id: 'long', title: 'A long title '.repeat(40), text: 'a line of the log\n'.repeat(300) },
    ];
    const { page } = await stage.open({ notes });
    await openSheet(page, 'a line of the log');
    for (const name of [TEXTS.title, TEXTS.text]) {
      const field = sheet(page).getByLabel(name, { exact: true });
      expect(await field.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
      const caption = await sheet(page).getByText(name, { exact: true }).boundingBox();
      const gap = ((await field.boundingBox())?.y ?? 0) - (caption?.y ?? 0) - (caption?.height ?? 0);
      expect(gap).toBeGreaterThanOrEqual(4);
    }
  });

  test('the title in the sheet has one line: pasted lines are joined, and Enter goes to the text', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await sheet(page).getByLabel(TEXTS.title).fill('Pasted\nlines');
    await see(sheet(page).getByLabel(TEXTS.title)).toHaveValue('Pasted lines');
    await page.keyboard.press('Enter');
    await see(textOf(page)).toBeFocused();
    await see(sheet(page)).toHaveCount(1);
  });

  test('the sheet copies the whole note as shown, even if it is not saved', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'Two');
    await textOf(page).fill('not saved yet');
    await button(page, 'Copy').click();
    await see(page.getByText('Note copied').first()).toBeAttached();
    expect(
      await page.evaluate(
        () => window.fake.requests.find(({ channel }) => channel === 'app:copy-text')?.args,
      ),
    ).toEqual(['Two\n\nnot saved yet']);
  });
});

describe('Ctrl+S', () => {
  test('Ctrl+S saves the sheet and says so, keeps the caret, and typing continues from the saved text', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('A');
    await page.keyboard.press(`${COMMAND}+s`);
    await see(sheet(page).getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    expect(await wordsOf(page)).toContain('firstA\nsecond');
    await page.keyboard.type('B');
    await see(textOf(page)).toHaveValue('firstAB\nsecond');
    await see(sheet(page).getByText('Saved')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(textOf(page)).toHaveValue('firstAB\nsecond');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(sheet(page)).toHaveCount(0);
    const words = (text: string) => ({ title: 'One', text });
    expect(await argumentsWithoutAccount(page, 'notes:edit')).toEqual([
      ['one', words('firstA\nsecond'), words('first\nsecond')],
      ['one', words('firstAB\nsecond'), words('firstA\nsecond')],
    ]);
  });

  test('keys during a save by Ctrl+S stay in the sheet, and Esc closes it afterwards', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await page.keyboard.type('A');
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await page.keyboard.press(`${COMMAND}+s`);
    await page.keyboard.type('B');
    await see(textOf(page)).toHaveValue('first\nsecondAB');
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(sheet(page)).toHaveCount(0);
    await see(card(page, 'secondA')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(textOf(page)).toHaveValue('first\nsecondAB');
    await see
      .poll(() => page.evaluate(() => window.fake.drafts()))
      .toMatchObject([{ content: { text: 'first\nsecondAB' }, base: { text: 'first\nsecondA' } }]);
  });

  test('after Ctrl+S, the sheet continues with the conflict copy if the note had changed', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await page.evaluate(() => window.fake.replace('one', { title: 'One', text: 'theirs' }));
    await page.keyboard.type('A');
    await page.evaluate(() => window.fake.hold('notes:edit'));
    await page.keyboard.press(`${COMMAND}+s`);
    await page.keyboard.type('B');
    await page.evaluate(() => window.fake.release('notes:edit'));
    await see(page.getByText('your version is now a separate note').first()).toBeAttached();
    await see.poll(() => wordsOf(page)).toContain('first\nsecondA');
    await see
      .poll(() => page.evaluate(() => window.fake.drafts()))
      .toMatchObject([{ content: { text: 'first\nsecondAB' }, base: { text: 'first\nsecondA' } }]);
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(sheet(page)).toHaveCount(0);
    await see(page.getByRole('article')).toHaveCount(3);
    await see(card(page, 'secondAB')).toBeFocused();
  });

  test('Ctrl+S keeps the caret when the sheet continues with the conflict copy', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    const field = await textOf(page).elementHandle();
    await page.evaluate(() => window.fake.replace('one', { title: 'One', text: 'theirs' }));
    await page.keyboard.type('A');
    await page.keyboard.press(TO_START_OF_TEXT);
    await page.keyboard.press(`${COMMAND}+s`);
    await see(button(page, 'Compare')).toBeVisible();
    await page.keyboard.type('B');
    await see(textOf(page)).toHaveValue('Bfirst\nsecondA');
    // Must be the same element, because a key that arrives while a field is replaced is lost.
    expect(await field?.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('actions of the sheet', () => {
  test.each([
    ['Archive', 'Note archived', ''],
    ['Move to trash', 'Note moved to trash', ''],
    ['Unarchive', 'Note unarchived', '#/archive'],
    ['Move to trash', 'Note moved to trash', '#/archive'],
  ])(
    '“%s” in the sheet saves the typed words, closes it, shows “%s” and can be undone (at hash “%s”)',
    async (name, toast, hash) => {
      const list = hash === '' ? 'active' : 'archived';
      const { page } = await stage.open({ notes: NOTES.map((note) => ({ ...note, list })) }, { hash });
      await openSheet(page, 'One');
      await textOf(page).fill('typed');
      await button(page, name).click();
      await see(sheet(page)).toHaveCount(0);
      await see(page.getByText(toast).first()).toBeAttached();
      await see(card(page, 'One')).toHaveCount(0);
      await see(card(page, 'Two')).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).click();
      await see(card(page, 'typed')).toHaveCount(1);
      expect(await page.evaluate(() => window.fake.drafts())).toEqual([]);
    },
  );

  test('an action of the sheet whose save fails leaves the sheet open with its words', async () => {
    const { page } = await stage.open({ notes: NOTES });
    await openSheet(page, 'One');
    await textOf(page).fill('typed');
    await page.evaluate(() => window.fake.fail('notes:edit', 'store-full', 'disk-full'));
    await button(page, 'Archive').click();
    await see(page.getByText(REASONS['disk-full']).first()).toBeAttached();
    await see(textOf(page)).toHaveValue('typed');
    expect(await argumentsWithoutAccount(page, 'notes:change')).toEqual([]);
    await page.keyboard.press('Escape');
    await see(sheet(page)).toHaveCount(0);
  });
});

test('keys of an input method’s composition leave the sheet open', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await openSheet(page, 'One');
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await see(textOf(page)).toHaveValue('first\nsecondにほん');
  await page.keyboard.press(`${COMMAND}+Enter`);
  await page.keyboard.press('Escape');
  await client.send('Input.insertText', { text: '日本' });
  await see(textOf(page)).toHaveValue('first\nsecond日本');
  await page.keyboard.press('Escape');
  await see(sheet(page)).toHaveCount(0);
});

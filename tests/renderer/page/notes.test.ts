import { describe, expect, test } from 'vitest';
import { TEXTS } from '#shared/base/spec.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { COMMAND } from '#tests/support/keys.ts';
import { card as cardOf, openStage, see } from './open-page.ts';

const stage = openStage();

describe('the creation box', () => {
  test('the creation box keeps words that could not be saved, and shows the reason', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.fail('notes:add', 'store-full', 'disk-full'));
    const text = page.getByPlaceholder(TEXTS.takeANote);
    await text.click();
    await text.fill('precious');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByText(REASONS['disk-full']).first()).toBeVisible();
    await see(text).toHaveValue('precious');
    await page.keyboard.press(`${COMMAND}+Enter`);
    await see(page.getByRole('article')).toContainText('precious');
  });

  test('the creation box adds a note only once, however late the answer is', async () => {
    const { page } = await stage.open();
    await page.evaluate(() => window.fake.hold('notes:add'));
    const text = page.getByPlaceholder(TEXTS.takeANote);
    await text.click();
    await text.fill('once');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Archive' }).click({ trial: true });
    await page.mouse.click(700, 600);
    await see(text).toHaveValue('once');
    await page.evaluate(() => window.fake.release('notes:add'));
    await see(page.getByRole('article')).toHaveCount(1);
    await see(text).toHaveValue('');
  });
});

describe('the sheet', () => {
  const notes = [
    { id: 'a', title: 'Lease', text: 'first\nsecond', age: 60_000 },
    { id: 'b', title: 'Other', age: 120_000 },
  ];

  test('the sheet returns the focus to the card after a save', async () => {
    const { page } = await stage.open({ notes });
    const card = page.getByRole('article').first();
    await card.hover();
    await card.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(TEXTS.text).fill('third');
    await dialog.getByRole('button', { name: TEXTS.save }).click();
    await see(card).toContainText('third');
    await see(card).toBeFocused();
  });

  test('the sheet stays open with its words if saving fails', async () => {
    const { page } = await stage.open({ notes });
    await page.getByRole('article').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(TEXTS.title).fill('changed');
    await page.evaluate(() => window.fake.fail('notes:edit', 'note-not-found', 'note-gone'));
    await dialog.getByRole('button', { name: TEXTS.save }).click();
    await see(page.getByText(REASONS['note-gone']).first()).toBeAttached();
    await see(dialog.getByLabel(TEXTS.title)).toHaveValue('changed');
  });
});

describe('the lists', () => {
  test('archiving a note can be undone, and the drawer shows the new count', async () => {
    const { page } = await stage.open({ notes: [{ title: 'One' }, { title: 'Two' }] });
    const card = page.getByRole('article').filter({ hasText: 'One' });
    await card.hover();
    await card.getByRole('button', { name: 'Archive' }).click();
    await see(card).toHaveCount(0);
    await see(page.getByRole('navigation').getByRole('listitem').nth(1)).toHaveText('Archive1');
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(card).toHaveCount(1);
  });

  test('a card in the trash cannot be edited, and is deleted forever after a question', async () => {
    const { page } = await stage.open({ notes: [{ title: 'Gone', list: 'trashed' }] }, { hash: '#/trash' });
    const card = page.getByRole('article');
    await card.hover();
    await see(card.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Delete forever' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await see(card).toHaveCount(1);
    await card.hover();
    await card.getByRole('button', { name: 'Delete forever' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
    await see(page.getByText(TEXTS.noDeleted)).toBeVisible();
  });

  test('a card that shows only the beginning of its text ends with an ellipsis', async () => {
    const notes = [
      { title: 'Short', text: 'iii' },
      { title: 'Long', text: 'i'.repeat(5000) },
    ];
    const { page } = await stage.open({ notes });
    await see(page.getByRole('article').filter({ hasText: 'Long' })).toContainText('iii…');
    await see(page.getByRole('article').filter({ hasText: 'Short' })).not.toContainText('…');
  });
});

describe('a hundred thousand notes', () => {
  test('a hundred thousand notes are rendered a screen at a time, at any scroll position', async () => {
    const { page, log } = await stage.open({ generated: 100_000 });
    await see(page.getByRole('article').first()).toBeVisible();
    expect(await page.getByRole('article').count()).toBeLessThan(80);
    const main = page.getByRole('main');
    await main.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
    await see(page.getByRole('article').first()).toContainText(/(Line one of|Note number) [45]\d{4}/u);
    expect(await page.getByRole('article').count()).toBeLessThan(80);
    await main.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await see(page.getByRole('article').filter({ hasText: 'Line one of 99999' })).toBeVisible();
    const limits = await page.evaluate(() =>
      window.fake.requests
        .filter((one) => one.channel === 'notes:view')
        .map((one) => (one.args[0] as { limit: number }).limit),
    );
    expect(Math.max(...limits)).toBeLessThanOrEqual(500);
    expect(log).toEqual([]);
  });
});

test('an edited note says when it was edited, on its card and in the sheet, with both dates in a tooltip', async () => {
  const hours = (count: number): number => count * 3_600_000;
  const { page } = await stage.open({
    notes: [
      { id: 'edited', title: 'Edited note', age: hours(24 * 40) },
      { id: 'other', title: 'Other note', age: hours(24 * 40) },
    ],
    earlier: [{ id: 'edited', content: { title: 'Before', text: '' }, age: 300_000 }],
  });
  const when = (title: string) => cardOf(page, title).locator('time');
  await see(when('Edited note')).toHaveText('Edited 5 min');
  await see(when('Edited note')).toHaveAttribute('title', /^Edited .+\nCreated .+$/);
  await see(when('Other note')).not.toContainText('Edited');
  await see(when('Other note')).toHaveAttribute('title', /^Created [^\n]+$/);
  await cardOf(page, 'Edited note').click();
  await see(page.getByRole('dialog').getByText(/^Edited \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await cardOf(page, 'Other note').click();
  await see(page.getByRole('dialog').getByText(/^Created \d/)).toBeVisible();
  await page.getByLabel(TEXTS.text).fill('more');
  await page.keyboard.press(`${COMMAND}+s`);
  await see(page.getByRole('dialog').getByText(/^Edited \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await see(when('Other note')).toHaveText('Edited now');
});

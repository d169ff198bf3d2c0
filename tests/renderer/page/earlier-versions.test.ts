/** What a note held before: looked at, copied, brought back. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS } from '#shared/spec.ts';
import { raiseStage, see, type Stage } from './open-page.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await raiseStage();
}, 120_000);
afterAll(() => stage.close());

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
const words = (page: Page) => versions(page).getByRole('tabpanel');

async function look(page: Page): Promise<void> {
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(words(page)).toBeVisible();
}

test('are listed with their time and place, the latest first, and show what has changed since', async () => {
  const { page, log } = await stage.open(SETUP);
  await look(page);
  const tabs = versions(page).getByRole('tab');
  await see(tabs).toHaveCount(2);
  await see(tabs.first()).toContainText(/Until .+Changed on another device/);
  await see(tabs.last()).toContainText('Changed on this device');
  await see(words(page).locator('ins')).toHaveText('It leaves at eight.');
  await see(words(page).locator('del')).toHaveText('It leaves at nine.');
  await tabs.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await see(words(page).locator('ins')).toHaveText('It leaves at seven.');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await page.keyboard.press('Escape');
  await see(versions(page)).toHaveCount(0);
  await see(page.getByRole('button', { name: 'Earlier versions' })).toBeFocused();
  expect(log).toEqual([]);
  await page.context().close();
});

test('are restored as an edit that can be undone', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  const card = page.getByRole('article').first();
  await see(card).toContainText('It leaves at eight.');
  await see(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(card).toContainText('It leaves at nine.');
  await look(page);
  await see(versions(page).getByRole('tab')).toHaveCount(4);
  await page.context().close();
});

test('have what was typed and not saved among them after a restore', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('article').first().click();
  await page.getByRole('dialog').getByLabel(TEXTS.text).fill('It leaves at ten, says the captain.');
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await versions(page).getByRole('tab').last().click();
  await see(words(page).locator('ins')).toHaveText('It leaves at seven.');
  await versions(page).getByRole('button', { name: 'Restore' }).click();
  await see(page.getByRole('article').first()).toContainText('It leaves at seven.');
  await look(page);
  await see(words(page).locator('ins')).toContainText(['It leaves at ten, says the captain.']);
  await page.context().close();
});

test('are copied with their title', async () => {
  const { page } = await stage.open(SETUP);
  await look(page);
  await versions(page).getByRole('button', { name: 'Copy' }).click();
  await see(page.getByText('Version copied').first()).toBeAttached();
  const copied = await page.evaluate(() =>
    window.fake.requests.filter(({ channel }) => channel === 'app:copy-text').map(({ args }) => args[0]),
  );
  expect(copied).toEqual(['Ferry\n\nIt leaves at eight.']);
  await page.context().close();
});

test('say so where there are none', async () => {
  const { page } = await stage.open({ notes: SETUP.notes });
  await page.getByRole('article').first().click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await see(versions(page)).toContainText('There are none.');
  await page.context().close();
});

test('take their room in the settings until they are cleared', async () => {
  const { page } = await stage.open(SETUP);
  await page.getByRole('button', { name: 'Main menu' }).waitFor();
  await page.evaluate(() => window.fake.openDialog('settings'));
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await see(settings).toContainText('3 versions with 2.3 MB of words.');
  await settings.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
  await see(settings.getByRole('button', { name: 'Clear history' })).toHaveAttribute('aria-disabled', 'true');
  await see(settings).not.toContainText('3 versions');
  await page.context().close();
});

test('a draft that was stored and not shown is shown when its note is opened', async () => {
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
  await page.context().close();
});

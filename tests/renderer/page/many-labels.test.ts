/** Notes that another client gave more labels than a screen can show. */
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { MOST_LABELS } from '#shared/note/labels.ts';
import { card, openStage, requestArguments, see } from './open-page.ts';

const stage = openStage();

const TOO_MANY = Array.from({ length: 20_000 }, (_, at) => `Label ${at}`);
const NOTES = [
  { id: 'Many', title: 'Many', text: 'text', labels: TOO_MANY },
  { id: 'Few', title: 'Few', text: 'text', labels: ['Work'] },
];
const popUp = (page: Page) => page.getByRole('dialog', { name: 'Labels', exact: true });
const labelsOf = (page: Page, id: string): Promise<unknown> =>
  page.evaluate((name) => window.fake.notes().find((note) => note.id === name)?.labels, id);

async function press(page: Page, title: string, name: string): Promise<void> {
  await card(page, title).hover();
  await card(page, title).getByRole('button', { name, exact: true }).click();
}

test('[C38] a note with twenty thousand labels shows the first ones, and says that they cannot be changed', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await see(card(page, 'Many').getByText(`+${MOST_LABELS - 3}`)).toBeVisible();
  await press(page, 'Many', 'Labels');
  await see(popUp(page).getByText('This note’s labels cannot be changed here')).toBeVisible();
  await see(popUp(page).getByRole('textbox')).toHaveCount(0);
  expect((await popUp(page).boundingBox())?.height).toBeLessThan(150);
  await page.keyboard.press('Escape');
  await see(popUp(page)).toHaveCount(0);
  await press(page, 'Few', 'Labels');
  await see(popUp(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', `${MOST_LABELS + 1}`);
});

test('in the sheet of such a note, # offers no label, so that no word leaves the text in vain', async () => {
  const { page } = await stage.open({ notes: NOTES });
  await press(page, 'Many', 'Edit');
  const dialog = page.getByRole('dialog');
  await see(dialog.getByText(`Label ${MOST_LABELS - 1}`, { exact: true })).toBeAttached();
  await see(dialog.getByText(`Label ${MOST_LABELS}`, { exact: true })).toHaveCount(0);
  await dialog.getByLabel('Text', { exact: true }).fill('text #Wor');
  await see(page.getByRole('listbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Labels', exact: true }).click();
  await see(popUp(page).getByText('This note’s labels cannot be changed here')).toBeVisible();
});

test('adding a label to several notes skips the note with too many, and says so', async () => {
  const { page } = await stage.open({ notes: NOTES });
  for (const title of ['Many', 'Few']) await card(page, title).click({ modifiers: ['ControlOrMeta'] });
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Labels', exact: true })
    .click();
  await popUp(page).getByRole('textbox').fill('Garden');
  await page.keyboard.press('Enter');
  await see(page.getByText('The labels of one note stay as they are').last()).toBeVisible();
  await see(page.getByText('Labels changed').last()).toBeAttached();
  expect(await labelsOf(page, 'Few')).toEqual(['Work', 'Garden']);
  expect(await labelsOf(page, 'Many')).toHaveProperty('unknown');
  expect(await requestArguments(page, 'notes:change')).toHaveLength(1);
});

test('the creation box says that a hundred labels are the most', async () => {
  const marks = { addLabels: Array.from({ length: MOST_LABELS }, (_, at) => `Label ${at}`) };
  const { page } = await stage.open({
    drafts: [{ place: 'new', content: { title: '', text: 'a new note' }, marks }],
  });
  await page.getByRole('button', { name: 'Labels', exact: true }).first().click();
  await popUp(page).getByRole('textbox').fill('one more');
  await page.keyboard.press('Enter');
  await see(page.getByText(`A note can have at most ${MOST_LABELS} labels`).last()).toBeVisible();
});

/** The edit dialog (specification, section 2). */
import { expect, test } from './support/app.ts';

test("§2 edit dialog: it opens from a card's edit icon with that note's title and text", async ({ app }) => {
  await app.seed({ title: 'Milk', text: 'two litres\nand cream' }, { title: 'Bread', text: 'rye' });
  await expect(app.dialog()).toHaveCount(0);
  await app.act('Milk', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
  await expect(app.dialog().getByLabel('Text')).toHaveValue('two litres\nand cream');
});

test('§2 edit dialog: it is modal', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await app.act('Milk', 'Edit');
  await expect(app.dialog()).toHaveAttribute('aria-modal', 'true');
  for (let tab = 0; tab < 4; tab += 1) {
    await app.page.keyboard.press('Tab');
    await expect(app.dialog().locator(':focus')).toHaveCount(1);
  }
});

test('§2 edit dialog: its fields are labelled Title and Text', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await app.act('Milk', 'Edit');
  await expect(app.dialog().locator('label')).toHaveText(['Title', 'Text']);
  await expect(app.dialog().getByRole('textbox')).toHaveCount(2);
});

test('§2 edit dialog: its button is labelled Save', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await app.act('Milk', 'Edit');
  // The other buttons show only an icon.
  await expect(app.dialog().getByRole('button').filter({ hasText: /./ })).toHaveText(['Save']);
});

test('§2 edit dialog: Save updates the note with the new title and text and closes', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Title').fill('Oat milk');
  await app.dialog().getByLabel('Text').fill('one litre');
  await app.button('Save').click();
  await expect(app.dialog()).toHaveCount(0);
  await expect(app.card('Oat milk')).toContainText('one litre');
  expect(await app.stored(id)).toMatchObject({ title: 'Oat milk', text: 'one litre' });
});

test('§2 edit dialog: closing without saving discards the changes', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Title').fill('never mind');
  await app.page.keyboard.press('Escape');
  await expect(app.dialog()).toHaveCount(0);
  await expect(app.card('never mind')).toHaveCount(0);
  await app.act('Milk', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
  expect(await app.stored(id)).toMatchObject({ title: 'Milk', text: 'two litres' });
});

test('§2 edit dialog: it opens for the chosen note, and once closed no screen opens it again by itself', async ({
  app,
}) => {
  await app.seed({ title: 'Milk' }, { title: 'Bread' });
  await app.act('Milk', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
  await app.page.keyboard.press('Escape');
  await expect(app.dialog()).toHaveCount(0);
  // No note is open now, so no other screen brings the dialog back.
  await app.entry('Archive').click();
  await app.entry('Notes').click();
  await expect(app.cards()).toHaveCount(2);
  await expect(app.dialog()).toHaveCount(0);
  await app.act('Bread', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Bread');
});

test('§2 edit dialog: on the archive it opens for a note that is flagged as archived', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'old', isArchived: true });
  await app.open('/archive');
  await app.act('Milk', 'Edit');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
  await app.dialog().getByLabel('Text').fill('new');
  await app.button('Save').click();
  await expect(app.card('Milk')).toContainText('new');
  expect(await app.stored(id)).toMatchObject({ title: 'Milk', text: 'new', isArchived: true });
});

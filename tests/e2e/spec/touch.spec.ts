/** The cards where nothing hovers: docs/specification.md says why further actions are in a menu there. */
import { expect, type SpecApp, test } from './support/app.ts';

test.use({ instanceName: 'touch', pointer: 'touch' });

test('§2 notes home: where nothing hovers, a card shows edit, archive and More, which has the others', async ({
  app,
}) => {
  const [id = ''] = await app.seed({ title: 'Milk' });
  await expectButtons(app, ['Edit', 'Archive', 'More']);
  expect(await itemsOfMore(app)).toEqual(['Pin', 'Colour', 'Labels', 'Move to trash', 'Select']);
  await app.page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(app.card('Milk').getByRole('button', { name: 'Unpin' })).toBeVisible();
  expect(await app.stored(id)).toMatchObject({ isPinned: true });
});

test('§2 archive: where nothing hovers, a card shows its three actions and More', async ({ app }) => {
  await app.open('/archive');
  await app.seed({ title: 'Milk', isArchived: true });
  await expectButtons(app, ['Edit', 'Unarchive', 'Move to trash', 'More']);
  expect(await itemsOfMore(app)).toEqual(['Colour', 'Labels', 'Select']);
});

test('§2 trash: where nothing hovers, a card shows its two actions and More', async ({ app }) => {
  await app.open('/trash');
  await app.seed({ title: 'Milk', isDeleted: true });
  await expectButtons(app, ['Restore', 'Delete forever', 'More']);
  expect(await itemsOfMore(app)).toEqual(['Select']);
  await app.page.getByRole('menuitem', { name: 'Select' }).click();
  await expect(app.page.getByText('1 selected')).toBeVisible();
});

async function expectButtons(app: SpecApp, names: readonly string[]): Promise<void> {
  const buttons = app.card('Milk').getByRole('button');
  await expect(buttons).toHaveCount(names.length);
  for (const [index, name] of names.entries()) await expect(buttons.nth(index)).toHaveAccessibleName(name);
  await expect(app.card('Milk').getByRole('checkbox')).toHaveCount(0);
}

async function itemsOfMore(app: SpecApp): Promise<string[]> {
  await app.card('Milk').getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('menu').waitFor();
  return app.page.getByRole('menuitem').allInnerTexts();
}

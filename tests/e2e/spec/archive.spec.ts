/** The archive (specification, section 2). */
import { expect, test } from './support/app.ts';

test.beforeEach(({ app }) => app.open('/archive'));

test('§2 archive: it shows archived notes as cards with title and text', async ({ app }) => {
  await app.seed({ title: 'Milk', text: 'two litres', isArchived: true }, { title: 'not here' });
  await expect(app.cards()).toHaveCount(1);
  await expect(app.card('Milk').getByRole('heading')).toHaveText('Milk');
  await expect(app.card('Milk')).toContainText('two litres');
});

test('§2 archive: a card has three actions: edit, unarchive and move to trash', async ({ app }) => {
  await app.seed({ title: 'Milk', isArchived: true });
  const actions = app.card('Milk').getByRole('button');
  await expect(actions).toHaveCount(3);
  for (const name of ['Edit', 'Unarchive', 'Move to trash']) {
    await expect(app.card('Milk').getByRole('button', { name, exact: true })).toHaveCount(1);
  }
  await app.act('Milk', 'Edit');
  await expect(app.dialog()).toBeVisible();
});

test('§2 archive: the empty archive says Archived notes will appear here.', async ({ app }) => {
  await app.seed({ title: 'elsewhere' });
  await expect(app.page.getByText('Archived notes will appear here.', { exact: true })).toBeVisible();
});

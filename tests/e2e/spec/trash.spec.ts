/** The trash (specification, section 2). */
import { expect, test } from './support/app.ts';

test.beforeEach(({ app }) => app.open('/trash'));

test('§2 trash: it shows deleted notes as cards with title and text', async ({ app }) => {
  await app.seed({ title: 'Milk', text: 'two litres', isDeleted: true }, { title: 'not here' });
  await expect(app.cards()).toHaveCount(1);
  await expect(app.card('Milk').getByRole('heading')).toHaveText('Milk');
  await expect(app.card('Milk')).toContainText('two litres');
});

test('§2 trash: its actions are restore and delete forever', async ({ app }) => {
  await app.seed({ title: 'Milk', isDeleted: true });
  await expect(app.card('Milk').getByRole('button')).toHaveCount(2);
  for (const name of ['Restore', 'Delete forever']) {
    await expect(app.card('Milk').getByRole('button', { name, exact: true })).toHaveCount(1);
  }
  // A note in the trash is read, not edited.
  await app.card('Milk').click();
  await expect(app.dialog().getByRole('button', { name: 'Save' })).toHaveCount(0);
  await app.dialog().getByLabel('Title').pressSequentially('not typed');
  await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
});

test('§2 trash: the empty trash says Deleted notes will appear here.', async ({ app }) => {
  await app.seed({ title: 'elsewhere' });
  await expect(app.page.getByText('Deleted notes will appear here.', { exact: true })).toBeVisible();
});

/** The notes home (specification, section 2). Its spinner is in `delays.spec.ts`. */
import { expect, test } from './support/app.ts';

test('§2 notes home: the creation box stands at the top', async ({ app }) => {
  await app.seed({ title: 'first' }, { title: 'second' });
  await expect(app.cards()).toHaveCount(2);
  const box = await app.page.locator('[data-creation-box]').boundingBox();
  const main = await app.page.getByRole('main').boundingBox();
  const cards = await Promise.all((await app.cards().all()).map((card) => card.boundingBox()));
  if (box === null || main === null) throw new Error('Both are visible');
  expect(box.y - main.y).toBeLessThan(25);
  for (const card of cards) expect(card?.y).toBeGreaterThan(box.y + box.height);
});

test('§2 notes home: if there are notes, it shows the list and neither message', async ({ app }) => {
  await app.seed({ title: 'here' });
  await expect(app.cards()).toHaveCount(1);
  await expect(app.page.getByText('Could not find the note')).toHaveCount(0);
  await expect(app.page.getByText('Notes you add appear here')).toHaveCount(0);
  await expect(app.page.getByRole('progressbar')).toHaveCount(0);
});

test('§2 notes home: if the search has no match, it says Could not find the note', async ({ app }) => {
  await app.seed({ title: 'here' });
  await app.search().fill('elsewhere');
  await expect(app.page.getByText('Could not find the note', { exact: true })).toBeVisible();
  await expect(app.cards()).toHaveCount(0);
  await expect(app.page.getByText('Notes you add appear here')).toHaveCount(0);
});

test('§2 notes home: without notes it says Notes you add appear here', async ({ app }) => {
  await expect(app.page.getByText('Notes you add appear here', { exact: true })).toBeVisible();
  await expect(app.page.getByText('Could not find the note')).toHaveCount(0);
});

test('§2 notes home: notes are shown as cards', async ({ app }) => {
  await app.seed({ title: 'Milk', text: 'two litres' }, { title: '', text: 'only a text' });
  await expect(app.cards()).toHaveCount(2);
  await expect(app.card('Milk')).toContainText('two litres');
  await expect(app.card('only a text').getByRole('heading')).toHaveCount(0);
});

test('§2 notes home: a card has an edit icon and an archive action', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await app.card('Milk').hover();
  await expect(app.card('Milk').getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await app.act('Milk', 'Archive');
  await expect(app.cards()).toHaveCount(0);
  await app.entry('Archive').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§2 notes home: moving to the trash, the implied delete, is an action of the card', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  await app.act('Milk', 'Move to trash');
  await expect(app.cards()).toHaveCount(0);
  await app.entry('Trash').click();
  await expect(app.card('Milk')).toBeVisible();
});

test('§2 notes home: the list is ordered newest first', async ({ app }) => {
  // With one column the order can be measured.
  await app.page.setViewportSize({ width: 500, height: 800 });
  await app.seed(
    { title: 'middle', createdAt: '2026-02-02T00:00:00Z' },
    { title: 'newest', createdAt: '2026-03-03T00:00:00Z' },
    { title: 'oldest', createdAt: '2026-01-01T00:00:00Z' },
  );
  await expect(app.cards().getByRole('heading')).toHaveText(['newest', 'middle', 'oldest']);
  const tops = await app
    .cards()
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await app.page.setViewportSize({ width: 1180, height: 800 });
  await app.take().click();
  await app.take().fill('added now');
  await app.clickAway();
  await expect(app.cards().first()).toContainText('added now');
});

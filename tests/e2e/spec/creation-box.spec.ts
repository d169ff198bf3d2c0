/** The creation box of the notes home (specification, sections 2 and 4). */
import { expect, test } from './support/app.ts';

test('§2 creation box: collapsed it is one text field, Take a note..., at least 25 px high', async ({
  app,
}) => {
  const fields = app.page.locator('[data-creation-box]').locator('input, textarea');
  await expect(fields).toHaveCount(1);
  await expect(fields).toHaveAttribute('placeholder', 'Take a note...');
  await expect(fields).toHaveCSS('min-height', '25px');
  expect((await fields.boundingBox())?.height).toBe(25);
});

test('§2 creation box: a click expands it to a Title and at least 100 px', async ({ app }) => {
  await expect(app.title()).toHaveCount(0);
  await app.take().click();
  await expect(app.title()).toBeVisible();
  await expect(app.take()).toHaveCSS('min-height', '100px');
  expect((await app.take().boundingBox())?.height).toBe(100);
});

test('§2 creation box: a click away collapses it', async ({ app }) => {
  await app.take().click();
  await expect(app.title()).toBeVisible();
  await app.clickAway();
  await expect(app.title()).toHaveCount(0);
  await expect(app.take()).toHaveCSS('min-height', '25px');
});

test('§2 creation box: a click away adds the note and clears the fields', async ({ app }) => {
  await app.take().click();
  await app.title().fill('Milk');
  await app.take().fill('two litres');
  await app.clickAway();
  await expect(app.card('Milk')).toContainText('two litres');
  await expect(app.take()).toHaveValue('');
  await app.take().click();
  await expect(app.title()).toHaveValue('');
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: 'Milk', text: 'two litres' }]);
});

test('§2 creation box: an empty note is not added', async ({ app }) => {
  await app.take().click();
  await app.clickAway();
  await expect(app.title()).toHaveCount(0);
  // The answer comes after all requests that the click caused.
  expect(await app.request('notes:counts')).toMatchObject({ value: { active: 0 } });
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toEqual([]);
});

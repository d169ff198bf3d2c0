/** Addresses in a note, from the click to the system's browser. */
import { addNote, expect, openedAddress } from '../support/fixtures.ts';
import { test } from '../support/signed-in.ts';

test('web and mail addresses in a note open in the system’s programs, and nothing else is a link', async ({
  app,
}) => {
  const { page, electron } = app;
  await addNote(
    page,
    'Links',
    'See https://example.org/a?b=1, or mail ada@example.org, and www.example.org/c. file:///etc/passwd javascript:alert(1)',
  );
  const links = page.getByRole('article').getByRole('link');
  await expect(links).toHaveText(['https://example.org/a?b=1', 'ada@example.org', 'www.example.org/c']);
  expect(await openedAddress(electron, () => links.first().click())).toBe('https://example.org/a?b=1');
  expect(await openedAddress(electron, () => links.nth(1).click())).toBe('mailto:ada@example.org');
  expect(await openedAddress(electron, () => links.last().click())).toBe('https://www.example.org/c');
  // Enter opens a link as a click does, without a dialog.
  const byKey = openedAddress(electron, async () => {
    await links.first().focus();
    await page.keyboard.press('Enter');
  });
  expect(await byKey).toBe('https://example.org/a?b=1');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(app.errors).toEqual([]);
});

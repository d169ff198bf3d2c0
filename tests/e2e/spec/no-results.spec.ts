/**
 * The view in place of the archive and the trash when the search finds nothing (specification, section 2).
 */
import { expect, type SpecApp, test } from './support/app.ts';

test('§2 no results: the archive shows the shared view if a query matches nothing', async ({ app }) => {
  await app.seed({ title: 'here', isArchived: true });
  await app.open('/archive');
  await expect(app.cards()).toHaveCount(1);
  await app.search().fill('elsewhere');
  await expect(app.cards()).toHaveCount(0);
  await expect(app.page.getByText('Archived notes will appear here.')).toHaveCount(0);
  await expect.poll(() => shownIn(app)).not.toBe('');
  const view = await shownIn(app);
  await app.entry('Trash').click();
  await app.expectPath('/trash');
  // Both screens share one view.
  await expect.poll(() => shownIn(app)).toBe(view);
});

test('§2 no results: the trash shows the shared view if a query matches nothing', async ({ app }) => {
  await app.seed({ title: 'here', isDeleted: true });
  await app.open('/trash');
  await expect(app.cards()).toHaveCount(1);
  await app.search().fill('elsewhere');
  await expect(app.cards()).toHaveCount(0);
  await expect(app.page.getByText('Deleted notes will appear here.')).toHaveCount(0);
  await expect.poll(() => shownIn(app)).not.toBe('');
});

test('§2 no results: a blank query never leads to the shared view', async ({ app }) => {
  await app.open('/archive');
  await app.search().fill('   ');
  await expect(app.page.getByText('Archived notes will appear here.')).toBeVisible();
  await app.entry('Trash').click();
  await expect(app.page.getByText('Deleted notes will appear here.')).toBeVisible();
  await app.seed({ title: 'here', isDeleted: true });
  await expect(app.cards()).toHaveCount(1);
});

/** The text that is shown in place of the list. */
async function shownIn(app: SpecApp): Promise<string> {
  return (await app.page.getByRole('main').locator('p').allInnerTexts()).join('\n');
}

/**
 * The search box (specification, sections 2 and 3). Its results are in `validation.spec.ts` (section 5).
 */
import { expect, test } from './support/app.ts';

test('§2 search box: it is a text input with the placeholder Search', async ({ app }) => {
  const input = app.page.getByRole('searchbox');
  await expect(input).toHaveAttribute('placeholder', 'Search');
  await input.fill('typed');
  await expect(input).toHaveValue('typed');
});

test('§2 search box: it has a clear button while it has text, and a search button while it is empty', async ({
  app,
}) => {
  await expect(app.button('Search')).toBeVisible();
  await expect(app.button('Clear search')).toHaveCount(0);
  await app.search().fill('x');
  await expect(app.button('Clear search')).toBeVisible();
  await expect(app.button('Search')).toHaveCount(0);
});

test('§2 search box: the query follows every keystroke', async ({ app }) => {
  await app.seed({ title: 'alpha' }, { title: 'alps' }, { title: 'bet' });
  await app.search().focus();
  for (const [key, shownCount] of [
    ['a', 2],
    ['l', 2],
    ['p', 2],
    ['h', 1],
    ['Backspace', 2],
    ['x', 0],
  ] as const) {
    await app.page.keyboard.press(key);
    await expect(app.cards()).toHaveCount(shownCount);
  }
});

test('§2 search box: clearing resets the query to empty', async ({ app }) => {
  await app.seed({ title: 'one' }, { title: 'two' });
  await app.search().fill('two');
  await expect(app.cards()).toHaveCount(1);
  await app.button('Clear search').click();
  await expect(app.search()).toHaveValue('');
  await expect(app.cards()).toHaveCount(2);
});

test('§2 search box: the query is shared across screens', async ({ app }) => {
  await app.seed(
    { title: 'apple active' },
    { title: 'pear active' },
    { title: 'apple archived', isArchived: true },
    { title: 'pear archived', isArchived: true },
    { title: 'apple trashed', isDeleted: true },
    { title: 'pear trashed', isDeleted: true },
  );
  await app.search().fill('apple');
  for (const [name, found] of [
    ['Archive', 'apple archived'],
    ['Trash', 'apple trashed'],
    ['Notes', 'apple active'],
  ] as const) {
    await app.entry(name).click();
    await expect(app.cards()).toHaveText([new RegExp(found)]);
    await expect(app.search()).toHaveValue('apple');
  }
});

test('§3 search query: it is a string, taken as it is typed', async ({ app }) => {
  await app.seed({ title: 'a.*b' }, { title: 'axxb' }, { title: '50%' }, { title: '50 cent' });
  await app.search().fill('a.*b');
  await expect(app.cards()).toHaveText([/a\.\*b/]);
  await app.search().fill('50%');
  await expect(app.cards()).toHaveText([/50%/]);
});

test('§2 search box: labels filter the lists beside the query', async ({ app }) => {
  const tag = app.page.getByRole('button', { name: 'Remove label Work' });
  await app.seed(
    { title: 'apple at work', labels: ['Work'] },
    { title: 'apple' },
    { title: 'apple archived', isArchived: true },
  );
  await app.search().fill('apple label:wo');
  await app.page.getByRole('option', { name: 'Work' }).click();
  await expect(app.search()).toHaveValue('apple');
  await expect(app.cards()).toHaveText([/apple at work/]);
  await app.entry('Archive').click();
  await expect(app.page.getByText('Could not find the note')).toBeVisible();
  await app.page.getByRole('button', { name: 'Clear search' }).click();
  await expect(app.page.getByText('No archived notes labelled “Work”')).toBeVisible();
  await expect(app.page.getByText('Could not find the note')).toHaveCount(0);
  await expect(tag).toBeVisible();
  await app.search().press('Backspace');
  await expect(tag).toHaveCount(0);
  await expect(app.cards()).toHaveText([/apple archived/]);
});

/** Which notes are added, and what a search finds (specification, section 5). */
import { uidOf } from '../support/fixtures.ts';
import { expect, test } from './support/app.ts';

test('§5 adding: a title alone is enough', async ({ app }) => {
  await app.take().click();
  await app.title().fill('only a title');
  await app.clickAway();
  await expect(app.card('only a title')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: 'only a title', text: '' }]);
});

test('§5 adding: a text alone is enough', async ({ app }) => {
  await app.take().click();
  await app.take().fill('only a text');
  await app.clickAway();
  await expect(app.card('only a text')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: '', text: 'only a text' }]);
});

test('§5 adding: without a title and a text nothing is added', async ({ app }) => {
  await app.take().click();
  await app.title().fill('typed');
  await app.title().fill('');
  await app.clickAway();
  await expect(app.title()).toHaveCount(0);
  expect(await app.request('notes:add', await uidOf(app.page), { title: '', text: '' }, 'new')).toMatchObject(
    { ok: false },
  );
  expect(await app.request('notes:counts')).toMatchObject({ value: { active: 0 } });
  await app.waitUntilSynced();
  expect(app.cloud.controls.requests().filter(({ rpc }) => rpc === 'Commit')).toEqual([]);
});

test('§5 search: it matches a substring of title or text, whatever the case', async ({ app }) => {
  await app.seed(
    { title: 'Shopping LIST', text: 'Milk' },
    { title: 'Ideas', text: 'a checklist\nof things' },
    { title: 'ÉTÉ', text: 'ПРИВЕТ' },
    { title: 'split', text: 'li st' },
  );
  for (const [query, found] of [
    ['list', ['Ideas', 'Shopping LIST']],
    ['CHECKLIST\tOF'.slice(0, 9), ['Ideas']],
    ['sHoPp', ['Shopping LIST']],
    ['été', ['ÉTÉ']],
    ['привет', ['ÉTÉ']],
    // Each field is searched by itself: a match cannot span the end of the title and the start of the text.
    ['list milk', []],
    ['listmilk', []],
  ] as const) {
    await app.search().fill(query);
    await expect(app.cards().getByRole('heading')).toHaveText([...found]);
  }
});

test('§5 search: it is the same match whatever labels the notes have', async ({ app }) => {
  await app.seed(
    { title: 'labelled', text: 'nothing else', labels: ['Work', 'two words'] },
    { title: 'plain', text: 'type label:Work in the box' },
    { title: 'label:"two words"', text: 'quoted' },
  );
  await expect(app.card('labelled').getByRole('button', { name: 'Work' })).toBeVisible();
  for (const [query, found] of [
    ['label:work', ['plain']],
    ['label:Work in', ['plain']],
    ['label:"Two Words"', ['label:"two words"']],
    ['label:', ['label:"two words"', 'plain']],
  ] as const) {
    await app.search().fill(query);
    await expect(app.cards().getByRole('heading')).toHaveText([...found]);
  }
});

test('§5 search: a note that lacks a field does not match on that field', async ({ app }) => {
  await app.seed({ title: undefined, text: 'only text' }, { title: 'only title', text: undefined });
  await expect(app.cards()).toHaveCount(2);
  for (const word of ['undefined', 'null']) {
    await app.search().fill(word);
    await expect(app.page.getByText('Could not find the note')).toBeVisible();
  }
  await app.search().fill('text');
  await expect(app.cards()).toHaveText([/only text/]);
  await app.search().fill('title');
  await expect(app.cards()).toHaveText([/only title/]);
});

test('§5 search: a query of white space never leads to the no-results view', async ({ app }) => {
  for (const blank of [' ', '   ', '\t', '\u3000']) {
    await app.search().fill(blank);
    await expect(app.search()).toHaveValue(blank);
    await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
    await expect(app.page.getByText('Could not find the note')).toHaveCount(0);
  }
  await app.seed({ title: 'nospace' });
  await expect(app.card('nospace')).toBeVisible();
});

test('§4 search: the empty-search message needs a query that is not blank and matches nothing', async ({
  app,
}) => {
  const message = app.page.getByText('Could not find the note');
  await app.seed({ title: 'here' });
  await expect(app.card('here')).toBeVisible();
  await expect(message).toHaveCount(0);
  await app.search().fill('her');
  await expect(app.cards()).toHaveCount(1);
  await expect(message).toHaveCount(0);
  await app.search().fill('herd');
  await expect(message).toBeVisible();
  await app.search().fill('  ');
  await expect(message).toHaveCount(0);
  await expect(app.card('here')).toBeVisible();
});

test('§5 validation: a blank title and a very long text are stored unchanged', async ({ app }) => {
  const long = 'long '.repeat(5000);
  await app.take().click();
  await app.title().fill(' ');
  await app.take().fill(long);
  await app.clickAway();
  await expect(app.cards()).toHaveCount(1);
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: ' ', text: long }]);
});

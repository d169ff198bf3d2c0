/**
 * Additions to sentences of the specification, and differences from it (docs/specification.md).
 */
import { expect, test } from './support/app.ts';

test('§2 notes home: pinned notes come above the others, each part newest first', async ({ app }) => {
  // With one column, the order of the cards is that of the list.
  await app.page.setViewportSize({ width: 500, height: 800 });
  await app.seed(
    { title: 'old, pinned', isPinned: true },
    { title: 'old' },
    { title: 'new, pinned', isPinned: true },
    { title: 'new' },
  );
  await expect(app.cards().getByRole('heading')).toHaveText(['new, pinned', 'old, pinned', 'new', 'old']);
});

test('§2 notes home: near matches and hits in other lists are shown below Could not find the note', async ({
  app,
}) => {
  const message = app.page.getByText('Could not find the note', { exact: true });
  await app.seed({ title: 'Crème brûlée' }, { title: 'Passport', isArchived: true });
  await app.search().fill('creme brulee');
  await expect(message).toBeVisible();
  await expect(app.page.getByRole('region', { name: 'Near matches' }).getByRole('listitem')).toContainText([
    'Crème brûlée',
  ]);
  await expect(app.cards()).toHaveCount(0);
  await app.search().fill('passport');
  await expect(message).toBeVisible();
  await expect(app.page.getByRole('link', { name: '1 in Archive' })).toBeVisible();
});

test('§2 notes home: how to move in from Google Keep is shown below Notes you add appear here', async ({
  app,
}) => {
  await expect(app.page.getByText('Notes you add appear here', { exact: true })).toBeVisible();
  await expect(app.page.getByRole('heading', { name: 'Move in from Google Keep' })).toBeVisible();
  await app.seed({ title: 'Milk' });
  await expect(app.page.getByRole('heading', { name: 'Move in from Google Keep' })).toHaveCount(0);
});

test('§2 notes home: a card also offers a pin, a colour, labels, the trash and a selection', async ({
  app,
}) => {
  await app.seed({ title: 'Milk' });
  await app.card('Milk').hover();
  for (const name of ['Edit', 'Archive', 'Pin', 'Colour', 'Labels', 'Move to trash'])
    await expect(app.card('Milk').getByRole('button', { name, exact: true })).toBeVisible();
  await app.card('Milk').getByRole('checkbox', { name: 'Select' }).click();
  await expect(app.page.getByText('1 selected')).toBeVisible();
});

test('§2 notes home: a long text ends on its card, and the dialog has all of it', async ({ app }) => {
  const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n');
  await app.seed({ title: 'Milk', text });
  const height = (await app.card('Milk').boundingBox())?.height;
  expect(height).toBeLessThan(400);
  await app.act('Milk', 'Edit');
  await expect(app.dialog().getByLabel('Text')).toHaveValue(text);
});

test('§2 creation box: Esc collapses it and adds the note, as a click away does', async ({ app }) => {
  await app.take().click();
  await app.take().fill('typed');
  await app.page.keyboard.press('Escape');
  await expect(app.title()).toHaveCount(0);
  await expect(app.take()).toHaveValue('');
  await expect(app.card('typed')).toBeVisible();
});

test('§2 drawer: it is also expanded while the keyboard is in it', async ({ app }) => {
  await app.button('Main menu').click();
  await app.page.mouse.move(900, 600);
  await expect(app.drawer()).toHaveCSS('width', '75px');
  while ((await app.drawer().locator(':focus').count()) === 0) await app.page.keyboard.press('Tab');
  await expect(app.drawer()).toHaveCSS('width', '300px');
  await expect(app.entry('Archive').getByText('Archive')).toBeVisible();
});

test('§2 drawer: labels of notes are listed below its three entries', async ({ app }) => {
  await app.seed({ title: 'Milk', labels: ['shopping'] });
  await expect(app.entry('shopping')).toBeVisible();
  const names = await app
    .drawer()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
  expect(names).toEqual(['Notes', 'Archive', 'Trash', 'shopping']);
});

test('§2 drawer: below 601 px, Esc, a press beside it and a chosen entry close it as well', async ({
  app,
}) => {
  await app.page.setViewportSize({ width: 600, height: 800 });
  const ways = [
    () => app.page.keyboard.press('Escape'),
    () => app.page.mouse.click(500, 600),
    () => app.entry('Archive').click(),
  ];
  for (const close of ways) {
    await app.button('Main menu').click();
    await expect(app.drawer()).toHaveCSS('width', '300px');
    await close();
    await expect(app.drawer()).toHaveCSS('width', '0px');
  }
  await app.expectPath('/archive');
});

test('§2 top bar: closing the mobile search bar clears the query', async ({ app }) => {
  await app.page.setViewportSize({ width: 600, height: 800 });
  await app.seed({ title: 'Milk' }, { title: 'Bread' });
  await app.button('Search').click();
  await app.search().fill('milk');
  await expect(app.cards()).toHaveCount(1);
  await app.button('Close search').click();
  await expect(app.cards()).toHaveCount(2);
});

test('§2 edit dialog: a click on the card and Enter open it as well', async ({ app }) => {
  await app.seed({ title: 'Milk' });
  const card = app.card('Milk');
  for (const open of [() => card.click(), () => card.press('Enter')]) {
    await open();
    await expect(app.dialog().getByLabel('Title')).toHaveValue('Milk');
    await app.page.keyboard.press('Escape');
    await expect(app.dialog()).toHaveCount(0);
  }
});

test('§2 edit dialog: the close button, Esc and a click outside discard, and Not saved keeps the words', async ({
  app,
}) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  const ways = {
    button: () => app.dialog().getByRole('button', { name: 'Close', exact: true }).click(),
    Esc: () => app.page.keyboard.press('Escape'),
    outside: () => app.page.mouse.click(8, 8),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await app.act('Milk', 'Edit');
    await app.dialog().getByLabel('Text').fill(`typed before ${way}`);
    await leave();
    await expect(app.dialog()).toHaveCount(0);
    await expect(app.card('Milk')).toContainText('two litres');
  }
  expect(await app.stored(id)).toMatchObject({ title: 'Milk', text: 'two litres' });
  await app.act('Milk', 'Edit');
  await app.button('Earlier versions').click();
  await expect(app.dialog().getByRole('tab')).toHaveText(['Now', /^Not saved/, /^Not saved/, /^Not saved/]);
});

test('§2 trash: Delete forever asks first, and Empty trash now deletes all of it', async ({ app }) => {
  await app.seed({ title: 'Milk', isDeleted: true }, { title: 'Bread', isDeleted: true });
  await app.open('/trash');
  await app.act('Milk', 'Delete forever');
  const question = app.page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.cards()).toHaveCount(2);
  await app.button('Empty trash now').click();
  await question.getByRole('button', { name: 'Delete forever' }).click();
  await expect(app.cards()).toHaveCount(0);
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toEqual([]);
});

test('§3 note: a line that begins with ☐ is displayed with a box, and ticking it changes its letter', async ({
  app,
}) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: '☐ two litres\nand cream' });
  await app.card('Milk').getByRole('checkbox', { name: 'two litres' }).click();
  await expect(app.card('Milk').getByRole('checkbox', { name: 'two litres' })).toBeChecked();
  // The box is ticked on the screen at once, before the change is stored.
  await expect.poll(() => app.stored(id)).toMatchObject({ text: '☑ two litres\nand cream' });
});

test('§3 note: until the server has dated a note, an estimate of this device puts it in its place', async ({
  app,
}) => {
  await app.seed({ title: 'from another day' });
  await app.cloud.controls.addFault({ rpc: 'Commit', kind: 'status', code: 'UNAVAILABLE' });
  await app.take().click();
  await app.take().fill('not in the cloud yet');
  await app.clickAway();
  await expect(app.cards()).toHaveText([/not in the cloud yet/, /from another day/]);
  expect(app.cloud.controls.docs()).toHaveLength(1);
});

test('§4 edit: changes by another device are merged', async ({ app }) => {
  const [id = ''] = await app.seed({ title: 'Milk', text: 'two litres' });
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Title').fill('Oat milk');
  app.cloud.controls.putDoc(id, { ...app.cloud.controls.doc(id)?.fields, text: 'one litre' });
  // Hidden from assistive technology behind the dialog.
  await expect(app.page.locator('article')).toContainText('one litre');
  await app.button('Save').click();
  await expect(app.card('Oat milk')).toContainText('one litre');
  expect(await app.stored(id)).toMatchObject({ title: 'Oat milk', text: 'one litre' });
});

test('§4 lists: after a sign-out, unpushed changes wait on the device for the same account', async ({
  app,
}) => {
  await app.cloud.controls.addFault({ rpc: 'Commit', kind: 'status', code: 'UNAVAILABLE' });
  await app.take().click();
  await app.take().fill('not in the cloud yet');
  await app.clickAway();
  await expect(app.card('not in the cloud yet')).toBeVisible();
  await app.button('Log out').click();
  await app.expectPath('/signup');
  await expect(app.cards()).toHaveCount(0);
  await app.cloud.controls.clearFaults();
  await app.signIn({ sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' });
  await expect(app.card('not in the cloud yet')).toBeVisible();
});

test('§5 search: letters that Unicode calls equal match, however they are encoded', async ({ app }) => {
  await app.seed({ title: 'e\u0301te\u0301' }, { title: 'Straße' });
  for (const [query, title] of [
    ['\u00C9T\u00C9', 'e\u0301te\u0301'],
    ['STRASSE', 'Straße'],
  ] as const) {
    await app.search().fill(query);
    await expect(app.cards().getByRole('heading')).toHaveText([title]);
  }
});

test('§7 update note: marks are additional fields, and only notes that were given one have them', async ({
  app,
}) => {
  const [id = ''] = await app.seed({ title: 'Milk' });
  await app.card('Milk').hover();
  await app.act('Milk', 'Pin');
  await expect(app.card('Milk').getByRole('button', { name: 'Unpin' })).toBeVisible();
  const stored = await app.stored(id);
  expect(stored).toMatchObject({ title: 'Milk', isPinned: true });
  expect(Object.keys(stored)).not.toContain('color');
  expect(Object.keys(stored)).not.toContain('labels');
});

test('§9 transitions: there are none if the system asks for reduced motion', async ({ app }) => {
  const label = app.entry('Archive').getByText('Archive', { exact: true });
  const durations = () =>
    Promise.all(
      [app.drawer(), label].map((element) =>
        element.evaluate((node) => getComputedStyle(node).transitionDuration),
      ),
    );
  // Every test of this folder begins with reduced motion.
  await expect.poll(durations).toEqual(['0s', '0s']);
  await app.page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(durations).toEqual([expect.stringMatching(/^0\.5s/), '0.5s']);
});

/** The note and its fields (specification, section 3). */
import { ADA, expect, SCREENS, type SpecApp, test } from './support/app.ts';

test('§3 note: it is stored in the collection notes', async ({ app }) => {
  await app.take().click();
  await app.take().fill('words');
  await app.clickAway();
  await expect(app.card('words')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs().map(({ path }) => path)).toEqual([
    expect.stringMatching(/^notes\/[A-Za-z0-9]{20}$/),
  ]);
});

test('§3 note: its id is that of the document it was read from', async ({ app }) => {
  const [older = '', newer = ''] = await app.seed({ title: 'twin' }, { title: 'twin' });
  await app.cards().nth(1).hover();
  await app.cards().nth(1).getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(app.cards()).toHaveCount(1);
  expect(await app.stored(older)).toMatchObject({ isArchived: true });
  expect(await app.stored(newer)).toMatchObject({ isArchived: false });
});

test("§3 note: uid is the owner's user id", async ({ app }) => {
  await app.take().click();
  await app.take().fill('words');
  await app.clickAway();
  await expect(app.card('words')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ uid: app.uidOf(ADA) }]);
});

test('§3 note: title is text', async ({ app }) => {
  await app.take().click();
  await app.title().fill('  Ünïcødé & <b>more</b> 💡 ');
  await app.clickAway();
  await expect(app.cards().getByRole('heading')).toHaveText('Ünïcødé & <b>more</b> 💡');
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: '  Ünïcødé & <b>more</b> 💡 ', text: '' }]);
});

test('§3 note: text is text and may contain newlines', async ({ app }) => {
  await app.take().click();
  await app.page.keyboard.type('one');
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.type('two');
  await app.clickAway();
  await expect(app.card('one')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs()).toMatchObject([{ title: '', text: 'one\n\ntwo' }]);
});

test('§3 note: newlines are displayed as line breaks', async ({ app }) => {
  await app.seed({ title: 'lines', text: 'first\nsecond\n\nfourth' });
  const lines = await app.card('lines').evaluate((card) => {
    const text = card.querySelector('p');
    const walker = document.createTreeWalker(text ?? card, NodeFilter.SHOW_TEXT);
    const topOf = (word: string): number => {
      walker.currentNode = walker.root;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(word) ?? -1;
        if (at === -1) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        return range.getBoundingClientRect().top;
      }
      throw new Error(`${word} is not on the card`);
    };
    return ['first', 'second', 'fourth'].map(topOf);
  });
  const [first = 0, second = 0, fourth = 0] = lines;
  const lineHeight = second - first;
  expect(lineHeight).toBeGreaterThan(10);
  expect(fourth - second).toBeCloseTo(2 * lineHeight, 0);
});

test('§3 note: createdAt is the timestamp of the server, set at creation', async ({ app }) => {
  await app.take().click();
  await app.title().fill('dated');
  await app.clickAway();
  await expect(app.card('dated')).toBeVisible();
  await app.waitUntilSynced();
  const [doc] = app.cloud.controls.docs();
  if (doc === undefined) throw new Error('The note was pushed');
  // `createdAt` is, to the microsecond, the time at which the server created the document.
  expect(doc.fields['createdAt']).toBe(doc.createTime);
  await app.act('dated', 'Archive');
  await expect(app.cards()).toHaveCount(0);
  expect(await app.stored(doc.id)).toMatchObject({ isArchived: true, createdAt: doc.createTime });
});

test('§3 note: isArchived and isDeleted are booleans', async ({ app }) => {
  await app.take().click();
  await app.title().fill('flags');
  await app.clickAway();
  await app.act('flags', 'Archive');
  await app.entry('Archive').click();
  await app.act('flags', 'Move to trash');
  await app.entry('Trash').click();
  await expect(app.card('flags')).toBeVisible();
  await app.waitUntilSynced();
  expect(app.cloud.controls.docs().map(({ fields }) => [fields['isArchived'], fields['isDeleted']])).toEqual([
    [false, true],
  ]);
});

test('§3 note: fields that others supplied stay in the document', async ({ app }) => {
  const extra = { colour: 'teal', labels: ['home', 'food'], nested: { rank: 3 } };
  const [id = ''] = await app.seed({ title: 'Milk', ...extra });
  await app.act('Milk', 'Edit');
  await app.dialog().getByLabel('Text').fill('two litres');
  await app.button('Save').click();
  await expect(app.card('two litres')).toBeVisible();
  expect(await app.stored(id)).toMatchObject({ title: 'Milk', text: 'two litres', ...extra });
});

test('§3 lists: isArchived true puts a note into the archive list', async ({ app }) => {
  await app.seed(
    { title: 'archived', isArchived: true, isDeleted: false },
    { title: 'both', isArchived: true, isDeleted: true },
  );
  await expectPlaces(app, { '/': [], '/archive': ['both', 'archived'], '/trash': [] });
});

test('§3 lists: isDeleted true puts a note that is not archived into the trash list', async ({ app }) => {
  await app.seed({ title: 'deleted', isArchived: false, isDeleted: true });
  await app.seed({ title: 'unflagged', isArchived: undefined, isDeleted: true });
  await expectPlaces(app, { '/': [], '/archive': [], '/trash': ['unflagged', 'deleted'] });
});

test('§3 lists: a note with neither flag true is an active note', async ({ app }) => {
  await app.seed(
    { title: 'plain' },
    { title: 'unflagged', isArchived: undefined, isDeleted: undefined },
    { title: 'odd', isArchived: 'yes', isDeleted: 1 },
  );
  await expectPlaces(app, { '/': ['odd', 'unflagged', 'plain'], '/archive': [], '/trash': [] });
});

test('§3 current user: it is the signed-in person, and there is none when signed out', async ({ app }) => {
  await app.button('Profile').click();
  await expect(app.page.getByText(ADA.email)).toBeVisible();
  expect(await app.request('session:get')).toMatchObject({
    value: { status: 'signed-in', user: { uid: app.uidOf(ADA), email: ADA.email, name: ADA.name } },
  });
  await app.signOut();
  expect(await app.request('session:get')).toEqual({
    ok: true,
    value: { status: 'signed-out', signingIn: false },
  });
  expect(await app.text()).not.toContain(ADA.email);
});

async function expectPlaces(
  app: SpecApp,
  places: Record<(typeof SCREENS)[number]['path'], readonly string[]>,
): Promise<void> {
  for (const { path } of SCREENS) {
    await app.open(path);
    await app.expectPath(path);
    await expect(app.cards().getByRole('heading')).toHaveText([...places[path]]);
  }
}
